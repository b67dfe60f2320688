import { MAX_COORDINATE } from "../../mesh/triangle-mesh.js";
import { createIndexList, pushTriangle, trimmed } from "../growing-list.js";
import { readAccessor, toReals } from "./accessors.js";
import { note, spend } from "./document.js";
import { unpackDraco } from "./draco.js";
import { isMissing, items, keys, member, refuse, whole } from "./json.js";
const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;
const PLACING = /^(?:POSITION|JOINTS_\d+|WEIGHTS_\d+)$/;
/** The triangles of a mesh; null when it has none. */
export function readSurface(document, mesh) {
	const runs = new Map();
	const primitives = [];
	let vertexCount = 0;
	for (const json of items(member(mesh, "primitives"))) {
		const mode = whole(member(json, "mode"), TRIANGLES);
		const attributes = member(json, "attributes");
		if (mode < TRIANGLES || mode > FAN) note(document, json, "points or lines, ignored");
		else if (isMissing(member(attributes, "POSITION"))) note(document, json, "no positions, ignored");
		else {
			unpackDraco(document, json);
			const key = keyOfVertices(json);
			let vertices = runs.get(key);
			if (vertices === undefined) {
				vertices = readVertices(document, json, vertexCount);
				runs.set(key, vertices);
				vertexCount += vertices.run.count;
			}
			const indices = member(json, "indices");
			primitives.push({
				json,
				mode,
				...vertices,
				indices: isMissing(indices) ? null : readAccessor(document, indices, 1)
			});
		}
	}
	if (vertexCount === 0) return null;
	const positions = join(document, mesh, [...runs.values()], vertexCount);
	const indices = joinIndices(document, primitives);
	if (indices === undefined) return null;
	const targetCount = primitives.reduce((most, { run }) => Math.max(most, run.targets.length), 0);
	return {
		positions,
		indices,
		runs: [...runs.values()].map(({ run }) => run),
		targetCount
	};
}
/** The accessors that place a primitive's vertices: those with the same share them. */
function keyOfVertices(json) {
	const attributes = member(json, "attributes");
	const own = keys(attributes).filter((name) => PLACING.test(name)).sort().map((name) => `${name} ${whole(member(attributes, name))}`);
	const targets = items(member(json, "targets")).map((target) => {
		const offsets = member(target, "POSITION");
		return isMissing(offsets) ? "-" : whole(offsets);
	});
	return [...own, ...targets].join();
}
function readVertices(document, json, first) {
	const attributes = member(json, "attributes");
	const positions = readPositions(document, member(attributes, "POSITION"));
	spend(document, positions.byteLength, json);
	const count = positions.length / 3;
	const targets = items(member(json, "targets")).map((target) => {
		const offsets = member(target, "POSITION");
		if (isMissing(offsets)) return null;
		const values = readPositions(document, offsets);
		spend(document, values.byteLength, offsets);
		if (values.length !== positions.length) refuse(offsets, `${values.length / 3} offsets for ${count} vertices`);
		return values;
	});
	const joints = [];
	const weights = [];
	for (const name of keys(attributes)) {
		const set = /^JOINTS_(\d+)$/.exec(name)?.[1];
		const weight = member(attributes, `WEIGHTS_${set}`);
		if (set === undefined || isMissing(weight)) continue;
		joints.push(perVertex(readAccessor(document, member(attributes, name), 4), count, member(attributes, name)));
		weights.push(toReals(perVertex(readAccessor(document, weight, 4), count, weight)));
	}
	return {
		run: {
			first,
			count,
			targets,
			joints,
			weights
		},
		positions
	};
}
function perVertex(accessor, count, json) {
	if (accessor.count !== count) refuse(json, `${accessor.count} elements for ${count} vertices`);
	return accessor;
}
function readPositions(document, json) {
	const positions = toReals(readAccessor(document, json, 3));
	for (let i = 0; i < positions.length; i++) if (!(Math.abs(positions[i]) <= MAX_COORDINATE)) refuse(json, `coordinate ${positions[i]} of vertex ${Math.floor(i / 3)} is not within ±2^100`);
	return positions;
}
/** One array for all primitives; a single one keeps its own. */
function join(document, mesh, runs, vertexCount) {
	if (runs.length === 1) return runs[0].positions;
	const isSingle = runs.every(({ positions }) => positions instanceof Float32Array);
	spend(document, 3 * vertexCount * (isSingle ? 4 : 8), mesh);
	const joined = isSingle ? new Float32Array(3 * vertexCount) : new Float64Array(3 * vertexCount);
	for (const { run, positions } of runs) joined.set(positions, 3 * run.first);
	return joined;
}
/** The corners of all triangles; null for a soup, undefined when there are no triangles. */
function joinIndices(document, primitives) {
	for (const primitive of primitives) {
		spend(document, 4 * (primitive.indices?.count ?? 0), primitive.json);
		checkIndices(primitive);
	}
	if (primitives.length === 1) {
		const { mode, run, indices } = primitives[0];
		const count = indices?.count ?? run.count;
		if (mode === TRIANGLES && count % 3 === 0 && count > 0) {
			const values = indices?.values ?? null;
			if (values === null || values instanceof Uint16Array || values instanceof Uint32Array) return values;
			return Uint16Array.from(values);
		}
	}
	const triangles = createIndexList();
	for (const primitive of primitives) {
		spend(document, 12 * (primitive.indices?.count ?? primitive.run.count), primitive.json);
		addTriangles(document, primitive, triangles);
	}
	return triangles.length === 0 ? undefined : trimmed(triangles);
}
function checkIndices({ json, run, indices }) {
	if (indices === null) return;
	const { values } = indices;
	const place = member(json, "indices");
	if (!(values instanceof Uint8Array || values instanceof Uint16Array || values instanceof Uint32Array)) refuse(place, "vertex numbers must be unsigned whole numbers");
	for (let i = 0; i < values.length; i++) if (values[i] >= run.count) refuse(place, `index ${i}: vertex ${values[i]} is out of range, there are ${run.count}`);
}
function addTriangles(document, primitive, triangles) {
	const { json, mode, run, indices } = primitive;
	const count = indices?.count ?? run.count;
	const corner = (i) => run.first + (indices === null ? i : indices.values[i]);
	if (mode === TRIANGLES) {
		if (count % 3 !== 0) note(document, json, "corners left over after the last triangle, ignored");
		for (let i = 2; i < count; i += 3) pushTriangle(triangles, corner(i - 2), corner(i - 1), corner(i));
		return;
	}
	for (let i = 2; i < count; i++) {
		const a = corner(mode === STRIP ? i - 2 : 0);
		const isOdd = mode === STRIP && i % 2 === 1;
		const b = corner(isOdd ? i : i - 1);
		const c = corner(isOdd ? i - 1 : i);
		// Corners are repeated to turn a strip, not to make a triangle.
		if (a !== b && b !== c && c !== a) pushTriangle(triangles, a, b, c);
	}
}
