import { IDENTITY, type Pose } from "../../geometry/affine.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { TINY } from "../../mesh/tiny-mesh.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { isScaled } from "../tiny-worlds.ts";
import { answerByKernel } from "./descend-pair-by-kernel.ts";
import type { PairContext } from "./pair-context.ts";
import type { PairOptions, PairTree } from "./pair-query.ts";

// The short way for most pair queries: AABB trees of which kernels have copies, the defaults of all options that concern the search, and
// poses that kernels can use. Reading and checking everything, as `beginPairQuery` does, takes longer than a kernel takes to see that two
// models are far apart. Whatever is unusual or wrong goes the long way, which knows what to say about it.

/**
 * Whether a pair was found that ends the query; null, with nothing done, for a query that has to go the long way. A witness is the slots of
 * the triangles that met last, in use or −1.
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
  context.all = all;
  context.edges = false;
  context.bothRatio = 2;
  context.byVolume = false;
  context.bestFirst = true;
  context.isPoseSet = false;
  context.areLeavesBegun = false;
  context.witnessA = witnessA;
  context.witnessB = witnessB;
  // A pose that moves nothing maps every vertex to itself.
  context.aMoves = true;
  context.bMoves = true;
  context.triangleTests = 0;
  context.exactBefore = exactTestCount();
  context.found.count = 0;
  return answerByKernel(context, a, b);
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

/** Copies the numbers of a pose, whatever they are; false unless there are sixteen, the last row is that of an affine map. */
function copyNumbers(pose: Pose | null | undefined, out: Float64Array): boolean {
  const from = pose ?? IDENTITY;
  if (from.length !== 16) return false;
  for (let i = 0; i < 16; i++) out[i] = from[i];
  return out[3] === 0 && out[7] === 0 && out[11] === 0 && out[15] === 1;
}

/** Only such a pose can make a mesh tiny (queries/tiny-worlds.ts). */
function isNearOrigin(m: Float64Array): boolean {
  return Math.abs(m[12]) < TINY && Math.abs(m[13]) < TINY && Math.abs(m[14]) < TINY;
}
