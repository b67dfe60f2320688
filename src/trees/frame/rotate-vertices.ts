import type { Positions } from "../../mesh/triangle-mesh.ts";

/** Coordinates up to this stay in range when turned. */
const MOST = 2 ** 98;

/** Writes vertex v, seen along the axes of a frame; false, with a useless result, for coordinates that are not finite or too large. */
export function rotateVertex(
  positions: Positions,
  v: number,
  frame: Float64Array,
  out: Float64Array,
): boolean {
  const x = positions[3 * v];
  const y = positions[3 * v + 1];
  const z = positions[3 * v + 2];
  out[3 * v] = frame[0] * x + frame[1] * y + frame[2] * z;
  out[3 * v + 1] = frame[3] * x + frame[4] * y + frame[5] * z;
  out[3 * v + 2] = frame[6] * x + frame[7] * y + frame[8] * z;
  return Math.abs(x) <= MOST && Math.abs(y) <= MOST && Math.abs(z) <= MOST;
}

/** `rotateVertex` for all vertices. */
export function rotateVertices(positions: Positions, frame: Float64Array, out: Float64Array): boolean {
  // biome-ignore format: a matrix reads in rows
  const a = frame[0], b = frame[1], c = frame[2],
    d = frame[3], e = frame[4], f = frame[5],
    g = frame[6], h = frame[7], k = frame[8];
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (!(Math.abs(x) <= MOST && Math.abs(y) <= MOST && Math.abs(z) <= MOST)) return false; // NaN fails, too
    out[i] = a * x + b * y + c * z;
    out[i + 1] = d * x + e * y + f * z;
    out[i + 2] = g * x + h * y + k * z;
  }
  return true;
}
