import { type GrowingList, pushTriangle } from "./growing-list.ts";
import { TOO_COMPLEX, triangulate } from "./triangulate.ts";
import { type Warnings, warn } from "./warnings.ts";

/**
 * Appends the triangles of the face whose vertex numbers are in `corners`, all within range. Records warnings under `at`;
 * returns false if the polygon is too complex, and the reader then rejects the file.
 */
export function addFace(
  vertices: ArrayLike<number>,
  corners: GrowingList<Uint32Array>,
  triangles: GrowingList<Uint32Array>,
  warnings: Warnings,
  at: number,
): boolean {
  const { values, length } = corners;
  if (length === 3) {
    const [a, b, c] = [values[0], values[1], values[2]];
    if (a === b || b === c || c === a) warn(warnings, "triangle repeats a corner, kept as degenerate", at);
    pushTriangle(triangles, a, b, c);
    return true;
  }
  const fault = triangulate(vertices, values, length, triangles);
  if (fault === TOO_COMPLEX) return false;
  if (fault !== undefined) warn(warnings, fault, at);
  return true;
}
