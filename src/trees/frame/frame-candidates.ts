import { eigenvectorsOfSymmetric } from "../../geometry/eigen-symmetric.ts";
import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import { AREA, type FrameSample, NORMAL } from "./frame-sample.ts";

// Frames to begin with: the three that found the best one on all models of the laboratory (docs/decisions/27-tree-frames.md).

const covariance = new Float64Array(6);

/** The main axes of the surface's normals, by area. */
export function alongNormals({ count, normals }: FrameSample, out: Float64Array): void {
  covariance.fill(0);
  for (let s = 0; s < count; s++)
    addSquare(
      normals[NORMAL * s + AREA],
      normals[NORMAL * s],
      normals[NORMAL * s + 1],
      normals[NORMAL * s + 2],
    );
  eigenvectorsOfSymmetric(covariance, out);
  completeFrame(out);
}

/** The main axes of the surface's middles, by area. */
export function alongSurface({ count, normals, middles }: FrameSample, out: Float64Array): void {
  let area = 0;
  const mean = new Float64Array(3);
  for (let s = 0; s < count; s++) {
    const weight = normals[NORMAL * s + AREA];
    area += weight;
    for (let axis = 0; axis < 3; axis++) mean[axis] += weight * middles[3 * s + axis];
  }
  if (area > 0) for (let axis = 0; axis < 3; axis++) mean[axis] /= area;
  covariance.fill(0);
  for (let s = 0; s < count; s++)
    addSquare(
      normals[NORMAL * s + AREA],
      middles[3 * s] - mean[0],
      middles[3 * s + 1] - mean[1],
      middles[3 * s + 2] - mean[2],
    );
  eigenvectorsOfSymmetric(covariance, out);
  completeFrame(out);
}

function addSquare(weight: number, x: number, y: number, z: number): void {
  covariance[0] += weight * x * x;
  covariance[1] += weight * x * y;
  covariance[2] += weight * x * z;
  covariance[3] += weight * y * y;
  covariance[4] += weight * y * z;
  covariance[5] += weight * z * z;
}

/** Cells of each of the three sides of a cube that lines through its middle are sorted into. */
const SIDE = 16;
/** Normals whose cosine to the first axis is above these belong to its cluster, which is gathered twice. */
const CLUSTER_COSINES = [0.985, 0.998];
/** Normals with a smaller cosine to the first axis, 10° at most, may lie along the second. */
const ACROSS = 0.17;
/** Bins of a right angle. */
const BINS = 90;
const NOT_ACROSS = -1;

/**
 * The direction that most of the surface faces, up to sign; then, among normals across it, the angle that most of them have, up to
 * right angles.
 */
export function alongClusters(sample: FrameSample, out: Float64Array): void {
  const u = firstCluster(sample);
  out.set(u);
  out.fill(0, 3);
  out[3 + (Math.abs(u[0]) < 0.8 ? 0 : 1)] = 1;
  completeFrame(out);
  const [cosine, sine] = commonDirection(sample, out);
  for (let k = 3; k < 6; k++) out[k] = cosine * out[k] + sine * out[k + 3];
  completeFrame(out);
}

function firstCluster({ count, normals }: FrameSample): Float64Array {
  const areas = new Float64Array(3 * SIDE * SIDE);
  let best = 0;
  let bestSample = 0;
  for (let s = 0; s < count; s++) {
    const at = NORMAL * s;
    if (normals[at + AREA] === 0) continue;
    const cell = cellOf(normals[at], normals[at + 1], normals[at + 2]);
    areas[cell] += normals[at + AREA];
    if (areas[cell] <= best) continue;
    best = areas[cell];
    bestSample = s;
  }
  const axis = normals.slice(NORMAL * bestSample, NORMAL * bestSample + 3);
  for (const least of CLUSTER_COSINES) {
    const sum = new Float64Array(3);
    for (let at = 0; at < NORMAL * count; at += NORMAL) {
      const cosine = normals[at] * axis[0] + normals[at + 1] * axis[1] + normals[at + 2] * axis[2];
      if (Math.abs(cosine) <= least) continue;
      const weight = cosine > 0 ? normals[at + AREA] : -normals[at + AREA];
      for (let k = 0; k < 3; k++) sum[k] += weight * normals[at + k];
    }
    const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    if (length > 0) for (let k = 0; k < 3; k++) axis[k] = sum[k] / length;
  }
  return axis;
}

