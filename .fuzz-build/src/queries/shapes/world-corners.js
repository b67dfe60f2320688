import { movePoint } from "../../geometry/affine.js";
import { placement, toWorld } from "./tree-frame.js";
/** Writes the nine world coordinates of the triangle in `slot` to `out`, for the query that has begun. */
export function writeWorldCorners(tree, slot, out) {
	const { mesh, corners } = tree;
	const { positions } = mesh;
	const { moves } = placement;
	for (let corner = 0; corner < 3; corner++) {
		const v = 3 * corners[3 * slot + corner];
		const at = 3 * corner;
		const x = positions[v];
		const y = positions[v + 1];
		const z = positions[v + 2];
		if (moves) movePoint(toWorld, x, y, z, out, at);
		else {
			out[at] = x;
			out[at + 1] = y;
			out[at + 2] = z;
		}
	}
}
