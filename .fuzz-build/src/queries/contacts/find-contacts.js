import { plainPose } from "../../geometry/affine.js";
import { KIND } from "../../geometry/contact/triangle-contact.js";
import { checkOptionNames } from "../../option-names.js";
import { findPairs } from "../pairs/find-pairs.js";
import { PAIR_OPTIONS } from "../pairs/pair-query.js";
import { scalePair, shrink } from "../tiny-worlds.js";
import { chainSegments } from "./chain-segments.js";
import { placePoints } from "./contact-corners.js";
import { findRegions, measureRegions } from "./contact-regions.js";
import { BORDER, LINE } from "./contact-segments.js";
import { lengthBetween, measureNormals, measureSizes } from "./measure-contacts.js";
import { createPairContact } from "./pair-contact.js";
/**
* Where a and b meet: the point, segment or polygon of each pair of triangles, chained into curves and grouped into
* connected regions. Two closed meshes that cross without coplanar parts give closed curves only. A normal is half way
* between the normal of a's triangle and the opposite of b's (of the world triangles, by their winding), so it points
* from a towards b; where both face the same way it is theirs, and zero where both are degenerate.
*/
export function findContacts(a, b, options = {}) {
	checkOptionNames(options, PAIR_OPTIONS, "findContacts");
	const { aToWorld: poseA = null, bToWorld: poseB = null, test, descend, stats } = options;
	const aToWorld = plainPose(poseA, "aToWorld");
	const bToWorld = plainPose(poseB, "bToWorld");
	const scaled = scalePair(a, b, {
		aToWorld,
		bToWorld
	});
	if (scaled !== null) return smallerContacts(findContacts(scaled.a, scaled.b, {
		...options,
		...scaled.poses
	}), scaled.factor);
	const found = findPairs(a, b, {
		aToWorld,
		bToWorld,
		test,
		descend,
		stats
	});
	return describeContact(createPairContact(a.mesh, aToWorld, b.mesh, bToWorld, found.pairs), found.stats);
}
/** What was found in a world that is `factor` times as large. An area may be too small for a number other than zero. */
function smallerContacts(contacts, factor) {
	const { points, sizes, kinds, curves, regions } = contacts;
	shrink(points, factor);
	for (let i = 0; i < sizes.length; i++) sizes[i] = sizes[i] / factor / (kinds[i] === KIND.area ? factor : 1);
	for (const curve of curves) curve.length /= factor;
	for (const region of regions) {
		region.area = region.area / factor / factor;
		region.length /= factor;
		shrink(region.centroid, factor);
	}
	return contacts;
}
function describeContact(contact, stats) {
	const triangles = contact.triangles();
	const { corners, segments } = contact.joined();
	const { points, curves } = curvesOfContact(contact);
	const normals = measureNormals(triangles);
	const regions = findRegions(corners);
	const regionOfPoint = new Uint32Array(corners.pointCount);
	for (let i = 0; i < regions.ofPairs.length; i++) for (let k = corners.starts[i]; k < corners.starts[i + 1]; k++) regionOfPoint[corners.points[k]] = regions.ofPairs[i];
	return {
		count: contact.pairs.length / 2,
		pairs: contact.pairs,
		kinds: corners.kinds,
		normals,
		sizes: measureSizes(corners, points),
		starts: corners.starts,
		corners: corners.points,
		points,
		curves: curves.map((curve) => ({
			...curve,
			region: regionOfPoint[curve.points[0]]
		})),
		regions: measureRegions(corners, segments, points, normals, regions),
		regionOfPair: regions.ofPairs,
		stats
	};
}
export function curvesOfContact(contact) {
	const { corners, segments } = contact.joined();
	const points = placePoints(contact.triangles(), corners);
	const curves = [LINE, BORDER].flatMap((place) => chainSegments(segments.ends.filter((_, k) => segments.places[k >> 1] === place), corners.pointCount).map((chain) => ({
		points: chain.points,
		closed: chain.closed,
		border: place === BORDER,
		length: lengthAlong(chain.points, chain.closed, points)
	})));
	return {
		points,
		curves
	};
}
function lengthAlong(points, closed, places) {
	let length = closed ? lengthBetween(places, points[points.length - 1], points[0]) : 0;
	for (let k = 1; k < points.length; k++) length += lengthBetween(places, points[k - 1], points[k]);
	return length;
}
