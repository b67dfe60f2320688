import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { toIntegers } from "../numerics/integers.ts";
import { type PlacedOptions, placedPositions } from "./placed-mesh.ts";

/**
 * The slow twin of `cullFrustum`: every corner against every plane (four numbers each), in integers. A triangle is omitted
 * if all its corners are strictly behind one plane.
 */
export function cullFrustumByBruteForce(
  mesh: TriangleMesh,
  planes: ArrayLike<number>,
  options: PlacedOptions = {},
): Uint32Array {
  const world = placedPositions(mesh, options, "cullFrustumByBruteForce");
  const kept: number[] = [];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const corners = [0, 1, 2].map((corner) => 3 * vertexOf(mesh, t, corner));
    let isKept = true;
    for (let at = 0; at < planes.length; at += 4)
      if (corners.every((v) => isBehind(planes, at, world, v))) isKept = false;
    if (isKept) kept.push(t);
  }
  return Uint32Array.from(kept);
}

function isBehind(planes: ArrayLike<number>, at: number, world: ArrayLike<number>, v: number): boolean {
  const plane = [planes[at], planes[at + 1], planes[at + 2], planes[at + 3]];
  const point = [world[v], world[v + 1], world[v + 2]];
  // The last number, 1, becomes the unit: d is added to products of two scaled numbers.
  const n = toIntegers(Float64Array.of(...plane, ...point, 1), 8);
  return n[0] * n[4] + n[1] * n[5] + n[2] * n[6] + n[3] * n[7] < 0n;
}
