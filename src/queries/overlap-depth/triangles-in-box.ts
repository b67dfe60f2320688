// The part of a triangle that lies in a box, as triangles. What is outside the box of a solid is outside the solid, and
// long triangles that pass through a small solid would have to be halved many times to find that out.

/** Triangles that cover the part of the triangle at t[i…i+8] in the box at b[j…j+5], min then max. */
export function trianglesInBox(t: Float64Array, i: number, b: Float64Array, j: number): Float64Array[] {
  if (boxHolds(t, i, b, j)) return [t.subarray(i, i + 9)];
  let polygon = Array.from(t.subarray(i, i + 9));
  for (let axis = 0; axis < 3; axis++) {
    polygon = clip(polygon, axis, 1, b[j + axis]);
    polygon = clip(polygon, axis, -1, b[j + 3 + axis]);
  }
  const triangles: Float64Array[] = [];
  for (let k = 3; k + 3 < polygon.length; k += 3)
    triangles.push(Float64Array.of(...polygon.slice(0, 3), ...polygon.slice(k, k + 6)));
  return triangles;
}

function boxHolds(t: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = 0; k < 9; k++) {
    const axis = k % 3;
    if (!(t[i + k] >= b[j + axis] && t[i + k] <= b[j + 3 + axis])) return false;
  }
  return true;
}

/** The part of the polygon with sign · x ≥ sign · limit along the axis. */
function clip(polygon: number[], axis: number, sign: 1 | -1, limit: number): number[] {
  const kept: number[] = [];
  for (let k = 0; k < polygon.length; k += 3) {
    const next = (k + 3) % polygon.length;
    const height = sign * (polygon[k + axis] - limit);
    const heightNext = sign * (polygon[next + axis] - limit);
    if (height >= 0) kept.push(polygon[k], polygon[k + 1], polygon[k + 2]);
    if (height >= 0 === heightNext >= 0) continue;
    const share = height / (height - heightNext);
    for (let c = 0; c < 3; c++) kept.push(polygon[k + c] + share * (polygon[next + c] - polygon[k + c]));
  }
  return kept;
}
