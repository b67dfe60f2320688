// The stack of a descent for a distance.

/** Node pairs that wait, or single nodes, in `a`. */
export interface WaitingPairs {
  a: Int32Array;
  b: Int32Array;
  /** The square of a lower bound of each pair's distance. */
  squares: Float64Array;
  /** What the pairs that one step has added are ordered by. */
  keys: Float64Array;
}

export function createWaitingPairs(): WaitingPairs {
  return withRoom(512);
}

/** Makes the stack hold at least `count` pairs. What it held is lost. */
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

/**
 * Moves the pair at `top` down to its place among the pairs from `begin` on: the one with the least key is on top, so that it is next.
 * Returns the new height. It takes no f64: V8 would put that on the heap where it does not inline the call.
 */
export function settleTop({ a, b, squares, keys }: WaitingPairs, begin: number, top: number): number {
  const key = keys[top];
  if (top > begin && keys[top - 1] < key) {
    const nodeA = a[top];
    const nodeB = b[top];
    const square = squares[top];
    let at = top;
    do {
      squares[at] = squares[at - 1];
      keys[at] = keys[at - 1];
      a[at] = a[at - 1];
      b[at] = b[at - 1];
      at--;
    } while (at > begin && keys[at - 1] < key);
    squares[at] = square;
    keys[at] = key;
    a[at] = nodeA;
    b[at] = nodeB;
  }
  return top + 1;
}
