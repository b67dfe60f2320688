// The pending node pairs of a simultaneous descent: a queue of 32 buckets by how promising a pair is. Within a bucket the last in is the
// first out. A bit mask of the buckets in use finds the best one with a single instruction, so the queue costs about as much as a stack.
//
// Memory is fixed, with this proof: buckets 0 to 30 hold at most QUEUE_CAPACITY pairs each; a pair for a full bucket goes to the top one.
// The top bucket is served whenever it is not empty, last in first out: it is the stack of a depth-first descent and holds at most what one
// path down leaves behind, the argument of `openQueue`.

const BUCKETS = 32;
export const TOP = 31;
const QUEUE_CAPACITY = 128;
/** An entry: the node in a, the node in b, level. */
export const ENTRY = 3;
export const QUEUE_DEPTH = 384; // ENTRY · QUEUE_CAPACITY

export interface PairQueue {
  /** The number of pairs in each bucket. */
  readonly counts: Int32Array;
  /** Bucket k begins at QUEUE_DEPTH · k. */
  entries: Int32Array;
}

export function createPairQueue(): PairQueue {
  return { counts: new Int32Array(BUCKETS), entries: new Int32Array(QUEUE_DEPTH * TOP + ENTRY * 512) };
}

/** Empties the queue and ensures that the top bucket has room for `topPairs` pairs. */
export function openQueue(queue: PairQueue, topPairs: number): void {
  const { counts } = queue;
  // A loop: `fill` and `set` leave compiled code, which takes longer than the whole loop.
  for (let bucket = 0; bucket < BUCKETS; bucket++) counts[bucket] = 0;
  const length = QUEUE_DEPTH * TOP + ENTRY * topPairs;
  if (queue.entries.length < length) queue.entries = new Int32Array(length);
}

/** Adds a node pair to its bucket, or to the top one if that is full, and returns the bit of that bucket. */
export function putPair(
  counts: Int32Array,
  entries: Int32Array,
  bucket: number,
  nodeA: number,
  nodeB: number,
  level: number,
): number {
  const to = bucket > TOP || counts[bucket] === QUEUE_CAPACITY ? TOP : bucket;
  const entry = QUEUE_DEPTH * to + ENTRY * counts[to];
  counts[to]++;
  entries[entry] = nodeA;
  entries[entry + 1] = nodeB;
  entries[entry + 2] = level;
  return 1 << to;
}
