import { MeshError } from "../../errors.ts";
import { toIntegers } from "../../numerics/integers.ts";
import {
  commonDivisor,
  hasNoRootUntil,
  multiply,
  type Polynomial,
  polynomial,
  type Root,
  roundRoot,
  signAt,
  subtract,
  type Until,
  unitRoots,
} from "../../numerics/unit-roots.ts";

// When a moving point and a moving triangle, or two moving segments, first share a point. All four points move in straight
// lines, each coordinate a linear function of time with f64 values at both ends; as integers these are exact, and so is
// everything here.
//
// A contact requires four coplanar points: its time is a root of a cubic. At each root, in ascending order, signs of
// quadratics at that root decide. If the four are coplanar all the time, first contacts are those of a point with the
// other's boundary: a root of quadratics, or of linear functions if all are collinear all the time.
//
// query, 24 × f64: four points at the start, these four at the end, x y z each
// vertex and face: vertex, three corners; two edges: both ends of one, both ends of the other

/** The coordinates of a moving point as functions of time. */
type Moving = readonly [Polynomial, Polynomial, Polynomial];

const START: Root = { of: [], low: 0n, bits: 0, isExact: true, signBelow: 0 };

let exactSweeps = 0;

/** How many queries were decided here since the module was loaded. */
export function exactSweepCount(): number {
  return exactSweeps;
}

/**
 * Writes the f64 times next to the first contact in q[at … at + 23] to `out`, like `roundRoot`. `isEdges` tells two edges
 * from a vertex and a face. Returns false and leaves `out` unchanged if no contact exists. Contacts later than `until` may be
 * omitted: proving that a contact is later often costs less than computing when it is.
 */
export function sweepExactly(
  q: Float64Array,
  at: number,
  isEdges: boolean,
  out: Float64Array,
  until: Until | null = null,
): boolean {
  exactSweeps++;
  const points = movingPoints(q, at);
  if (until !== null && areApartOnAxis(points, isEdges ? 2 : 1, until)) return false;
  const [p0, p1, p2, p3] = points as [Moving, Moving, Moving, Moving];
  const meet = isEdges
    ? (time: Root) => segmentsMeet(p0, p1, p2, p3, time)
    : (time: Root) => pointInTriangle(p0, p1, p2, p3, time);
  const volume = determinant(difference(p1, p0), difference(p2, p0), difference(p3, p0));
  if (until !== null && hasNoRootUntil(volume, until)) return false;
  if (volume.length > 0) return firstOf(unitRoots(volume), meet, out);
  if (meet(START)) {
    roundRoot({ ...START }, out);
    return true;
  }
  const sides: [Moving, Moving, Moving][] = isEdges
    ? [
        [p0, p2, p3],
        [p1, p2, p3],
        [p2, p0, p1],
        [p3, p0, p1],
      ]
    : [
        [p0, p1, p2],
        [p0, p2, p3],
        [p0, p3, p1],
      ];
  let found = false;
  for (const [point, from, to] of sides) {
    if (!sweepPointAndSegment(point, from, to, until, other)) continue;
    // Each pair of f64 encloses one root, so the lesser pair belongs to the earlier root.
    if (!found || other[0] < out[0] || (other[0] === out[0] && other[1] < out[1])) out.set(other);
    found = true;
  }
  return found;
}

/** Whether a coordinate axis separates the first `count` points from the others up to that time. */
function areApartOnAxis(points: readonly Moving[], count: number, until: Until): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const gaps = points
      .slice(0, count)
      .flatMap((p) => points.slice(count).map((q) => subtract(p[axis], q[axis])));
    const isAbove = (gaps[0][0] ?? 0n) > 0n;
    if (gaps.every((gap) => (gap[0] ?? 0n) > 0n === isAbove && hasNoRootUntil(gap, until))) return true;
  }
  return false;
}

const other = new Float64Array(2);

function firstOf(roots: Root[], meet: (time: Root) => boolean, out: Float64Array): boolean {
  const first = roots.find(meet);
  if (first === undefined) return false;
  roundRoot(first, out);
  return true;
}

