import type { Bounds } from "../geometry/bounds.ts";
import type { AabbTree } from "../trees/layout.ts";

/** A part with all that a check reads: plain data that can be posted to a thread. */
export interface ClashBody {
  /** Number of the part. */
  readonly part: number;
  readonly key: string;
  readonly tree: AabbTree;
  readonly toWorld: Float64Array | null;
  /** World box. */
  readonly box: Bounds;
}

/** The box at boxes[6 · part]. */
export function boundsAt(boxes: Float64Array, part: number): Bounds {
  const at = 6 * part;
  return [boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], boxes[at + 4], boxes[at + 5]];
}
