import { AABB_STRIDE as STRIDE } from "../layout.ts";

/** The cost of entering a node, in tests of its children; a larger value gives longer runs and fewer nodes. */
const OVERHEAD = 8;

/**
 * Cuts a sequence of boxes into runs of `least` to `most`, so that the sum of surface area × (length + OVERHEAD) over the
 * runs is minimal: the expected number of tests, by the surface area rule. Dynamic programming, count · most steps. Returns
 * where the runs end. A solution exists if count > most ≥ 2 · least, or least is 2 and most 3.
 */
export function cutIntoRuns(boxes: Float32Array, count: number, least: number, most: number): Uint32Array {
  const cost = new Float64Array(count + 1).fill(Infinity); // the least cost of cutting everything before a position
  const begin = new Uint32Array(count + 1); // where the last run of that solution begins
  cost[0] = 0;
  for (let end = 1; end <= count; end++) chooseLastRun(boxes, end, least, most, cost, begin);
  const ends: number[] = [];
  for (let end = count; end > 0; end = begin[end]) ends.push(end);
  return Uint32Array.from(ends.reverse());
}

function chooseLastRun(
  boxes: Float32Array,
  end: number,
  least: number,
  most: number,
  cost: Float64Array,
  begin: Uint32Array,
): void {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  let best = Infinity;
  const first = end > most ? end - most : 0;
  for (let from = end - 1; from >= first; from--) {
    const at = STRIDE * from;
    minX = Math.min(minX, boxes[at]);
    minY = Math.min(minY, boxes[at + 1]);
    minZ = Math.min(minZ, boxes[at + 2]);
    maxX = Math.max(maxX, boxes[at + 3]);
    maxY = Math.max(maxY, boxes[at + 4]);
    maxZ = Math.max(maxZ, boxes[at + 5]);
    const length = end - from;
    if (length < least) continue;
    const x = maxX - minX;
    const y = maxY - minY;
    const z = maxZ - minZ;
    const total = cost[from] + (x * y + y * z + z * x) * (length + OVERHEAD);
    // Ties prefer the longest run: boxes without area (points, segments) must not become one run each.
    if (!(total <= best) || total === Infinity) continue;
    best = total;
    cost[end] = total;
    begin[end] = from;
  }
}
