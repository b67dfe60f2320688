import { createMesh, type TriangleMesh } from "../src/mesh/triangle-mesh.ts";
import { smallTorus } from "./meshes.ts";

/** A torus of 2 · rings · sides triangles whose coordinates are multiples of 2^-20: 2^-1000 times it is exact. */
export function gridTorus(rings: number, sides: number, offset = [0, 0, 0]): TriangleMesh {
  const { positions, indices } = smallTorus(rings, sides, Float64Array);
  const snapped = Float64Array.from(
    positions,
    (x, i) => Math.round(x * 2 ** 19 + offset[i % 3] * 2 ** 19) / 2 ** 20,
  );
  return createMesh({ positions: snapped, indices });
}

/** The mesh times 2^exponent, in f64. */
export function timesPower({ positions, indices }: TriangleMesh, exponent: number): TriangleMesh {
  return createMesh({ positions: Float64Array.from(positions, (x) => x * 2 ** exponent), indices });
}

/** The pose of a mesh that is to go 2^exponent times as far. */
export function offsetTimesPower(pose: ArrayLike<number>, exponent: number): number[] {
  return Array.from(pose, (x, i) => (i >= 12 && i < 15 ? x * 2 ** exponent : x));
}

/** Scales by 2^exponent. */
export function powerPose(exponent: number): number[] {
  const s = 2 ** exponent;
  return [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1];
}
