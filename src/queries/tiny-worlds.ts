import { movePoint, type Pose, reachInWorld, readPose } from "../geometry/affine.ts";
import { checkWorldPose } from "../geometry/relative-pose.ts";
import { MAX_EXPONENT, TINY } from "../mesh/tiny-mesh.ts";
import type { Positions } from "../mesh/triangle-mesh.ts";
import { scaleBinary } from "../numerics/binary-scale.ts";
import { withVertices } from "../trees/baked-tree.ts";
import { leastCoordinate, leastOf, twinOf } from "../trees/twin.ts";
import { type PairTree, reachOf } from "./pairs/pair-query.ts";

// Queries about tiny meshes, and about meshes that a pose makes tiny. Such a query is asked about the twins of the trees
// (trees/twin.ts) instead, in a world that is 2^w times as large. With a mesh that is 2^k times as large as its own, a pose
// has its linear part times 2^(w − k) and its offset times 2^w. The world's vertices then are those of the query times 2^w, bit by bit:
// `movePoint` rounds products and sums, and neither rounding knows a scale while products are normal numbers. (A sum that is
// subnormal is exact.) Where a product might be subnormal, the vertices are mapped as they are, scaled afterwards, and get a tree of
// their own. All answers but lengths and points are the same; these are divided by 2^w.

/** The least product that is a normal number, and a rounding. */
const NORMAL = 2 ** -1021;
const LEAST_NORMAL = 2 ** -1022;
const LINEAR = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/** A tree and its pose in a world that is `factor` times as large. */
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

/** A question about two trees, scaled to a larger world; null where neither tree nor pose is tiny. */
export function scalePair<A extends PairTree, B extends PairTree>(
  a: A,
  b: B,
  options: { aToWorld?: Pose | null | undefined; bToWorld?: Pose | null | undefined } | null,
): { a: A; b: B; poses: ScaledPair<A>["poses"]; factor: number } | null {
  const aToWorld = options?.aToWorld;
  const bToWorld = options?.bToWorld;
  if (!isScaled(a) && !isScaled(b) && !(isTinyAt(a, aToWorld) && isTinyAt(b, bToWorld))) return null;
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

/** Whether a question about one tree may have to be asked in a larger world. */
export function isTinyQuery(tree: PairTree, options: { toWorld?: Pose | null | undefined } | null): boolean {
  return (isScaled(tree) || isTinyAt(tree, options?.toWorld)) && isTree(tree);
}

/** A question about one tree and these coordinates, scaled to a larger world; null where they are large enough as they are. */
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

/** Whether the boxes of a tree are those of a scaled mesh. What JavaScript callers pass for a tree may be anything. */
export function isScaled(tree: PairTree | null | undefined): boolean {
  return (tree?.exponent?.[0] ?? 0) !== 0;
}

function isTree(tree: PairTree | null | undefined): boolean {
  return tree?.kind === "aabb" || tree?.kind === "obb" || tree?.kind === "r-tree";
}

/** Whether a pose makes an ordinary mesh tiny. False for what is no pose: `readPose` rejects that. */
function isTinyAt(tree: PairTree | null | undefined, pose: Pose | null | undefined): boolean {
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

function isShort(v: Pose, at: number): boolean {
  return Math.abs(v[at]) < TINY && Math.abs(v[at + 1]) < TINY && Math.abs(v[at + 2]) < TINY;
}

const matrix = new Float64Array(16);

/** How large the world coordinates of a tree's mesh are, about. */
export function worldReach(tree: PairTree, pose: Pose | null | undefined, name: string): number {
  readPose(pose ?? null, name, matrix);
  // About 1 for a scaled mesh, so that w is its exponent where no pose moves it.
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
  // A reach of zero may be one that vanished on the way.
  return reach === 0 ? MAX_EXPONENT : scaleBinary(reach, MAX_EXPONENT);
}

/** A tree and its pose in a world that is 2^w times as large. */
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
    return { tree: withVertices(tree, bakeScaled(tree.mesh.positions, toWorld, w)), toWorld: null };
  }
  if (!moves && (w === k || isPointZero(tree))) return { tree: twinOf(tree), toWorld: null };
  return { tree: twinOf(tree), toWorld: scalePose(toWorld, k, w) };
}

/**
 * Whether no product of a pose's linear part and a coordinate of the mesh, or of its vertices at the end of a motion, is subnormal. False for
 * a mesh that is the point zero: its world may be so small that a pose made as large as that is not finite.
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

/** Whether all triangles are the point zero, which has any size. */
function isPointZero(tree: PairTree): boolean {
  return !isScaled(tree) && reachOf(tree) === 0;
}

/** The pose of a mesh that was made 2^k times as large, in a world that is 2^w times as large. */
export function scalePose(pose: Float64Array, k: number, w: number): Float64Array {
  const out = pose.slice();
  const linear = 2 ** (w - k);
  const offset = 2 ** w;
  for (const i of LINEAR) out[i] *= linear;
  for (let i = 12; i < 15; i++) out[i] *= offset;
  return out;
}

/** The world's vertices, by `movePoint`, times 2^w. */
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

/** A distance, divided by a power of two. Zero stays what it was: only of things that meet. */
export function shrinkDistance(distance: number, factor: number): number {
  return distance === 0 ? 0 : distance / factor || Number.MIN_VALUE;
}

/**
 * The largest distance that `shrinkDistance` makes no larger than `limit`. Where quotients are normal numbers they are exact. A subnormal
 * limit n · 2^-1074 stands for all up to n + 1/2, and for that itself if n is even; 2n + 1 has 53 bits at most.
 */
export function enlargeLimit(limit: number, factor: number): number {
  const exact = limit * factor;
  if (limit === 0 || limit >= LEAST_NORMAL) return exact;
  const middle = exact + (factor * Number.MIN_VALUE) / 2;
  return middle / factor <= limit ? middle : middle * (1 - 2 ** -53); // the number before it
}

/** A copy of a caller's numbers, times a power of two. Anything else is returned as it is: the query rejects it. */
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
