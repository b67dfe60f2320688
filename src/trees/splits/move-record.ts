import { RECORD_WORDS_SHIFT } from "./workspace.ts";

export function moveRecord(from: Float64Array, source: number, to: Float64Array, target: number): void {
  // Shifts instead of products, which V8 checks for overflow.
  const s = source << RECORD_WORDS_SHIFT;
  const t = target << RECORD_WORDS_SHIFT;
  to[t] = from[s];
  to[t + 1] = from[s + 1];
  to[t + 2] = from[s + 2];
  to[t + 3] = from[s + 3];
}
