import { boxOfRecords } from "./box-of-records.ts";
import { RECORD_WORDS, type Records, type Workspace } from "./workspace.ts";

/** Equal halves in the order the records lie in, "disregarding the geometric location" (van den Bergen, section 2). */
export function splitHalves(
  work: Workspace,
  from: Records,
  to: Records,
  _node: number,
  begin: number,
  end: number,
  child: number,
): number {
  const middle = (begin + end) >>> 1;
  to.words.set(from.words.subarray(RECORD_WORDS * begin, RECORD_WORDS * end), RECORD_WORDS * begin);
  boxOfRecords(from.floats, begin, middle, work.nodes, child);
  boxOfRecords(from.floats, middle, end, work.nodes, child + 1);
  return middle;
}
