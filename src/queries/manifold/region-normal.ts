import { addNormals, type ContactLines } from "./contact-lines.ts";
import { type ContactSurface, NORMAL, SURFACE_TRIANGLE, setUnitNormal } from "./contact-surface.ts";

// Directions in which b may leave a region. The first is the vector area of the region's closed curves, ½ Σ p × q over its segments. It
// equals the area-weighted sum of the outward normals of a's piece inside b, whatever the piece looks like, because both have one border.
// The others are the normals of two flat parts: the largest triangle of a, and of b, whose normal is close to that. A resting contact wants
// the plane's own normal, and the vector area of a piece that reaches over an edge is slightly tilted.

/** The most directions that `findDirections` writes. */
export const MOST_DIRECTIONS = 3;

/** A vector area below this fraction of the squared length of its curves is rounding. */
const CANCELLED = 1e-9;

/** The cosine of the angle within which a triangle's normal is tried. */
const NEAR = 0.9;

/** How many triangles of each side are examined: if very many meet, none of them is a large flat part. */
const MOST_TRIANGLES = 256;

/** Writes unit vectors, 3 numbers each, the vector area first; returns their number, 0 if no direction is known. */
export function findDirections(
  lines: ContactLines,
  a: ContactSurface,
  b: ContactSurface,
  region: number,
  out: Float64Array,
): number {
  const areSolid = a.hasInside && b.hasInside;
  const isFirstSet =
    (areSolid && lines.sizes === null && setVectorArea(lines, region, a.outward * b.outward, out)) ||
    setMeanNormal(lines, a, b, region, out);
  if (!isFirstSet || !areSolid) return isFirstSet ? 1 : 0;
  let count = 1;
  if (setFlatNormal(lines, a, 0, 1, region, out, 3 * count)) count++;
  if (setFlatNormal(lines, b, 1, -1, region, out, 3 * count)) count++;
  return count;
}

// twice a vector area (3), and the length of its curves
const area = new Float64Array(16);

function setVectorArea(lines: ContactLines, region: number, sign: number, out: Float64Array): boolean {
  sumArea(lines, region, area);
  const [x, y, z, length] = area;
  return setUnit(sign * x, sign * y, sign * z, CANCELLED * length * length, out, 0);
}

function sumArea(
  { ends, points, regionPairs, pairStarts }: ContactLines,
  region: number,
  out: Float64Array,
): void {
  const begin = pairStarts[region];
  const end = pairStarts[region + 1];
  // Relative to a point of the region: products of large coordinates would cancel.
  const o = 3 * ends[2 * regionPairs[begin]];
  const ox = points[o];
  const oy = points[o + 1];
  const oz = points[o + 2];
  let x = 0;
  let y = 0;
  let z = 0;
  let length = 0;
  for (let i = begin; i < end; i++) {
    const p = 3 * ends[2 * regionPairs[i]];
    const q = 3 * ends[2 * regionPairs[i] + 1];
    const px = points[p] - ox;
    const py = points[p + 1] - oy;
    const pz = points[p + 2] - oz;
    const qx = points[q] - ox;
    const qy = points[q + 1] - oy;
    const qz = points[q + 2] - oz;
    x += py * qz - pz * qy;
    y += pz * qx - px * qz;
    z += px * qy - py * qx;
    length += Math.sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py) + (qz - pz) * (qz - pz));
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = length;
}

/** The mean of the pairs' normals, weighted by area if there is any, else by length, else equally. */
function setMeanNormal(
  lines: ContactLines,
  a: ContactSurface,
  b: ContactSurface,
  region: number,
  out: Float64Array,
): boolean {
  const { regionPairs, pairStarts, sizes } = lines;
  for (let measure = 0; measure < 3; measure++) {
    out[0] = out[1] = out[2] = 0;
    let sum = 0;
    for (let i = pairStarts[region]; i < pairStarts[region + 1]; i++) {
      const pair = regionPairs[i];
      let weight = 1;
      if (measure === 0) weight = sizes === null ? 0 : sizes.areas[pair];
      else if (measure === 1) weight = sizes === null ? lengthOf(lines, pair) : sizes.lengths[pair];
      sum += weight;
      addNormals(a, b, lines, pair, weight, out, 0);
    }
    if (sum > 0 && setUnit(out[0], out[1], out[2], CANCELLED * sum, out, 0)) return true;
  }
  return false;
}

function lengthOf({ ends, points }: ContactLines, pair: number): number {
  const p = 3 * ends[2 * pair];
  const q = 3 * ends[2 * pair + 1];
  const x = points[q] - points[p];
  const y = points[q + 1] - points[p + 1];
  const z = points[q + 2] - points[p + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** The normal, times `push`, of the triangle with the largest area seen along the first direction. */
function setFlatNormal(
  lines: ContactLines,
  surface: ContactSurface,
  side: 0 | 1,
  push: number,
  region: number,
  out: Float64Array,
  at: number,
): boolean {
  const sign = push * surface.outward;
  const { pairStarts } = lines;
  const step = Math.ceil((pairStarts[region + 1] - pairStarts[region]) / MOST_TRIANGLES);
  const slot = findLargest(lines, surface, side, region, step, sign, out);
  if (slot < 0) return false;
  const { triangles } = surface;
  const best = SURFACE_TRIANGLE * slot;
  // The vector area is only slightly tilted from the flat part, so a steeper triangle is not it.
  setUnitNormal(triangles, best, out, at);
  if (!(sign * (out[at] * out[0] + out[at + 1] * out[1] + out[at + 2] * out[2]) > NEAR)) return false;
  for (let k = 0; k < 3; k++) out[at + k] *= sign;
  return true;
}

/** The slot of the triangle with the largest area seen along sign · direction, among every `step`-th pair; −1 if none is seen. */
function findLargest(
  { pairSlots, regionPairs, pairStarts }: ContactLines,
  { triangles }: ContactSurface,
  side: 0 | 1,
  region: number,
  step: number,
  sign: number,
  direction: Float64Array,
): number {
  const x = sign * direction[0];
  const y = sign * direction[1];
  const z = sign * direction[2];
  let most = 0;
  let best = -1;
  const end = pairStarts[region + 1];
  for (let i = pairStarts[region]; i < end; i += step) {
    const slot = pairSlots[2 * regionPairs[i] + side];
    const n = SURFACE_TRIANGLE * slot + NORMAL;
    const seen = triangles[n] * x + triangles[n + 1] * y + triangles[n + 2] * z;
    if (seen > most) {
      most = seen;
      best = slot;
    }
  }
  return best;
}

function setUnit(x: number, y: number, z: number, least: number, out: Float64Array, at: number): boolean {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > least)) return false;
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
  return true;
}
