import type { AabbTree } from "../../trees/layout.ts";
import { readSweepOptions, type SweepOptions } from "./find-first-hit.ts";
import { createMeetsQuery, type MeetsQuery, meetsAny } from "./meets-any.ts";
import { AT_REST, readBox, SOLID_BOX } from "./overlap-box.ts";
import { sweepLeftFirst } from "./sweep-left-first.ts";

const query = createMeetsQuery({ ...SOLID_BOX, caller: "meetsLeafBox" }, descend);

/**
 * Whether a closed world box (minX minY minZ maxX maxY maxZ) meets the box of any leaf: the test of the best-axis tutorial, which asks
 * no triangle. True wherever `meetsBox` is, and in places near the surface where it is not. A leaf's box is the one that the tree has, in
 * f32 and rounded outward; under a pose that turns, the world box becomes a larger one along the model's axes.
 */
export function meetsLeafBox(tree: AabbTree, bounds: ArrayLike<number>, options: SweepOptions = {}): boolean {
  const plain = readSweepOptions(options, "meetsLeafBox");
  return meetsAny(query, tree, readBox(bounds, AT_REST), plain);
}

function descend({ search }: MeetsQuery, tree: AabbTree): boolean {
  return sweepLeftFirst(search, tree, isAnyLeaf, null);
}

function isAnyLeaf(): boolean {
  return true;
}
