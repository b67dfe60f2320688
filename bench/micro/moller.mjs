// Tomas Möller, "A fast triangle-triangle intersection test", Journal of Graphics Tools 2(2), 1997: the test that van
// den Bergen suggests in section 6. Each triangle cuts the line in which the two planes meet in an interval; the
// triangles meet where the intervals do. Triangles in one plane are compared edge by edge in a projection.
//
// Möller takes a distance to a plane below `epsilon` for zero. That is what an exact test does not do, and why the
// two can differ; it is here to be compared with abut's, and is not part of abut.

export const MOLLER_EPSILON = 1e-6;

const normalA = new Float64Array(3);
const normalB = new Float64Array(3);
const intervalA = new Float64Array(2);
const intervalB = new Float64Array(2);

/** Whether the triangle at a[i…i+8] meets the one at b[j…j+8], as far as f64 and epsilon can tell. */
export function trianglesMeetByMoller(a, i, b, j, epsilon = MOLLER_EPSILON) {
  // the corners of a against the plane of b
  const offsetB = setPlane(b, j, normalB);
  const a0 = distance(normalB, offsetB, a, i, epsilon);
  const a1 = distance(normalB, offsetB, a, i + 3, epsilon);
  const a2 = distance(normalB, offsetB, a, i + 6, epsilon);
  if (a0 * a1 > 0 && a0 * a2 > 0) return false;

  // the corners of b against the plane of a
  const offsetA = setPlane(a, i, normalA);
  const b0 = distance(normalA, offsetA, b, j, epsilon);
  const b1 = distance(normalA, offsetA, b, j + 3, epsilon);
  const b2 = distance(normalA, offsetA, b, j + 6, epsilon);
  if (b0 * b1 > 0 && b0 * b2 > 0) return false;

  // Along the line in which the planes meet, the coordinate that changes most orders points as well as any.
  const axis = largestAxis(
    normalA[1] * normalB[2] - normalA[2] * normalB[1],
    normalA[2] * normalB[0] - normalA[0] * normalB[2],
    normalA[0] * normalB[1] - normalA[1] * normalB[0],
  );
  if (!setInterval(a[i + axis], a[i + 3 + axis], a[i + 6 + axis], a0, a1, a2, intervalA))
    return coplanarTrianglesMeet(a, i, b, j);
  if (!setInterval(b[j + axis], b[j + 3 + axis], b[j + 6 + axis], b0, b1, b2, intervalB))
    return coplanarTrianglesMeet(a, i, b, j);
  return intervalA[0] <= intervalB[1] && intervalB[0] <= intervalA[1];
}

/** Sets the normal of the triangle's plane and returns its offset: normal · x + offset = 0. */
function setPlane(t, at, normal) {
  const ux = t[at + 3] - t[at];
  const uy = t[at + 4] - t[at + 1];
  const uz = t[at + 5] - t[at + 2];
  const vx = t[at + 6] - t[at];
  const vy = t[at + 7] - t[at + 1];
  const vz = t[at + 8] - t[at + 2];
  normal[0] = uy * vz - uz * vy;
  normal[1] = uz * vx - ux * vz;
  normal[2] = ux * vy - uy * vx;
  return -(normal[0] * t[at] + normal[1] * t[at + 1] + normal[2] * t[at + 2]);
}

function distance(normal, offset, t, at, epsilon) {
  const value = normal[0] * t[at] + normal[1] * t[at + 1] + normal[2] * t[at + 2] + offset;
  return Math.abs(value) < epsilon ? 0 : value;
}

function largestAxis(x, y, z) {
  const absX = Math.abs(x);
  const absY = Math.abs(y);
  const absZ = Math.abs(z);
  if (absX >= absY && absX >= absZ) return 0;
  return absY >= absZ ? 1 : 2;
}

/**
 * The interval that a triangle cuts from the line, from its corners' places along the line (p) and their distances to
 * the other plane (d). False when all three corners lie in that plane.
 */
function setInterval(p0, p1, p2, d0, d1, d2, interval) {
  // The corner that is alone on its side: both edges from it cross the plane.
  if (d0 * d1 > 0) return setEnds(p2, p0, p1, d2, d0, d1, interval);
  if (d0 * d2 > 0) return setEnds(p1, p0, p2, d1, d0, d2, interval);
  if (d1 * d2 > 0 || d0 !== 0) return setEnds(p0, p1, p2, d0, d1, d2, interval);
  if (d1 !== 0) return setEnds(p1, p0, p2, d1, d0, d2, interval);
  if (d2 !== 0) return setEnds(p2, p0, p1, d2, d0, d1, interval);
  return false;
}

function setEnds(alone, q, r, dAlone, dq, dr, interval) {
  const s = alone + ((q - alone) * dAlone) / (dAlone - dq);
  const t = alone + ((r - alone) * dAlone) / (dAlone - dr);
  interval[0] = Math.min(s, t);
  interval[1] = Math.max(s, t);
  return true;
}

/** Seen along the coordinate axis nearest to the normal: an edge meets an edge, or one triangle holds the other. */
function coplanarTrianglesMeet(a, i, b, j) {
  const dropped = largestAxis(normalA[0], normalA[1], normalA[2]);
  const x = dropped === 0 ? 1 : 0;
  const y = dropped === 2 ? 1 : 2;
  for (let e = 0; e < 9; e += 3)
    for (let f = 0; f < 9; f += 3)
      if (edgesMeet(a, i + e, i + ((e + 3) % 9), b, j + f, j + ((f + 3) % 9), x, y)) return true;
  return isInside(a, i, b, j, x, y) || isInside(b, j, a, i, x, y);
}

/** Two segments in the plane, by the parameters at which their lines cross; parallel ones are left to others. */
function edgesMeet(a, from, to, b, start, end, x, y) {
  const ux = a[to + x] - a[from + x];
  const uy = a[to + y] - a[from + y];
  const vx = b[start + x] - b[end + x];
  const vy = b[start + y] - b[end + y];
  const wx = a[from + x] - b[start + x];
  const wy = a[from + y] - b[start + y];
  const det = uy * vx - ux * vy;
  const alongA = vy * wx - vx * wy;
  const alongB = ux * wy - uy * wx;
  if (det > 0) return alongA >= 0 && alongA <= det && alongB >= 0 && alongB <= det;
  if (det < 0) return alongA <= 0 && alongA >= det && alongB <= 0 && alongB >= det;
  return false;
}

/** Whether the first corner of `a` is inside b, borders excluded: those are the edges' affair. */
function isInside(a, i, b, j, x, y) {
  const s0 = side(a, i, b, j, j + 3, x, y);
  const s1 = side(a, i, b, j + 3, j + 6, x, y);
  const s2 = side(a, i, b, j + 6, j, x, y);
  return s0 * s1 > 0 && s0 * s2 > 0;
}

function side(a, at, b, from, to, x, y) {
  return (
    (b[to + x] - b[from + x]) * (a[at + y] - b[from + y]) -
    (b[to + y] - b[from + y]) * (a[at + x] - b[from + x])
  );
}