/** A point and a segment that are coplanar all the time and apart at the start. */
function sweepPointAndSegment(
  point: Moving,
  from: Moving,
  to: Moving,
  until: Until | null,
  out: Float64Array,
): boolean {
  const turns = [0, 1, 2].map((plane) => turn(from, to, point, plane));
  if (until !== null && turns.some((p) => hasNoRootUntil(p, until))) return false;
  const line = turns.reduce(commonDivisor, []);
  const within = (time: Root) => isBetween(point, from, to, time);
  if (line.length > 0) return firstOf(unitRoots(line), within, out);
  // Collinear all the time: the point enters over an end.
  const ends = [from, to].map((end) => difference(point, end).reduce(commonDivisor, []));
  const times = ends.flatMap((difference) => (difference.length > 0 ? unitRoots(difference) : []));
  const found = times.map((time) => {
    roundRoot(time, out);
    return [out[0], out[1]] as const;
  });
  if (found.length === 0) return false;
  out.set(found.reduce((a, b) => (b[0] < a[0] || (b[0] === a[0] && b[1] < a[1]) ? b : a)));
  return true;
}

/** A point in the plane of a triangle that may be degenerate. */
function pointInTriangle(p: Moving, a: Moving, b: Moving, c: Moving, time: Root): boolean {
  for (let plane = 0; plane < 3; plane++) {
    const inside = signAt(turn(a, b, c, plane), time);
    if (inside === 0) continue;
    return (
      signAt(turn(a, b, p, plane), time) !== -inside &&
      signAt(turn(b, c, p, plane), time) !== -inside &&
      signAt(turn(c, a, p, plane), time) !== -inside
    );
  }
  return pointOnSegment(p, a, b, time) || pointOnSegment(p, b, c, time) || pointOnSegment(p, c, a, time);
}

function pointOnSegment(p: Moving, a: Moving, b: Moving, time: Root): boolean {
  for (let plane = 0; plane < 3; plane++) if (signAt(turn(a, b, p, plane), time) !== 0) return false;
  return isBetween(p, a, b, time);
}

/** A point on the line of a segment. */
function isBetween(p: Moving, a: Moving, b: Moving, time: Root): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const beyondA = signAt(subtract(p[axis], a[axis]), time);
    const beyondB = signAt(subtract(p[axis], b[axis]), time);
    if (beyondA * beyondB > 0) return false;
  }
  return true;
}

/**
 * Two segments in one plane, either of which may be a point: they meet if and only if their shadows do on all three
 * coordinate planes (as in overlap/triangle-triangle-exact.ts).
 */
function segmentsMeet(a: Moving, b: Moving, c: Moving, d: Moving, time: Root): boolean {
  for (let plane = 0; plane < 3; plane++) {
    if (signAt(turn(a, b, c, plane), time) * signAt(turn(a, b, d, plane), time) > 0) return false;
    if (signAt(turn(c, d, a, plane), time) * signAt(turn(c, d, b, plane), time) > 0) return false;
    if (areIntervalsApart(a[plane], b[plane], c[plane], d[plane], time)) return false;
  }
  return true;
}

function areIntervalsApart(a: Polynomial, b: Polynomial, c: Polynomial, d: Polynomial, time: Root): boolean {
  const sign = signAt(subtract(a, c), time);
  return (
    sign !== 0 &&
    sign === signAt(subtract(a, d), time) &&
    sign === signAt(subtract(b, c), time) &&
    sign === signAt(subtract(b, d), time)
  );
}

/** Twice the area of the shadow of a, b, c on the coordinate plane that leaves out an axis. */
function turn(a: Moving, b: Moving, c: Moving, plane: number): Polynomial {
  const x = (plane + 1) % 3;
  const y = (plane + 2) % 3;
  return subtract(
    multiply(subtract(b[x], a[x]), subtract(c[y], a[y])),
    multiply(subtract(b[y], a[y]), subtract(c[x], a[x])),
  );
}

function determinant(u: Moving, v: Moving, w: Moving): Polynomial {
  const [x, y, z] = [0, 1, 2].map((axis) => {
    const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
    return multiply(w[axis], subtract(multiply(u[j], v[k]), multiply(u[k], v[j])));
  });
  return subtract(subtract(x, subtract([], y)), subtract([], z));
}

function difference(p: Moving, q: Moving): Moving {
  return [subtract(p[0], q[0]), subtract(p[1], q[1]), subtract(p[2], q[2])];
}

function movingPoints(q: Float64Array, at: number): Moving[] {
  const query = q.subarray(at, at + 24);
  // NaN fails every filter, so vertices that became NaN after their mesh was checked reach this check.
  for (const value of query)
    if (!Number.isFinite(value))
      throw new MeshError(
        `a moving vertex has the coordinate ${value}: vertices were changed without a refit`,
      );
  const integers = toIntegers(query);
  const coordinate = (i: number) => polynomial(integers[i], integers[12 + i] - integers[i]);
  return [0, 3, 6, 9].map((i) => [coordinate(i), coordinate(i + 1), coordinate(i + 2)]);
}
