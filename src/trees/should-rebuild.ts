import { OptionError, show } from "../errors.ts";
import type { SummedSizes } from "../kernels/fit-boxes.ts";
import { type AabbTree, checkAabbTree, HEADER_WORDS, SPREAD_WORD } from "./layout.ts";
import { spreadOf, summedSizes } from "./spread.ts";
import { twinOf } from "./twin.ts";

// When a rebuild pays. Refitting keeps every box tight, but triangles that were neighbours when the tree was built may have
// moved apart: inner boxes then overlap, and queries visit more of them (van den Bergen, section 4).
//
// The measure is the spread: the summed size of all boxes over that of the triangles, relative to its value when the tree
// was built. Scaling, bending and stretching change both sums alike. It predicts the box tests of a refitted tree relative
// to a rebuilt one; the surface area heuristic does not (docs/decisions/06-refit.md).

/** The degradation at which a rebuild pays, measured with `npm run bench -- deform`. */
const DEFAULT_LIMIT = 1.5;

/**
 * Whether the refitted tree has degraded so much that a rebuild pays: `degradation(tree)` above `limit`, default 1.5.
 * Takes no time after a full refit in kernels, and after partial refits of an f32 mesh: these add the sizes up on their way. So do partial
 * refits of an f64 mesh from the first call on until all boxes are fitted. Otherwise it passes over the tree, which takes longer than a refit.
 */
export function shouldRebuild(tree: AabbTree, limit: number = DEFAULT_LIMIT): boolean {
  if (!(typeof limit === "number" && limit >= 1))
    throw new OptionError(`limit: ${show(limit)} is not a number of at least 1`);
  return degradation(tree) > limit;
}

/**
 * How much farther the tree's boxes spread now than when it was built; 1 for a new tree. Infinity for a tree that was built
 * while all vertices coincided and no longer do: its order means nothing.
 */
export function degradation(tree: AabbTree): number {
  checkAabbTree(tree, "degradation");
  const built = builtSpread(tree)[0];
  const now = Math.fround(spreadOf(sizesOf(tree)));
  if (built === 0) return now > 0 ? Infinity : 1;
  // Infinity: built from triangles that were points at different places. Their order is as good as that of any triangles
  // there.
  return built < Infinity ? now / built : 1;
}

/** Keeps the spread of a tree that has just been built, and the sums, which the kernel that built it knows. */
export function rememberSpread(tree: AabbTree, sizes: SummedSizes | null = null): void {
  if (sizes !== null) tree.fitCount.sizes = sizes;
  tree.fitCount.sizes ??= summedSizes(twinOf(tree));
  builtSpread(tree)[0] = spreadOf(tree.fitCount.sizes);
}

function sizesOf(tree: AabbTree): SummedSizes {
  tree.fitCount.sizes ??= summedSizes(twinOf(tree), new Float32Array(tree.nodeCount));
  return tree.fitCount.sizes;
}

/** The header's word as a view of one number. */
function builtSpread({ buffer }: AabbTree): Float32Array {
  return new Float32Array(buffer, 0, HEADER_WORDS).subarray(SPREAD_WORD);
}
