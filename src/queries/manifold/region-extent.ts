import type { ContactLines } from "./contact-lines.ts";
import type { ContactSurface } from "./contact-surface.ts";
import type { RegionVertices } from "./region-vertices.ts";

// How far a's piece reaches along a direction, and b's piece in the opposite direction. Once b has moved by the difference, a plane lies
// between the two pieces: an upper bound of the region's depth. A piece has its extremes at its vertices and on its border, the region's
// curve, which both pieces share.

/** The result of `measureExtent`: the highest point of a's pieces and the lowest of b's, along the direction. */
export interface Extent {
  top: number;
  bottom: number;
}

// the largest and the least height of a curve
const heights = new Float64Array(16);

export function measureExtent(
  lines: ContactLines,
  a: ContactSurface,
  verticesA: RegionVertices,
  b: ContactSurface,
  verticesB: RegionVertices,
  region: number,
  direction: Float64Array,
  at: number,
  out: Extent,
): void {
  measureCurve(lines, region, direction, at, heights);
  const x = direction[at];
  const y = direction[at + 1];
  const z = direction[at + 2];
  out.top = Math.max(heights[0], farthest(a, verticesA, x, y, z));
  out.bottom = Math.min(heights[1], -farthest(b, verticesB, -x, -y, -z));
}

/** The largest and the least height of a region's curve along a direction. */
function measureCurve(
  { points, regionPoints, regionStarts }: ContactLines,
  region: number,
  direction: Float64Array,
  at: number,
  out: Float64Array,
): void {
  const x = direction[at];
  const y = direction[at + 1];
  const z = direction[at + 2];
  let top = -Infinity;
  let bottom = Infinity;
  const end = regionStarts[region + 1];
  for (let i = regionStarts[region]; i < end; i++) {
    const p = 3 * regionPoints[i];
    const height = x * points[p] + y * points[p + 1] + z * points[p + 2];
    if (height > top) top = height;
    if (height < bottom) bottom = height;
  }
  out[0] = top;
  out[1] = bottom;
}

function farthest(
  { places }: ContactSurface,
  { vertices, count }: RegionVertices,
  x: number,
  y: number,
  z: number,
): number {
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    const p = 3 * vertices[i];
    const height = x * places[p] + y * places[p + 1] + z * places[p + 2];
    if (height > most) most = height;
  }
  return most;
}
