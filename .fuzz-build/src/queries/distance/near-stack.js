// The node pairs that wait while two trees are descended for a distance: a stack with a lower bound beside each pair, and
// what it was ordered by among its siblings.
export const nearNodes = {
	a: new Int32Array(512),
	b: new Int32Array(512)
};
export const nearBounds = {
	squares: new Float64Array(512),
	keys: new Float64Array(512)
};
/** Makes the stack hold `pairs` pairs at least. */
export function roomInNearStack(pairs) {
	if (nearNodes.a.length >= pairs) return;
	nearNodes.a = new Int32Array(pairs);
	nearNodes.b = new Int32Array(pairs);
	nearBounds.squares = new Float64Array(pairs);
	nearBounds.keys = new Float64Array(pairs);
}
