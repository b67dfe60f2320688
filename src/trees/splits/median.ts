import { boxOfRecords } from "./box-of-records.ts";
import { longestAxis } from "./longest-axis.ts";
import { moveRecord } from "./move-record.ts";
import { orderByMidpoint } from "./order.ts";
import type { Records, Workspace } from "./workspace.ts";

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
  const order = orderByMidpoint(from.floats, begin, end, longestAxis(work.nodes, node));
  for (let i = begin; i < end; i++) moveRecord(from.words, begin + order[i - begin], to.words, i);
  boxOfRecords(work, child, to, begin, middle);
  boxOfRecords(work, child + 1, to, middle, end);
  return middle;
}
