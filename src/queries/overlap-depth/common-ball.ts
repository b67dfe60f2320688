import { movePoint } from "../../geometry/affine.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { INSIDE } from "../classify/locate-point.ts";
import type { PosedTree } from "../classify/posed-tree.ts";
import { castRayAll } from "../shapes/cast-ray.ts";
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
  const { triangles } = tree;
  const step = Math.max(1, Math.floor(triangles.length / TRIED));
  const points: Float64Array[] = [];
  const t = new Float64Array(9);
  for (let slot = step >> 1; slot < triangles.length; slot += step) {
    const triangle = triangles[slot];
    const { positions } = tree.mesh;
    for (let k = 0; k < 3; k++) {
      const v = 3 * vertexOf(tree.mesh, triangle, k);
      movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], t, 3 * k);
    }
    const start = [0, 1, 2].map((axis) => (t[axis] + t[3 + axis] + t[6 + axis]) / 3);
    const normal = normalOf(t);
    if (normal === null) continue;
    const hits = castRayAll(tree as AabbTree, start, normal, { toWorld });
    const back = castRayAll(
      tree as AabbTree,
      start,
      normal.map((x) => -x),
      { toWorld },
    );
    for (const [found, side] of [
      [hits, 1],
      [back, -1],
    ] as const) {
      const opposite = found.find((hit) => hit.triangle !== triangle && hit.t > 0);
      if (opposite === undefined || opposite.t <= atLeast) continue;
      points.push(Float64Array.from(start, (x, axis) => x + 0.5 * side * opposite.t * normal[axis]));
    }
  }
  return points;
}

function normalOf(t: Float64Array): number[] | null {
  const u = [0, 1, 2].map((axis) => t[3 + axis] - t[axis]);
  const v = [0, 1, 2].map((axis) => t[6 + axis] - t[axis]);
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = lengthOf(normal);
  return length > 0 ? normal.map((x) => x / length) : null;
}
