// Twin: queries/impact/impact-queue.ts.
import { HEAP, HEAP_COUNT, HEAP_ENTRY, HEAP_NODE_A, HEAP_NODE_B, STACK_BYTES } from "../impact-memory-map";

/** The time of the earliest pair; Infinity for an empty queue. */
@inline export function earliestTime(): f64 {
  if (load<i32>(STACK_BYTES) > 0) return 0;
  return load<i32>(HEAP_COUNT) == 0 ? Infinity : load<f64>(load<i32>(HEAP));
}

/** Adds a pair; there must be room for it. */
export function addToHeap(time: f64, nodeA: i32, nodeB: i32): void {
  const heap = load<i32>(HEAP);
  let at = load<i32>(HEAP_COUNT);
  store<i32>(HEAP_COUNT, at + 1);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (load<f64>(heap + parent * HEAP_ENTRY) <= time) break;
    moveEntry(heap, parent, at);
    at = parent;
  }
  const entry = heap + at * HEAP_ENTRY;
  store<f64>(entry, time);
  store<i32>(entry, nodeA, HEAP_NODE_A);
  store<i32>(entry, nodeB, HEAP_NODE_B);
}

/** Removes the earliest pair, which must have been read before. */
export function dropEarliest(): void {
  const heap = load<i32>(HEAP);
  const last = load<i32>(HEAP_COUNT) - 1;
  store<i32>(HEAP_COUNT, last);
  const time = load<f64>(heap + last * HEAP_ENTRY);
  let at = 0;
  for (let child = 1; child < last; child = 2 * at + 1) {
    if (child + 1 < last && timeAt(heap, child + 1) < timeAt(heap, child)) child++;
    if (timeAt(heap, child) >= time) break;
    moveEntry(heap, child, at);
    at = child;
  }
  moveEntry(heap, last, at);
}

@inline function timeAt(heap: i32, entry: i32): f64 { return load<f64>(heap + entry * HEAP_ENTRY); }

@inline function moveEntry(heap: i32, from: i32, to: i32): void { v128.store(heap + to * HEAP_ENTRY, v128.load(heap + from * HEAP_ENTRY)); }
