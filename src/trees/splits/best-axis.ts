import { AABB_MAX, AABB_MIN, AABB_STRIDE } from "../layout.ts";
import { boxOfRecords } from "./box-of-records.ts";
import { moveRecord } from "./move-record.ts";
import type { Records, Workspace } from "./workspace.ts";
import { RECORD_STRIDE, RECORD_TRIANGLE } from "./workspace.ts";

/**
 * The 2004 tutorial: the plane through the middle of the box, perpendicular to the axis that separates the triangles'
 * centres most evenly; ties go to the lower axis. A centre on the plane goes left.
 */
export function splitBestAxis(
  work: Workspace,
  from: Records,
  to: Records,
  node: number,
  begin: number,
  end: number,
  child: number,
): number {
  const { nodes } = work;
  const centres = work.centres!;
  const count = end - begin;
  const at = AABB_STRIDE * node;
  const planeX = nodes[at + AABB_MIN] + nodes[at + AABB_MAX];
  const planeY = nodes[at + AABB_MIN + 1] + nodes[at + AABB_MAX + 1];
  const planeZ = nodes[at + AABB_MIN + 2] + nodes[at + AABB_MAX + 2];
  let leftX = 0;
  let leftY = 0;
  let leftZ = 0;
  for (let i = begin; i < end; i++) {
    const c = 3 * from.ints[RECORD_STRIDE * i + RECORD_TRIANGLE];
    if (centres[c] <= planeX) leftX++;
    if (centres[c + 1] <= planeY) leftY++;
    if (centres[c + 2] <= planeZ) leftZ++;
  }
  let axis = 0;
  let leftCount = leftX;
  if (unevenness(leftY, count) < unevenness(leftCount, count)) {
    axis = 1;
    leftCount = leftY;
  }
  if (unevenness(leftZ, count) < unevenness(leftCount, count)) {
    axis = 2;
    leftCount = leftZ;
  }
  if (leftCount === 0 || leftCount === count) return begin;

  const plane = axis === 0 ? planeX : axis === 1 ? planeY : planeZ;
  const middle = begin + leftCount;
  let left = begin;
  let right = middle;
  for (let i = begin; i < end; i++) {
    const c = 3 * from.ints[RECORD_STRIDE * i + RECORD_TRIANGLE] + axis;
    moveRecord(from.words, i, to.words, centres[c] <= plane ? left++ : right++);
  }
  boxOfRecords(work, child, to, begin, middle);
  boxOfRecords(work, child + 1, to, middle, end);
  return middle;
}

/** |left − right| */
function unevenness(left: number, count: number): number {
  return Math.abs(2 * left - count);
}