/** The cell of a line's direction; opposite directions share one. */
function cellOf(x: number, y: number, z: number): number {
  const absX = Math.abs(x);
  const absY = Math.abs(y);
  const absZ = Math.abs(z);
  if (absX >= absY && absX >= absZ) return cell(0, y / x, z / x);
  return absY >= absZ ? cell(1, z / y, x / y) : cell(2, x / z, y / z);
}

function cell(side: number, u: number, v: number): number {
  return (side * SIDE + placeOf(u)) * SIDE + placeOf(v);
}

function placeOf(u: number): number {
  return Math.min(SIDE - 1, ((u + 1) * (SIDE / 2)) | 0);
}

/**
 * The direction in the plane of the second and third axis that most normals there have, up to right angles: as cosine and sine. Sines
 * and cosines of angles would have to be those of numerics/portable-math.ts; without them a page loads a kilobyte less.
 */
function commonDirection({ count, normals }: FrameSample, frame: Float64Array): [number, number] {
  const areas = new Float64Array(BINS);
  const bins = new Int8Array(count).fill(NOT_ACROSS);
  for (let s = 0; s < count; s++) {
    const at = NORMAL * s;
    if (normals[at + AREA] === 0 || Math.abs(dotRow(frame, 0, normals, at)) > ACROSS) continue;
    const x = dotRow(frame, 3, normals, at);
    const y = dotRow(frame, 6, normals, at);
    const absX = Math.abs(x);
    const absY = Math.abs(y);
    const place = (x * y >= 0 ? absY : absX) / (absX + absY); // within a right angle, 0 to 1
    bins[s] = Math.min(BINS - 1, (place * BINS) | 0);
    areas[bins[s]] += normals[at + AREA];
  }
  let best = 0;
  let most = -1;
  for (let bin = 0; bin < BINS; bin++) {
    const sum = areas[bin] + areas[(bin + 1) % BINS] + areas[(bin + BINS - 1) % BINS];
    if (sum <= most) continue;
    most = sum;
    best = bin;
  }
  // The mean of an angle that repeats is that of points on a circle: at four times the angle, right angles make no difference.
  let cosines = 0;
  let sines = 0;
  for (let s = 0; s < count; s++) {
    const apart = Math.abs(bins[s] - best);
    if (bins[s] === NOT_ACROSS || Math.min(apart, BINS - apart) > 1) continue;
    const at = NORMAL * s;
    const x = dotRow(frame, 3, normals, at);
    const y = dotRow(frame, 6, normals, at);
    const square = x * x + y * y;
    const cosine2 = (x * x - y * y) / square;
    const sine2 = (2 * x * y) / square;
    cosines += normals[at + AREA] * (cosine2 * cosine2 - sine2 * sine2);
    sines += normals[at + AREA] * (2 * cosine2 * sine2);
  }
  const length = Math.sqrt(cosines * cosines + sines * sines);
  return length > 0 ? halfAngle(...halfAngle(cosines / length, sines / length)) : [1, 0];
}

/** Cosine and sine of half an angle between −π and π, whose cosine and sine are given. */
function halfAngle(cosine: number, sine: number): [number, number] {
  const larger = Math.sqrt((1 + Math.abs(cosine)) / 2);
  const smaller = Math.abs(sine) / (2 * larger);
  return cosine >= 0 ? [larger, sine < 0 ? -smaller : smaller] : [smaller, sine < 0 ? -larger : larger];
}

function dotRow(frame: Float64Array, row: number, v: Float64Array, at: number): number {
  return frame[row] * v[at] + frame[row + 1] * v[at + 1] + frame[row + 2] * v[at + 2];
}
