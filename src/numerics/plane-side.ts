import { toIntegers } from "./integers.ts";

// The side of a plane on which a point lies, decided exactly. A plane is four numbers a b c d: a x + b y + c z + d.

const FILTER = 8 * 2 ** -53;
const UNDERFLOW = 2 ** -900;
const values = new Float64Array(8);

let exactDecisions = 0;

/** How often the filter could not decide since the module was loaded. */
export function planeExactTestCount(): number {
  return exactDecisions;
}

/** The sign of a x + b y + c z + d; only the sign has a meaning. */
export function planeSide(planes: Float64Array, at: number, points: Float64Array, i: number): number {
  const ax = planes[at] * points[i];
  const by = planes[at + 1] * points[i + 1];
  const cz = planes[at + 2] * points[i + 2];
  const d = planes[at + 3];
  const sum = ax + by + cz + d;
  const bound = FILTER * (Math.abs(ax) + Math.abs(by) + Math.abs(cz) + Math.abs(d)) + UNDERFLOW;
  if (sum > bound || sum < -bound) return sum;
  exactDecisions++;
  for (let k = 0; k < 4; k++) values[k] = planes[at + k];
  for (let k = 0; k < 3; k++) values[4 + k] = points[i + k];
  values[7] = 1; // one unit as an integer: scales d like the products of two numbers it is added to
  const [a, b, c, e, x, y, z, one] = toIntegers(values, 8) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const exact = a * x + b * y + c * z + e * one;
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}
