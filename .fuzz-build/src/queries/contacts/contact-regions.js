import { setLengthToOne } from "../../geometry/unit-normal.js";
import { rootOf } from "../../mesh/surface-topology.js";
import { LINE, NO_SEGMENT } from "./contact-segments.js";
import { fanArea, lengthBetween } from "./measure-contacts.js";
/** A mean normal shorter than this has cancelled out. */
const CANCELLED = 1e-9;
/** For each pair, the number of its region; regions are numbered by their first pair. */
export function findRegions({ starts, points, pointCount }) {
	const parents = new Uint32Array(pointCount);
	for (let p = 0; p < pointCount; p++) parents[p] = p;
	const pairCount = starts.length - 1;
	for (let i = 0; i < pairCount; i++) for (let k = starts[i] + 1; k < starts[i + 1]; k++) parents[rootOf(parents, points[k])] = rootOf(parents, points[k - 1]);
	const numbers = new Map();
	const ofPairs = new Uint32Array(pairCount);
	for (let i = 0; i < pairCount; i++) {
		const root = rootOf(parents, points[starts[i]]);
		if (!numbers.has(root)) numbers.set(root, numbers.size);
		ofPairs[i] = numbers.get(root);
	}
	return {
		count: numbers.size,
		ofPairs
	};
}
/** Areas, lengths, centroids and normals of the regions. */
export function measureRegions(corners, segments, places, normals, regions) {
	const sums = () => Array.from({ length: regions.count }, emptySums);
	const areas = sumPatches(corners, segments, places, normals, regions.ofPairs, sums());
	const lines = sumLines(corners, segments, places, normals, regions.ofPairs, sums());
	const spots = sumPoints(corners, places, normals, regions.ofPairs, sums());
	return spots.map((spot, r) => {
		const [area, line] = [areas[r], lines[r]];
		const best = area.weight > 0 ? area : line.weight > 0 ? line : spot;
		setLengthToOne(best.normal, 0, CANCELLED * best.weight);
		return {
			kind: area.weight > 0 ? "area" : line.weight > 0 ? "curve" : "point",
			area: area.weight,
			length: line.weight,
			centroid: best.centroid.map((x) => x / best.weight),
			normal: best.normal,
			pairCount: spot.weight
		};
	});
}
function emptySums() {
	return {
		weight: 0,
		centroid: [
			0,
			0,
			0
		],
		normal: [
			0,
			0,
			0
		]
	};
}
function addNormal(sums, normals, pair, weight) {
	for (let axis = 0; axis < 3; axis++) sums.normal[axis] += weight * normals[3 * pair + axis];
}
function sumPatches({ starts, points }, { patches }, places, normals, ofPairs, out) {
	for (const i of patches) {
		const sums = out[ofPairs[i]];
		const p = points[starts[i]];
		for (let k = starts[i] + 2; k < starts[i + 1]; k++) {
			const [q, r] = [points[k - 1], points[k]];
			const area = fanArea(places, p, q, r);
			sums.weight += area;
			addNormal(sums, normals, i, area);
			for (let axis = 0; axis < 3; axis++) sums.centroid[axis] += area * (places[3 * p + axis] + places[3 * q + axis] + places[3 * r + axis]) / 3;
		}
	}
	return out;
}
/** Each segment once; its normal is the mean of those of the pairs that see it. */
function sumLines({ starts }, { count, ends, places: kinds, ofCorners }, places, normals, ofPairs, out) {
	const seen = new Uint32Array(count);
	for (const segment of ofCorners) if (segment !== NO_SEGMENT) seen[segment]++;
	for (let i = 0; i < ofPairs.length; i++) {
		const segment = starts[i + 1] - starts[i] === 2 ? ofCorners[starts[i]] : NO_SEGMENT;
		if (segment === NO_SEGMENT || kinds[segment] !== LINE) continue;
		const [p, q] = [ends[2 * segment], ends[2 * segment + 1]];
		const weight = lengthBetween(places, p, q) / seen[segment];
		const sums = out[ofPairs[i]];
		sums.weight += weight;
		addNormal(sums, normals, i, weight);
		for (let axis = 0; axis < 3; axis++) sums.centroid[axis] += .5 * weight * (places[3 * p + axis] + places[3 * q + axis]);
	}
	return out;
}
function sumPoints({ starts, points }, places, normals, ofPairs, out) {
	for (let i = 0; i < ofPairs.length; i++) {
		const sums = out[ofPairs[i]];
		sums.weight++;
		addNormal(sums, normals, i, 1);
		for (let axis = 0; axis < 3; axis++) sums.centroid[axis] += places[3 * points[starts[i]] + axis];
	}
	return out;
}
