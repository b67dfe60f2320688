import type { Vector } from "../vector.ts";
import { findFirstSimplex, turn } from "./first-simplex.ts";
import { orientPoints } from "./hull-surface.ts";
import { quickHull } from "./quick-hull.ts";

/**
 * A convex set as the hull of points, built once and queried under changing poses. Plain data. Every point is a true
 * corner: none lies inside the hull, a face or an edge.
 */
export interface ConvexShape {
  /** 3 a body, 2 a flat polygon, 1 a segment, 0 a point. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** x, y, z per corner. */
  readonly points: Float64Array;
  readonly pointCount: number;
  /** The index of each corner among the points passed in. */
  readonly sources: Uint32Array;
  /**
   * Three corners per face, counterclockwise seen from outside. A flat polygon has a front and a back; a segment or a point
   * has one face with repeated corners.
   */
  readonly faces: Uint32Array;
  /** The corners that share an edge with corner i: neighbours[starts[i]] … neighbours[starts[i + 1] − 1]. */
  readonly neighbours: Uint32Array;
  readonly starts: Uint32Array;
  /** The largest |x|, |y| and |z| of a corner. */
  readonly reach: Float64Array;
}

/** The exact convex hull of at least one point, x, y, z each. */
export function createConvexShape(points: Float64Array): ConvexShape {
  const count = points.length / 3;
  const { dimension, corners } = findFirstSimplex(points, count);
  if (dimension < 2) return thinShape(points, dimension === 1 ? [corners[0], corners[1]] : [corners[0]]);
  if (dimension === 2) return flatShape(points, flatHull(points, count, corners[0], corners[1], corners[2]));
  return solidShape(points, quickHull(points, count, corners));
}

/** The sides of the box around a shape. */
export function boxSidesOf({ points }: ConvexShape): Vector {
  const sides: Vector = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    sides[axis] = high - low;
  }
  return sides;
}

function thinShape(points: Float64Array, ends: number[]): ConvexShape {
  const last = ends.length - 1;
  return {
    dimension: last === 0 ? 0 : 1,
    points: gather(points, ends),
    reach: reachOf(points, ends),
    pointCount: ends.length,
    sources: Uint32Array.from(ends),
    faces: Uint32Array.of(0, last, last),
    neighbours: last === 0 ? new Uint32Array(0) : Uint32Array.of(1, 0),
    starts: last === 0 ? Uint32Array.of(0, 0) : Uint32Array.of(0, 1, 2),
  };
}

function flatShape(points: Float64Array, loop: Uint32Array): ConvexShape {
  const count = loop.length;
  const faces = new Uint32Array(6 * (count - 2));
  for (let i = 0; i < count - 2; i++) faces.set([0, i + 1, i + 2, 0, i + 2, i + 1], 6 * i);
  return {
    dimension: 2,
    points: gather(points, loop),
    reach: reachOf(points, loop),
    pointCount: count,
    sources: loop,
    faces,
    neighbours: Uint32Array.from(
      { length: 2 * count },
      (_, i) => ((i >> 1) + (i & 1 ? 1 : count - 1)) % count,
    ),
    starts: Uint32Array.from({ length: count + 1 }, (_, i) => 2 * i),
  };
}

/**
 * Quick hull may keep points that later turn out to lie inside a face or an edge. The hull of the true corners alone has
 * the same faces and no such points, so a second run settles it.
 */
function solidShape(points: Float64Array, hull: Uint32Array): ConvexShape {
  const sources = usedPoints(hull, points.length / 3);
  const compact = gather(points, sources);
  const faces = renumbered(hull, sources, points.length / 3);
  const graph = neighboursOf(faces, sources.length);
  const extreme = extremeCorners(compact, faces, sources.length);
  if (extreme.length < sources.length) {
    const shape = createConvexShape(gather(compact, extreme));
    return { ...shape, sources: shape.sources.map((corner) => sources[extreme[corner]]) };
  }
  const reach = reachOf(points, sources);
  return { dimension: 3, points: compact, pointCount: sources.length, sources, faces, ...graph, reach };
}

