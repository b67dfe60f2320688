import type { FuzzQuery } from "../fuzz-case.ts";
import { closestPoint } from "./closest-point.ts";
import { collide } from "./collide.ts";
import { distance } from "./distance.ts";
import { isWithin } from "./is-within.ts";
import { pairs } from "./pairs.ts";
import { self } from "./self.ts";

/** Every query that is fuzzed, in the order of `npm run fuzz -- all`. */
export const QUERIES: readonly FuzzQuery[] = [pairs, collide, self, distance, isWithin, closestPoint];
