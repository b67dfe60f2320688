import { movePoint } from "../../geometry/affine.js";
import { INSIDE, locate } from "../classify/locate-point.js";
import { poseTree } from "../classify/posed-tree.js";
import { collide } from "../pairs/collide.js";
import { addStats } from "../stats.js";
/**
* Whether the solids share a point when b is moved by `travel` along a direction: their surfaces meet, or one has a
* piece of the other inside. Exact, for world vertices under the moved pose.
*/
export function solidsMeet(motion, direction, travel) {
	const { a, b, solidA, solidB, aToWorld, moved, query, sum } = motion;
	moveB(motion, direction, travel);
	const meet = collide(a, b, query);
	addStats(sum, query.stats);
	if (meet) return true;
	return holdsPiece(a, aToWorld, b, solidB, moved, sum) || holdsPiece(b, moved, a, solidA, aToWorld, sum);
}
/** Sets `moved`: what a user does who adds the translation to the pose. */
export function moveB({ bToWorld, moved }, direction, travel) {
	for (let i = 0; i < 16; i++) moved[i] = bToWorld[i];
	for (let axis = 0; axis < 3; axis++) moved[12 + axis] = bToWorld[12 + axis] + travel * direction[axis];
}
/** When surfaces do not meet, each connected piece of one is inside or outside of the other as a whole. */
export function holdsPiece(outer, outerToWorld, inner, { pieces }, innerToWorld, sum) {
	const { positions } = inner.mesh;
	const posed = poseTree(outer, outerToWorld, "toWorld");
	const holds = pieces.some((vertex) => {
		const at = 3 * vertex;
		movePoint(innerToWorld, positions[at], positions[at + 1], positions[at + 2], point, 0);
		return locate(posed, point) === INSIDE;
	});
	sum.boxTests += posed.boxTests;
	sum.triangleTests += posed.triangleTests;
	sum.exactTests += posed.exactTests;
	return holds;
}
const point = new Float64Array(16);
