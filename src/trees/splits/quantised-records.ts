import type { Positions, TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { boxOfPositions } from "../origin.ts";
import { MIRRORED_MAX, QUANTA } from "./quantised-layout.ts";
import type { Records } from "./workspace.ts";
import { RECORD_STRIDE, RECORD_TRIANGLE } from "./workspace.ts";

/** The smaller of two integers whose difference fits 32 bits. */
export function least(a: number, b: number): number {
  const difference = (b - a) | 0;
  return (a + (difference & (difference >> 31))) | 0;
}

/** Half the surface of a box with these sides. Only three arguments: V8 always inlines only the smallest functions. */
export function halfArea(x: number, y: number, z: number): number {
  return x * (y + z) + y * z;
}

/** Half the surface of a box of six bounds, those above mirrored. */
export function halfAreaOf(box: Int32Array): number {
  return halfArea(QUANTA - box[0] - box[3], QUANTA - box[1] - box[4], QUANTA - box[2] - box[5]);
}

/** Makes the box at into[b] large enough for that at ints[r]. */
export function growBox(into: Int32Array, b: number, ints: Int32Array, r: number): void {
  into[b] = least(into[b], ints[r]);
  into[b + 1] = least(into[b + 1], ints[r + 1]);
  into[b + 2] = least(into[b + 2], ints[r + 2]);
  into[b + 3] = least(into[b + 3], ints[r + 3]);
  into[b + 4] = least(into[b + 4], ints[r + 4]);
  into[b + 5] = least(into[b + 5], ints[r + 5]);
}

/** Fills in the boxes of all records, in units of the box of all vertices, used or not. `vertices` has room for these. */
export function quantiseAll(
  records: Records,
  mesh: TriangleMesh,
  corners: Uint32Array,
  vertices: Int32Array,
): void {
  const { ints } = records;
  const count = mesh.triangleCount;
  quantiseVertices(mesh.positions, vertices);
  for (let triangle = 0; triangle < count; triangle++) {
    const a = 3 * corners[3 * triangle];
    const b = 3 * corners[3 * triangle + 1];
    const c = 3 * corners[3 * triangle + 2];
    const r = RECORD_STRIDE * triangle;
    ints[r + RECORD_TRIANGLE] = triangle;
    setBounds(ints, r, vertices[a], vertices[b], vertices[c]);
    setBounds(ints, r + 1, vertices[a + 1], vertices[b + 1], vertices[c + 1]);
    setBounds(ints, r + 2, vertices[a + 2], vertices[b + 2], vertices[c + 2]);
  }
}

function quantiseVertices(positions: Positions, out: Int32Array): void {
  const { min, max } = boxOfPositions(positions);
  const [x, y, z] = min;
  const scale = quantaPerUnit(Math.max(max[0] - x, max[1] - y, max[2] - z));
  for (let v = 0; v < positions.length; v += 3) {
    out[v] = (positions[v] - x) * scale;
    out[v + 1] = (positions[v + 1] - y) * scale;
    out[v + 2] = (positions[v + 2] - z) * scale;
  }
}

/** One scale for all three axes, or areas would mean nothing. */
function quantaPerUnit(range: number): number {
  return range > 0 ? (QUANTA - 1) / range : 0;
}

/**
 * Recomputes the boxes of the records begin … end − 1 in units of their common box: for a set so much smaller than the mesh
 * (one stray vertex at 10⁹ is enough) that the first quantisation is too coarse.
 */
export function quantiseAgain(
  records: Records,
  begin: number,
  end: number,
  mesh: TriangleMesh,
  corners: Uint32Array,
): void {
  const { ints } = records;
  const { positions } = mesh;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = begin; i < end; i++) {
    const first = 3 * ints[RECORD_STRIDE * i + RECORD_TRIANGLE];
    for (let c = first; c < first + 3; c++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * corners[c] + axis];
        if (value < low[axis]) low[axis] = value;
        if (value > high[axis]) high[axis] = value;
      }
    }
  }
  const scale = quantaPerUnit(Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
  for (let i = begin; i < end; i++) {
    const r = RECORD_STRIDE * i;
    const first = 3 * ints[r + RECORD_TRIANGLE];
    for (let axis = 0; axis < 3; axis++) {
      const a = ((positions[3 * corners[first] + axis] - low[axis]) * scale) | 0;
      const b = ((positions[3 * corners[first + 1] + axis] - low[axis]) * scale) | 0;
      const c = ((positions[3 * corners[first + 2] + axis] - low[axis]) * scale) | 0;
      setBounds(ints, r + axis, a, b, c);
    }
  }
}

function setBounds(ints: Int32Array, at: number, a: number, b: number, c: number): void {
  ints[at] = least(least(a, b), c);
  ints[at + MIRRORED_MAX] = least(least(QUANTA - a, QUANTA - b), QUANTA - c);
}
