import type { FuzzCase } from "../fuzz-case.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";

/** The two meshes of a case, their poses, and their triangles in the world. */
export function twoSides({ meshes, poses }: FuzzCase) {
  const [meshA, meshB] = [meshes[0], meshes[1]];
  const [aToWorld, bToWorld] = [poses[0]!, poses[1]!];
  return {
    meshA,
    meshB,
    aToWorld,
    bToWorld,
    a: worldTriangles(meshA, aToWorld),
    b: worldTriangles(meshB, bToWorld),
  };
}
