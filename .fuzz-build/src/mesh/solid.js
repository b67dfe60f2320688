import { convexCore } from "./convex-core.js";
import { convexShapeOf } from "./convex-hull.js";
import { coversHull } from "./is-convex.js";
import { topologyOf } from "./surface-topology.js";
import { vertexOf } from "./triangle-mesh.js";
export function solidOf(mesh) {
	const { closed, parts } = topologyOf(mesh);
	const hull = convexShapeOf(mesh);
	const convex = closed && coversHull(mesh, hull);
	return {
		closed,
		hull,
		convex,
		core: closed && hull.dimension === 3 ? convexCore(mesh, hull, convex) : null,
		winding: windingOf(mesh),
		pieces: parts.map((triangle) => vertexOf(mesh, triangle, 0))
	};
}
/** By the sign of the volume: only a hint for the search of directions, so f64 is enough. */
function windingOf(mesh) {
	const { positions: p } = mesh;
	const o = 3 * vertexOf(mesh, 0, 0);
	let volume = 0;
	for (let t = 0; t < mesh.triangleCount; t++) {
		const a = 3 * vertexOf(mesh, t, 0);
		const b = 3 * vertexOf(mesh, t, 1);
		const c = 3 * vertexOf(mesh, t, 2);
		const [ax, ay, az] = [
			p[a] - p[o],
			p[a + 1] - p[o + 1],
			p[a + 2] - p[o + 2]
		];
		const [bx, by, bz] = [
			p[b] - p[o],
			p[b + 1] - p[o + 1],
			p[b + 2] - p[o + 2]
		];
		const [cx, cy, cz] = [
			p[c] - p[o],
			p[c + 1] - p[o + 1],
			p[c + 2] - p[o + 2]
		];
		volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
	}
	return volume < 0 ? -1 : 1;
}
