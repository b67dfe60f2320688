import type { IntegerVector } from "../numerics/integer-vectors.ts";
import { normalOf } from "./rational-clip.ts";

/** The slow twin of `haveSameTriangles`: compares sorted texts. Triangles are three corners in units of a common grid. */
export function haveSameTrianglesByTexts(
  a: readonly (readonly IntegerVector[])[],
  b: readonly (readonly IntegerVector[])[],
): boolean {
  const [ofA, ofB] = [a, b].map((triangles) => new Set(triangles.map(textOf)));
  return ofA.size === ofB.size && [...ofA].every((text) => ofB.has(text));
}

function textOf(triangle: readonly IntegerVector[]): string {
  const corners = [...triangle].sort(compare);
  // The corners of a triangle without area are in order along its line: the middle one says nothing.
  if (normalOf(triangle).every((n) => n === 0n)) corners[1] = corners[0];
  return corners.map((corner) => corner.join(" ")).join(", ");
}

function compare(p: IntegerVector, q: IntegerVector): number {
  for (let axis = 0; axis < 3; axis++) if (p[axis] !== q[axis]) return p[axis] < q[axis] ? -1 : 1;
  return 0;
}
