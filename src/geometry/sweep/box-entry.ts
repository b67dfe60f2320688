import { orient2d } from "../../numerics/orient.ts";
import { compareRatios, type Ratio } from "../../numerics/ratio.ts";
import { BOUNDS, UPPER } from "./box-triangle.ts";
import { AXES, boxEntryExact, EDGES, NORMAL } from "./box-triangle-exact.ts";

// Which of two triangles a moving box meets first, exactly. The time is that of the axis on which the projections meet
// last. Triangles of one surface are often met at one time: those of a floor under a box that comes down flat, those around
// a corner, those at an edge. The box then meets a part that they share, and its time depends on this part alone:
//
// - on an axis of the box, the triangle's coordinate that the box reaches first;
// - on the cross product of an axis of the box and an edge, the edge, if the third corner lies behind it.
//
// Equal parts are met at equal times, without integer arithmetic.

/** Axes of the box, then their cross products with an edge; NO_PART if the axis is uncertain or another one. */
const EDGE_PART = 3;
const NO_PART = -1;

/** When a moving box meets a triangle. */
export interface BoxEntry {
  readonly corners: Float64Array;
  /** What `sweptBoxTriangle` has found out about each axis. */
  readonly bounds: Float64Array;
  /** A bit for each axis that may be the last one. */
  axes: number;
  /** The axis of the box, or EDGE_PART + the axis of the box, or NO_PART. */
  part: number;
  /** The coordinate, or the edge's corners in ascending order. */
  readonly place: Float64Array;
  /** Bounds of the time. */
  lower: number;
  upper: number;
  exact: Ratio | null;
}

export function createBoxEntry(): BoxEntry {
  return {
    corners: new Float64Array(9),
    bounds: new Float64Array(BOUNDS),
    axes: 0,
    part: NO_PART,
    place: new Float64Array(6),
    lower: 0,
    upper: 0,
    exact: null,
  };
}

/** Determines how the box meets the triangle at `entry.corners`, from its bounds. It must meet it. */
export function setBoxEntry(entry: BoxEntry, box: Float64Array): void {
  const { corners, bounds } = entry;
  let lower = 0;
  let upper = 0;
  for (let axis = 0; axis < AXES; axis++) {
    if (bounds[axis] > lower) lower = bounds[axis];
    if (bounds[UPPER + axis] > upper) upper = bounds[UPPER + axis];
  }
  let axes = 0;
  for (let axis = 0; axis < AXES; axis++) if (bounds[UPPER + axis] >= lower) axes |= 1 << axis;
  entry.lower = lower;
  entry.upper = upper;
  entry.axes = axes;
  entry.exact = null;
  entry.part = NO_PART;
  // If they meet at the start, no axis is necessarily the last.
  if (!(lower > 0)) return;
  for (let k = 0; k < 3; k++)
    if ((axes & (1 << k)) !== 0) {
      if (areAlong(k, axes, corners)) setCoordinate(entry, k, box[6 + k] > 0);
      return;
    }
  const axis = 31 - Math.clz32(axes);
  if (axes === 1 << axis && axis >= EDGES) setEdge(entry, axis, box);
}

/** Negative if a is met before b, zero if at one time, positive if after b; exact. */
export function compareBoxEntries(box: Float64Array, a: BoxEntry, b: BoxEntry): number {
  if (a.upper < b.lower) return -1;
  if (a.lower > b.upper) return 1;
  if (a.part !== NO_PART && a.part === b.part) {
    if (isSamePlace(a, b)) return 0;
    if (a.part < EDGE_PART) return a.place[0] < b.place[0] === box[6 + a.part] > 0 ? -1 : 1;
  }
  a.exact ??= boxEntryExact(box, a.corners, a.axes);
  b.exact ??= boxEntryExact(box, b.corners, b.axes);
  return compareRatios(a.exact, b.exact);
}

/**
 * Whether the box certainly does not meet the triangle at `corners` before `entry`: projections on all axes have to meet,
 * and those on the last axis of `entry` do not meet sooner.
 */
export function isNotBefore(corners: Float64Array, { part, place }: BoxEntry, box: Float64Array): boolean {
  if (part === NO_PART || part >= EDGE_PART) return false;
  const isUp = box[6 + part] > 0;
  const coordinate = firstCoordinate(corners, part, isUp);
  return isUp ? coordinate >= place[0] : coordinate <= place[0];
}

function isSamePlace(a: BoxEntry, b: BoxEntry): boolean {
  const count = a.part < EDGE_PART ? 1 : 6;
  for (let i = 0; i < count; i++) if (a.place[i] !== b.place[i]) return false;
  return true;
}

/** Whether all these axes are multiples of axis k of the box. */
function areAlong(k: number, axes: number, corners: Float64Array): boolean {
  for (let axis = 0; axis < AXES; axis++) {
    if ((axes & (1 << axis)) === 0 || axis === k) continue;
    if (axis < 3) return false;
    if (axis === NORMAL) {
      if (!isLevel(corners, 0, k) || !isLevel(corners, 1, k)) return false;
    } else if ((axis - EDGES) % 3 === k || !isLevel(corners, Math.floor((axis - EDGES) / 3), k)) return false;
  }
  return true;
}

/** Whether the ends of an edge have one coordinate k. */
function isLevel(corners: Float64Array, edge: number, k: number): boolean {
  return corners[3 * edge + k] === corners[3 * ((edge + 1) % 3) + k];
}

function setCoordinate(entry: BoxEntry, k: number, isUp: boolean): void {
  entry.part = k;
  entry.place[0] = firstCoordinate(entry.corners, k, isUp);
}

/** The coordinate k of a triangle that a box reaches first. */
function firstCoordinate(corners: Float64Array, k: number, isUp: boolean): number {
  return isUp
    ? Math.min(corners[k], corners[3 + k], corners[6 + k])
    : Math.max(corners[k], corners[3 + k], corners[6 + k]);
}

function setEdge(entry: BoxEntry, axis: number, box: Float64Array): void {
  const { corners, place } = entry;
  const edge = Math.floor((axis - EDGES) / 3);
  const unit = (axis - EDGES) % 3;
  const u = (unit + 1) % 3;
  const v = (unit + 2) % 3;
  const from = 3 * edge;
  const to = 3 * ((edge + 1) % 3);
  const third = 3 * ((edge + 2) % 3);
  // Seen along the box's axis the third corner lies on the side of the edge that the box moves to, or on the edge's line.
  // The sign of the speed is certain: a box that does not approach on this axis does not meet the triangle after the start.
  const speed =
    (corners[to + u] - corners[from + u]) * box[6 + v] - (corners[to + v] - corners[from + v]) * box[6 + u];
  const side = orient2d(
    corners[from + u],
    corners[from + v],
    corners[to + u],
    corners[to + v],
    corners[third + u],
    corners[third + v],
  );
  if (!((side >= 0 && speed > 0) || (side <= 0 && speed < 0))) return;
  entry.part = EDGE_PART + unit;
  const isForward = isLess(corners, from, to);
  for (let k = 0; k < 3; k++) {
    place[k] = corners[(isForward ? from : to) + k];
    place[3 + k] = corners[(isForward ? to : from) + k];
  }
}

function isLess(corners: Float64Array, p: number, q: number): boolean {
  for (let k = 0; k < 3; k++) if (corners[p + k] !== corners[q + k]) return corners[p + k] < corners[q + k];
  return false;
}
