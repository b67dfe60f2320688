import { movePoint } from "../../geometry/affine.js";
import { vertexOf } from "../../mesh/triangle-mesh.js";
import { lengthOf } from "../../numerics/portable-math.js";
import { INSIDE, locate } from "../classify/locate-point.js";
import { castRayAll } from "../shapes/cast-ray.js";
import { findNearest } from "./world-surface.js";
/** Triangles of each solid from which a way through is tried. */
const TRIED = 24;
export function commonBall({ surfaceA, surfaceB }) {
	const best = {
		diameter: 0,
		centre: new Float64Array(3)
	};
	for (const { posed } of [surfaceA, surfaceB]) for (const centre of waysThrough(posed)) {
		if (locate(surfaceA.posed, centre) !== INSIDE || locate(surfaceB.posed, centre) !== INSIDE) continue;
		const radius = Math.min(roomAround(surfaceA, centre), roomAround(surfaceB, centre));
		if (2 * radius > best.diameter) {
			best.diameter = 2 * radius;
			best.centre.set(centre);
		}
	}
	return best;
}
/** Measured as in `deepestPoint`: `closestPoint` would settle ties exactly, which is not needed here. */
function roomAround(surface, centre) {
	findNearest(surface, centre, 0);
	return surface.distance;
}
/** Points half way between a triangle's centre and what is opposite, on either side: one of the two is inside. */
function waysThrough({ tree, toWorld }) {
	const { triangles } = tree;
	const step = Math.max(1, Math.floor(triangles.length / TRIED));
	const points = [];
	const t = new Float64Array(9);
	for (let slot = step >> 1; slot < triangles.length; slot += step) {
		const triangle = triangles[slot];
		const { positions } = tree.mesh;
		for (let k = 0; k < 3; k++) {
			const v = 3 * vertexOf(tree.mesh, triangle, k);
			movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], t, 3 * k);
		}
		const start = [
			0,
			1,
			2
		].map((axis) => (t[axis] + t[3 + axis] + t[6 + axis]) / 3);
		const normal = normalOf(t);
		if (normal === null) continue;
		const hits = castRayAll(tree, start, normal, { toWorld });
		const back = castRayAll(tree, start, normal.map((x) => -x), { toWorld });
		for (const [found, way] of [[hits, 1], [back, -1]]) {
			const opposite = found.find((hit) => hit.triangle !== triangle && hit.t > 0);
			if (opposite === undefined) continue;
			points.push(Float64Array.from(start, (x, axis) => x + .5 * way * opposite.t * normal[axis]));
		}
	}
	return points;
}
function normalOf(t) {
	const u = [
		0,
		1,
		2
	].map((axis) => t[3 + axis] - t[axis]);
	const v = [
		0,
		1,
		2
	].map((axis) => t[6 + axis] - t[axis]);
	const normal = [
		u[1] * v[2] - u[2] * v[1],
		u[2] * v[0] - u[0] * v[2],
		u[0] * v[1] - u[1] * v[0]
	];
	const length = lengthOf(normal);
	return length > 0 ? normal.map((x) => x / length) : null;
}
