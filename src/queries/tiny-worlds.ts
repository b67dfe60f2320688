import { movePoint, type Pose, reachInWorld, readPose } from "../geometry/affine.ts";
import { checkWorldPose } from "../geometry/relative-pose.ts";
import { MAX_EXPONENT, TINY } from "../mesh/tiny-mesh.ts";
import type { Positions } from "../mesh/triangle-mesh.ts";
import { scaleBinary } from "../numerics/binary-scale.ts";
import { withVertices } from "../trees/baked-tree.ts";
import { leastCoordinate, leastOf, twinOf } from "../trees/twin.ts";
import { type PairTree, reachOf } from "./pairs/pair-query.ts";
import { supportOf } from "./pairs/tree-support.ts";

// Queries about tiny meshes, and about meshes that a pose makes tiny. Such a query runs on the twins of the trees
// (trees/twin.ts) instead, in a world scaled by 2^w. For a mesh scaled by 2^k, the linear part of its pose is multiplied by
// 2^(w − k) and its offset by 2^w. The world vertices then are those of the query times 2^w, bit by bit: `movePoint` rounds
// products and sums, and rounding does not depend on the scale while products are normal numbers. (A sum that is subnormal
// is exact.) If a product might be subnormal, the vertices are mapped unscaled, scaled afterwards, and get a separate tree.
// All answers except lengths and points are unchanged; these are divided by 2^w.

/** The least normal number, with room for a rounding. */
const NORMAL = 2 ** -1021;
const LEAST_NORMAL = 2 ** -1022;
const LINEAR = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/** A tree and its pose in a world scaled by `factor`. */
export interface ScaledTree<T> {
  tree: T;
  toWorld: Float64Array | null;
}

export interface ScaledPair<T> {
  a: T;
  b: T;
  /** The options with the poses of a and b. */
  poses: { aToWorld: Float64Array | null; bToWorld: Float64Array | null };
  factor: number;
}

/** A query about two trees, scaled to a larger world; null if neither tree nor pose is tiny. */
export function scalePair<A extends PairTree, B extends PairTree>(
  a: A,
  b: B,
  options: { aToWorld?: Pose | null | undefined; bToWorld?: Pose | null | undefined } | null,
): { a: A; b: B; poses: ScaledPair<A>["poses"]; factor: number } | null {
  const aToWorld = options?.aToWorld;
  const bToWorld = options?.bToWorld;
  if (!mayBeTiny(a, aToWorld, b, bToWorld)) return null;
  if (!isTree(a) || !isTree(b)) return null;
  const w = exponentOfWorld(
    Math.max(worldReach(a, aToWorld, "aToWorld"), worldReach(b, bToWorld, "bToWorld")),
  );
  if (w === 0 && !isScaled(a) && !isScaled(b)) return null;
  const sideA = scaleSide(a, aToWorld, "aToWorld", w);
  const sideB =
    a === (b as PairTree) && aToWorld === bToWorld ? sideA : scaleSide(b, bToWorld, "bToWorld", w);
  return {
    a: sideA.tree,
    b: sideB.tree as B,
    poses: { aToWorld: sideA.toWorld, bToWorld: sideB.toWorld },
    factor: 2 ** w,
  };
}

/** Whether a query about two trees may have to run in a larger world. */
export function mayBeTiny(
  a: PairTree,
  aToWorld: Pose | null | undefined,
  b: PairTree,
  bToWorld: Pose | null | undefined,
): boolean {
  return isScaled(a) || isScaled(b) || (isTinyAt(a, aToWorld) && isTinyAt(b, bToWorld));
}

/** Whether a query about one tree may have to run in a larger world. */
export function isTinyQuery(tree: PairTree, options: { toWorld?: Pose | null | undefined } | null): boolean {
  return (isScaled(tree) || isTinyAt(tree, options?.toWorld)) && isTree(tree);
}

/** A query about one tree and these coordinates, scaled to a larger world; null if they are large enough. */
export function scaleTree<T extends PairTree>(
  tree: T,
  options: { toWorld?: Pose | null | undefined } | null,
  ...coordinates: unknown[]
): (ScaledTree<T> & { factor: number }) | null {
  if (!isTinyQuery(tree, options)) return null;
  const toWorld = options?.toWorld;
  const w = exponentOfWorld(Math.max(worldReach(tree, toWorld, "toWorld"), largestOf(...coordinates)));
  if (w === 0 && !isScaled(tree)) return null;
  return { ...scaleSide(tree, toWorld, "toWorld", w), factor: 2 ** w };
}

/** Whether the boxes of a tree are those of a scaled mesh. JavaScript callers may pass anything as a tree. */
export function isScaled(tree: PairTree | null | undefined): boolean {
  return (tree?.exponent?.[0] ?? 0) !== 0;
}

function isTree(tree: PairTree | null | undefined): boolean {
  return tree?.kind === "aabb" || tree?.kind === "obb" || tree?.kind === "r-tree";
}

/** Whether a pose makes an ordinary mesh tiny. False for a value that is not a pose, which `readPose` rejects. */
export function isTinyAt(tree: PairTree | null | undefined, pose: Pose | null | undefined): boolean {
  if (pose === null || pose === undefined || !isShort(pose, 12) || !isTree(tree)) return false;
  const reach = reachOf(tree!);
  let most = 0;
  for (const i of LINEAR) {
    const size = Math.abs(pose[i]);
    if (!(size * reach < TINY)) return false;
    if (size > most) most = size;
  }
  return most > 0;
}

/** Whether the three numbers from `at` on are those of a tiny vector: only a pose with such an offset can make a mesh tiny. */
export function isShort(v: Pose, at: number): boolean {
  return Math.abs(v[at]) < TINY && Math.abs(v[at + 1]) < TINY && Math.abs(v[at + 2]) < TINY;
}

