export function createQueue() {
	return {
		heads: new Int32Array(0),
		items: new Uint32Array(0),
		next: new Int32Array(0),
		count: 0
	};
}
export function enqueue(queue, cell, item) {
	const at = queue.count;
	if (at === queue.items.length) growQueue(queue);
	queue.count++;
	queue.items[at] = item;
	queue.next[at] = queue.heads[cell];
	queue.heads[cell] = at;
}
function growQueue(queue) {
	const capacity = Math.max(64, 2 * queue.items.length);
	// Both before either is used: memory may run out.
	const items = new Uint32Array(capacity);
	const next = new Int32Array(capacity);
	items.set(queue.items);
	next.set(queue.next);
	queue.items = items;
	queue.next = next;
}
