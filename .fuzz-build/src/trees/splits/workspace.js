// What the split rules share while a tree is built.
//
// record, 8 × 32 bits, one per triangle:
//   minX minY minZ maxX maxY maxZ | triangle | unused
// Its box is in f32, rounded outward; for the surface area rule in integers instead (quantised-records.ts).
// A rule reads the records of its node from one buffer and writes them, separated, into the other. Records move
// rather than indices to them, so that every pass runs through memory in order.
export const RECORD_STRIDE = 8;
export const RECORD_WORDS = 4;
export const RECORD_WORDS_SHIFT = 2;
export const RECORD_MIN = 0;
export const RECORD_MAX = 3;
export const RECORD_TRIANGLE = 6;
export function createRecords(count) {
	const buffer = new ArrayBuffer(4 * RECORD_STRIDE * count);
	return {
		floats: new Float32Array(buffer),
		ints: new Int32Array(buffer),
		words: new Float64Array(buffer)
	};
}