const matrix = new Float64Array(16);

/** The approximate size of the world coordinates of a tree's mesh. */
export function worldReach(tree: PairTree, pose: Pose | null | undefined, name: string): number {
  readPose(pose ?? null, name, matrix);
  // About 1 for a scaled mesh, so that w is its exponent if no pose moves it.
  const reach = isScaled(tree) ? 2 ** -tree.exponent[0] : reachOf(tree);
  return reachInWorld(matrix, reach);
}

/** Whether a world of this reach is tiny. */
export function isTinyReach(reach: number): boolean {
  return reach < TINY && reach > 0;
}

/** w for a world of this reach: 0 unless it is tiny. */
export function exponentOfWorld(reach: number): number {
  if (!(reach < TINY)) return 0;
  // A reach of zero may be the result of underflow.
  return reach === 0 ? MAX_EXPONENT : scaleBinary(reach, MAX_EXPONENT);
}

/** A tree and its pose in a world scaled by 2^w. */
function scaleSide<T extends PairTree>(
  tree: T,
  pose: Pose | null | undefined,
  name: string,
  w: number,
): ScaledTree<T> {
  const toWorld = new Float64Array(16);
  const moves = readPose(pose ?? null, name, toWorld);
  const k = tree.exponent[0];
  if (moves && !isScaleFree(tree, toWorld)) {
    checkWorldPose(toWorld, 0, name);
    const baked = bakeScaled(tree.mesh.positions, toWorld, w);
    return { tree: bakedTree(tree, baked) as T, toWorld: null };
  }
  if (!moves && (w === k || isPointZero(tree))) return { tree: twinOf(tree), toWorld: null };
  return { tree: twinOf(tree), toWorld: scalePose(toWorld, k, w) };
}

function bakedTree(tree: PairTree, positions: Float64Array): PairTree {
  if (tree.kind === "aabb") return withVertices(tree, positions);
  if (tree.kind === "obb") return supportOf(tree.kind).withVertices(tree, positions);
  return supportOf(tree.kind).withVertices(tree, positions);
}

/**
 * Whether no product of a pose's linear part and a coordinate of the mesh, or of its vertices at the end of a motion, is
 * subnormal. False for a mesh that is the point zero: its world may be so small that a pose scaled to it is not finite.
 */
export function isScaleFree(
  tree: PairTree,
  pose: Float64Array,
  positionsAtEnd: Positions | null = null,
): boolean {
  let least = Infinity;
  for (const i of LINEAR) if (pose[i] !== 0) least = Math.min(least, Math.abs(pose[i]));
  const leastOfMesh = positionsAtEnd === null ? leastCoordinate(tree) : leastOf(positionsAtEnd);
  return !isPointZero(tree) && least * leastOfMesh >= NORMAL;
}

/** Whether all triangles are the point zero, which fits any scale. */
function isPointZero(tree: PairTree): boolean {
  return !isScaled(tree) && reachOf(tree) === 0;
}

/** The pose of a mesh scaled by 2^k, in a world scaled by 2^w. */
export function scalePose(pose: Float64Array, k: number, w: number): Float64Array {
  const out = pose.slice();
  const linear = 2 ** (w - k);
  const offset = 2 ** w;
  for (const i of LINEAR) out[i] *= linear;
  for (let i = 12; i < 15; i++) out[i] *= offset;
  return out;
}

/** The world vertices, by `movePoint`, times 2^w. */
export function bakeScaled(positions: ArrayLike<number>, pose: Float64Array, w: number): Float64Array {
  const out = new Float64Array(positions.length);
  const factor = 2 ** w;
  for (let i = 0; i < out.length; i += 3)
    movePoint(pose, positions[i], positions[i + 1], positions[i + 2], out, i);
  for (let i = 0; i < out.length; i++) out[i] *= factor;
  return out;
}

/** Divides coordinates by a power of two, in place. */
export function shrink<T extends { [index: number]: number; length: number }>(values: T, factor: number): T {
  for (let i = 0; i < values.length; i++) values[i] = values[i] / factor;
  return values;
}

/** A distance divided by a power of two. A positive distance stays positive: zero is reserved for meshes that meet. */
export function shrinkDistance(distance: number, factor: number): number {
  return distance === 0 ? 0 : distance / factor || Number.MIN_VALUE;
}

/**
 * The largest distance that `shrinkDistance` makes no larger than `limit`. Quotients that are normal numbers are exact. A
 * subnormal limit n · 2^-1074 stands for all up to n + 1/2, itself included if n is even; 2n + 1 has at most 53 bits.
 */
export function enlargeLimit(limit: number, factor: number): number {
  const exact = limit * factor;
  if (limit === 0 || limit >= LEAST_NORMAL) return exact;
  const middle = exact + (factor * Number.MIN_VALUE) / 2;
  return middle / factor <= limit ? middle : middle * (1 - 2 ** -53); // the next lower number
}

/** A copy of a caller's numbers, times a power of two. Anything else is returned unchanged: the query rejects it. */
export function enlarge<T>(value: T, factor: number): T {
  if (typeof value === "number") return (value * factor) as T;
  const list = value as ArrayLike<number> | null | undefined;
  if (typeof list !== "object" || list === null || typeof list.length !== "number") return value;
  return Array.from(list, (x) => (typeof x === "number" ? x * factor : x)) as T;
}

/** The largest magnitude among a caller's numbers. */
export function largestOf(...values: unknown[]): number {
  let most = 0;
  for (const value of values)
    for (const x of typeof value === "object" ? Array.from((value ?? []) as ArrayLike<unknown>) : [value])
      if (typeof x === "number" && Math.abs(x) > most) most = Math.abs(x);
  return most;
}
