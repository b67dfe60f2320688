import { finish, firstEqual, mix } from "./first-equal.ts";
import type { Positions } from "./triangle-mesh.ts";

/**
 * For each vertex, the number of the first vertex with identical coordinates (-0 equals 0; no tolerance). The mesh is not
 * changed.
 */
export function weldVertices(positions: Positions): Uint32Array {
  const point = new Float64Array(3);
  const words = new Uint32Array(point.buffer);

  function hash(vertex: number): number {
    // Adding 0 turns -0 into 0: equal values must have equal hashes.
    point[0] = positions[3 * vertex] + 0;
    point[1] = positions[3 * vertex + 1] + 0;
    point[2] = positions[3 * vertex + 2] + 0;
    let h = 0;
    for (let i = 0; i < 6; i++) h = mix(h, words[i]);
    return finish(h);
  }

  function equal(a: number, b: number): boolean {
    return (
      positions[3 * a] === positions[3 * b] &&
      positions[3 * a + 1] === positions[3 * b + 1] &&
      positions[3 * a + 2] === positions[3 * b + 2]
    );
  }

  return firstEqual(positions.length / 3, hash, equal);
}
