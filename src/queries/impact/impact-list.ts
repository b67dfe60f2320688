import { FEATURE_KINDS } from "../feature-kinds.ts";

// Impacts as they are found, in any order: a list that grows, is kept between queries, and never holds more than twice the rows that the
// caller asked for.

/** The values in `Impacts.kinds`. */
export const IMPACT_KINDS = FEATURE_KINDS;

// row, 8 × u32: kind | four vertex numbers, those of a first | triangle of a, triangle of b | unused
export const ROW = 8;
export const ROW_VERTICES = 1;
export const ROW_TRIANGLES = 5;

export interface ImpactList {
  count: number;
  /** ROW numbers per impact. */
  rows: Uint32Array;
  /** Two numbers per impact: the neighbouring f64 times around it. */
  times: Float64Array;
  /** Row numbers in the order of time, kind and vertices; written by `sortImpacts`. */
  order: Uint32Array;
  /** Whether rows beyond the caller's limit were dropped. */
  truncated: boolean;
}

export function createImpactList(): ImpactList {
  return {
    count: 0,
    rows: new Uint32Array(0),
    times: new Float64Array(0),
    order: new Uint32Array(0),
    truncated: false,
  };
}

/** Appends a row with its kind and times; returns its offset in `rows`. */
export function addImpact(list: ImpactList, kind: number, lower: number, upper: number): number {
  if (list.times.length === 2 * list.count) grow(list);
  const row = list.count++;
  list.rows[ROW * row] = kind;
  list.times[2 * row] = lower;
  list.times[2 * row + 1] = upper;
  return ROW * row;
}

function grow(list: ImpactList): void {
  const { rows, times, count } = list;
  const room = Math.max(64, 2 * count);
  list.rows = new Uint32Array(ROW * room);
  list.times = new Float64Array(2 * room);
  list.rows.set(rows);
  list.times.set(times);
}

/** Sorts by time, kind, vertex numbers, then triangles, since two may have equal vertices: a total order. */
export function sortImpacts(list: ImpactList): void {
  const { rows, times, count } = list;
  if (list.order.length < count) list.order = new Uint32Array(Math.max(64, 2 * count));
  const order = list.order.subarray(0, count);
  for (let i = 0; i < count; i++) order[i] = i;
  order.sort((p, q) => {
    if (times[2 * p] !== times[2 * q]) return times[2 * p] - times[2 * q];
    if (times[2 * p + 1] !== times[2 * q + 1]) return times[2 * p + 1] - times[2 * q + 1];
    for (let k = 0; k < ROW_TRIANGLES + 2; k++)
      if (rows[ROW * p + k] !== rows[ROW * q + k]) return rows[ROW * p + k] - rows[ROW * q + k];
    return 0;
  });
}

/** Drops all rows except the first `most` in order. */
export function keepEarliest(list: ImpactList, most: number): void {
  sortImpacts(list);
  const { order } = list;
  const kept = order.slice(0, most);
  kept.sort();
  for (let i = 0; i < most; i++) {
    // kept[i] ≥ i: rows move forward, over rows already moved or dropped
    list.rows.copyWithin(ROW * i, ROW * kept[i], ROW * kept[i] + ROW);
    list.times.copyWithin(2 * i, 2 * kept[i], 2 * kept[i] + 2);
  }
  list.count = most;
  list.truncated = true;
}

/** Lists of up to this many rows, 3 MB, are kept for the next query. */
const KEPT_ROWS = 2 ** 16;

/** Releases large memory. */
export function releaseImpactList(list: ImpactList): void {
  list.count = 0;
  if (list.times.length > 2 * KEPT_ROWS) Object.assign(list, createImpactList());
}
