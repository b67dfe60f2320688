// Sorts pairs of ids by (a, b): a counting sort by b, then a stable one by a. Linear in pairs and ids, whatever the
// pairs are; no comparison is made.

let starts = new Uint32Array(1024);
let halfway = new Uint32Array(1024);

/** Writes the first `count` pairs of `pairs` to `out`, sorted. All ids are below `limit`. */
export function sortPairs(pairs: Uint32Array, count: number, limit: number, out: Uint32Array): void {
  if (starts.length < limit + 1) starts = new Uint32Array(2 * (limit + 1));
  if (halfway.length < 2 * count) halfway = new Uint32Array(4 * count);
  scatter(pairs, count, 1, limit, halfway);
  scatter(halfway, count, 0, limit, out);
}

/** One stable pass by the first (`side` 0) or second id of a pair. */
function scatter(from: Uint32Array, count: number, side: 0 | 1, limit: number, to: Uint32Array): void {
  const next = starts;
  next.fill(0, 0, limit + 1);
  for (let i = side; i < 2 * count; i += 2) next[from[i]! + 1]!++;
  for (let id = 0, sum = 0; id <= limit; id++) next[id] = sum += next[id]!;
  for (let i = 0; i < 2 * count; i += 2) {
    const place = 2 * next[from[i + side]!]!++;
    to[place] = from[i]!;
    to[place + 1] = from[i + 1]!;
  }
}
