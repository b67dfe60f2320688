import type { AabbTree } from "../../trees/layout.ts";
import { readSweepOptions, type SweepOptions } from "./find-first-hit.ts";
import { createMeetsQuery, meetsAny } from "./meets-any.ts";
import { AT_REST, readBox, SOLID_BOX } from "./overlap-box.ts";

const query = createMeetsQuery({ ...SOLID_BOX, caller: "meetsBox" });

/**
 * Whether any triangle shares a point with a closed, solid, axis-aligned world box (minX minY minZ maxX maxY maxZ): what
 * `overlapBox` would list, without the list. Exact: touching counts.
 */
export function meetsBox(tree: AabbTree, bounds: ArrayLike<number>, options: SweepOptions = {}): boolean {
  const plain = readSweepOptions(options, "meetsBox");
  return meetsAny(query, tree, readBox(bounds, AT_REST), plain);
}
