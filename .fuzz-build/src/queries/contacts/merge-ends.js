import { FINEST, gridOf, roundPoint, samePoint } from "../../geometry/contact/rational-point.js";
import { exactPoint } from "./contact-corners.js";
/**
* Meshes whose triangles do not share whole edges (T-junctions, seams closed by degenerate triangles) have several
* names for one point, and a chain would end there. So the ends that the names leave open are compared by their exact
* coordinates, and equal ones become one point. Null when there are none.
*/
export function mergeEnds(triangles, found, ends) {
	const buckets = new Map();
	const rounded = new Float64Array(3);
	const into = new Map();
	const grid = ends.length === 0 ? FINEST : gridOf(triangles.positions);
	for (const point of ends) {
		const place = exactPoint(triangles, found, point, grid);
		roundPoint(place, grid, rounded, 0);
		const key = rounded.join(" ");
		const bucket = buckets.get(key) ?? [];
		const equal = bucket.find((other) => samePoint(other.place, place));
		if (equal === undefined) buckets.set(key, [...bucket, {
			point,
			place
		}]);
		else into.set(point, equal.point);
	}
	if (into.size === 0) return null;
	return {
		...found,
		points: found.points.map((point) => into.get(point) ?? point)
	};
}
