import { movePoint } from "../../geometry/affine.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { INSIDE } from "../classify/locate-point.ts";
import type { PosedTree } from "../classify/posed-tree.ts";
import { castRayAll, type RayHit } from "../shapes/cast-ray.ts";
import type { OverlapPair } from "./overlap-pair.ts";
import { findNearest, ROUNDING, sideOfPoint, type WorldSurface, worldBoxOf } from "./world-surface.ts";

// A ball that lies in two solids. Two copies of a part that are shifted slightly reach into each other only by that shift;
// a ball in both shows that they share their inside. Its centre is searched halfway through either solid, straight in from
// a sample of triangles.

export interface CommonBall {
  diameter: number;
  centre: Float64Array;
}

/** The number of triangles of each solid from which a path through is tried. */
const TRIED = 24;

/** The widest ball found; `diameter` is 0 if none was found that is wider than `atLeast`. */
export function commonBall({ surfaceA, surfaceB, scale }: OverlapPair, atLeast: number): CommonBall {
  const best: CommonBall = { diameter: 0, centre: new Float64Array(3) };
  const slack = 8 * ROUNDING * scale;
  // A ball in both solids is in both boxes.
  if (narrowestCommonSide(surfaceA, surfaceB) + slack <= atLeast) return best;
  for (const { posed } of [surfaceA, surfaceB])
    for (const centre of waysThrough(posed, atLeast - slack)) {
      if (sideOfPoint(surfaceA, centre) !== INSIDE || sideOfPoint(surfaceB, centre) !== INSIDE) continue;
      const radius = Math.min(roomAround(surfaceA, centre), roomAround(surfaceB, centre));
      if (2 * radius > Math.max(best.diameter, atLeast)) {
        best.diameter = 2 * radius;
        best.centre.set(centre);
      }
    }
  return best;
}

function narrowestCommonSide(a: WorldSurface, b: WorldSurface): number {
  const i = worldBoxOf(a, 0);
  const j = worldBoxOf(b, 0);
  const [p, q] = [a.kept.boxes, b.kept.boxes];
  return Math.min(
    ...[0, 1, 2].map(
      (axis) => Math.min(p[i + 3 + axis], q[j + 3 + axis]) - Math.max(p[i + axis], q[j + axis]),
    ),
  );
}

/** Measured as in `deepestPoint`: `closestPoint` would resolve ties exactly, which is not needed here. */
function roomAround(surface: WorldSurface, centre: Float64Array): number {
  findNearest(surface, centre, 0);
  return surface.least;
}

/**
 * Points halfway between a triangle's centre and the opposite surface, on either side: one of the two is inside. A ball around such a
 * point is no wider than the way from surface to surface, so ways that are not longer than `atLeast` are left out.
 */
function waysThrough({ tree, toWorld }: PosedTree, atLeast: number): Float64Array[] {
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
      const time = timeOfNext(castRayAll(tree as AabbTree, start, direction, options), triangle);
      if (time === 0 || time <= atLeast) continue;
      const point = new Float64Array(3);
      for (let axis = 0; axis < 3; axis++) point[axis] = start[axis] + 0.5 * side * time * normal[axis];
      points.push(point);
    }
  }
  return points;
}

/** When a ray first hits another triangle than the one from which it starts; 0 if it hits none. */
function timeOfNext(hits: readonly RayHit[], triangle: number): number {
  for (let k = 0; k < hits.length; k++) if (hits[k].triangle !== triangle && hits[k].t > 0) return hits[k].t;
  return 0;
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
