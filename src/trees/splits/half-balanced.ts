import { boxOfRecords } from "./box-of-records.ts";
import { longestAxis } from "./longest-axis.ts";
import { moveRecord } from "./move-record.ts";
import { type OrderScratch, orderByMidpoint } from "./order.ts";
import type { Records, Workspace } from "./workspace.ts";
import { RECORD_MAX, RECORD_MIN, RECORD_STRIDE } from "./workspace.ts";

/**
 * Van den Bergen, rejected rule (b): the larger set is at most twice the smaller. Among these cuts of the order on the
 * longest axis, the one whose boxes overlap least there; ties go to the most even.
 */
export function splitHalfBalanced(
  work: Workspace,
  from: Records,
  to: Records,
  node: number,
  begin: number,
  end: number,
  child: number,
): number {
  const count = end - begin;
  const axis = longestAxis(work.nodes, node);
  const order = orderByMidpoint(work.order, from.floats, begin, end, axis);
  for (let i = 0; i < count; i++) moveRecord(from.words, begin + order[i], to.words, begin + i);
  const middle = begin + leastOverlap(work.order, to.floats, begin, count, axis);
  boxOfRecords(work, child, to, begin, middle);
  boxOfRecords(work, child + 1, to, middle, end);
  return middle;
}

function leastOverlap(
  scratch: OrderScratch,
  boxes: Float32Array,
  begin: number,
  count: number,
  axis: number,
): number {
  if (scratch.lowestRight.length < count) scratch.lowestRight = new Float32Array(count);
  const { lowestRight } = scratch;
  const first = RECORD_STRIDE * begin + axis;
  let lowest = Infinity;
  for (let i = count - 1; i > 0; i--) {
    const low = boxes[first + RECORD_STRIDE * i + RECORD_MIN];
    if (low < lowest) lowest = low;
    lowestRight[i] = lowest;
  }
  let best = 0;
  let bestOverlap = Infinity;
  let highest = -Infinity;
  for (let cut = 1; 3 * cut <= 2 * count && cut < count; cut++) {
    const high = boxes[first + RECORD_STRIDE * (cut - 1) + RECORD_MAX];
    if (high > highest) highest = high;
    if (count - cut > 2 * cut) continue;
    const overlap = Math.max(0, highest - lowestRight[cut]);
    const isMoreEven = Math.abs(2 * cut - count) < Math.abs(2 * best - count);
    if (overlap < bestOverlap || (overlap === bestOverlap && isMoreEven)) {
      bestOverlap = overlap;
      best = cut;
    }
  }
  return best;
}
