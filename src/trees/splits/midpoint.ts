import { AABB_MAX, AABB_MIN, AABB_STRIDE } from "../layout.ts";
import { boxOfRecords } from "./box-of-records.ts";
import { longestAxis } from "./longest-axis.ts";
import {
  moveRecord,
  RECORD_MAX,
  RECORD_MIN,
  RECORD_STRIDE,
  type Records,
  type Workspace,
} from "./workspace.ts";

// Where the next negative and the next positive record goes. Selecting a cursor by the comparison's outcome leaves
// no branch to be mispredicted, as every other one would be.
const cursors = new Int32Array(2);

/**
 * Van den Bergen, section 2: the plane through the middle of the box, across its longest axis; a triangle is
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
  // Both sides of the comparison are doubled: no midpoint is ever halved, so none is rounded for it.
  const plane = nodes[at + AABB_MIN]! + nodes[at + AABB_MAX]!;
  cursors[0] = begin;
  cursors[1] = end - 1;
  for (let i = begin; i < end; i++) {
    const r = RECORD_STRIDE * i + axis;
    const isPositive = +(floats[r + RECORD_MIN]! + floats[r + RECORD_MAX]! > plane);
    const target = cursors[isPositive]!;
    cursors[isPositive] = target + 1 - 2 * isPositive;
    moveRecord(from.words, i, to.words, target);
  }
  const middle = cursors[0]!;
  if (middle === begin || middle === end) return begin;
  boxOfRecords(to.floats, begin, middle, work.nodes, child);
  boxOfRecords(to.floats, middle, end, work.nodes, child + 1);
  return middle;
}
