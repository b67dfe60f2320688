/**
 * Pairs of nodes by the earliest time at which they could meet. Pairs that could meet at time 0 lie on a stack: all of them come first, in
 * any order, and most pairs of a mesh against itself are of this kind. The others are in a binary heap. Kept and grown between queries.
 */
export interface ImpactQueue {
  /** Two nodes per pair; the last pair is the next. */
  stack: Int32Array;
  stackCount: number;
  times: Float64Array;
  /** A node of a and one of b per time. The first two are the earliest pair of the heap. */
  nodes: Int32Array;
  heapCount: number;
  /** The pair last taken by `takeEarliest`. */
  nodeA: number;
  nodeB: number;
}

export function createImpactQueue(): ImpactQueue {
  return {
    stack: new Int32Array(1024),
    stackCount: 0,
    times: new Float64Array(1024),
    nodes: new Int32Array(2048),
    heapCount: 0,
    nodeA: 0,
    nodeB: 0,
  };
}

export function clearQueue(queue: ImpactQueue): void {
  queue.stackCount = 0;
  queue.heapCount = 0;
}

/** The time of the earliest pair; Infinity for an empty queue. */
export function earliestTime({ times, stackCount, heapCount }: ImpactQueue): number {
  return stackCount > 0 ? 0 : heapCount === 0 ? Infinity : times[0];
}

/** Adds a pair that could meet at time 0, or one whose order does not matter. */
export function addToStack(queue: ImpactQueue, nodeA: number, nodeB: number): void {
  if (queue.stack.length === 2 * queue.stackCount) {
    const { stack } = queue;
    queue.stack = new Int32Array(2 * stack.length);
    queue.stack.set(stack);
  }
  const at = 2 * queue.stackCount++;
  queue.stack[at] = nodeA;
  queue.stack[at + 1] = nodeB;
}

export function addToHeap(queue: ImpactQueue, time: number, nodeA: number, nodeB: number): void {
  if (queue.heapCount === queue.times.length) growHeap(queue);
  const { times, nodes } = queue;
  let at = queue.heapCount++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (times[parent] <= time) break;
    times[at] = times[parent];
    movePair(nodes, parent, at);
    at = parent;
  }
  times[at] = time;
  nodes[2 * at] = nodeA;
  nodes[2 * at + 1] = nodeB;
}

/** Removes the earliest pair, which must exist, to `nodeA` and `nodeB`. */
export function takeEarliest(queue: ImpactQueue): void {
  if (queue.stackCount > 0) {
    const at = 2 * --queue.stackCount;
    queue.nodeA = queue.stack[at];
    queue.nodeB = queue.stack[at + 1];
    return;
  }
  const { times, nodes } = queue;
  queue.nodeA = nodes[0];
  queue.nodeB = nodes[1];
  const last = --queue.heapCount;
  const time = times[last];
  let at = 0;
  for (let child = 1; child < last; child = 2 * at + 1) {
    if (child + 1 < last && times[child + 1] < times[child]) child++;
    if (times[child] >= time) break;
    times[at] = times[child];
    movePair(nodes, child, at);
    at = child;
  }
  times[at] = time;
  movePair(nodes, last, at);
}

function movePair(nodes: Int32Array, from: number, to: number): void {
  nodes[2 * to] = nodes[2 * from];
  nodes[2 * to + 1] = nodes[2 * from + 1];
}

function growHeap(queue: ImpactQueue): void {
  const { times, nodes } = queue;
  queue.times = new Float64Array(2 * times.length);
  queue.nodes = new Int32Array(2 * nodes.length);
  queue.times.set(times);
  queue.nodes.set(nodes);
}
