import type { Bounds } from "../geometry/bounds.ts";
import type { PosedTree } from "../queries/classify/posed-tree.ts";
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
  /** What queries keep from one check of the part to the next. */
  posed?: PosedTree | undefined;
}

/** How many bodies are kept: most checks of a part follow each other. */
const MOST_BODIES = 64;

/** Bodies by part number: a part that was asked for lately gets its earlier object, with what queries have kept in it. */
export function createBodies(create: (part: number) => ClashBody): (part: number) => ClashBody {
  const bodies = new Map<number, ClashBody>();
  return (part) => {
    let body = bodies.get(part);
    if (body === undefined) {
      body = create(part);
      bodies.set(part, body);
      if (bodies.size > MOST_BODIES) bodies.delete(bodies.keys().next().value!); // the oldest
    }
    return body;
  };
}

/** The box at boxes[6 · part]. */
export function boundsAt(boxes: Float64Array, part: number): Bounds {
  const at = 6 * part;
  return [boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], boxes[at + 4], boxes[at + 5]];
}
