import { addIndices, addNode, addPositions, createDraft, packGlb, worldTransform } from "../formats/gltf/draft.js";
import { addPart } from "../formats/gltf/draft-part.js";
import { checkOptionNames } from "../option-names.js";
import { colourParts } from "./part-colours.js";
import { metresPerReportUnit, partsOfReport, SCENE_SPACE } from "./scene-space.js";
// Linear RGB. Neighbours in the list are easy to tell apart, also for people who see few colours; none is yellow.
const COLOURS = [
	[
		.8,
		.13,
		.03
	],
	[
		.03,
		.27,
		.7
	],
	[
		.05,
		.5,
		.25
	],
	[
		.45,
		.1,
		.5
	],
	[
		.1,
		.55,
		.65
	],
	[
		.35,
		.18,
		.05
	]
];
/** So much of a clashing part is seen that curves and parts inside it show. */
const ALPHA = .45;
const GHOST = [
	.35,
	.38,
	.42,
	.12
];
const CURVE = [
	1,
	.9,
	0
];
const LINES = 1;
/**
* The scene as a binary glTF 2.0, in metres: below "parts" one node a part, clashing ones coloured, the others nearly
* transparent; below "clashes" one node a clash, at its point, with its contact curves as lines and what the report
* says as `extras`, in the report's unit.
*/
export function writeGlb(report, given, options = {}) {
	checkOptionNames(options, SCENE_SPACE, "writeGlb");
	const parts = partsOfReport(report, given);
	const { upAxis = null } = options;
	const metres = metresPerReportUnit(report);
	const draft = createDraft();
	if (parts.length > 0) {
		const scale = metres * report.unit.perSceneUnit;
		const root = addNode(draft, {
			name: "parts",
			...worldTransform(scale, upAxis)
		}, null);
		addParts(draft, report, parts, root);
	}
	if (report.clashes.length > 0) {
		const extras = { unit: report.unit.name };
		const root = addNode(draft, {
			name: "clashes",
			...worldTransform(metres, upAxis),
			extras
		}, null);
		const material = addMaterial(draft, "contact", CURVE, CURVE);
		for (const clash of report.clashes) addNode(draft, nodeOfClash(draft, report, clash, material), root);
	}
	return packGlb(draft);
}
function addParts(draft, report, parts, root) {
	const materials = COLOURS.map((colour, i) => addMaterial(draft, `clash ${i + 1}`, [...colour, ALPHA]));
	const ghost = addMaterial(draft, "no clash", GHOST);
	const colours = colourParts(report, COLOURS.length);
	const surfaces = new Map();
	for (const [i, { name, mesh, toWorld }] of parts.entries()) {
		const colour = colours[i];
		const material = colour === null ? ghost : materials[colour];
		addPart(draft, surfaces, {
			name,
			mesh,
			toWorld,
			extras: extrasOfPart(report.parts[i])
		}, material, root);
	}
}
function addMaterial(draft, name, colour, emissiveFactor) {
	const [r, g, b, alpha = 1] = colour;
	return draft.materials.push({
		name,
		pbrMetallicRoughness: {
			baseColorFactor: [
				r,
				g,
				b,
				alpha
			],
			metallicFactor: 0,
			roughnessFactor: .7
		},
		...emissiveFactor && { emissiveFactor },
		...alpha < 1 && { alphaMode: "BLEND" },
		doubleSided: true
	}) - 1;
}
function extrasOfPart({ key, guid, type }) {
	return {
		key,
		...guid !== undefined && { guid },
		...type !== undefined && { type }
	};
}
function nodeOfClash(draft, report, clash, material) {
	const { id, kind, keyA, keyB, depth, distance, trianglePairs, change, point } = clash;
	const [nameA, nameB] = [report.parts[clash.a].name, report.parts[clash.b].name];
	const mesh = addLines(draft, clash, material);
	return {
		name: kind === "self" ? `self: ${nameA}` : `${kind}: ${nameA} × ${nameB}`,
		translation: point,
		...mesh !== null && { mesh },
		extras: {
			id,
			kind,
			a: keyA,
			b: keyB,
			...depth !== null && {
				depth: depth.depth,
				depthKind: depth.kind
			},
			...distance !== null && { distance: distance.distance },
			trianglePairs,
			...change !== undefined && { change }
		}
	};
}
/** All lines of a clash as one mesh, relative to its point so that f32 keeps their digits; null where there are none. */
function addLines(draft, clash, material) {
	const { point } = clash;
	const { points, ends } = linesOf(clash);
	if (ends.length === 0) return null;
	const positions = Float32Array.from(points, (value, i) => value - point[i % 3]);
	const min = [
		0,
		1,
		2
	].map((axis) => extreme(positions, axis, Math.min));
	const max = [
		0,
		1,
		2
	].map((axis) => extreme(positions, axis, Math.max));
	const POSITION = addPositions(draft, positions.length / 3, min, max, (out) => out.set(positions));
	const indices = addIndices(draft, positions.length / 3, ends);
	return draft.meshes.push({ primitives: [{
		attributes: { POSITION },
		indices,
		mode: LINES,
		material
	}] }) - 1;
}
function extreme(positions, axis, choose) {
	let value = positions[axis];
	for (let i = axis + 3; i < positions.length; i += 3) value = choose(value, positions[i]);
	return value;
}
/** The contact curves, or the way from one part to the other: points, and for each line the numbers of its two. */
function linesOf({ curves, distance }) {
	const points = [];
	const ends = [];
	const add = (coordinates, closed) => {
		const first = points.length / 3;
		const count = coordinates.length / 3;
		if (count < 2) return;
		for (const value of coordinates) points.push(value);
		for (let i = 1; i < count; i++) ends.push(first + i - 1, first + i);
		if (closed && count > 2) ends.push(first + count - 1, first);
	};
	for (const curve of curves) add(curve.points, curve.closed);
	if (distance !== null) add([...distance.pointA, ...distance.pointB], false);
	return {
		points,
		ends
	};
}
