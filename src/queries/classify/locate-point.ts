import type { Pose } from "../../geometry/affine.ts";
import { NO_PROJECTION, projectionOf, reduceToHull, turn } from "../../geometry/contact/contact-triangles.ts";
import { readVector } from "../../geometry/coordinates.ts";
import { topologyOf } from "../../mesh/surface-topology.ts";
import { exactDecisionCount, orient2d, orient3d } from "../../numerics/orient.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { type QueryStats, readStats, writeCounts } from "../stats.ts";
import { enlarge, scaleTree } from "../tiny-worlds.ts";
import { type PosedTree, poseTree, visitAhead } from "./posed-tree.ts";
import { sumSolidAngles } from "./winding-number.ts";

export interface PointOptions {
  /** The mesh's pose: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<QueryStats> | undefined;
}

const POINT_OPTIONS: OptionNames<PointOptions> = { toWorld: true, stats: true };

export interface PointLocation {
  side: "inside" | "outside" | "on";
  /**
   * "ray-parity": the mesh is closed, the answer exact, and winding does not matter. "winding-number": the mesh is open,
   * and the point counts as inside if the generalized winding number is at least one half in magnitude ("on" is exact here
   * too).
   */
  method: "ray-parity" | "winding-number";
}

export const INSIDE = 1;
export const ON = 0;
export const OUTSIDE = -1;
const SIDES = { [INSIDE]: "inside", [ON]: "on", [OUTSIDE]: "outside" } as const;

/** The side of the surface on which a world point lies. */
export function locatePoint(
  tree: BinaryTree,
  point: ArrayLike<number>,
  options: PointOptions = {},
): PointLocation {
  checkOptionNames(options, POINT_OPTIONS, "locatePoint");
  const { toWorld = null } = options;
  const stats = readStats(options.stats);
  const place = readPoint(point);
  const scaled = scaleTree(tree, options, place);
  if (scaled !== null)
    return locatePoint(scaled.tree, enlarge(place, scaled.factor), {
      ...options,
      toWorld: scaled.toWorld,
    });
  const posed = poseTree(tree, toWorld, "toWorld");
  let side: number = locate(posed, place);
  const closed = topologyOf(tree.mesh).closed;
  if (!closed && side !== ON) side = Math.abs(sumSolidAngles(posed, place)) >= 0.5 ? INSIDE : OUTSIDE;
  if (stats !== undefined) writeCounts(stats, posed.boxTests, posed.triangleTests, posed.exactTests);
  return {
    side: SIDES[side as keyof typeof SIDES],
    method: closed ? "ray-parity" : "winding-number",
  };
}

/**
 * The generalized winding number of the surface around a world point, in f64: 1 inside a closed mesh wound counterclockwise
 * seen from outside, 0 outside, between for open meshes. Time grows with the number of triangles.
 */
export function windingNumber(
  tree: BinaryTree,
  point: ArrayLike<number>,
  options: PointOptions = {},
): number {
  checkOptionNames(options, POINT_OPTIONS, "windingNumber");
  const { toWorld = null } = options;
  const stats = readStats(options.stats);
  const place = readPoint(point);
  const scaled = scaleTree(tree, options, place);
  if (scaled !== null)
    return windingNumber(scaled.tree, enlarge(place, scaled.factor), {
      ...options,
      toWorld: scaled.toWorld,
    });
  const posed = poseTree(tree, toWorld, "toWorld");
  const winding = sumSolidAngles(posed, place);
  if (stats !== undefined) writeCounts(stats, 0, posed.triangleTests, 0);
  return winding;
}

function readPoint(point: ArrayLike<number>): Float64Array {
  const place = new Float64Array(3);
  readVector(point, "point", place, 0);
  return place;
}

/**
 * INSIDE, ON or OUTSIDE of a closed surface: exact. The ray runs along +x, from the point moved by an infinitesimal step in
 * y and a smaller one in z. So it meets no edge and no vertex, and the number of crossings is odd inside.
 */
export function locate(posed: PosedTree, point: Float64Array): typeof INSIDE | typeof ON | typeof OUTSIDE {
  let on = false;
  let odd = false;
  visitAhead(posed, point, 0, (corners) => {
    const before = exactDecisionCount();
    const turnOfRay = passes(corners, point);
    if (turnOfRay !== 0 || boxHolds(corners, point)) {
      const side = sideOf(corners, point);
      if (side === 0 && triangleHolds(corners, point)) on = true;
      // The normal's x has the sign of the turn: the triangle is ahead if the point is on its other side.
      else if (turnOfRay !== 0 && side > 0 !== turnOfRay > 0) odd = !odd;
    }
    if (exactDecisionCount() !== before) posed.exactTests++;
    return on;
  });
  return on ? ON : odd ? INSIDE : OUTSIDE;
}

/** How the triangle turns, seen along the line through the moved point: ±1, or 0 if the line misses it. */
function passes(t: Float64Array, point: Float64Array): number {
  const first = turnSeen(t, 0, 3, point);
  if (first === 0 || turnSeen(t, 3, 6, point) !== first) return 0;
  return turnSeen(t, 6, 0, point) === first ? first : 0;
}

/** The side of line t[i] t[j] on which the moved point lies, in y and z; 0 only for an edge along x. */
function turnSeen(t: Float64Array, i: number, j: number, point: Float64Array): number {
  const [y, z] = [t[i + 1], t[i + 2]];
  const [endY, endZ] = [t[j + 1], t[j + 2]];
  const side = orient2d(y, z, endY, endZ, point[1], point[2]);
  if (side !== 0) return side > 0 ? 1 : -1;
  // the effect of a step in y, then of one in z, on the determinant
  if (z !== endZ) return z > endZ ? 1 : -1;
  return y === endY ? 0 : endY > y ? 1 : -1;
}

function boxHolds(t: Float64Array, point: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const x = point[axis];
    if (x < t[axis] && x < t[3 + axis] && x < t[6 + axis]) return false;
    if (x > t[axis] && x > t[3 + axis] && x > t[6 + axis]) return false;
  }
  return true;
}

function sideOf(t: Float64Array, p: Float64Array): number {
  return orient3d(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], p[0], p[1], p[2]);
}

// corners (9) point (3)
const together = new Float64Array(16);

/** Whether the closed triangle, possibly degenerate, contains the point, which lies in its plane. */
function triangleHolds(t: Float64Array, point: Float64Array): boolean {
  for (let k = 0; k < 9; k++) together[k] = t[k];
  for (let axis = 0; axis < 3; axis++) together[9 + axis] = point[axis];
  const plane = projectionOf(together, 0);
  if (plane === NO_PROJECTION) {
    reduceToHull(together, 0);
    if (!boxHolds(together, point)) return false;
    return [0, 1, 2].every((axis) => turn(together, 0, 3, 9, axis) === 0);
  }
  const inside = turn(together, 0, 3, 6, plane);
  for (let e = 0; e < 9; e += 3) {
    const side = turn(together, e, e === 6 ? 0 : e + 3, 9, plane);
    if (side !== 0 && side > 0 !== inside > 0) return false;
  }
  return true;
}
