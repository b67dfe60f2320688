import { OptionError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { OBB_AXES as AXES, OBB_HALF as HALF, OBB_STRIDE as STRIDE } from "../layout.ts";
import { type ArticulatedBody, markBoxes } from "./articulated-body.ts";
import { encloseBoxes } from "./enclose-boxes.ts";
import { followMeshes } from "./follow-meshes.ts";
import { moveRestBoxes } from "./move-rest-boxes.ts";

// CAB (Schmidl, Walker, Lin 2004, section 3.2.1): the oriented boxes of an articulated body, updated bottom-up. A parent's
// main axis is estimated from its children's long axes instead of their covariance.

/** Unit vectors whose dot product exceeds this count as parallel (section 3.2.1). */
const PARALLEL = 1 - 1e-5;

/** The square of the sine below which rounding would choose the direction of a cross product. */
const LEAST_SINE_SQUARED = 2 ** -40;

/**
 * How section 3.2.1 is read. "longest": its main text; axes of opposite directions count as parallel, too. "signed": as "longest", but, as the
 * text says, only axes of one direction count as parallel; the boxes of stretched chains become larger. (Below a sine of 2^-20 opposite
 * axes do count, or rounding would choose.) "sum": its footnote; if the endpoint vector is the shortest, the main axis is the sum of both child
 * axes, and boxes become slightly larger.
 */
export type CabRule = "longest" | "signed" | "sum";

export interface CabOptions {
  /** Default "longest". */
  rule?: CabRule | undefined;
}

const CAB_OPTIONS: OptionNames<CabOptions> = { rule: true };

const frame = new Float64Array(16);

/** Updates the oriented boxes of all nodes to the links' current poses. */
export function updateCab(body: ArticulatedBody, options: CabOptions = {}): void {
  checkOptionNames(options, CAB_OPTIONS, "updateCab");
  fitCab(body, checkRule(options));
}

/** `updateCab` with a rule that has been checked. */
export function fitCab(body: ArticulatedBody, rule: CabRule): void {
  followMeshes(body);
  moveRestBoxes(body);
  const { hierarchy } = body;
  for (let node = hierarchy.leafCount; node < hierarchy.nodeCount; node++) fitCabNode(body, node, rule);
  markBoxes(body, rule);
}

export function checkRule({ rule = "longest" }: CabOptions): CabRule {
  if (rule !== "longest" && rule !== "signed" && rule !== "sum")
    throw new OptionError(`rule: ${show(rule)} is not "longest", "signed" or "sum"`);
  return rule;
}

/** Fits the box of an inner node to its children's boxes. */
export function fitCabNode(body: ArticulatedBody, node: number, rule: CabRule): void {
  const { boxes, hierarchy, linkToWorld } = body;
  const inner = node - hierarchy.leafCount;
  const left = hierarchy.children[2 * inner];
  const right = hierarchy.children[2 * inner + 1];
  const joint = 16 * hierarchy.jointLinks[inner] + 12;
  setCabFrame(boxes, STRIDE * left, STRIDE * right, linkToWorld, joint, rule);
  encloseBoxes(boxes, left, right, frame, node);
}

function setCabFrame(
  boxes: Float64Array,
  left: number,
  right: number,
  linkToWorld: Float64Array,
  joint: number,
  rule: CabRule,
): void {
  const jx = linkToWorld[joint];
  const jy = linkToWorld[joint + 1];
  const jz = linkToWorld[joint + 2];
  // the unit axes along which the children are longest, away from the joint
  const long1 = longestAxis(boxes, left);
  const long2 = longestAxis(boxes, right);
  const half1 = boxes[left + HALF + long1];
  const half2 = boxes[right + HALF + long2];
  let ux = boxes[left + AXES + 3 * long1];
  let uy = boxes[left + AXES + 3 * long1 + 1];
  let uz = boxes[left + AXES + 3 * long1 + 2];
  if (ux * (boxes[left] - jx) + uy * (boxes[left + 1] - jy) + uz * (boxes[left + 2] - jz) < 0) {
    ux = -ux;
    uy = -uy;
    uz = -uz;
  }
  let vx = boxes[right + AXES + 3 * long2];
  let vy = boxes[right + AXES + 3 * long2 + 1];
  let vz = boxes[right + AXES + 3 * long2 + 2];
  if (vx * (boxes[right] - jx) + vy * (boxes[right + 1] - jy) + vz * (boxes[right + 2] - jz) < 0) {
    vx = -vx;
    vy = -vy;
    vz = -vz;
  }
  // perpendicular to both children
  let bx = uy * vz - uz * vy;
  let by = uz * vx - ux * vz;
  let bz = ux * vy - uy * vx;
  const sineSquared = bx * bx + by * by + bz * bz;
  // In a stretched chain the axes point in opposite directions, and the cross product is as undefined as for equal ones.
  const cosine = ux * vx + uy * vy + uz * vz;
  if (cosine > PARALLEL || (rule === "signed" ? sineSquared < LEAST_SINE_SQUARED : -cosine > PARALLEL)) {
    const child = largestOther(boxes, left, long1) >= largestOther(boxes, right, long2) ? left : right;
    for (let k = 0; k < 9; k++) frame[k] = boxes[child + AXES + k];
    return;
  }

  // the endpoint vector, and the longest of the three
  const ex = half1 * ux - half2 * vx;
  const ey = half1 * uy - half2 * vy;
  const ez = half1 * uz - half2 * vz;
  const end = ex * ex + ey * ey + ez * ez;
  const square1 = half1 * half1;
  const square2 = half2 * half2;
  let ax = ux;
  let ay = uy;
  let az = uz;
  if (end >= square1 && end >= square2) {
    const scale = 1 / Math.sqrt(end);
    ax = ex * scale;
    ay = ey * scale;
    az = ez * scale;
  } else if (rule === "sum" && end < square1 && end < square2) {
    const sx = half1 * ux + half2 * vx;
    const sy = half1 * uy + half2 * vy;
    const sz = half1 * uz + half2 * vz;
    const scale = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz);
    ax = sx * scale;
    ay = sy * scale;
    az = sz * scale;
  } else if (square1 < square2) {
    ax = vx;
    ay = vy;
    az = vz;
  }

  // Where the sine is 2^-20, rounding leaves at most 2^-31 of the main axis in it. One subtraction removes that, and its length
  // stays 1. The two roots are independent, so they overlap in the pipeline.
  const scale = 1 / Math.sqrt(sineSquared);
  bx *= scale;
  by *= scale;
  bz *= scale;
  const along = ax * bx + ay * by + az * bz;
  bx -= along * ax;
  by -= along * ay;
  bz -= along * az;
  frame[0] = ax;
  frame[1] = ay;
  frame[2] = az;
  frame[3] = bx;
  frame[4] = by;
  frame[5] = bz;
  frame[6] = ay * bz - az * by;
  frame[7] = az * bx - ax * bz;
  frame[8] = ax * by - ay * bx;
}

function longestAxis(boxes: Float64Array, at: number): number {
  const x = boxes[at + HALF];
  const y = boxes[at + HALF + 1];
  const z = boxes[at + HALF + 2];
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/** The longest half extent other than axis `long`. */
function largestOther(boxes: Float64Array, at: number, long: number): number {
  const one = boxes[at + HALF + (long === 0 ? 1 : 0)];
  const other = boxes[at + HALF + (long === 2 ? 1 : 2)];
  return one > other ? one : other;
}
