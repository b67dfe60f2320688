/** Numbers that look random: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number of 0 … count − 1. */
  below(count: number): number;
  /** A whole number of low … high, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** The generator sfc32, started from a hash of the seed's text. */
export function createRandom(seed: string): Random {
  let [a, b, c, d] = hashText(seed);
  const next32 = () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next32();
  const next = () => next32() / 2 ** 32;
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)],
  };
}

function hashText(text: string): [number, number, number, number] {
  const state: [number, number, number, number] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef];
  for (let i = 0; i < text.length; i++)
    for (let k = 0; k < 4; k++)
      state[k] = Math.imul(state[k] ^ (text.charCodeAt(i) + 31 * k), 0x01000193 + 2 * k) ^ (state[k] >>> 13);
  return state;
}
