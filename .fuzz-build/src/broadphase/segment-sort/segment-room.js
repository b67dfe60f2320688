import { HEADER } from "./kernel-header.js";
import { BOUNDS_STRIDE } from "./segment-bounds.js";
import { HIT_BYTES, PADDING } from "./sweep-kernel.js";
/** minX minY minZ 0 maxX maxY maxZ 0; in 2D z reaches from 0 to 1. */
export const IMAGE_LAYOUT = {
	stride: 8,
	high: 4
};
/** Hits that have room at least; more than a list of a cell has. */
const HIT_ROOM = 4096;
const ALIGNMENT = 16;
const NOTHING = new ArrayBuffer(0);
/** With `create`, room in the memory of kernels; null where there is not enough of it. Without, always some. */
export function createRoom(capacity, given, create) {
	const isNarrow = create !== null;
	const { end } = layOut(capacity, given, isNarrow, NOTHING);
	if (!isNarrow) return {
		...layOut(capacity, given, false, new ArrayBuffer(end)).room,
		narrow: null
	};
	const kernels = create(end);
	if (kernels === null) return null;
	const { room, narrow } = layOut(capacity, given, true, kernels.memory.buffer);
	return {
		...room,
		narrow: {
			kernels,
			...narrow
		}
	};
}
/** Arrays one after the other in `buffer`, and where the last one ends; in no buffer, that alone. */
function layOut(capacity, given, isNarrow, buffer) {
	const { boxes, entries, cells } = capacity;
	let end = HEADER;
	const take = (Type, length) => {
		const at = end;
		end += aligned(Type.BYTES_PER_ELEMENT * length);
		return buffer === NOTHING ? new Type(NOTHING, 0, 0) : new Type(buffer, at, length);
	};
	const Numbers = isNarrow ? Float32Array : Float64Array;
	const layout = isNarrow ? IMAGE_LAYOUT : given;
	const room = {
		capacity,
		layout,
		ids: take(Uint32Array, boxes),
		places: take(Uint32Array, boxes),
		boxes: take(Numbers, layout.stride * boxes),
		codes: take(Int32Array, boxes),
		recoded: take(Uint8Array, boxes),
		bounds: take(Numbers, BOUNDS_STRIDE * (4 * cells + 4)),
		lists: take(Uint32Array, entries + PADDING),
		nextLists: take(Uint32Array, entries + PADDING)
	};
	const each = isNarrow ? boxes : 0;
	const inList = isNarrow ? boxes + PADDING : 0;
	const narrow = {
		header: buffer === NOTHING ? new Uint32Array(0) : new Uint32Array(buffer, 0, HEADER / 4),
		given: take(Float64Array, given.stride * each),
		otherGiven: take(Float64Array, given.stride * each),
		listed: take(Uint32Array, each + 1),
		newKeys: take(Float32Array, each + 1),
		newWords: take(Uint32Array, each + 1),
		list: {
			minX: take(Float32Array, inList),
			maxX: take(Float32Array, inList),
			minY: take(Float32Array, inList),
			maxY: take(Float32Array, inList),
			minZ: take(Float32Array, inList),
			maxZ: take(Float32Array, inList),
			names: take(Uint32Array, inList),
			reach: take(Float32Array, inList)
		},
		row: aligned(4 * inList),
		// A box can hit all others of its list: there is room for that, and for a hit that does not count.
		hits: take(Uint32Array, isNarrow ? HIT_BYTES / 4 * (Math.max(HIT_ROOM, boxes) + 2) : 0)
	};
	return {
		room,
		narrow,
		end
	};
}
const aligned = (bytes) => ALIGNMENT * Math.ceil(bytes / ALIGNMENT);
/** Copies what was in one room to a larger one. Of another kind of boxes it has only their places; their codes are void then. */
export function copyRoom(from, to) {
	for (const array of [to.ids, to.places]) for (let i = 0; i < array.length; i++) array[i] = i;
	to.ids.set(from.ids);
	to.places.set(from.places);
	if (from.narrow === null !== (to.narrow === null)) return;
	if (from.narrow !== null) to.narrow?.header.set(from.narrow.header);
	to.codes.set(from.codes);
	to.recoded.set(from.recoded);
	to.boxes.set(from.boxes);
	to.bounds.set(from.bounds);
	to.lists.set(from.lists);
}
