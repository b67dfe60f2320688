// Sorts pairs of ids by (a, b): counting sorts by b, then by a. Linear in pairs and ids, whatever the pairs are; no comparison
// is made. Few pairs of many boxes are sorted by the digits of ids, so that they cost no walk over the boxes.

const DIGIT_BITS = 11;
/**
 * Pairs are few when there are so many times more boxes. 2,000 pairs of 100,000 boxes: 0.54 ms by whole ids, 0.10 by digits; a
 * fifth as many pairs as boxes take the same time either way.
 */
const FEW = 5;

let starts = new Uint32Array(2 ** DIGIT_BITS + 1);
let halfway: Uint32Array = new Uint32Array(1024);

/** Writes the first `count` pairs of `pairs` to `out`, sorted. All ids are below `limit`. */
export function sortPairs(pairs: Uint32Array, count: number, limit: number, out: Uint32Array): void {
  if (halfway.length < 2 * count) halfway = new Uint32Array(4 * count);
  const idBits = Math.max(1, 32 - Math.clz32(limit - 1));
  const digits = FEW * count < limit ? Math.ceil(idBits / DIGIT_BITS) : 1;
  const bits = Math.ceil(idBits / digits);
  const most = Math.min(limit, 2 ** bits);
  if (starts.length <= most) starts = new Uint32Array(2 * most);
  // As many passes for b as for a: an even number, so that the last one ends in `out`.
  let from = pairs;
  let to = halfway;
  for (let side = 1; side >= 0; side--)
    for (let digit = 0; digit < digits; digit++) {
      scatter(from, count, side, digit * bits, most, to);
      from = to;
      to = from === halfway ? out : halfway;
    }
}

/** One stable pass by a digit of the first (`side` 0) or second id of a pair; `most` is one more than the largest digit. */
function scatter(
  from: Uint32Array,
  count: number,
  side: number,
  shift: number,
  most: number,
  to: Uint32Array,
): void {
  const next = starts;
  const mask = 2 ** (32 - Math.clz32(most - 1)) - 1;
  next.fill(0, 0, most + 1);
  for (let i = side; i < 2 * count; i += 2) next[((from[i] >>> shift) & mask) + 1]++;
  for (let digit = 0, sum = 0; digit <= most; digit++) next[digit] = sum += next[digit];
  for (let i = 0; i < 2 * count; i += 2) {
    const place = 2 * next[(from[i + side] >>> shift) & mask]++;
    to[place] = from[i];
    to[place + 1] = from[i + 1];
  }
}
