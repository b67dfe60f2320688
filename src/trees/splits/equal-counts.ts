import { boxOfRecords } from "./box-of-records.ts";
import { longestAxis } from "./longest-axis.ts";
import { moveRecord } from "./move-record.ts";
import { orderByMidpoint } from "./order.ts";
import { RECORD_WORDS, type Records, type Workspace } from "./workspace.ts";

/**
 * Equal halves in the current order of the records, "disregarding the geometric location" (van den Bergen, section 2). For
 * quantised records the boxes written are meaningless, and nothing reads them.
 */
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
  boxOfRecords(work, child, from, begin, middle);
  boxOfRecords(work, child + 1, from, middle, end);
  return middle;
}

/** Van den Bergen, rejected rule (a): two sets of equal size, in order of the midpoints on the longest axis. */
export function splitMedian(
  work: Workspace,
  from: Records,
  to: Records,
  node: number,
  begin: number,
  end: number,
  child: number,
): number {
  const middle = (begin + end) >>> 1;
  const order = orderByMidpoint(work.order, from.floats, begin, end, longestAxis(work.nodes, node));
  for (let i = begin; i < end; i++) moveRecord(from.words, begin + order[i - begin], to.words, i);
  boxOfRecords(work, child, to, begin, middle);
  boxOfRecords(work, child + 1, to, middle, end);
  return middle;
}
