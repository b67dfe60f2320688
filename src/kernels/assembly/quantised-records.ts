// Twin: trees/splits/quantised-records.ts. A record's bounds are two vectors of integers, the maxima mirrored, so that every bound of a set
// is a minimum (memory-map.ts). The fourth lanes hold no bound, and nothing reads them.
import {
  CORNERS, EVEN, HIGHEST, IS_F64, LOWEST, POSITIONS, QUANTISED, QUANTISED_BYTES, QUANTISED_SHIFT,
  RECORD_BYTES, RECORD_MIRRORED, RECORD_TRIANGLE, TRIANGLE_BYTES, TRIANGLE_COUNT, VERTEX_COUNT,
} from "../memory-map";
import { EMPTY_BOUND, QUANTA } from "../split-constants";

@inline export function minima(record: usize): v128 { return v128.load(record); }
@inline export function mirroredMaxima(record: usize): v128 { return v128.load(record, RECORD_MIRRORED); }
@inline export function least(a: v128, b: v128): v128 { return i32x4.min_s(a, b); }
@inline export function emptyBounds(): v128 { return i32x4.splat(EMPTY_BOUND); }
/** The doubled midpoints, minus QUANTA. */
@inline export function midpoints(record: usize): v128 { return i32x4.sub(minima(record), mirroredMaxima(record)); }

@inline export function moveRecord(from: usize, to: usize): void {
  v128.store(to, minima(from));
  v128.store(to, mirroredMaxima(from), RECORD_MIRRORED);
}

/** Half the surface of the box with these bounds. */
@inline export function halfArea(min: v128, mirroredMax: v128): f64 {
  const sides = i32x4.sub(i32x4.sub(i32x4.splat(QUANTA), min), mirroredMax);
  const x = <f64>i32x4.extract_lane(sides, 0);
  const y = <f64>i32x4.extract_lane(sides, 1);
  const z = <f64>i32x4.extract_lane(sides, 2);
  return x * (y + z) + y * z;
}

/** Fills in the records of all triangles, in units of the box of all vertices. */
export function quantiseAll(): void {
  if (load<i32>(IS_F64)) quantiseVertices<f64>();
  else quantiseVertices<f32>();
  const vertices = load<usize>(QUANTISED);
  const count = load<i32>(TRIANGLE_COUNT);
  let corner = load<usize>(CORNERS);
  let record = load<usize>(EVEN);
  for (let triangle = 0; triangle < count; triangle++, corner += TRIANGLE_BYTES, record += RECORD_BYTES) {
    const a = v128.load(vertices + (load<usize>(corner) << QUANTISED_SHIFT));
    const b = v128.load(vertices + (load<usize>(corner, 4) << QUANTISED_SHIFT));
    const c = v128.load(vertices + (load<usize>(corner, 8) << QUANTISED_SHIFT));
    setBounds(record, triangle, a, b, c);
  }
}

function quantiseVertices<T>(): void {
  const lowX = load<f64>(LOWEST), lowY = load<f64>(LOWEST, 8), lowZ = load<f64>(LOWEST, 16);
  const scale = quantaPerUnit(
    max(load<f64>(HIGHEST) - lowX, load<f64>(HIGHEST, 8) - lowY, load<f64>(HIGHEST, 16) - lowZ),
  );
  let at = load<usize>(POSITIONS);
  const end = at + 3 * sizeof<T>() * <usize>load<i32>(VERTEX_COUNT);
  for (let to = load<usize>(QUANTISED); at < end; at += 3 * sizeof<T>(), to += QUANTISED_BYTES)
    v128.store(to, quantised<T>(at, lowX, lowY, lowZ, scale));
}

/** The vertex at `at`, in quanta. */
@inline function quantised<T>(at: usize, lowX: f64, lowY: f64, lowZ: f64, scale: f64): v128 {
  const x = <i32>((<f64>load<T>(at) - lowX) * scale);
  const y = <i32>((<f64>load<T>(at, sizeof<T>()) - lowY) * scale);
  const z = <i32>((<f64>load<T>(at, 2 * sizeof<T>()) - lowZ) * scale);
  return i32x4.replace_lane(i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(0), 0, x), 1, y), 2, z);
}

/**
 * One scale for all three axes, or areas would mean nothing. A range so small that its reciprocal is infinite counts as zero, as in
 * TypeScript, where an infinite or undefined number of quanta becomes 0.
 */
function quantaPerUnit(range: f64): f64 {
  const scale = <f64>(QUANTA - 1) / range;
  return range > 0 && scale < Infinity ? scale : 0;
}

@inline function max(a: f64, b: f64, c: f64): f64 {
  const greater = a > b ? a : b;
  return greater > c ? greater : c;
}

@inline function setBounds(record: usize, triangle: i32, a: v128, b: v128, c: v128): void {
  const highest = i32x4.max_s(i32x4.max_s(a, b), c);
  v128.store(record, i32x4.replace_lane(least(least(a, b), c), 3, triangle));
  v128.store(record, i32x4.sub(i32x4.splat(QUANTA), highest), RECORD_MIRRORED);
}

/**
 * Fills in the records first … stop again, in units of their own common box: for a set so much smaller than the mesh (one stray vertex at
 * 10⁹ is enough) that the first quantisation is too coarse for it.
 */
export function quantiseAgain(first: usize, stop: usize): void {
  if (load<i32>(IS_F64)) quantiseRecords<f64>(first, stop);
  else quantiseRecords<f32>(first, stop);
}

function quantiseRecords<T>(first: usize, stop: usize): void {
  let lowX = <f64>Infinity, lowY = <f64>Infinity, lowZ = <f64>Infinity;
  let highX = <f64>-Infinity, highY = <f64>-Infinity, highZ = <f64>-Infinity;
  for (let record = first; record < stop; record += RECORD_BYTES) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = vertexOf<T>(load<usize>(record, RECORD_TRIANGLE), corner);
      const x = <f64>load<T>(vertex), y = <f64>load<T>(vertex, sizeof<T>()), z = <f64>load<T>(vertex, 2 * sizeof<T>());
      if (x < lowX) lowX = x;
      if (y < lowY) lowY = y;
      if (z < lowZ) lowZ = z;
      if (x > highX) highX = x;
      if (y > highY) highY = y;
      if (z > highZ) highZ = z;
    }
  }
  const scale = quantaPerUnit(max(highX - lowX, highY - lowY, highZ - lowZ));
  for (let record = first; record < stop; record += RECORD_BYTES) {
    const triangle = load<i32>(record, RECORD_TRIANGLE);
    const a = quantised<T>(vertexOf<T>(triangle, 0), lowX, lowY, lowZ, scale);
    const b = quantised<T>(vertexOf<T>(triangle, 1), lowX, lowY, lowZ, scale);
    const c = quantised<T>(vertexOf<T>(triangle, 2), lowX, lowY, lowZ, scale);
    setBounds(record, triangle, a, b, c);
  }
}

/** The address of the vertex at corner 0, 1 or 2 of a triangle. */
@inline function vertexOf<T>(triangle: usize, corner: usize): usize {
  return load<usize>(POSITIONS) + 3 * sizeof<T>() * load<usize>(load<usize>(CORNERS) + triangle * TRIANGLE_BYTES + 4 * corner);
}
