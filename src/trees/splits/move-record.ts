import type * as Workspaces from "./workspace.ts";

// Copies, checked by the compiler: V8 does not fold constants of other modules, and loops over them take a fifth
// longer (docs/decisions).
const RECORD_WORDS_SHIFT = 2 satisfies typeof Workspaces.RECORD_WORDS_SHIFT;
export function moveRecord(from: Float64Array, source: number, to: Float64Array, target: number): void {
  // Shifts, not products: those V8 checks for overflow.
  const s = source << RECORD_WORDS_SHIFT;
  const t = target << RECORD_WORDS_SHIFT;
  to[t] = from[s];
  to[t + 1] = from[s + 1];
  to[t + 2] = from[s + 2];
  to[t + 3] = from[s + 3];
}
