/** Pairs of nodes by the earliest time at which they could meet: a binary heap that is kept and grown between queries. */
export interface ImpactQueue {
  times: Float64Array;
  /** A node of a and one of b per time. The first two are the earliest pair. */
  nodes: Int32Array;
  count: number;
}

export function createImpactQueue(): ImpactQueue {
  return { times: new Float64Array(1024), nodes: new Int32Array(2048), count: 0 };
}

/** The time of the earliest pair; infinite when none waits. */
export function earliestTime({ times, count }: ImpactQueue): number {
  return count === 0 ? Infinity : times[0];
}

export function addToQueue(queue: ImpactQueue, time: number, nodeA: number, nodeB: number): void {
  if (queue.count === queue.times.length) grow(queue);
  const { times, nodes } = queue;
  let at = queue.count++;
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

/** Removes the earliest pair, which must exist. */
export function removeEarliest(queue: ImpactQueue): void {
  const { times, nodes } = queue;
  const last = --queue.count;
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

function grow(queue: ImpactQueue): void {
  const { times, nodes } = queue;
  queue.times = new Float64Array(2 * times.length);
  queue.nodes = new Int32Array(2 * nodes.length);
  queue.times.set(times);
  queue.nodes.set(nodes);
}
