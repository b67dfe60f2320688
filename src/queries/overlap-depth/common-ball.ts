import { movePoint } from "../../geometry/affine.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { INSIDE } from "../classify/locate-point.ts";
import type { PosedTree } from "../classify/posed-tree.ts";
import { timeOfNextHit } from "../shapes/cast-ray.ts";
import type { OverlapPair } from "./overlap-pair.ts";
import { findNearest, ROUNDING, sideOfPoint, type WorldSurface, worldBoxOf } from "./world-surface.ts";

// A ball that lies in two solids. The surfaces of two copies of a part, slightly shifted, reach into each other only by that shift; a ball
// in both shows that they share their inside. Its centre is searched halfway through either solid, straight inward from a sample of
// triangles.

export interface CommonBall {
  diameter: number;
  centre: Float64Array;
}

/** The number of triangles of each solid from which a path through the solid is tried. */
const TRIED = 24;

/** The widest ball found; `diameter` is 0 if none was found that is wider than `atLeast`. */
export function commonBall({ surfaceA, surfaceB, scale }: OverlapPair, atLeast: number): CommonBall {
  const best: CommonBall = { diameter: 0, centre: new Float64Array(3) };
  const slack = 8 * ROUNDING * scale;
  const room = roomForCentres(surfaceA, surfaceB, 0.5 * atLeast - slack);
  if (room === null) return best;
  for (const [surface, other] of [
    [surfaceA, surfaceB],
    [surfaceB, surfaceA],
  ])
    for (const centre of waysThrough(surface.posed, [other, surface], room, atLeast - slack)) {
      if (sideOfPoint(surfaceA, centre) !== INSIDE || sideOfPoint(surfaceB, centre) !== INSIDE) continue;
      const radius = Math.min(roomAround(surfaceA, centre), roomAround(surfaceB, centre));
      if (2 * radius > Math.max(best.diameter, atLeast)) {
        best.diameter = 2 * radius;
        best.centre.set(centre);
      }
    }
  return best;
}

/** Where the centre of a ball of this radius in both solids can be: the ball is in both boxes. Min (3) max (3); null for nowhere. */
function roomForCentres(a: WorldSurface, b: WorldSurface, radius: number): Float64Array | null {
  const i = worldBoxOf(a, 0);
  const j = worldBoxOf(b, 0);
  const [p, q] = [a.kept.boxes, b.kept.boxes];
  const room = new Float64Array(6);
  for (let axis = 0; axis < 3; axis++) {
    room[axis] = Math.max(p[i + axis], q[j + axis]) + radius;
    room[3 + axis] = Math.min(p[i + 3 + axis], q[j + 3 + axis]) - radius;
    if (room[axis] > room[3 + axis]) return null;
  }
  return room;
}

/** Measured as in `deepestPoint`: `closestPoint` would resolve ties exactly, which is not needed here. */
function roomAround(surface: WorldSurface, centre: Float64Array): number {
  findNearest(surface, centre, 0);
  return surface.least;
}

/**
 * Points halfway between a triangle's centre and the opposite surface, on either side: one of the two is inside. A ball around such a point
 * is no wider than the path from surface to surface, so paths no longer than `atLeast` are skipped. No ray is cast along a path that cannot
 * hold the centre of such a ball in both solids.
 */
function waysThrough(
  { tree, toWorld }: PosedTree,
  solids: readonly WorldSurface[],
  room: Float64Array,
  atLeast: number,
): Float64Array[] {
  const { triangles, mesh } = tree;
  const { positions } = mesh;
  const step = Math.max(1, Math.floor(triangles.length / TRIED));
  const points: Float64Array[] = [];
  const t = new Float64Array(9);
  const start = new Float64Array(3);
  const normal = new Float64Array(3);
  const direction = new Float64Array(3);
  const options = { toWorld };
  for (let slot = step >> 1; slot < triangles.length; slot += step) {
    const triangle = triangles[slot];
    for (let k = 0; k < 3; k++) {
      const v = 3 * vertexOf(mesh, triangle, k);
      movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], t, 3 * k);
    }
    if (!setNormal(normal, t)) continue;
    for (let axis = 0; axis < 3; axis++) start[axis] = (t[axis] + t[3 + axis] + t[6 + axis]) / 3;
    for (let side = 1; side >= -1; side -= 2) {
      for (let axis = 0; axis < 3; axis++) direction[axis] = side * normal[axis];
      if (!setPassage(start, direction, room)) continue;
      if (!mayPassBall(solids, start, direction, 0.5 * atLeast)) continue;
      const time = timeOfNextHit(tree as AabbTree, start, direction, options, triangle);
      if (time === 0 || time <= atLeast) continue;
      const point = new Float64Array(3);
      for (let axis = 0; axis < 3; axis++) point[axis] = start[axis] + 0.5 * side * time * normal[axis];
      points.push(point);
    }
  }
  return points;
}

/** Where a ray enters and leaves a box, in lengths of its direction. */
const passage = new Float64Array(2);

/** Sets `passage`; false if the ray misses the box, min (3) max (3). Its sides may be wrong by a few units in the last place. */
function setPassage(start: Float64Array, direction: Float64Array, box: Float64Array): boolean {
  let from = 0;
  let to = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const low = box[axis] - start[axis];
    const high = box[3 + axis] - start[axis];
    if (direction[axis] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    from = Math.max(from, Math.min(low / direction[axis], high / direction[axis]));
    to = Math.min(to, Math.max(low / direction[axis], high / direction[axis]));
  }
  passage[0] = from;
  passage[1] = to;
  return from <= to;
}

const place = new Float64Array(3);
/** After this many steps along a ray it is cast, which takes about as long as ten steps. */
const MOST_STEPS = 24;

/**
 * Whether a ball of this radius in both solids may have its centre on the passage of a ray; false is certain. From a point that is not deep
 * enough in one of the solids, the next one that is can be no nearer than what is missing there: most rays of parts that are no copies
 * end after a few such steps, without a search for what they hit.
 */
function mayPassBall(
  solids: readonly WorldSurface[],
  start: Float64Array,
  direction: Float64Array,
  radius: number,
): boolean {
  const [end, atA, atB] = [passage[1], solids[0].at, solids[1].at];
  let time = passage[0];
  for (let step = 0; step < MOST_STEPS && time <= end; step++) {
    for (let axis = 0; axis < 3; axis++) place[axis] = start[axis] + time * direction[axis];
    let missing = missingDepth(solids[0], radius);
    if (missing < radius) missing = Math.max(missing, missingDepth(solids[1], radius));
    if (missing <= 0) break;
    time += missing;
  }
  // `at` is the first guess of the next search: this walk must not change its answer.
  solids[0].at = atA;
  solids[1].at = atB;
  return time <= end;
}

/** How much deeper `place` would have to be in a solid for a ball of this radius around it. */
function missingDepth(solid: WorldSurface, radius: number): number {
  findNearest(solid, place, 0);
  return sideOfPoint(solid, place) === INSIDE ? radius - solid.distance : radius + solid.least;
}

/** Sets the unit normal of a triangle; false for one without area. */
function setNormal(normal: Float64Array, t: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const y = axis === 2 ? 0 : axis + 1;
    const z = axis === 0 ? 2 : axis - 1;
    normal[axis] = (t[3 + y] - t[y]) * (t[6 + z] - t[z]) - (t[3 + z] - t[z]) * (t[6 + y] - t[y]);
  }
  const length = lengthOf(normal);
  if (!(length > 0)) return false;
  for (let axis = 0; axis < 3; axis++) normal[axis] /= length;
  return true;
}
