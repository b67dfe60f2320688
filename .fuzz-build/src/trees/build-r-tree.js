import { OptionError, show } from "../errors.js";
import { exponentOf, scaledMesh } from "../mesh/tiny-mesh.js";
import { checkMesh } from "../mesh/triangle-mesh.js";
import { checkOptionNames } from "../option-names.js";
import { buildAabbTree } from "./build-aabb.js";
import { orderedVertices } from "./ordered-vertices.js";
import { chooseOrigin } from "./origin.js";
import { insertRecord } from "./r-tree/insert.js";
import { hilbertOrder, strOrder } from "./r-tree/orders.js";
import { packRTree } from "./r-tree/pack.js";
import { allocateRTree, MAX_MAX_CHILDREN } from "./r-tree/storage.js";
import { triangleRecords } from "./r-tree/triangle-records.js";
import { treeOfTiny } from "./twin.js";
const STRIDE = 8;
const PACKINGS = [
	"sah",
	"hilbert",
	"str"
];
const R_TREE_OPTIONS = {
	maxChildren: true,
	minChildren: true,
	pack: true
};
/**
* Builds an R-tree over the mesh's triangles; same mesh and options, same tree. `insertTriangle` and `removeTriangle`
* change it afterwards, whichever way it was built.
*/
export function buildRTree(mesh, options = {}) {
	checkOptionNames(options, R_TREE_OPTIONS, "buildRTree");
	const { maxChildren = 8, pack = "sah" } = options;
	checkMaxChildren(maxChildren);
	const { minChildren = Math.max(1, Math.floor(.4 * maxChildren)) } = options;
	checkOptions(minChildren, maxChildren, pack);
	checkMesh(mesh);
	const exponent = exponentOf(mesh);
	const scaled = exponent === 0 ? mesh : scaledMesh(mesh, exponent);
	const tree = buildTree(scaled, minChildren, maxChildren, pack);
	return exponent === 0 ? tree : treeOfTiny(tree, mesh, exponent);
}
function buildTree(mesh, minChildren, maxChildren, pack) {
	const origin = new Float64Array(3);
	chooseOrigin(mesh.positions, origin);
	const records = triangleRecords(mesh, orderedVertices(mesh.positions, origin));
	const tree = pack === false ? insertAll(mesh, records, minChildren, maxChildren) : packRTree(mesh, inOrder(mesh, records, pack, maxChildren), minChildren, maxChildren);
	tree.origin.set(origin);
	return tree;
}
function checkMaxChildren(maxChildren) {
	if (!isWholeWithin(maxChildren, 2, MAX_MAX_CHILDREN)) throw new OptionError(`maxChildren: ${show(maxChildren)} is not a whole number from 2 to ${MAX_MAX_CHILDREN}`);
}
function checkOptions(minChildren, maxChildren, pack) {
	const most = Math.floor(maxChildren / 2);
	if (!isWholeWithin(minChildren, 1, most)) throw new OptionError(`minChildren: ${show(minChildren)} is not a whole number from 1 to ${most}, half of maxChildren`);
	if (pack !== false && !PACKINGS.includes(pack)) throw new OptionError(`pack: ${show(pack)} is not one of ${PACKINGS.join(", ")}, false`);
}
function isWholeWithin(value, least, most) {
	return Number.isInteger(value) && value >= least && value <= most;
}
function inOrder(mesh, records, pack, maxChildren) {
	let order;
	if (pack === "sah") order = buildAabbTree(mesh).triangles;
	else order = pack === "hilbert" ? hilbertOrder(records) : strOrder(records, maxChildren);
	const sorted = new Int32Array(records.length);
	for (let i = 0; i < order.length; i++) {
		const from = STRIDE * order[i];
		for (let k = 0; k < STRIDE; k++) sorted[STRIDE * i + k] = records[from + k];
	}
	return sorted;
}
function insertAll(mesh, records, minChildren, maxChildren) {
	// Nodes become about 70 % full; the arrays grow if that is not enough.
	const blocks = 1 + Math.ceil(1.7 * mesh.triangleCount / maxChildren);
	const tree = allocateRTree(mesh, minChildren, maxChildren, blocks);
	for (let at = 0; at < records.length; at += STRIDE) insertRecord(tree, records, at, 0);
	tree.triangleCount = mesh.triangleCount;
	return tree;
}
