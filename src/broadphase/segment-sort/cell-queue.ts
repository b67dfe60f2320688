// What waits for each cell of segment sort, until the cell's turn comes.

/** Linked lists, one a cell, of the numbers in `items`. */
export interface CellQueue {
  heads: Int32Array;
  items: Uint32Array;
  next: Int32Array;
  count: number;
}

export function createQueue(): CellQueue {
  return { heads: new Int32Array(0), items: new Uint32Array(0), next: new Int32Array(0), count: 0 };
}

export function enqueue(queue: CellQueue, cell: number, item: number): void {
  const at = queue.count;
  if (at === queue.items.length) growQueue(queue);
  queue.count++;
  queue.items[at] = item;
  queue.next[at] = queue.heads[cell];
  queue.heads[cell] = at;
}

function growQueue(queue: CellQueue): void {
  const capacity = Math.max(64, 2 * queue.items.length);
  // Both before either is used: memory may run out.
  const items = new Uint32Array(capacity);
  const next = new Int32Array(capacity);
  items.set(queue.items);
  next.set(queue.next);
  queue.items = items;
  queue.next = next;
}
