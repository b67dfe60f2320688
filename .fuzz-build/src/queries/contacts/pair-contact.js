import { findCorners } from "./contact-corners.js";
import { findSegments, LINE, oddEnds } from "./contact-segments.js";
import { gatherTriangles } from "./gather-triangles.js";
import { mergeEnds } from "./merge-ends.js";
export function createPairContact(a, aToWorld, b, bToWorld, pairs) {
	let triangles = null;
	let joined = null;
	const gather = () => {
		triangles ??= gatherTriangles(a, aToWorld, b, bToWorld, pairs);
		return triangles;
	};
	return {
		pairs,
		triangles: gather,
		joined() {
			joined ??= joinPairs(gather());
			return joined;
		}
	};
}
function joinPairs(triangles) {
	const corners = findCorners(triangles);
	const segments = findSegments(triangles, corners);
	const merged = mergeEnds(triangles, corners, oddEnds(segments, LINE, corners.pointCount));
	if (merged === null) return {
		corners,
		segments
	};
	return {
		corners: merged,
		segments: findSegments(triangles, merged)
	};
}
