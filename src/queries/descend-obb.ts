import type { ObbTree } from "../trees/layout.ts";
import type { Descent } from "./descend-aabb.ts";

export function descendObb(
  _a: ObbTree,
  _b: ObbTree,
  _pose: Float64Array,
  _descent: Descent,
  _exits: Uint32Array,
): boolean {
  throw new Error("OBB descent is being written");
}
