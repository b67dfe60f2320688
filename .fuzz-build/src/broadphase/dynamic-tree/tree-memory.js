import { fillBox } from "./lane-boxes.js";
import { instantiateTreeKernel, KERNEL_HEADER } from "./tree-kernel.js";
export const BOX = 8;
export const MAX = 4;
export const MARK = 3;
export const OLD = 8;
export const CHILD = 3;
export const UP = 7;
export const ANCHOR = 4;
export const ANCHOR_STEP = 3;
/** So many candidates are checked in one go. */
export const PORTION = 4096;
/** So many boxes may ask singly in any case; and so many of all. */
export const FEW_ASKING = 32;
export const MOST_ASKING = .5;
/** Addresses have 32 bits. They may look negative: differences of two are taken by `>>> 0`. */
const MOST_BYTES = 2 ** 32;
/** Throws `RangeError` where there is not so much memory. */
export function createTreeMemory(capacity, candidates, wide, compiled) {
	const lane = wide === 1 ? 8 : 4;
	const asking = FEW_ASKING + Math.ceil(MOST_ASKING * capacity);
	let end = KERNEL_HEADER;
	const part = (bytes) => {
		const at = end;
		end += 64 * Math.ceil(bytes / 64);
		return at;
	};
	const sizes = [
		BOX,
		BOX,
		BOX,
		2 * BOX
	];
	const [imagesById, images, fat, nodes] = sizes.map((size) => part(size * lane * capacity));
	const anchors = part(ANCHOR * lane * capacity);
	const queries = part(2 * BOX * lane * asking);
	// The kernel writes one more than it counts.
	const [ids, leafSlots, askingList] = [
		0,
		0,
		1
	].map((more) => part(4 * (capacity + more)));
	const [level, nextLevel, hits] = [
		2,
		2,
		2
	].map((more) => part(8 * (capacity + more)));
	const changes = part(8 * PORTION);
	const doubts = part(4 * PORTION);
	const pairs = part(8 * candidates);
	if (end > MOST_BYTES) throw new RangeError("createDynamicTree: boxes and candidates need more than 4 GiB of memory");
	const kernel = wide === 0 && compiled !== null ? instantiateTreeKernel(compiled, end) : null;
	const buffer = kernel === null ? new ArrayBuffer(end) : kernel.memory.buffer;
	const lanes = (at, count) => wide === 1 ? new Float64Array(buffer, at, count) : new Float32Array(buffer, at, count);
	const ints = (at, count) => new Int32Array(buffer, at, count);
	const memory = {
		kernel,
		wide,
		capacity,
		header: ints(0, KERNEL_HEADER / 4),
		images: lanes(images, BOX * capacity),
		imageInts: ints(images, BOX * capacity << wide),
		fat: lanes(fat, BOX * capacity),
		anchors: lanes(anchors, ANCHOR * capacity),
		anchorInts: ints(anchors, ANCHOR * capacity << wide),
		nodes: lanes(nodes, 2 * BOX * capacity),
		nodeInts: ints(nodes, 2 * BOX * capacity << wide),
		queries: lanes(queries, 2 * BOX * asking),
		ids: ints(ids, capacity),
		leafSlots: ints(leafSlots, capacity),
		asking: ints(askingList, capacity + 1),
		levels: [ints(level, 2 * capacity + 4), ints(nextLevel, 2 * capacity + 4)],
		hits: ints(hits, 2 * capacity + 4),
		imagesById: lanes(imagesById, BOX * capacity),
		changes: new Uint32Array(buffer, changes, 2 * PORTION),
		doubts: new Uint32Array(buffer, doubts, PORTION),
		pairs: new Uint32Array(buffer, pairs, 2 * candidates)
	};
	fillBox(memory.fat, 0, -Infinity, Infinity);
	return memory;
}
/** Copies all that is not of one walk only. The lanes must be as wide, and there must be room. */
export function copyTreeMemory(from, to) {
	to.imageInts.set(from.imageInts);
	to.fat.set(from.fat);
	to.anchorInts.set(from.anchorInts);
	to.nodeInts.set(from.nodeInts);
	to.ids.set(from.ids);
	to.leafSlots.set(from.leafSlots);
	to.asking.set(from.asking);
	to.pairs.set(from.pairs);
}
