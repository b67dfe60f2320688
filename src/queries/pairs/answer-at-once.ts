import { IDENTITY, type Pose } from "../../geometry/affine.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { TINY } from "../../mesh/tiny-mesh.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { isScaled } from "../tiny-worlds.ts";
import { answerByKernel } from "./descend-pair-by-kernel.ts";
import type { PairContext } from "./pair-context.ts";
import type { PairOptions, PairTree } from "./pair-query.ts";

// The short path for most pair queries: AABB trees that kernels have copies of, default values of all search options, and poses that
// kernels can use. Reading and checking everything, as `beginPairQuery` does, takes longer than a kernel takes to see that two models are
// far apart. Anything unusual or invalid takes the long path, which has the error messages.

/**
 * Whether a pair was found that ends the query; null, with nothing done, for a query that must take the long path. The witness is the slots
 * of the triangles that met last: slots in use, or −1.
 */
export function answerAtOnce(
  context: PairContext,
  a: PairTree,
  b: PairTree,
  { aToWorld, bToWorld, test, descend, algorithm }: PairOptions,
  all: boolean,
  witnessA = -1,
  witnessB = -1,
): boolean | null {
  if (test !== undefined || descend !== undefined || algorithm !== undefined) return null;
  if (!isUsual(a) || !isUsual(b)) return null;
  if (!copyNumbers(aToWorld, context.aToWorld) || !copyNumbers(bToWorld, context.bToWorld)) return null;
  if (aToWorld && bToWorld && isNearOrigin(context.aToWorld) && isNearOrigin(context.bToWorld)) return null;
  beginAtOnce(context, all, witnessA, witnessB);
  return answerByKernel(context, a, b);
}

/** Sets up the context but for its poses: the defaults of all options. */
export function beginAtOnce(context: PairContext, all: boolean, witnessA: number, witnessB: number): void {
  context.all = all;
  context.edges = false;
  context.bothRatio = 2;
  context.byVolume = false;
  context.bestFirst = true;
  context.isPoseSet = false;
  context.areLeavesBegun = false;
  context.witnessA = witnessA;
  context.witnessB = witnessB;
  // Exact also for a pose that moves nothing, because it maps every vertex to itself.
  context.aMoves = true;
  context.bMoves = true;
  context.triangleTests = 0;
  context.exactBefore = exactTestCount();
  context.found.count = 0;
}

/** Whether a value is an AABB tree with all its arrays, of a mesh that is not tiny. */
function isUsual(tree: PairTree): tree is AabbTree {
  return (
    tree?.kind === "aabb" &&
    tree.links?.length > 0 &&
    tree.mesh?.positions?.length > 0 &&
    tree.mesh.indices?.length !== 0 &&
    !isScaled(tree)
  );
}

/** Copies the numbers of a pose, whatever they are; false unless there are sixteen and the last row is that of an affine map. */
function copyNumbers(pose: Pose | null | undefined, out: Float64Array): boolean {
  const from = pose ?? IDENTITY;
  if (from.length !== 16) return false;
  for (let i = 0; i < 16; i++) out[i] = from[i];
  return out[3] === 0 && out[7] === 0 && out[11] === 0 && out[15] === 1;
}

/** Whether the translation is short: only such a pose can make a mesh tiny (queries/tiny-worlds.ts). */
function isNearOrigin(m: Float64Array): boolean {
  return Math.abs(m[12]) < TINY && Math.abs(m[13]) < TINY && Math.abs(m[14]) < TINY;
}
