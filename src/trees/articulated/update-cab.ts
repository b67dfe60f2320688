import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import type * as Layout from "../layout.ts";
import type { ArticulatedBody } from "./body.ts";
import { encloseBoxes } from "./enclose-boxes.ts";
import { moveRestBoxes } from "./move-rest-boxes.ts";

// CAB (Schmidl, Walker, Lin 2004, section 3.2.1): the oriented boxes of an articulated body, updated from the leaves upwards. A
// parent's main axis is guessed from its children's long axes, instead of found by their covariance.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const STRIDE = 16 satisfies typeof Layout.OBB_STRIDE;
const HALF = 3 satisfies typeof Layout.OBB_HALF;
const AXES = 6 satisfies typeof Layout.OBB_AXES;

/** Unit vectors whose product exceeds this count as parallel (section 3.2.1). */
const PARALLEL = 1 - 1e-5;

export interface CabOptions {
  /**
   * The main axis when the endpoint vector is the shortest of the three: "longest" (default), the longest child axis, or
   * "sum", the sum of both child axes, which the paper's footnote tried and found to give slightly larger boxes.
   */
  rule?: "longest" | "sum" | undefined;
}

const frame = new Float64Array(9);
// the long axis of each child, as long as the box is from its middle to its end, away from the joint
const a1 = new Float64Array(3);
const a2 = new Float64Array(3);

/** Updates the oriented boxes of all nodes to the links' present poses. */
export function updateCab(body: ArticulatedBody, options: CabOptions = {}): void {
  const { rule = "longest" } = options;
  moveRestBoxes(body);
  const { boxes, hierarchy, linkToWorld } = body;
  const { leafCount, nodeCount, children, jointLinks } = hierarchy;
  for (let node = leafCount; node < nodeCount; node++) {
    const inner = node - leafCount;
    const left = children[2 * inner]!;
    const right = children[2 * inner + 1]!;
    const joint = 16 * jointLinks[inner]! + 12;
    setCabFrame(boxes, STRIDE * left, STRIDE * right, linkToWorld, joint, rule === "sum");
    encloseBoxes(boxes, left, right, frame, node);
  }
}

function setCabFrame(
  boxes: Float64Array,
  left: number,
  right: number,
  linkToWorld: Float64Array,
  joint: number,
  bySum: boolean,
): void {
  const long1 = longestAxis(boxes, left);
  const long2 = longestAxis(boxes, right);
  const half1 = setAxisAwayFrom(boxes, left, long1, linkToWorld, joint, a1);
  const half2 = setAxisAwayFrom(boxes, right, long2, linkToWorld, joint, a2);
  const product = a1[0]! * a2[0]! + a1[1]! * a2[1]! + a1[2]! * a2[2]!;
  // A stretched chain has its axes in opposite directions: the cross product is as undefined there, so the sign does not count.
  if (Math.abs(product) > PARALLEL * half1 * half2) {
    const child = largestOther(boxes, left, long1) >= largestOther(boxes, right, long2) ? left : right;
    for (let k = 0; k < 9; k++) frame[k] = boxes[child + AXES + k]!;
    return;
  }
  const ex = a1[0]! - a2[0]!;
  const ey = a1[1]! - a2[1]!;
  const ez = a1[2]! - a2[2]!;
  const end = ex * ex + ey * ey + ez * ez;
  const square1 = half1 * half1;
  const square2 = half2 * half2;
  if (end >= square1 && end >= square2) {
    frame[0] = ex;
    frame[1] = ey;
    frame[2] = ez;
  } else if (bySum && end < square1 && end < square2) {
    for (let k = 0; k < 3; k++) frame[k] = a1[k]! + a2[k]!;
  } else {
    const main = square1 >= square2 ? a1 : a2;
    for (let k = 0; k < 3; k++) frame[k] = main[k]!;
  }
  frame[3] = a1[1]! * a2[2]! - a1[2]! * a2[1]!;
  frame[4] = a1[2]! * a2[0]! - a1[0]! * a2[2]!;
  frame[5] = a1[0]! * a2[1]! - a1[1]! * a2[0]!;
  completeFrame(frame);
}

function longestAxis(boxes: Float64Array, at: number): number {
  const x = boxes[at + HALF]!;
  const y = boxes[at + HALF + 1]!;
  const z = boxes[at + HALF + 2]!;
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/** The longest half extent but for axis `long`. */
function largestOther(boxes: Float64Array, at: number, long: number): number {
  const one = boxes[at + HALF + ((long + 1) % 3)]!;
  const other = boxes[at + HALF + ((long + 2) % 3)]!;
  return one > other ? one : other;
}

/** Writes the axis times its half extent, pointing from the joint to the box; returns the half extent. */
function setAxisAwayFrom(
  boxes: Float64Array,
  at: number,
  axis: number,
  linkToWorld: Float64Array,
  joint: number,
  out: Float64Array,
): number {
  const half = boxes[at + HALF + axis]!;
  const from = at + AXES + 3 * axis;
  const x = boxes[from]!;
  const y = boxes[from + 1]!;
  const z = boxes[from + 2]!;
  const away =
    x * (boxes[at]! - linkToWorld[joint]!) +
    y * (boxes[at + 1]! - linkToWorld[joint + 1]!) +
    z * (boxes[at + 2]! - linkToWorld[joint + 2]!);
  const length = away < 0 ? -half : half;
  out[0] = length * x;
  out[1] = length * y;
  out[2] = length * z;
  return half;
}
