// The stack of a descent for a distance.

/** Pending node pairs; single nodes are in `a`. */
export interface WaitingPairs {
  a: Int32Array;
  b: Int32Array;
  /** The square of a lower bound of each pair's distance. */
  squares: Float64Array;
  /** The sort keys of the pairs that one step has added. */
  keys: Float64Array;
}

export function createWaitingPairs(): WaitingPairs {
  return withRoom(512);
}

/** Makes room for at least `count` pairs. The contents are lost. */
export function reserveWaiting(waiting: WaitingPairs, count: number): void {
  if (waiting.a.length < count) Object.assign(waiting, withRoom(count));
}

function withRoom(count: number): WaitingPairs {
  return {
    a: new Int32Array(count),
    b: new Int32Array(count),
    squares: new Float64Array(count),
    keys: new Float64Array(count),
  };
}

/** Sorts the pairs from `begin` on, which one step has added, so that the one with the least key is on top. */
export function sortAdded({ a, b, squares, keys }: WaitingPairs, begin: number, top: number): void {
  for (let next = begin + 1; next < top; next++) {
    const key = keys[next];
    if (!(keys[next - 1] < key)) continue;
    const nodeA = a[next];
    const nodeB = b[next];
    const square = squares[next];
    let at = next;
    for (; at > begin && keys[at - 1] < key; at--) {
      a[at] = a[at - 1];
      b[at] = b[at - 1];
      squares[at] = squares[at - 1];
      keys[at] = keys[at - 1];
    }
    a[at] = nodeA;
    b[at] = nodeB;
    squares[at] = square;
    keys[at] = key;
  }
}
