import { orient2d } from "../numerics/orient.js";
import { lengthOf } from "../numerics/portable-math.js";
import { visitEdges } from "./edge-uses.js";
import { finish, firstEqual, mix } from "./first-equal.js";
import { checkCoordinates, checkMesh } from "./triangle-mesh.js";
import { weldVertices } from "./weld-vertices.js";
/** The median edge, counted in f32 steps, at which noise begins to show. */
const STEPS_PER_EDGE = 1e4;
/** Reports what is legal but suspicious. Linear in the size of the mesh; about a second a million triangles. */
export function inspectMesh(mesh) {
	checkMesh(mesh);
	const { positions, vertexCount, triangleCount } = mesh;
	checkCoordinates(positions);
	const vertices = cornerVertices(mesh);
	const welded = weldVertices(positions);
	const weldedCorners = vertices.map((vertex) => welded[vertex]);
	const bounds = boundsOf(positions, vertices);
	const step = f32Spacing(Math.max(...bounds.min.map(Math.abs), ...bounds.max.map(Math.abs)));
	const diagonal = lengthOf(bounds.max.map((max, axis) => max - bounds.min[axis]));
	return {
		triangleCount,
		vertexCount,
		bounds,
		degenerateTriangles: findDegenerate(positions, vertices),
		duplicateTriangles: findDuplicates(weldedCorners),
		unweldedVertices: countRepeats(welded),
		unusedVertices: countUnused(vertices, vertexCount),
		...sortEdges(weldedCorners, vertexCount),
		f32Step: diagonal === 0 ? 0 : step / diagonal,
		f32NoiseVisible: mostEdgesBelow(STEPS_PER_EDGE * step, positions, vertices)
	};
}
function cornerVertices({ indices, triangleCount }) {
	if (indices !== null) return new Uint32Array(indices);
	const vertices = new Uint32Array(3 * triangleCount);
	for (let i = 0; i < vertices.length; i++) vertices[i] = i;
	return vertices;
}
function boundsOf(positions, vertices) {
	const min = [
		Infinity,
		Infinity,
		Infinity
	];
	const max = [
		-Infinity,
		-Infinity,
		-Infinity
	];
	for (const vertex of vertices) for (let axis = 0; axis < 3; axis++) {
		const value = positions[3 * vertex + axis];
		if (value < min[axis]) min[axis] = value;
		if (value > max[axis]) max[axis] = value;
	}
	return {
		min,
		max
	};
}
function findDegenerate(positions, vertices) {
	const found = [];
	for (let i = 0; i < vertices.length; i += 3) {
		const a = 3 * vertices[i];
		const b = 3 * vertices[i + 1];
		const c = 3 * vertices[i + 2];
		const flat = turn(positions, a, b, c, 0, 1) === 0 && turn(positions, a, b, c, 1, 2) === 0 && turn(positions, a, b, c, 2, 0) === 0;
		if (flat) found.push(i / 3);
	}
	return Uint32Array.from(found);
}
/** The exact sign of the turn a, b, c seen along one axis; collinear points turn along none of the three. */
function turn(p, a, b, c, u, v) {
	return orient2d(p[a + u], p[a + v], p[b + u], p[b + v], p[c + u], p[c + v]);
}
function findDuplicates(corners) {
	const sorted = sortCorners(corners);
	const first = firstEqual(sorted.length / 3, (t) => finish(mix(mix(mix(0, sorted[3 * t]), sorted[3 * t + 1]), sorted[3 * t + 2])), (t, s) => sorted[3 * t] === sorted[3 * s] && sorted[3 * t + 1] === sorted[3 * s + 1] && sorted[3 * t + 2] === sorted[3 * s + 2]);
	const found = [];
	for (let t = 0; t < first.length; t++) if (first[t] !== t) found.push(t);
	return Uint32Array.from(found);
}
function sortCorners(corners) {
	const sorted = new Uint32Array(corners.length);
	for (let i = 0; i < corners.length; i += 3) {
		const a = corners[i];
		const b = corners[i + 1];
		const c = corners[i + 2];
		const low = Math.min(a, b, c);
		const high = Math.max(a, b, c);
		sorted[i] = low;
		sorted[i + 1] = a + b + c - low - high;
		sorted[i + 2] = high;
	}
	return sorted;
}
function countRepeats(welded) {
	let count = 0;
	for (let v = 0; v < welded.length; v++) if (welded[v] !== v) count++;
	return count;
}
function countUnused(vertices, vertexCount) {
	const used = new Uint8Array(vertexCount);
	for (const vertex of vertices) used[vertex] = 1;
	return used.reduce((unused, flag) => unused - flag, vertexCount);
}
function sortEdges(corners, vertexCount) {
	const open = [];
	const nonManifold = [];
	const inconsistent = [];
	let edgeCount = 0;
	let oddEdges = 0;
	visitEdges(corners, vertexCount, (low, high, upward, downward) => {
		const uses = upward + downward;
		edgeCount++;
		oddEdges += uses & 1;
		if (uses === 1) open.push(low, high);
		else if (uses > 2) nonManifold.push(low, high);
		else if (upward !== downward) inconsistent.push(low, high);
	});
	return {
		openEdges: Uint32Array.from(open),
		nonManifoldEdges: Uint32Array.from(nonManifold),
		inconsistentEdges: Uint32Array.from(inconsistent),
		closed: edgeCount > 0 && oddEdges === 0
	};
}
/** The distance from |value|, rounded to f32, to the next f32 number. */
function f32Spacing(value) {
	const number = new Float32Array([value]);
	const rounded = number[0];
	new Uint32Array(number.buffer)[0]++;
	return number[0] - rounded;
}
/** Whether more than half of the triangles' edges are shorter than `length`: the median's side, without sorting. */
function mostEdgesBelow(length, positions, vertices) {
	let edges = 0;
	let below = 0;
	for (let i = 0; i < vertices.length; i++) {
		const from = 3 * vertices[i];
		const to = 3 * vertices[i % 3 === 2 ? i - 2 : i + 1];
		const x = positions[to] - positions[from];
		const y = positions[to + 1] - positions[from + 1];
		const z = positions[to + 2] - positions[from + 2];
		const squared = x * x + y * y + z * z;
		if (x === 0 && y === 0 && z === 0) continue;
		edges++;
		if (squared < length * length) below++;
	}
	return 2 * below > edges;
}
