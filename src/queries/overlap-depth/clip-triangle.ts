// The part of a triangle that lies in a box. Whatever is outside a solid's box is outside the solid. Without clipping, a long triangle that
// passes through a small solid would have to be halved many times to find that out.

/** A convex polygon of `count` corners, x y z each. */
export interface ClippedTriangle {
  corners: Float64Array;
  count: number;
  /** The polygon after the next plane. */
  spare: Float64Array;
}

/**
 * Each of six planes adds at most one corner to a convex polygon. Rounding may make a polygon slightly concave; a plane that crosses k of
 * its n edges removes at least k / 2 corners and adds k ≤ n, so there are at most 3 · 1.5⁶ < 35.
 */
const MOST_CORNERS = 35;

export function createClipped(): ClippedTriangle {
  return { corners: new Float64Array(3 * MOST_CORNERS), count: 0, spare: new Float64Array(3 * MOST_CORNERS) };
}

/** Sets the polygon to the part of the triangle t[i…i+8] in the box b[j…j+5], min then max; no corners if they are apart. */
export function clipToBox(
  clipped: ClippedTriangle,
  t: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  for (let k = 0; k < 9; k++) clipped.corners[k] = t[i + k];
  clipped.count = 3;
  for (let axis = 0; axis < 3; axis++) {
    clip(clipped, axis, 1, b[j + axis]);
    clip(clipped, axis, -1, b[j + 3 + axis]);
  }
}

/** Keeps the part of the polygon with sign · x ≥ sign · limit along the axis. */
function clip(clipped: ClippedTriangle, axis: number, sign: 1 | -1, limit: number): void {
  const { corners: from, spare: to } = clipped;
  const end = 3 * clipped.count;
  let isAllIn = true;
  for (let k = axis; k < end; k += 3) if (!(sign * (from[k] - limit) >= 0)) isAllIn = false;
  if (isAllIn) return;
  let count = 0;
  for (let k = 0; k < end; k += 3) {
    const next = k + 3 === end ? 0 : k + 3;
    const height = sign * (from[k + axis] - limit);
    const heightNext = sign * (from[next + axis] - limit);
    if (height >= 0) {
      for (let c = 0; c < 3; c++) to[3 * count + c] = from[k + c];
      count++;
    }
    if (height >= 0 === heightNext >= 0) continue;
    const share = height / (height - heightNext);
    for (let c = 0; c < 3; c++) to[3 * count + c] = from[k + c] + share * (from[next + c] - from[k + c]);
    count++;
  }
  clipped.corners = to;
  clipped.spare = from;
  clipped.count = count;
}
