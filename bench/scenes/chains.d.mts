import type { Link } from "../../src/articulated.ts";
import type * as Primitives from "../../src/mesh/primitives/index.ts";

/** Two bodies and their motion: joint values for `setPose`. */
export interface BodyScene {
  bodies: [Link[], Link[]];
  frames: number;
  valuesAt(frame: number, body: 0 | 1): Float64Array;
}

export function createChainScene(
  primitives: typeof Primitives,
  options?: {
    links?: number;
    ratio?: number;
    shape?: "convex" | "dented";
    motion?: "swing" | "braid";
    frames?: number;
    seed?: number;
  },
): BodyScene;
