import type { Signs } from "./signs.ts";
import { projectionAxis, segmentMeetsTriangle, trianglesMeet } from "./triangle-triangle.ts";

// Whether two triangles of one mesh are a pair of `findSelfPairs`. Points 0 to 2 are the corners of the first triangle, 3 to 5 those
// of the second; `names` says which of the six are one corner of the mesh.

export function areSelfPair(signs: Signs, names: ArrayLike<number>): boolean {
  if (projectionAxis(signs, 0, 1, 2) < 0 || projectionAxis(signs, 3, 4, 5) < 0) return false;
  let common = 0;
  let cornerOfFirst = 0; // with one common corner: that one; with two: the other
  let cornerOfSecond = 3;
  let [sumFirst, sumSecond] = [0, 0];
  for (let i = 0; i < 3; i++)
    for (let j = 3; j < 6; j++)
      if (names[i] === names[j]) {
        common++;
        sumFirst += i;
        sumSecond += j;
      }
  if (common === 0) return trianglesMeet(signs, 0, 3);
  if (common >= 3) return true;
  if (common === 1) {
    cornerOfFirst = sumFirst;
    cornerOfSecond = sumSecond;
    return meetBeyondCorner(signs, cornerOfFirst, cornerOfSecond);
  }
  cornerOfFirst = 3 - sumFirst;
  cornerOfSecond = 12 - sumSecond;
  return lieOnEachOther(signs, cornerOfFirst, cornerOfSecond);
}

/**
 * With one common corner V: what the triangles share is convex and has V. If it has another point, it has one farthest from V on
 * a ray from V, and that lies on an edge opposite V. So they share more than V exactly if an edge opposite V meets the other triangle.
 */
function meetBeyondCorner(signs: Signs, i: number, j: number): boolean {
  const [p, q] = [(i + 1) % 3, (i + 2) % 3];
  const [r, s] = [3 + ((j - 2) % 3), 3 + ((j - 1) % 3)];
  return segmentMeetsTriangle(signs, p, q, 3, 4, 5) || segmentMeetsTriangle(signs, r, s, 0, 1, 2);
}

/** With two common corners: in one plane, and the third corners on one side of the common edge. */
function lieOnEachOther(signs: Signs, i: number, j: number): boolean {
  if (signs.orient(0, 1, 2, j) !== 0) return false;
  const [p, q] = [(i + 1) % 3, (i + 2) % 3];
  const axis = projectionAxis(signs, 0, 1, 2);
  return signs.turn(p, q, i, axis) === signs.turn(p, q, j, axis);
}
