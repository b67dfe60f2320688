import { moveRecord } from "./move-record.ts";
import { MIRRORED_MAX, QUANTA } from "./quantised-layout.ts";
import { halfArea, least } from "./quantised-records.ts";
import type { Records } from "./workspace.ts";
import { RECORD_STRIDE } from "./workspace.ts";

// In a tree with two triangles per leaf every other node holds three or four: the cost of every pairing is computed,
// without sorting.

/** The cheapest pair goes left, the third triangle right. */
export function splitThree(from: Records, to: Records, begin: number): number {
  const { ints } = from;
  const cost0 = areaOf(ints, begin, begin) + 2 * areaOf(ints, begin + 1, begin + 2);
  const cost1 = areaOf(ints, begin + 1, begin + 1) + 2 * areaOf(ints, begin, begin + 2);
  const cost2 = areaOf(ints, begin + 2, begin + 2) + 2 * areaOf(ints, begin, begin + 1);
  let single = cost1 < cost0 ? 1 : 0;
  if (cost2 < (single === 1 ? cost1 : cost0)) single = 2;
  moveRecord(from.words, begin + (single === 0 ? 1 : 0), to.words, begin);
  moveRecord(from.words, begin + (single === 2 ? 1 : 2), to.words, begin + 1);
  moveRecord(from.words, begin + single, to.words, begin + 2);
  return begin + 2;
}

/** The cheapest two pairs; the first triangle's pair goes left. */
export function splitFour(from: Records, to: Records, begin: number): number {
  const { ints } = from;
  const cost1 = areaOf(ints, begin, begin + 1) + areaOf(ints, begin + 2, begin + 3);
  const cost2 = areaOf(ints, begin, begin + 2) + areaOf(ints, begin + 1, begin + 3);
  const cost3 = areaOf(ints, begin, begin + 3) + areaOf(ints, begin + 1, begin + 2);
  let partner = cost2 < cost1 ? 2 : 1;
  if (cost3 < (partner === 2 ? cost2 : cost1)) partner = 3;
  moveRecord(from.words, begin, to.words, begin);
  moveRecord(from.words, begin + partner, to.words, begin + 1);
  moveRecord(from.words, begin + (partner === 1 ? 2 : 1), to.words, begin + 2);
  moveRecord(from.words, begin + (partner === 3 ? 2 : 3), to.words, begin + 3);
  return begin + 2;
}

/** Half the area of the box around two records. */
function areaOf(ints: Int32Array, i: number, j: number): number {
  const a = RECORD_STRIDE * i;
  const b = RECORD_STRIDE * j;
  return halfArea(
    QUANTA - least(ints[a], ints[b]) - least(ints[a + MIRRORED_MAX], ints[b + MIRRORED_MAX]),
    QUANTA - least(ints[a + 1], ints[b + 1]) - least(ints[a + MIRRORED_MAX + 1], ints[b + MIRRORED_MAX + 1]),
    QUANTA - least(ints[a + 2], ints[b + 2]) - least(ints[a + MIRRORED_MAX + 2], ints[b + MIRRORED_MAX + 2]),
  );
}
