import type { FuzzQuery } from "../fuzz-case.ts";
import { pairs } from "./pairs.ts";

/** Every query that is fuzzed, in the order of `npm run fuzz -- all`. */
export const QUERIES: readonly FuzzQuery[] = [pairs];
