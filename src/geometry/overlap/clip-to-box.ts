import type { Vector } from "../vector.ts";

const TRACE = 2 ** -44;
/** Each of the six faces adds at most one corner to the three. */
const MOST_CORNERS = 9;

// the polygon before and after a cut, and how far inside each of its corners lies
const depths = new Float64Array(MOST_CORNERS);
let polygon = new Float64Array(3 * MOST_CORNERS);
let kept = new Float64Array(3 * MOST_CORNERS);

/**
 * The centre of the part of a triangle that lies in a box it meets, in plain f64: the six faces cut the triangle one after
 * the other. The faces are moved out slightly, so that rounding does not cut away a part that only touches; each cut keeps
 * at least the point nearest to the face.
 */
export function clipToBox(corners: Float64Array, box: Float64Array): Vector {
  for (let i = 0; i < 9; i++) polygon[i] = corners[i];
  let end = 9;
  for (let axis = 0; axis < 3; axis++) {
    const trace = TRACE * (Math.abs(box[axis]) + Math.abs(box[3 + axis]));
    end = cut(end, axis, box[axis] - trace, 1);
    end = cut(end, axis, box[3 + axis] + trace, -1);
  }
  const middle: Vector = [0, 0, 0];
  for (let k = 0; k < 3; k++) for (let i = k; i < end; i += 3) middle[k] += polygon[i] / (end / 3);
  return middle;
}

/** Cuts the polygon, whose numbers end at `end`, to side · (coordinate − bound) ≥ 0; returns where they end then. */
function cut(end: number, axis: number, bound: number, side: number): number {
  let deepest = 0;
  let isCut = false;
  for (let i = 0; i < end; i += 3) {
    depths[i / 3] = side * (polygon[i + axis] - bound);
    if (depths[i / 3] > depths[deepest / 3]) deepest = i;
    if (!(depths[i / 3] >= 0)) isCut = true;
  }
  if (!isCut) return end;
  let keptEnd = 0;
  for (let i = 0; i < end; i += 3) {
    const next = i + 3 === end ? 0 : i + 3;
    const from = depths[i / 3];
    const to = depths[next / 3];
    if (from >= 0) keptEnd = keep(i, keptEnd);
    if (from < 0 !== to < 0) {
      const share = from / (from - to);
      for (let k = 0; k < 3; k++)
        kept[keptEnd + k] =
          k === axis ? bound : polygon[i + k] + share * (polygon[next + k] - polygon[i + k]);
      keptEnd += 3;
    }
  }
  if (keptEnd === 0) keptEnd = keep(deepest, 0);
  [polygon, kept] = [kept, polygon];
  return keptEnd;
}

function keep(i: number, end: number): number {
  for (let k = 0; k < 3; k++) kept[end + k] = polygon[i + k];
  return end + 3;
}
