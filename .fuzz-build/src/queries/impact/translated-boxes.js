import { PoseError } from "../../errors.js";
import { setRelativePose, shiftOrigins } from "../../geometry/relative-pose.js";
import { RELATIVE_POSE_LENGTH } from "../../geometry/relative-pose-layout.js";
import { ABOVE, BELOW, NEVER } from "../../geometry/sweep/moving-boxes.js";
// Boxes of two trees of which each is translated and none turned or deformed. Seen from either mesh the other's boxes
// move in one direction; so the trees' own boxes serve, whatever the poses, and none has to be fitted anew.
// Copies, checked by the compiler: V8 does not fold constants of other modules.
const M = 0;
const C = 9;
const ABS_M = 12;
const N = 21;
const ABS_N = 30;
const MARGIN_A = 39;
const MARGIN_B = 40;
const AABB_MIN = 0;
const AABB_MAX = 3;
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
// How b lies to a at the start and at the end; only their offsets and margins differ.
const atStart = new Float64Array(RELATIVE_POSE_LENGTH);
const atEnd = new Float64Array(RELATIVE_POSE_LENGTH);
const boxA = new Float64Array(16);
const boxB = new Float64Array(16);
const between = new Float64Array(16);
const span = new Float64Array(16);
const FROM = 0;
const TO = 1;
/** Poses that were checked; null is the identity. `from` and `to` of a mesh have the same linear part. */
export function beginTranslation(a, fromA, toA, b, fromB, toB) {
	setPose(a, fromA, b, fromB, "from", atStart);
	setPose(a, toA, b, toB, "to", atEnd);
}
function setPose(a, poseA, b, poseB, name, out) {
	const [first, second] = [poseA ?? IDENTITY, poseB ?? IDENTITY];
	try {
		setRelativePose(first, poseA !== null, second, poseB !== null, reachOf(a), reachOf(b), false, out);
	} catch (error) {
		// It knows poses by the names that other queries give them.
		if (!(error instanceof PoseError)) throw error;
		throw new PoseError(error.message.replace("aToWorld", `motionA.${name}`).replace("bToWorld", `motionB.${name}`));
	}
	shiftOrigins(a.origin, b.origin, out);
}
/** The largest coordinate magnitude inside the root box. */
function reachOf({ nodes, origin }) {
	let reach = 0;
	for (let axis = 0; axis < 3; axis++) {
		const box = Math.max(Math.abs(nodes[AABB_MIN + axis]), Math.abs(nodes[AABB_MAX + axis]));
		reach = Math.max(reach, Math.abs(origin[axis]) + box);
	}
	return reach;
}
/**
* A time before which the boxes at a[i] and b[j] are apart, or NEVER. What meets in the world at some time is within
* the margins in a's space, and in b's, at both ends, hence in between.
*/
export function translatedMeetingTime(a, i, b, j) {
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
		narrowSpan(between[axis], between[3 + axis], extents);
	}
	for (let axis = 0; axis < 3; axis++) {
		// axis of b
		const extents = boxB[3 + axis] + rowTimes(atStart, ABS_N + 3 * axis, boxA, 3) + marginB;
		narrowSpan(rowTimes(atStart, N + 3 * axis, between, 0), rowTimes(atStart, N + 3 * axis, between, 3), extents);
	}
	return span[FROM] > span[TO] ? NEVER : span[FROM];
}
function rowTimes(m, at, v, k) {
	return m[at] * v[k] + m[at + 1] * v[k + 1] + m[at + 2] * v[k + 2];
}
/** Leaves of the span when intervals are not apart whose centres go from one distance to another, on either side. */
function narrowSpan(start, end, extents) {
	for (let side = -1; side <= 1; side += 2) {
		const gap = side * start - extents;
		const gapEnd = side * end - extents;
		if (gap > 0) {
			const closes = gapEnd > 0 ? NEVER : gap / (gap - gapEnd) * BELOW;
			if (closes > span[FROM]) span[FROM] = closes;
		} else if (gapEnd > 0) {
			const opens = gap / (gap - gapEnd) * ABOVE;
			if (opens < span[TO]) span[TO] = opens;
		}
	}
}
