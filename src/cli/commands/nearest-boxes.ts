import { hypot } from "../../numerics/portable-math.ts";
/** Two boxes, by number, and the least distance that their contents can have. */
export interface BoxPair {
  a: number;
  b: number;
  least: number;
}

/** Allows for the rounding of a few subtractions, squares and a root. */
const SLACK = 1e-12;

/**
 * The pairs that contain the `limit` nearest contents, sorted by their least possible distance. Contents that fill their
 * boxes are at least as far apart as the boxes and at most as far as the boxes' farthest corners. So a pair can be omitted
 * if its least distance exceeds the `limit`-th smallest of these largest distances.
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

/** Keeps the `count` smallest of many numbers. */
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
