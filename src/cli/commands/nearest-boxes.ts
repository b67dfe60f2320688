import { hypot } from "../../numerics/portable-math.ts";
/** Two boxes, by their numbers, and how near what is in them can be. */
export interface BoxPair {
  a: number;
  b: number;
  least: number;
}

/** Rounding of a few subtractions, squares and a root, with room to spare. */
const SLACK = 1e-12;

/**
 * The pairs among which the `limit` nearest contents are, those that can be nearest first. Contents that fill their boxes
 * are at least as far apart as the boxes, and nowhere farther than the boxes' farthest corners; so what begins behind the
 * `limit` least of these can be left out.
 */
export function nearestBoxes(a: Float64Array, b: Float64Array, limit: number): BoxPair[] {
  const [countA, countB] = [a.length / 6, b.length / 6];
  const reach = createLeastOf(limit);
  for (let i = 0; i < countA; i++) for (let j = 0; j < countB; j++) reach.add(farthest(a, 6 * i, b, 6 * j));
  const bound = reach.greatest() * (1 + SLACK);
  const pairs: BoxPair[] = [];
  for (let i = 0; i < countA; i++)
    for (let j = 0; j < countB; j++) {
      const least = nearest(a, 6 * i, b, 6 * j) * (1 - SLACK);
      if (least <= bound) pairs.push({ a: i, b: j, least });
    }
  return pairs.sort((p, q) => p.least - q.least || p.a - q.a || p.b - q.b);
}

function nearest(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const along = (axis: number) => Math.max(0, a[i + axis] - b[j + 3 + axis], b[j + axis] - a[i + 3 + axis]);
  return hypot(along(0), along(1), along(2));
}

function farthest(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const along = (axis: number) => Math.max(a[i + 3 + axis] - b[j + axis], b[j + 3 + axis] - a[i + axis]);
  return hypot(along(0), along(1), along(2));
}

/** Remembers the `count` least numbers of many. */
function createLeastOf(count: number): { add: (value: number) => void; greatest: () => number } {
  const sorted: number[] = [];
  return {
    add(value) {
      if (sorted.length === count && value >= sorted.at(-1)!) return;
      let at = sorted.length;
      while (at > 0 && sorted[at - 1] > value) at--;
      sorted.splice(at, 0, value);
      if (sorted.length > count) sorted.pop();
    },
    greatest: () => (sorted.length < count ? Infinity : sorted.at(-1)!),
  };
}
