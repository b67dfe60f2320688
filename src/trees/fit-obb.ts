import { eigenvectorsOfSymmetric } from "../geometry/eigen-symmetric.ts";
import { completeFrame } from "../geometry/orthonormal-frame.ts";
import { OBB_AXES, OBB_CENTRE, OBB_HALF } from "./layout.ts";
import { type Surface, setSpread } from "./surface-moments.ts";

// A box must enclose its vertices as the set centre + Σ tk·axisk, |tk| ≤ halfk, with the numbers that are stored. The
// stored axes, the rows of Q, are orthonormal within 10 units of 2^-53 (`completeFrame`): the projections of a vertex are Q·Qᵀ times its
// tk, so they differ by 10 units of the sum of |tk|, which is at most |half|. A projection rounds by 6 units of the distance
// from the mean, at most twice |half|; the centre rounds by 4 of its own size and the box's. The total, 10 + 12 + 4, stays below 32
// units of |centre| + |half|, in the sum norm.
const INFLATION = 2 ** -46; // 128 units
/** Covers numbers so small that f64 has no relative precision: far above all their rounding errors. */
const LEAST_HALF = 2 ** -1000;

const frame = new Float64Array(9);
const covariance = new Float64Array(6);
// The results of `project`, in the frame's order: least and greatest projection.
const least = new Float64Array(3);
const greatest = new Float64Array(3);
const from = new Float64Array(3);

/**
 * Writes the box around the triangles order[begin … end − 1] to nodes[at …], its longest axis first, and the mean of their
 * surface to `mean`.
 *
 * The box is oriented by the covariance of the surface (Gottschalk, Lin, Manocha 1996). A single triangle needs no
 * statistics: with a side along its longest edge the box has twice the triangle's area, the minimum.
 */
export function fitObb(
  surface: Surface,
  order: Uint32Array,
  begin: number,
  end: number,
  nodes: Float64Array,
  at: number,
  mean: Float64Array,
): void {
  if (end - begin === 1) alignToTriangle(surface.coordinates, 9 * order[begin], mean);
  else {
    setSpread(surface, order, begin, end, mean, covariance);
    eigenvectorsOfSymmetric(covariance, frame);
  }
  completeFrame(frame);
  project(surface.coordinates, order, begin, end, mean);
  writeBox(nodes, at, mean);
}

/** Writes the smallest box around all triangles of `order` along given axes, orthonormal as `completeFrame` makes them. */
export function writeBoxAlong(
  surface: Surface,
  order: Uint32Array,
  axes: Float64Array,
  mean: Float64Array,
  out: Float64Array,
): void {
  frame.set(axes);
  project(surface.coordinates, order, 0, order.length, mean);
  writeBox(out, 0, mean);
}

/** Writes the box along given axes around at least one vertex, by their numbers in `corners`. */
export function writeBoxAround(
  positions: ArrayLike<number>,
  corners: Uint32Array,
  axes: Float64Array,
  out: Float64Array,
  at: number,
): void {
  frame.set(axes);
  const first = 3 * corners[0];
  for (let k = 0; k < 3; k++) from[k] = positions[first + k];
  // Bounds are locals, not entries of arrays: a cloth beside a robot is measured in every frame.
  const [fromX, fromY, fromZ] = from;
  for (let axis = 0; axis < 3; axis++) {
    const [ax, ay, az] = frame.subarray(3 * axis, 3 * axis + 3);
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < corners.length; i++) {
      const vertex = 3 * corners[i];
      const along =
        ax * (positions[vertex] - fromX) +
        ay * (positions[vertex + 1] - fromY) +
        az * (positions[vertex + 2] - fromZ);
      if (along < low) low = along;
      if (along > high) high = along;
    }
    least[axis] = low;
    greatest[axis] = high;
  }
  writeBox(out, at, from);
}

