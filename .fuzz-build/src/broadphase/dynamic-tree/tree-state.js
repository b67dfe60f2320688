import { buildFatTree } from "./build-fat-tree.js";
import { chooseImageSpace, countCoarse, fetchImages, isTooCoarse, measureExtent, writeImages } from "./images.js";
import { renumberPlaces, takePlace } from "./places.js";
import { compileTreeKernel } from "./tree-kernel.js";
import { ANCHOR, ANCHOR_STEP, BOX, copyTreeMemory, createTreeMemory, MARK } from "./tree-memory.js";
// What a dynamic tree keeps from update to update, and how all of it is laid out anew: in more memory, in another space of
// images, or in the order of the leaves.
/** Room for so many candidates a box at first. */
const USUAL_CANDIDATES = 4;
export function mark({ tree: { memory } }, place, value) {
	memory.imageInts[BOX * place + MARK << memory.wide] = value;
}
/** Makes room for so many places and candidates. */
export function reserve(state, capacity, candidates) {
	const { tree, places } = state;
	const { memory } = tree;
	const candidateRoom = memory.pairs.length / 2;
	if (capacity > places.byId.length) {
		const { byId } = places;
		places.byId = new Uint32Array(capacity);
		places.byId.set(byId);
	}
	if (capacity <= memory.capacity && candidates <= candidateRoom) return;
	tree.memory = createTreeMemory(Math.max(capacity, memory.capacity), candidates > candidateRoom ? Math.ceil(1.25 * candidates) : Math.max(candidateRoom, USUAL_CANDIDATES * capacity), memory.wide, Math.max(capacity, memory.capacity) < state.kernelFrom ? null : compileTreeKernel());
	copyTreeMemory(memory, tree.memory);
}
/** Chooses another origin, or another width, if the images tell too little, or need no longer be wide. */
export function renewSpace(state) {
	const { store } = state;
	const space = state.space;
	if (state.spaceStep === state.step) return;
	space.meanExtent = measureExtent(store);
	if (space.wide === 0) countCoarse(store, space);
	if (space.wide === 0 && !isTooCoarse(store, space)) return;
	const next = chooseImageSpace(store);
	if (space.wide === 0 || next.wide === 0) setSpace(state, next);
}
/** Makes images in another space, for all that have a place; while there are no candidates. */
export function setSpace(state, space) {
	const { store, places, tree } = state;
	const { capacity } = tree.memory;
	state.space = space;
	state.spaceStep = state.step;
	state.stale = true;
	if (tree.memory.wide !== space.wide) tree.memory = createTreeMemory(capacity, 0, space.wide, capacity < state.kernelFrom ? null : compileTreeKernel());
	const { memory } = tree;
	places.limit = 1;
	places.free.length = 0;
	for (let id = 0; id < store.limit; id++) if (places.byId[id] !== 0) {
		const place = takePlace(places, memory, id);
		memory.anchorInts[ANCHOR * place + ANCHOR_STEP << memory.wide] = state.step;
	}
	writeImages(store, space, memory.imagesById);
	fetchImages(memory, places.limit);
}
/** Builds the tree of all boxes that have a fat box. */
export function build(state, withNew) {
	const items = listPlaces(state, withNew);
	buildFatTree(state.tree, items, items.length);
	renumber(state);
	state.stale = state.worn = false;
	state.firstCost = 0;
}
export function renumber(state) {
	renumberPlaces(state.places, state.tree, state.store.limit, state.candidateCount);
	state.displaced = 0;
}
/** Whether the tree has not seen the box before this update: all of them, after a restart. */
export function isNew({ store, step }, id) {
	return step === 1 || store.fresh[id] === 1;
}
/** The places of all boxes; those that came since the last update only on demand. */
export function listPlaces(state, withNew) {
	const { store, places } = state;
	const list = new Uint32Array(store.size);
	let count = 0;
	for (let id = 0; id < store.limit; id++) if (places.byId[id] !== 0 && (withNew || !isNew(state, id))) list[count++] = places.byId[id];
	return list.subarray(0, count);
}
