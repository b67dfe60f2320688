import type { PartRecord } from "./part-record.ts";

/** Cells along each axis, in bits: a code of 27 bits and a pair's number of 26 bits fit into an f64. */
const AXIS_BITS = 9;
const MOST_PAIRS = 2 ** 26;

/** The jobs ordered so that neighbours are near in space: along a Morton curve through the centres of their boxes' intersections. */
export function orderPairs(parts: readonly PartRecord[], jobs: Uint32Array): Uint32Array {
  const count = jobs.length / 2;
  if (count > MOST_PAIRS) return jobs;
  const middles = new Float64Array(3 * count);
  const least = [Infinity, Infinity, Infinity];
  const greatest = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const { box: a } = parts[jobs[2 * i]];
    const { box: b } = parts[jobs[2 * i + 1]];
    for (let axis = 0; axis < 3; axis++) {
      const middle = Math.max(a[axis], b[axis]) / 2 + Math.min(a[axis + 3], b[axis + 3]) / 2;
      middles[3 * i + axis] = middle;
      least[axis] = Math.min(least[axis], middle);
      greatest[axis] = Math.max(greatest[axis], middle);
    }
  }
  const sorted = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let code = 0;
    for (let axis = 0; axis < 3; axis++) {
      const extent = greatest[axis] - least[axis];
      const place = extent > 0 ? (middles[3 * i + axis] - least[axis]) / extent : 0;
      code += spread(Math.min(2 ** AXIS_BITS - 1, Math.floor(place * 2 ** AXIS_BITS))) << axis;
    }
    sorted[i] = code * MOST_PAIRS + i;
  }
  sorted.sort();
  const ordered = new Uint32Array(jobs.length);
  for (let i = 0; i < count; i++) {
    const job = sorted[i] % MOST_PAIRS;
    ordered[2 * i] = jobs[2 * job];
    ordered[2 * i + 1] = jobs[2 * job + 1];
  }
  return ordered;
}

/** The bits of a cell's number, with two zeros after each. */
function spread(cell: number): number {
  let bits = 0;
  for (let i = 0; i < AXIS_BITS; i++) bits |= ((cell >> i) & 1) << (3 * i);
  return bits;
}
