import type { AabbTree } from "../../trees/layout.ts";
import { readSweepOptions, type SweepOptions } from "./find-first-hit.ts";
import { createMeetsQuery, meetsAny } from "./meets-any.ts";
import { AT_REST } from "./overlap-box.ts";
import { readSphere, SOLID_SPHERE } from "./overlap-sphere.ts";

const query = createMeetsQuery({ ...SOLID_SPHERE, caller: "meetsSphere" });

/**
 * Whether any triangle shares a point with a closed, solid sphere in world space: what `overlapSphere` would list, without the
 * list. Exact: touching counts.
 */
export function meetsSphere(
  tree: AabbTree,
  centre: ArrayLike<number>,
  radius: number,
  options: SweepOptions = {},
): boolean {
  const plain = readSweepOptions(options, "meetsSphere");
  return meetsAny(query, tree, readSphere(centre, radius, AT_REST), plain);
}
