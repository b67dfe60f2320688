import { scaleBinary } from "../numerics/binary-scale.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { checkCoordinates, MAX_COORDINATE, type Positions, type TriangleMesh } from "./triangle-mesh.ts";

// f32 bounds cannot tell coordinates below 2^-149 apart, and products of three f64 coordinates below 2^-340 underflow. So
// trees, hulls and queries work on a tiny mesh times 2^exponent. Scaling up by a power of two is exact, down to the
// smallest subnormal number, and changes no sign of an orientation.

/** A mesh is tiny if all coordinates of its triangles are below this. */
export const TINY = 2 ** -40;
/** 2^1023 is the largest power of two in f64; it scales the smallest subnormal number to 2^-51. */
export const MAX_EXPONENT = 1023;

/**
 * 0 unless the mesh is tiny, at the end of its motion as well; otherwise the exponent that scales the largest coordinate to
 * 1 … 2. Stops at the first vertex that is not tiny.
 */
export function exponentOf(
  { indices, positions }: TriangleMesh,
  positionsAtEnd: Positions = positions,
): number {
  let most = largestIfTiny(indices, positions);
  if (most < TINY && positionsAtEnd !== positions)
    most = Math.max(most, largestIfTiny(indices, positionsAtEnd));
  return most < TINY ? scaleBinary(most, MAX_EXPONENT) : 0;
}

/** The largest coordinate magnitude of the triangles; Infinity if one is not tiny or is NaN. */
function largestIfTiny(indices: TriangleMesh["indices"], positions: Positions): number {
  const corners = indices === null ? positions.length / 3 : indices.length;
  let most = 0;
  for (let c = 0; c < corners; c++) {
    const v = 3 * (indices === null ? c : indices[c]);
    for (let i = v; i < v + 3; i++) {
      const size = Math.abs(positions[i]);
      if (!(size < TINY)) return Infinity;
      if (size > most) most = size;
    }
  }
  return most;
}

/** The mesh times 2^exponent. Throws `MeshError` at a coordinate that is not finite or too large. */
export function scaledMesh(mesh: TriangleMesh, exponent: number): TriangleMesh {
  checkCoordinates(mesh.positions);
  return { ...mesh, positions: scaledPositions(mesh.positions, exponent) };
}

export function scaledPositions(positions: Positions, exponent: number): Positions {
  const { length } = positions;
  const out = isArrayOf(positions, "Float32Array") ? new Float32Array(length) : new Float64Array(length);
  writeScaled(positions, exponent, out);
  return out;
}

export function writeScaled(positions: Positions, exponent: number, out: Positions): void {
  const factor = 2 ** exponent;
  for (let i = 0; i < out.length; i++) {
    const value = factor * positions[i];
    // Scaling may move a vertex that no triangle uses out of range. Nothing reads it.
    out[i] = Math.abs(value) > MAX_COORDINATE ? 0 : value;
  }
}
