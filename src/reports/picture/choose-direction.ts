import type { Vector } from "../../geometry/vector.ts";
import {
  axesOf,
  bestCandidate,
  candidateDirections,
  distanceFor,
  HALF_HEIGHT,
  HOME_DIRECTION,
  type Subject,
} from "./camera.ts";
import { contactSegments } from "./curve-segments.ts";
import { createLens, drawChunks, type Lens, stretchOf } from "./draw-mesh.ts";
import { clearLayer, createLayer, type Layer } from "./layer.ts";
import { BALL_STRIDE, CHUNK_TRIANGLES } from "./mesh-chunks.ts";
import {
  type PictureScene,
  type PictureSpace,
  partsOfShot,
  placePart,
  placePoint,
  type Shot,
} from "./scene.ts";

// From where is a contact seen best? Each candidate direction is tried in a small picture of the clashing parts alone, and the
// pixels of the contact that nothing covers are counted. The page does this on the graphics card.

const TILE = 80;
/** The largest number of triangles in a small picture. More are thinned out. */
const MOST_TRIANGLES = 3000;
/** A contact lies on both surfaces: what is nearer by less than this share does not cover it. */
const SLACK = 0.02;

/** A unit vector from the focus to the eye, in the axes of the view. */
export function chooseDirection(scene: PictureScene, shot: Shot, { focus, size }: Subject): Vector {
  const ends = contactSegments(shot.clashes);
  if (ends.length === 0) return HOME_DIRECTION;
  const candidates = candidateDirections();
  const distance = distanceFor(size);
  const layer = createLayer(TILE, TILE);
  const lens = createLens(TILE / 2 / HALF_HEIGHT, distance / 200);
  const near = chunksAround(scene, shot, focus, distance);
  const visible = candidates.map(({ direction }) => {
    const space: PictureSpace = { focus, axes: axesOf(direction), distance };
    clearLayer(layer);
    for (const { part, chunks, step } of near)
      drawChunks(layer, placePart(scene, part, space), chunks, lens, 1, { step });
    return countVisible(scene, ends, space, layer, lens);
  });
  return candidates[bestCandidate(candidates, visible)].direction;
}

interface Near {
  part: number;
  chunks: number[];
  step: number;
}

/** What of the parts is near enough to cover the contact: within the distance of the eye. */
function chunksAround(scene: PictureScene, shot: Shot, focus: Vector, distance: number): Near[] {
  const space: PictureSpace = { focus, axes: axesOf(HOME_DIRECTION), distance: 0 };
  let triangles = 0;
  const near = partsOfShot(shot).map((part): Near => {
    const { balls, toCamera: m, mesh } = placePart(scene, part, space);
    const stretch = stretchOf(m);
    const chunks: number[] = [];
    for (let at = 0; at < balls.length; at += BALL_STRIDE) {
      const [x, y, z] = [balls[at], balls[at + 1], balls[at + 2]];
      const reach = distance + stretch * balls[at + 3];
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const value = m[k] * x + m[3 + k] * y + m[6 + k] * z + m[9 + k];
        square += value * value;
      }
      if (square <= reach * reach) chunks.push(at / BALL_STRIDE);
    }
    triangles += Math.min(mesh.triangleCount, CHUNK_TRIANGLES * chunks.length);
    return { part, chunks, step: 1 };
  });
  const step = Math.max(1, Math.ceil(triangles / MOST_TRIANGLES));
  return near.map((item) => ({ ...item, step }));
}

/** How many pixels of the segments nothing covers. */
function countVisible(
  scene: PictureScene,
  ends: readonly number[],
  space: PictureSpace,
  layer: Layer,
  { scale, near }: Lens,
): number {
  const seen = new Uint8Array(TILE * TILE);
  let count = 0;
  for (let at = 0; at < ends.length; at += 6) {
    const [from, to] = [0, 3].map((k) => placePoint(scene, ends.slice(at + k, at + k + 3), space));
    if (-from[2] < near || -to[2] < near) continue;
    const [p, q] = [from, to].map(([x, y, z]) => [
      TILE / 2 - (scale * x) / z,
      TILE / 2 + (scale * y) / z,
      -1 / z,
    ]);
    const steps = Math.min(2 * TILE, Math.ceil(Math.max(Math.abs(p[0] - q[0]), Math.abs(p[1] - q[1]), 1)));
    for (let i = 0; i <= steps; i++) {
      const [x, y, nearness] = p.map((value, k) => value + (i / steps) * (q[k] - value));
      if (!(x >= 0 && x < TILE && y >= 0 && y < TILE)) continue;
      const pixel = TILE * Math.floor(y) + Math.floor(x);
      if (seen[pixel] === 1 || layer.nearness[pixel] * (1 - SLACK) > nearness) continue;
      seen[pixel] = 1;
      count++;
    }
  }
  return count;
}
