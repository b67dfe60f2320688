import { PoseError } from "../../errors.ts";
import { setRelativePose, shiftOrigins } from "../../geometry/relative-pose.ts";
import {
  ABS_M,
  ABS_N,
  C,
  M,
  MARGIN_A,
  MARGIN_B,
  N,
  RELATIVE_POSE_LENGTH,
} from "../../geometry/relative-pose-layout.ts";
import { ABOVE, BELOW, NEVER } from "../../geometry/sweep/moving-boxes.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { AABB_MAX, AABB_MIN } from "../../trees/layout.ts";

// Boxes of two trees that are only translated. Seen from either mesh, the boxes of the other move in one direction. So the trees' own boxes
// can be used, whatever the poses, and no box has to be fitted.

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** The relative pose of two translated meshes, and the boxes under test. */
export interface Translation {
  /** The pose of b relative to a at the start and at the end; only offsets and margins differ. */
  readonly atStart: Float64Array;
  readonly atEnd: Float64Array;
  /** Centre (3), half extent (3), both doubled. */
  readonly boxA: Float64Array;
  readonly boxB: Float64Array;
  /** From a's centre to b's in a's space, at the start (3) and at the end (3). */
  readonly between: Float64Array;
  /** The times FROM … TO at which no axis separates the boxes. */
  readonly span: Float64Array;
}

export function createTranslation(): Translation {
  return {
    atStart: new Float64Array(RELATIVE_POSE_LENGTH),
    atEnd: new Float64Array(RELATIVE_POSE_LENGTH),
    boxA: new Float64Array(16),
    boxB: new Float64Array(16),
    between: new Float64Array(16),
    span: new Float64Array(16),
  };
}

const FROM = 0;
const TO = 1;

/** Starts with checked poses; null is the identity. `from` and `to` of a mesh differ by a translation. */
export function beginTranslation(
  { atStart, atEnd }: Translation,
  a: AabbTree,
  fromA: Float64Array | null,
  toA: Float64Array | null,
  b: AabbTree,
  fromB: Float64Array | null,
  toB: Float64Array | null,
): void {
  setPose(a, fromA, b, fromB, "from", atStart);
  setPose(a, toA, b, toB, "to", atEnd);
}

function setPose(
  a: AabbTree,
  poseA: Float64Array | null,
  b: AabbTree,
  poseB: Float64Array | null,
  name: string,
  out: Float64Array,
): void {
  const [first, second] = [poseA ?? IDENTITY, poseB ?? IDENTITY];
  try {
    setRelativePose(first, poseA !== null, second, poseB !== null, reachOf(a), reachOf(b), false, out);
  } catch (error) {
    // The message uses the pose names of other queries; here the poses are motions.
    if (!(error instanceof PoseError)) throw error;
    throw new PoseError(
      error.message.replace("aToWorld", `motionA.${name}`).replace("bToWorld", `motionB.${name}`),
    );
  }
  shiftOrigins(a.origin, b.origin, out);
}

/** The largest coordinate magnitude inside the root box. */
function reachOf({ nodes, origin }: AabbTree): number {
  let reach = 0;
  for (let axis = 0; axis < 3; axis++) {
    const box = Math.max(Math.abs(nodes[AABB_MIN + axis]), Math.abs(nodes[AABB_MAX + axis]));
    reach = Math.max(reach, Math.abs(origin[axis]) + box);
  }
  return reach;
}

/**
 * A time before which the boxes at a[i] and b[j] are apart, or NEVER. Points that meet in the world at some time are within the margins in
 * a's space, and in b's, at both ends, hence in between.
 */
export function translatedMeetingTime(
  { atStart, atEnd, boxA, boxB, between, span }: Translation,
  a: Float32Array,
  i: number,
  b: Float32Array,
  j: number,
): number {
  for (let axis = 0; axis < 3; axis++) {
    boxA[axis] = a[i + AABB_MIN + axis] + a[i + AABB_MAX + axis];
    boxA[3 + axis] = a[i + AABB_MAX + axis] - a[i + AABB_MIN + axis];
    boxB[axis] = b[j + AABB_MIN + axis] + b[j + AABB_MAX + axis];
    boxB[3 + axis] = b[j + AABB_MAX + axis] - b[j + AABB_MIN + axis];
  }
  span[FROM] = 0;
  span[TO] = 1;
  const marginA = 2 * Math.max(atStart[MARGIN_A], atEnd[MARGIN_A]);
  const marginB = 2 * Math.max(atStart[MARGIN_B], atEnd[MARGIN_B]);
  for (let axis = 0; axis < 3; axis++) {
    // axis of a
    const middle = rowTimes(atStart, M + 3 * axis, boxB, 0) - boxA[axis];
    between[axis] = middle + 2 * atStart[C + axis];
    between[3 + axis] = middle + 2 * atEnd[C + axis];
    const extents = boxA[3 + axis] + rowTimes(atStart, ABS_M + 3 * axis, boxB, 3) + marginA;
    narrowSpan(span, between[axis], between[3 + axis], extents);
  }
  for (let axis = 0; axis < 3; axis++) {
    // axis of b
    const extents = boxB[3 + axis] + rowTimes(atStart, ABS_N + 3 * axis, boxA, 3) + marginB;
    narrowSpan(
      span,
      rowTimes(atStart, N + 3 * axis, between, 0),
      rowTimes(atStart, N + 3 * axis, between, 3),
      extents,
    );
  }
  return span[FROM] > span[TO] ? NEVER : span[FROM];
}

function rowTimes(m: Float64Array, at: number, v: Float64Array, k: number): number {
  return m[at] * v[k] + m[at + 1] * v[k + 1] + m[at + 2] * v[k + 2];
}

/**
 * Removes from the span the times at which two intervals are apart; the distance of their centres, with its sign, goes from `start` to
 * `end`.
 */
function narrowSpan(span: Float64Array, start: number, end: number, extents: number): void {
  for (let side = -1; side <= 1; side += 2) {
    const gap = side * start - extents;
    const gapEnd = side * end - extents;
    if (gap > 0) {
      const closes = gapEnd > 0 ? NEVER : (gap / (gap - gapEnd)) * BELOW;
      if (closes > span[FROM]) span[FROM] = closes;
    } else if (gapEnd > 0) {
      const opens = (gap / (gap - gapEnd)) * ABOVE;
      if (opens < span[TO]) span[TO] = opens;
    }
  }
}
