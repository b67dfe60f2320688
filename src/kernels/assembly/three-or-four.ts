// Twin: trees/splits/three-or-four.ts. Every other node of a tree with two triangles per leaf holds three or four: all their pairings are
// priced, in no particular order.
import { RECORD_BYTES } from "../memory-map";
import { halfArea, least, minima, mirroredMaxima, moveRecord } from "./quantised-records";

@inline function nth(first: usize, i: usize): usize { return first + i * RECORD_BYTES; }

/** The pair that is cheapest together goes left, the third right. Returns the size of the left part. */
export function splitThree(from: usize, to: usize): usize {
  const cost0 = areaOf(from, from) + 2 * areaOf(nth(from, 1), nth(from, 2));
  const cost1 = areaOf(nth(from, 1), nth(from, 1)) + 2 * areaOf(from, nth(from, 2));
  const cost2 = areaOf(nth(from, 2), nth(from, 2)) + 2 * areaOf(from, nth(from, 1));
  let single = cost1 < cost0 ? 1 : 0;
  if (cost2 < (single == 1 ? cost1 : cost0)) single = 2;
  moveRecord(nth(from, single == 0 ? 1 : 0), to);
  moveRecord(nth(from, single == 2 ? 1 : 2), nth(to, 1));
  moveRecord(nth(from, single), nth(to, 2));
  return 2;
}

/** The cheapest two pairs; the first triangle's on the left. */
export function splitFour(from: usize, to: usize): usize {
  const cost1 = areaOf(from, nth(from, 1)) + areaOf(nth(from, 2), nth(from, 3));
  const cost2 = areaOf(from, nth(from, 2)) + areaOf(nth(from, 1), nth(from, 3));
  const cost3 = areaOf(from, nth(from, 3)) + areaOf(nth(from, 1), nth(from, 2));
  let partner = cost2 < cost1 ? 2 : 1;
  if (cost3 < (partner == 2 ? cost2 : cost1)) partner = 3;
  moveRecord(from, to);
  moveRecord(nth(from, partner), nth(to, 1));
  moveRecord(nth(from, partner == 1 ? 2 : 1), nth(to, 2));
  moveRecord(nth(from, partner == 3 ? 2 : 3), nth(to, 3));
  return 2;
}

/** Half the area of the box around two records. */
@inline function areaOf(a: usize, b: usize): f64 {
  return halfArea(least(minima(a), minima(b)), least(mirroredMaxima(a), mirroredMaxima(b)));
}
