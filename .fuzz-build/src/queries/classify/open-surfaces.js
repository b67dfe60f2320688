import { movePoint } from "../../geometry/affine.js";
import { gridOf } from "../../geometry/contact/rational-point.js";
import { KIND } from "../../geometry/contact/triangle-contact.js";
import { vertexOf } from "../../mesh/triangle-mesh.js";
import { exactPoint } from "../contacts/contact-corners.js";
import { LINE } from "../contacts/contact-segments.js";
import { worldPositions } from "./posed-tree.js";
import { crossAlong } from "./wedges.js";
import { sumSolidAngles } from "./winding-number.js";
/** Two open meshes that meet, as surfaces. */
export function classifySurfaces(contact, a, b) {
	if (contact.joined().corners.kinds.includes(KIND.crossing)) return "overlapping";
	if (haveSameTriangles(contact.triangles(), a.tree.mesh, b.tree.mesh)) return "duplicate";
	return crossAlongEdges(contact, a, b) ? "overlapping" : "touching";
}
/**
* Whether the surfaces cross where edges of one lie on the other, so that no two triangles cross. Only segments without a
* common area beside them are asked: whether one goes through the other by way of an area is not decided.
*/
function crossAlongEdges(contact, a, b) {
	const triangles = contact.triangles();
	const { corners, segments } = contact.joined();
	const lines = new Set();
	corners.kinds.forEach((kind, i) => {
		const segment = segments.ofCorners[corners.starts[i]];
		if (kind === KIND.segment && segments.places[segment] === LINE) lines.add(segment);
	});
	if (lines.size === 0) return false;
	const grid = gridOf(worldPositions(a), worldPositions(b));
	const end = (at) => exactPoint(triangles, corners, segments.ends[at], grid);
	return [...lines].some((s) => crossAlong(a, b, end(2 * s), end(2 * s + 1), grid));
}
/** Whether each triangle of one has one with the same corners in the other; then all of them are in pairs. */
function haveSameTriangles({ faces, originals, countA }, a, b) {
	if (countA !== a.triangleCount || originals.length - countA !== b.triangleCount) return false;
	const ofA = new Set(faces.subarray(0, countA));
	const ofB = new Set(faces.subarray(countA));
	return ofA.size === ofB.size && [...ofB].every((face) => ofA.has(face));
}
/** Whether the winding number of `around` is at least a half at each part of `surface`, which does not meet it. */
export function isFoundInside({ posed, topology }, around) {
	const { mesh } = posed.tree;
	const point = new Float64Array(3);
	return topology.parts.every((triangle) => {
		const v = 3 * vertexOf(mesh, triangle, 0);
		movePoint(posed.toWorld, mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2], point, 0);
		return Math.abs(sumSolidAngles(around, point)) >= .5;
	});
}