/**
 * A point of a convex surface is a corner if and only if at least three edges that meet there are creases: a point inside a
 * face has none, a point inside an edge has two.
 */
function extremeCorners(points: Float64Array, faces: Uint32Array, count: number): Uint32Array {
  const creases = new Uint32Array(count);
  const opposite = new Map<number, number>(); // from · count + to → third corner
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; k++) {
      const from = faces[f + k];
      const to = faces[f + ((k + 1) % 3)];
      const third = faces[f + ((k + 2) % 3)];
      const beyond = opposite.get(to * count + from);
      if (beyond === undefined) opposite.set(from * count + to, third);
      else if (orientPoints(points, from, to, third, beyond) !== 0) {
        creases[from]++;
        creases[to]++;
      }
    }
  const found: number[] = [];
  for (let p = 0; p < count; p++) if (creases[p] >= 3) found.push(p);
  return Uint32Array.from(found);
}

/** Each edge belongs to two faces, which run along it in opposite directions. */
function neighboursOf(faces: Uint32Array, count: number): { neighbours: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const corner of faces) starts[corner + 1]++;
  for (let p = 0; p < count; p++) starts[p + 1] += starts[p];
  const cursor = starts.slice();
  const neighbours = new Uint32Array(faces.length);
  for (let i = 0; i < faces.length; i++) {
    const to = faces[i % 3 === 2 ? i - 2 : i + 1];
    neighbours[cursor[faces[i]]++] = to;
  }
  return { neighbours, starts };
}

/** The points that faces use, in ascending order. */
function usedPoints(faces: Uint32Array, count: number): Uint32Array {
  const used = new Uint8Array(count);
  for (const corner of faces) used[corner] = 1;
  const found: number[] = [];
  for (let p = 0; p < count; p++) if (used[p] === 1) found.push(p);
  return Uint32Array.from(found);
}

function renumbered(faces: Uint32Array, sources: Uint32Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  sources.forEach((source, i) => {
    numbers[source] = i;
  });
  return faces.map((corner) => numbers[corner]);
}

function gather(points: Float64Array, chosen: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3 * chosen.length);
  for (let i = 0; i < chosen.length; i++)
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = points[3 * chosen[i] + axis];
  return out;
}

function reachOf(points: Float64Array, chosen: ArrayLike<number>): Float64Array {
  const reach = new Float64Array(3);
  for (let i = 0; i < chosen.length; i++)
    for (let axis = 0; axis < 3; axis++)
      reach[axis] = Math.max(reach[axis], Math.abs(points[3 * chosen[i] + axis]));
  return reach;
}

/**
 * The corners of the convex hull of coplanar points, in order, no three of them collinear. They are seen along an axis in
 * which the plane's triangle a, b, c has an area: a one-to-one view preserves convexity.
 */
function flatHull(points: Float64Array, count: number, a: number, b: number, c: number): Uint32Array {
  const dropped = [0, 1, 2].find((axis) => turn(points, a, b, c, (axis + 1) % 3, (axis + 2) % 3) !== 0)!;
  const u = (dropped + 1) % 3;
  const v = (dropped + 2) % 3;
  const order = new Uint32Array(count);
  for (let p = 0; p < count; p++) order[p] = p;
  order.sort((p, q) => points[3 * p + u] - points[3 * q + u] || points[3 * p + v] - points[3 * q + v]);
  const loop: number[] = [];
  // Forth along the lower side and back along the upper; a corner stays while the loop turns left.
  for (const direction of [1, -1]) {
    const base = loop.length;
    for (let i = direction > 0 ? 0 : count - 1; i >= 0 && i < count; i += direction) {
      const p = order[i];
      while (
        loop.length >= base + 2 &&
        turn(points, loop[loop.length - 2], loop[loop.length - 1], p, u, v) <= 0
      )
        loop.pop();
      loop.push(p);
    }
    loop.pop(); // it is also the first corner of the other side
  }
  return Uint32Array.from(loop);
}
