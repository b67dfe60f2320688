import { OptionError, show } from "../errors.ts";
import {
  AABB_LINK,
  AABB_SIZE,
  AABB_STRIDE,
  type AabbTree,
  checkAabbTree,
  HEADER,
  HEADER_WORDS,
} from "./layout.ts";
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
 * Costs somewhat more than a refit.
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
  const now = Math.fround(spreadOf(twinOf(tree)));
  if (built === 0) return now > 0 ? Infinity : 1;
  // Infinity: built from triangles that were points at different places. Their order is as good as that of any triangles
  // there.
  return built < Infinity ? now / built : 1;
}

/** Stores the spread of a tree that has just been built; the kernel that built it may already know it. */
export function rememberSpread(tree: AabbTree, spread: number = spreadOf(tree)): void {
  builtSpread(tree)[0] = spread;
}

/** The header's word as a view of one number. */
function builtSpread({ buffer }: AabbTree): Float32Array {
  return new Float32Array(buffer, 0, HEADER_WORDS).subarray(HEADER.builtSpread, HEADER.builtSpread + 1);
}

function spreadOf({ mesh, nodes, links, corners }: AabbTree): number {
  let boxes = 0;
  for (let at = 0; at < nodes.length; at += AABB_STRIDE) {
    if (links[at + AABB_LINK] >= 0) boxes += nodes[at + AABB_SIZE];
    else
      boxes += nodes[at + 3] - nodes[at] + (nodes[at + 4] - nodes[at + 1]) + (nodes[at + 5] - nodes[at + 2]);
  }
  const { positions } = mesh;
  let perimeters = 0; // in the L1 norm, so that half of one is the size of the triangle's box
  for (let c = 0; c < corners.length; c += 3) {
    const u = 3 * corners[c];
    const v = 3 * corners[c + 1];
    const w = 3 * corners[c + 2];
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[u + axis];
      const y = positions[v + axis];
      const z = positions[w + axis];
      perimeters += Math.abs(x - y) + Math.abs(y - z) + Math.abs(z - x);
    }
  }
  // Boxes of points have a size due to rounding alone, or none.
  return perimeters > 0 ? (2 * boxes) / perimeters : boxes > 0 ? Infinity : 0;
}