/** The frame along the triangle's longest edge, with its first corner as the mean. */
function alignToTriangle(p: Float64Array, i: number, mean: Float64Array): void {
  let longest = -1;
  for (let corner = 0; corner < 3; corner++) {
    const from = i + 3 * corner;
    const to = i + 3 * ((corner + 1) % 3);
    const x = p[to] - p[from];
    const y = p[to + 1] - p[from + 1];
    const z = p[to + 2] - p[from + 2];
    const square = x * x + y * y + z * z;
    if (square <= longest) continue;
    longest = square;
    const other = i + 3 * ((corner + 2) % 3);
    frame[0] = x;
    frame[1] = y;
    frame[2] = z;
    frame[3] = p[other] - p[from];
    frame[4] = p[other + 1] - p[from + 1];
    frame[5] = p[other + 2] - p[from + 2];
  }
  mean[0] = p[i];
  mean[1] = p[i + 1];
  mean[2] = p[i + 2];
}

/** The bounds of all corners along the frame's axes, relative to the mean, so that nothing cancels far from the origin. */
function project(
  coordinates: Float64Array,
  order: Uint32Array,
  begin: number,
  end: number,
  mean: Float64Array,
): void {
  // biome-ignore format: a matrix reads in rows
  const ux = frame[0], uy = frame[1], uz = frame[2],
    vx = frame[3], vy = frame[4], vz = frame[5],
    wx = frame[6], wy = frame[7], wz = frame[8],
    ox = mean[0], oy = mean[1], oz = mean[2];
  let minU = Infinity;
  let minV = Infinity;
  let minW = Infinity;
  let maxU = -Infinity;
  let maxV = -Infinity;
  let maxW = -Infinity;
  for (let k = begin; k < end; k++) {
    const first = 9 * order[k];
    for (let i = first; i < first + 9; i += 3) {
      const x = coordinates[i] - ox;
      const y = coordinates[i + 1] - oy;
      const z = coordinates[i + 2] - oz;
      const u = ux * x + uy * y + uz * z;
      const v = vx * x + vy * y + vz * z;
      const w = wx * x + wy * y + wz * z;
      if (u < minU) minU = u;
      if (u > maxU) maxU = u;
      if (v < minV) minV = v;
      if (v > maxV) maxV = v;
      if (w < minW) minW = w;
      if (w > maxW) maxW = w;
    }
  }
  least[0] = minU;
  least[1] = minV;
  least[2] = minW;
  greatest[0] = maxU;
  greatest[1] = maxV;
  greatest[2] = maxW;
}

function writeBox(nodes: Float64Array, at: number, mean: Float64Array): void {
  let size = 0;
  for (let k = 0; k < 3; k++) {
    let centre = mean[k];
    for (let axis = 0; axis < 3; axis++)
      centre += frame[3 * axis + k] * (least[axis] + (greatest[axis] - least[axis]) / 2);
    nodes[at + OBB_CENTRE + k] = centre;
    size += Math.abs(centre) + (greatest[k] - least[k]) / 2;
  }
  const inflation = INFLATION * size + LEAST_HALF;

  // The longest axis first. A swap makes a right-handed frame left-handed; negating an axis makes it right-handed again.
  const long0 = greatest[0] - least[0];
  const long1 = greatest[1] - least[1];
  const long2 = greatest[2] - least[2];
  const first = long0 >= long1 && long0 >= long2 ? 0 : long1 >= long2 ? 1 : 2;
  const next = (first + 1) % 3;
  const last = (first + 2) % 3;
  const inOrder = greatest[next] - least[next] >= greatest[last] - least[last];
  writeAxis(nodes, at, 0, first, 1, inflation);
  writeAxis(nodes, at, inOrder ? 1 : 2, next, 1, inflation);
  writeAxis(nodes, at, inOrder ? 2 : 1, last, inOrder ? 1 : -1, inflation);
}

function writeAxis(
  nodes: Float64Array,
  at: number,
  to: number,
  from: number,
  sign: number,
  inflation: number,
): void {
  nodes[at + OBB_HALF + to] = (greatest[from] - least[from]) / 2 + inflation;
  for (let k = 0; k < 3; k++) nodes[at + OBB_AXES + 3 * to + k] = sign * frame[3 * from + k];
}
