import { hasRoom } from "../../../numerics/wasm/instantiate.js";
import { orderedVertices } from "../../../trees/ordered-vertices.js";
import { isArrayOf } from "../../../typed-arrays.js";
import { copyPositions } from "../../pairs/simd/copy-tree.js";
import { boxReach } from "../../pairs/simd/f32-pose.js";
import { CACHE_LINE, LAST_VERTEX, SIBLINGS_ALIGNED } from "../../pairs/simd/memory-layout.js";
import { widen } from "../self-boxes.js";
import * as Memory from "./memory-layout.js";
const MOST_BYTES = 2 ** 28;
const U = 2 ** -24;
const SMALLEST = 2 ** -30;
const LARGEST = 2 ** 30;
const LEAST_PRODUCT = 2 ** -110;
/**
* Puts the tree into memory. `vertices` are three numbers a slot, equal ones a common corner; `margin` says how far apart
* boxes may be, and moved vertices from exact, in model space. Null where the model does not suit the kernels.
*/
export function layOutModel(kernels, tree, vertices, margin) {
	const { nodeCount, links, corners, mesh, origin } = tree;
	const { positions } = mesh;
	const reach = boxReach(tree.nodes);
	if (!(reach > SMALLEST && reach < LARGEST)) return null;
	const slotCount = tree.triangles.length;
	let end = Memory.MODEL;
	const reserve = (bytes) => {
		const begin = end;
		end += CACHE_LINE * Math.ceil(bytes / CACHE_LINE);
		return begin;
	};
	const nodes = reserve(SIBLINGS_ALIGNED + Memory.BOX_BYTES * (nodeCount + slotCount)) + SIBLINGS_ALIGNED;
	const slots = nodes + Memory.BOX_BYTES * nodeCount;
	const triangles = reserve(Memory.TRIANGLE_BYTES * slotCount);
	const stack = reserve(Memory.PAIR_BYTES * Memory.BLOCK_SIZE * (8 * tree.depth + 8));
	const cornersAt = reserve(Memory.CORNERS_BYTES * slotCount);
	const doubtfulAt = reserve(4 * slotCount + 4);
	const positionsAt = reserve(4 * positions.length + LAST_VERTEX);
	const lowAt = reserve(4 * positions.length + LAST_VERTEX);
	const highAt = reserve(4 * positions.length + LAST_VERTEX);
	if (end > MOST_BYTES || !hasRoom(kernels.memory, end)) return null;
	const { buffer } = kernels.memory;
	new Int32Array(buffer, nodes).set(links);
	if (kernels.makeNodeBoxes(nodes, nodeCount) > Memory.LARGEST_LEAF) return null;
	new Uint32Array(buffer, cornersAt).set(corners);
	const { low, high } = orderedVertices(positions, origin);
	const count = positions.length;
	new Int32Array(buffer, lowAt).set(low.subarray(0, count));
	if (high !== low) new Int32Array(buffer, highAt).set(high.subarray(0, count));
	kernels.makeSlotBoxes(slots, slotCount, cornersAt, lowAt, high === low ? lowAt : highAt);
	if (margin > 0) widen(new Int32Array(buffer, nodes), nodeCount + slotCount, margin);
	// f32 vertices that no pose moves are what they are.
	const isExact = margin === 0 && isArrayOf(positions, "Float32Array");
	setNumbers(new Float32Array(buffer), reach, margin, isExact ? 0 : margin + 2 * U * reach);
	if (vertices !== corners) new Uint32Array(buffer, cornersAt).set(vertices);
	copyPositions(positions, origin, new Float32Array(buffer, positionsAt, count));
	const doubtfulBytes = kernels.makeTriangles(triangles, slotCount, cornersAt, positionsAt, doubtfulAt);
	return {
		nodes,
		slots,
		triangles,
		stack,
		doubtful: new Int32Array(buffer, doubtfulAt, doubtfulBytes >> 2).slice()
	};
}
/** The numbers that write-triangles.ts explains; `eta` is its η. */
function setNumbers(floats, reach, margin, eta) {
	floats[Memory.CORNER_SLACK >> 2] = 6 * eta;
	floats[Memory.NORMAL_SLACK >> 2] = 8 * eta;
	// Boxes that are taken to overlap may be a few units in the last place apart: they are rounded outward, and halved.
	floats[Memory.GAP >> 2] = 2 * margin + 32 * U * reach;
	floats[Memory.UNDERFLOW >> 2] = LEAST_PRODUCT * (1 + reach);
}
