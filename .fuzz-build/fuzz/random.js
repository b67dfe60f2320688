/** The generator sfc32, started from a hash of the seed's text. */
export function createRandom(seed) {
	let [a, b, c, d] = hashText(seed);
	const next32 = () => {
		const sum = a + b + d | 0;
		d = d + 1 | 0;
		a = b ^ b >>> 9;
		b = c + (c << 3) | 0;
		c = (c << 21 | c >>> 11) + sum;
		c |= 0;
		return sum >>> 0;
	};
	for (let i = 0; i < 12; i++) next32();
	const next = () => next32() / 2 ** 32;
	const below = (count) => Math.floor(next() * count);
	return {
		next,
		below,
		between: (low, high) => low + below(high - low + 1),
		chance: (probability) => next() < probability,
		pick: (list) => list[below(list.length)]
	};
}
function hashText(text) {
	const state = [
		2654435769,
		608135816,
		3084996962,
		3735928559
	];
	for (let i = 0; i < text.length; i++) for (let k = 0; k < 4; k++) state[k] = Math.imul(state[k] ^ text.charCodeAt(i) + 31 * k, 16777619 + 2 * k) ^ state[k] >>> 13;
	return state;
}
