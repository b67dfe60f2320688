import { BufferAttribute, BufferGeometry, Matrix4 } from "three";
import type { Bounds } from "../../../src/geometry/bounds.ts";
import type { MeshArrays } from "../data/unpack-scene.ts";

export function geometryOf({ positions, indices }: MeshArrays): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

/** From the 12 numbers of the packed scene. */
export function matrixOf(m: Float64Array, out = new Matrix4()): Matrix4 {
  // biome-ignore format: rows of a matrix
  return out.set(
    m[0], m[3], m[6], m[9],
    m[1], m[4], m[7], m[10],
    m[2], m[5], m[8], m[11],
    0, 0, 0, 1,
  );
}

/** The twelve edges of a box, as ends of segments, less `origin`. */
export function boxEdges(box: Bounds, origin: ArrayLike<number>, out: number[]): void {
  const corner = (bits: number) => {
    for (let k = 0; k < 3; k++) out.push(box[(bits >> k) & 1 ? k + 3 : k] - origin[k]);
  };
  for (let from = 0; from < 8; from++) {
    for (const bit of [1, 2, 4]) {
      if (from & bit) continue;
      corner(from);
      corner(from | bit);
    }
  }
}
