import { orient3dAt } from "../../numerics/orient.ts";
import type { ContactLines } from "./contact-lines.ts";
import {
  type ContactSurface,
  INSIDE,
  NORMAL,
  OUTSIDE,
  SURFACE_TRIANGLE,
  UNKNOWN,
} from "./contact-surface.ts";

// The side of a triangle's corner, if the other surface passes through the triangle but through neither edge at this corner. A straight
// path in the triangle leads from the corner to the middle of a segment. The first segment on the path decides: the corner is on that side
// of the segment's other triangle on which the path began.

/** Passing a segment this close to its end, as a fraction of it, decides nothing: rounding may take one segment for the next. */
const MARGIN = 1e-6;

/** Pairs by triangle: those of slot s are list[starts[s]] … list[starts[s + 1] − 1]. */
export interface PairsOfSlots {
  starts: Uint32Array;
  list: Uint32Array;
}

export function pairsOfSlots(
  surface: ContactSurface,
  { pairSlots, pairCount }: ContactLines,
  side: 0 | 1,
): PairsOfSlots {
  const { triangleCount, pairsOfSlots: of } = surface;
  if (of.starts.length <= triangleCount) of.starts = new Uint32Array(2 * triangleCount + 1);
  if (of.list.length < pairCount) of.list = new Uint32Array(2 * pairCount);
  const { starts, list } = of;
  starts.fill(0, 0, triangleCount + 1);
  for (let i = 0; i < pairCount; i++) starts[pairSlots[2 * i + side]]++;
  let sum = 0;
  for (let s = 0; s <= triangleCount; s++) {
    sum += starts[s];
    starts[s] = sum;
  }
  for (let i = pairCount - 1; i >= 0; i--) list[--starts[pairSlots[2 * i + side]]] = i;
  return of;
}

/** INSIDE, OUTSIDE, or UNKNOWN if f64 cannot tell which segment comes first. */
export function sideByCurve(
  surface: ContactSurface,
  other: ContactSurface,
  { ends, points, pairSlots }: ContactLines,
  side: 0 | 1,
  { starts, list }: PairsOfSlots,
  slot: number,
  corner: number,
): number {
  const t = surface.triangles;
  const at = SURFACE_TRIANGLE * slot;
  const u = at + 3 * corner;
  const [i, j] = planeOf(t, at);
  const first = list[starts[slot]];
  const p = 3 * ends[2 * first];
  const q = 3 * ends[2 * first + 1];
  const wayX = 0.5 * (points[p + i] + points[q + i]) - t[u + i];
  const wayY = 0.5 * (points[p + j] + points[q + j]) - t[u + j];
  let nearest = 1;
  let decides = first;
  for (let k = starts[slot] + 1; k < starts[slot + 1]; k++) {
    const from = 3 * ends[2 * list[k]];
    const to = 3 * ends[2 * list[k] + 1];
    const x = points[from + i] - t[u + i];
    const y = points[from + j] - t[u + j];
    const alongX = points[to + i] - points[from + i];
    const alongY = points[to + j] - points[from + j];
    const area = wayX * alongY - wayY * alongX;
    const onWay = (x * alongY - y * alongX) / area;
    const onSegment = (x * wayY - y * wayX) / area;
    // NaN, from a segment along the path, passes no comparison.
    if (onSegment < -MARGIN || onSegment > 1 + MARGIN || onWay < -MARGIN || onWay > nearest + MARGIN)
      continue;
    if (!(onSegment > MARGIN && onSegment < 1 - MARGIN && onWay > MARGIN && onWay < nearest - MARGIN))
      return UNKNOWN;
    nearest = onWay;
    decides = list[k];
  }
  const face = SURFACE_TRIANGLE * pairSlots[2 * decides + 1 - side];
  for (let k = 0; k < 3; k++) together[k] = t[u + k];
  for (let k = 0; k < 9; k++) together[3 + k] = other.triangles[face + k];
  const height = orient3dAt(together, 3, 6, 9, 0) * other.outward;
  return height === 0 ? UNKNOWN : height < 0 ? INSIDE : OUTSIDE;
}

const together = new Float64Array(16);

/** The two axes onto which the triangle at t[at] has its largest projection. */
function planeOf(t: Float64Array, at: number): [number, number] {
  const x = Math.abs(t[at + NORMAL]);
  const y = Math.abs(t[at + NORMAL + 1]);
  const z = Math.abs(t[at + NORMAL + 2]);
  return x >= y && x >= z ? [1, 2] : y >= z ? [2, 0] : [0, 1];
}
