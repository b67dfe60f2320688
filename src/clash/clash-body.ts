import type { Bounds } from "../geometry/bounds.ts";
import type { PosedTree } from "../queries/classify/posed-tree.ts";
import type { AabbTree } from "../trees/layout.ts";

/** A part with everything that a check reads: plain data that can be posted to a thread. */
export interface ClashBody {
  /** Number of the part. */
  readonly part: number;
  readonly key: string;
  readonly tree: AabbTree;
  readonly toWorld: Float64Array | null;
  /** World box. */
  readonly box: Bounds;
  /** What queries keep between checks of the part. */
  posed?: PosedTree | undefined;
}

/** The number of bodies kept: most checks of a part follow each other. */
const MOST_BODIES = 64;

/** Returns bodies by part number. A recently used part gets its earlier object, with whatever queries stored in it. */
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
