// Pairs of nodes by the earliest time at which they could meet, earliest first: a binary heap that is kept and grown
// between queries.

let times = new Float64Array(1024);
let nodes = new Int32Array(2048);
let count = 0;

/** The pair that `takeEarliest` took. */
export const taken = { nodeA: 0, nodeB: 0 };

export function clearImpactQueue(): void {
  count = 0;
}

/** The time of the earliest pair; infinite when none waits. */
export function earliestTime(): number {
  return count === 0 ? Infinity : times[0];
}

export function addToImpactQueue(time: number, nodeA: number, nodeB: number): void {
  if (count === times.length) grow();
  let at = count++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (times[parent] <= time) break;
    move(parent, at);
    at = parent;
  }
  put(at, time, nodeA, nodeB);
}

/** Takes the earliest pair, which must exist, to `taken`. */
export function takeEarliest(): void {
  taken.nodeA = nodes[0];
  taken.nodeB = nodes[1];
  const last = --count;
  const time = times[last];
  let at = 0;
  for (let child = 1; child < last; child = 2 * at + 1) {
    if (child + 1 < last && times[child + 1] < times[child]) child++;
    if (times[child] >= time) break;
    move(child, at);
    at = child;
  }
  put(at, time, nodes[2 * last], nodes[2 * last + 1]);
}

function move(from: number, to: number): void {
  put(to, times[from], nodes[2 * from], nodes[2 * from + 1]);
}

function put(at: number, time: number, nodeA: number, nodeB: number): void {
  times[at] = time;
  nodes[2 * at] = nodeA;
  nodes[2 * at + 1] = nodeB;
}

function grow(): void {
  const moreTimes = new Float64Array(2 * times.length);
  const moreNodes = new Int32Array(2 * nodes.length);
  moreTimes.set(times);
  moreNodes.set(nodes);
  times = moreTimes;
  nodes = moreNodes;
}
