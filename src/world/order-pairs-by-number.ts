/** Memory of `orderPairsByNumber`, for reuse. */
export interface PairOrder {
  /** The place of the next pair with each number. */
  starts: Uint32Array;
  /** Places of pairs after the first pass, and after the last. */
  halfway: Uint32Array;
  places: Uint32Array;
}

export function createPairOrder(): PairOrder {
  return { starts: new Uint32Array(0), halfway: new Uint32Array(0), places: new Uint32Array(0) };
}

/**
 * The places of `count` pairs of numbers below `end`, sorted by (first, second): two counting sorts, linear in pairs and numbers. Comparing
 * 7,000 pairs through their bodies took 3 % of a step of 10,000 bodies. The result is part of `order`.
 */
export function orderPairsByNumber(
  order: PairOrder,
  pairs: Uint32Array,
  count: number,
  end: number,
): Uint32Array {
  if (order.places.length < count) {
    order.places = new Uint32Array(2 * count);
    order.halfway = new Uint32Array(2 * count);
  }
  if (order.starts.length <= end) order.starts = new Uint32Array(2 * end + 2);
  const { starts, halfway, places } = order;
  for (let i = 0; i < count; i++) places[i] = i;
  spread(pairs, 1, places, count, starts, end, halfway);
  spread(pairs, 0, halfway, count, starts, end, places);
  return places;
}

/** One stable pass by the first (`side` 0) or second number of the pairs. */
function spread(
  pairs: Uint32Array,
  side: number,
  from: Uint32Array,
  count: number,
  starts: Uint32Array,
  end: number,
  to: Uint32Array,
): void {
  starts.fill(0, 0, end + 1);
  for (let i = 0; i < count; i++) starts[pairs[2 * i + side] + 1]++;
  for (let number = 1; number <= end; number++) starts[number] += starts[number - 1];
  for (let i = 0; i < count; i++) to[starts[pairs[2 * from[i] + side]]++] = from[i];
}
