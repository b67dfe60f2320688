// A triangle, cut where a height that is linear over it passes a limit.

/** The two parts of a triangle. Each is a convex polygon of three or four corners, x y z each. */
export interface CutTriangle {
  /** The height of each corner of the triangle. */
  readonly heights: Float64Array;
  /** The part at or below the limit. */
  readonly near: Float64Array;
  nearCount: number;
  /** The part above the limit. Both parts have corners on the cut, with equal coordinates. */
  readonly far: Float64Array;
  farCount: number;
}

export function createCut(): CutTriangle {
  return {
    heights: new Float64Array(3),
    near: new Float64Array(12),
    nearCount: 0,
    far: new Float64Array(12),
    farCount: 0,
  };
}

/** Cuts the triangle t[0…8] by the `heights` that are set; false if all of it is on one side. */
export function cutTriangle(cut: CutTriangle, t: Float64Array, limit: number): boolean {
  const { heights, near, far } = cut;
  cut.nearCount = 0;
  cut.farCount = 0;
  for (let k = 0; k < 3; k++) {
    const next = (k + 1) % 3;
    const height = heights[k] - limit;
    const heightNext = heights[next] - limit;
    if (height <= 0) copyPoint(t, 3 * k, near, 3 * cut.nearCount++);
    else copyPoint(t, 3 * k, far, 3 * cut.farCount++);
    if (height <= 0 === heightNext <= 0) continue;
    const share = height / (height - heightNext);
    const to = 3 * cut.nearCount++;
    for (let axis = 0; axis < 3; axis++)
      near[to + axis] = t[3 * k + axis] + share * (t[3 * next + axis] - t[3 * k + axis]);
    copyPoint(near, to, far, 3 * cut.farCount++);
  }
  return cut.nearCount >= 3 && cut.farCount >= 3;
}

/** The far part's fraction of the triangle's area. */
export function farShare({ near, nearCount, far, farCount }: CutTriangle): number {
  const left = areaOf(far, farCount);
  return left / (left + areaOf(near, nearCount));
}

/** The triangle of corners 0, i and i + 1 of a polygon, to out[0…8]. */
export function takeTriangle(polygon: Float64Array, i: number, out: Float64Array): void {
  copyPoint(polygon, 0, out, 0);
  copyPoint(polygon, 3 * i, out, 3);
  copyPoint(polygon, 3 * (i + 1), out, 6);
}

function copyPoint(p: Float64Array, i: number, out: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) out[at + axis] = p[i + axis];
}

/** Twice the area of a convex polygon. */
function areaOf(p: Float64Array, count: number): number {
  let area = 0;
  for (let k = 3; k + 3 < 3 * count; k += 3) {
    const ux = p[k] - p[0];
    const uy = p[k + 1] - p[1];
    const uz = p[k + 2] - p[2];
    const vx = p[k + 3] - p[0];
    const vy = p[k + 4] - p[1];
    const vz = p[k + 5] - p[2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    area += Math.sqrt(x * x + y * y + z * z);
  }
  return area;
}
