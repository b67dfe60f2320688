// The node pairs that wait while two trees are descended: a queue of 32 buckets by how promising a pair is. Within
// a bucket the last one in is the first out. A bit mask of the buckets in use finds the best with one instruction,
// so putting and taking cost about as much as with a stack.
//
// Memory is fixed, with this proof: buckets 0 to 30 hold at most QUEUE_CAPACITY pairs each; a pair for a full bucket
// goes to the top one. The top bucket is served whenever it is not empty, last in first out: it is the stack of a
// depth-first descent and holds at most what one way down leaves behind, `roomInQueue`'s argument.
const BUCKETS = 32;
export const TOP = 31;
export const QUEUE_CAPACITY = 128;
/** An entry: word offset of the node in a, of the node in b, level. */
export const ENTRY = 3;
export const QUEUE_DEPTH = 384;
/** How many pairs each bucket holds. */
export const queueCounts = new Int32Array(BUCKETS);
let queue = new Int32Array(QUEUE_DEPTH * TOP + ENTRY * 512);
export function clearQueue() {
	// A loop: `fill` leaves compiled code, which takes longer than the whole loop; so does `set`.
	for (let bucket = 0; bucket < BUCKETS; bucket++) queueCounts[bucket] = 0;
}
/** The queue's memory: bucket k begins at QUEUE_DEPTH · k, and the top one has room for `topPairs` pairs. */
export function roomInQueue(topPairs) {
	const words = QUEUE_DEPTH * TOP + ENTRY * topPairs;
	if (queue.length < words) queue = new Int32Array(words);
	return queue;
}
