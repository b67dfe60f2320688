import { hypot } from "../numerics/portable-math.ts";

// A small box around points. Starting from a frame, each axis in turn is kept while the box is rotated about it to the
// least rectangle around its projection (rotating calipers try each edge of the projection's hull). Each rotation reduces
// the volume, so it terminates; usually after two rounds, within a few per cent of the smallest box.

const ROUNDS = 12;
const GAIN = 1 - 1e-6;
/** A rectangle must be smaller by more than rounding: the last bit of a length must not choose the box. */
const ROUNDING = 1 - 2 ** -40;

/** Rotates the orthonormal frame (three axes, nine numbers) in place; `points` are x, y, z each. */
export function tightenFrame(points: Float64Array, frame: Float64Array): void {
  let volume = volumeAlong(points, frame);
  for (let round = 0; round < ROUNDS; round++) {
    for (let axis = 0; axis < 3; axis++) turnToLeast(points, frame, axis);
    const now = volumeAlong(points, frame);
    if (!(now < GAIN * volume)) return;
    volume = now;
  }
}

/** The volume of the box around the points along a frame. */
export function volumeAlong(points: Float64Array, frame: Float64Array): number {
  let volume = 1;
  for (let axis = 0; axis < 9; axis += 3) {
    let [least, most] = [Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 3) {
      const s = points[i] * frame[axis] + points[i + 1] * frame[axis + 1] + points[i + 2] * frame[axis + 2];
      least = Math.min(least, s);
      most = Math.max(most, s);
    }
    volume *= most - least;
  }
  return volume;
}

/** Rotates the frame about one of its axes to the smallest box. */
export function turnToLeast(points: Float64Array, frame: Float64Array, axis: number): void {
  const u = 3 * ((axis + 1) % 3);
  const v = 3 * ((axis + 2) % 3);
  const shadow: Point[] = [];
  for (let i = 0; i < points.length; i += 3)
    shadow.push([along(points, i, frame, u), along(points, i, frame, v)]);
  const [cos, sin] = leastRectangle(hullOf(shadow));
  for (let k = 0; k < 3; k++) {
    const [x, y] = [frame[u + k], frame[v + k]];
    frame[u + k] = cos * x + sin * y;
    frame[v + k] = cos * y - sin * x;
  }
}

function along(points: Float64Array, i: number, frame: Float64Array, at: number): number {
  return points[i] * frame[at] + points[i + 1] * frame[at + 1] + points[i + 2] * frame[at + 2];
}

type Point = readonly [number, number];

/** The direction of a side of the least rectangle around a convex polygon, which is parallel to one of the polygon's edges. */
function leastRectangle(hull: readonly Point[]): Point {
  let best: Point = [1, 0];
  let least = areaAlong(hull, best);
  hull.forEach((p, i) => {
    const q = hull[(i + 1) % hull.length];
    const [x, y] = [q[0] - p[0], q[1] - p[1]];
    const length = hypot(x, y);
    if (!(length > 0)) return;
    const direction: Point = [x / length, y / length];
    const area = areaAlong(hull, direction);
    if (area < ROUNDING * least) [least, best] = [area, direction];
  });
  return best;
}

function areaAlong(hull: readonly Point[], [cos, sin]: Point): number {
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of hull) {
    const u = cos * x + sin * y;
    const v = cos * y - sin * x;
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  return (maxU - minU) * (maxV - minV);
}

/** Andrew's monotone chain. Rounding may keep an extra point; it never changes the shape by more than rounding. */
function hullOf(points: Point[]): Point[] {
  const sorted = points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(sorted), ...half([...sorted].reverse())];
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
