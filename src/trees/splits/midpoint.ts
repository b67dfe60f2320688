import { AABB_MAX, AABB_MIN, AABB_STRIDE } from "../layout.ts";
import { boxOfRecords } from "./box-of-records.ts";
import { longestAxis } from "./longest-axis.ts";
import type { Records, Workspace } from "./workspace.ts";
import { RECORD_MAX, RECORD_MIN, RECORD_STRIDE, RECORD_WORDS_SHIFT } from "./workspace.ts";

/**
 * Van den Bergen, section 2: the plane through the middle of the box, perpendicular to its longest axis; a triangle is
 * positive if the midpoint of its projection lies beyond the plane.
 */
export function splitMidpoint(
  work: Workspace,
  from: Records,
  to: Records,
  node: number,
  begin: number,
  end: number,
  child: number,
): number {
  const { nodes } = work;
  const { floats } = from;
  const axis = longestAxis(nodes, node);
  const at = AABB_STRIDE * node + axis;
  // Both sides of the comparison are doubled: no midpoint is halved, so none is rounded.
  const plane = nodes[at + AABB_MIN] + nodes[at + AABB_MAX];
  // Negative ones fill `to` from the front, positive ones from the back. The side is computed as 0 or −1 instead of by a
  // branch, half of which would be mispredicted.
  const source = from.words;
  const target = to.words;
  let front = begin;
  let back = end - 1;
  for (let i = begin; i < end; i++) {
    const r = RECORD_STRIDE * i + axis;
    const isPositive = -(floats[r + RECORD_MIN] + floats[r + RECORD_MAX] > plane);
    // `moveRecord`, inlined by hand: V8 does not always inline it here, which costs a tenth of the build.
    const s = i << RECORD_WORDS_SHIFT;
    const t = (front ^ ((front ^ back) & isPositive)) << RECORD_WORDS_SHIFT;
    target[t] = source[s];
    target[t + 1] = source[s + 1];
    target[t + 2] = source[s + 2];
    target[t + 3] = source[s + 3];
    front = (front + 1 + isPositive) | 0;
    back = (back + isPositive) | 0;
  }
  const middle = front;
  if (middle === begin || middle === end) return begin;
  boxOfRecords(work, child, to, begin, middle);
  boxOfRecords(work, child + 1, to, middle, end);
  return middle;
}
