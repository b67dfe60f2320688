import { bakePositions } from "../geometry/affine.js";
import { createMesh } from "../mesh/triangle-mesh.js";
import { findPairsByBruteForce } from "./triangle-pairs.js";
/**
* The slow twin of `findLinkPairs` and `findLinkTriangles`: every link moved to world space, every pair of links tried, every
* pair of triangles tested. `skip` are pairs of links, as "linkA linkB" with the lower number first, that are left out within one body;
* default: a link and the one it hangs on.
*/
export function findLinkTrianglesByBruteForce(a, b, skip = adjacentLinks(a)) {
	const worldA = bakeLinks(a);
	const worldB = bakeLinks(b);
	const found = [];
	for (let linkA = 0; linkA < worldA.length; linkA++) for (let linkB = a === b ? linkA + 1 : 0; linkB < worldB.length; linkB++) {
		const [meshA, meshB] = [worldA[linkA], worldB[linkB]];
		if (meshA === null || meshB === null) continue;
		if (a === b && skip.has(`${linkA} ${linkB}`)) continue;
		const pairs = findPairsByBruteForce(meshA, meshB);
		if (pairs.length > 0) found.push({
			linkA,
			linkB,
			pairs
		});
	}
	return found;
}
function bakeLinks({ meshes, linkToWorld }) {
	return meshes.map((mesh, link) => {
		if (mesh === null) return null;
		const positions = bakePositions(mesh.positions, linkToWorld.slice(16 * link, 16 * link + 16));
		return createMesh(mesh.indices === null ? { positions } : {
			positions,
			indices: mesh.indices
		});
	});
}
function adjacentLinks({ articulation, meshes }) {
	const skip = new Set();
	articulation.parents.forEach((parent, link) => {
		let above = parent;
		while (above >= 0 && meshes[above] === null) above = articulation.parents[above];
		if (above >= 0) skip.add(`${Math.min(link, above)} ${Math.max(link, above)}`);
	});
	return skip;
}
