import { bakePositions, type Pose } from "../geometry/affine.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { trianglesMeetByIntegers } from "./slow-triangle-triangle.ts";

export interface ReferenceOptions {
  aToWorld?: Pose | null | undefined;
  bToWorld?: Pose | null | undefined;
}

export const REFERENCE_OPTIONS: OptionNames<ReferenceOptions> = { aToWorld: true, bToWorld: true };

/**
 * The slow twin of `findPairs`: every triangle of a against every triangle of b, baked to world space first, each
 * pair decided in integers. Returns (a, b) numbers sorted by (a, b).
 */
export function findPairsByBruteForce(
  a: TriangleMesh,
  b: TriangleMesh,
  options: ReferenceOptions = {},
): Uint32Array {
  checkOptionNames(options, REFERENCE_OPTIONS, "findPairsByBruteForce");
  const cornersA = worldTriangles(a, options.aToWorld ?? null);
  const cornersB = worldTriangles(b, options.bToWorld ?? null);
  const pairs: number[] = [];
  for (let i = 0; i < a.triangleCount; i++)
    for (let j = 0; j < b.triangleCount; j++)
      if (trianglesMeetByIntegers(cornersA, 9 * i, cornersB, 9 * j)) pairs.push(i, j);
  return Uint32Array.from(pairs);
}

/** The slow twin of `collide`. */
export function collideByBruteForce(
  a: TriangleMesh,
  b: TriangleMesh,
  options: ReferenceOptions = {},
): boolean {
  checkOptionNames(options, REFERENCE_OPTIONS, "collideByBruteForce");
  const cornersA = worldTriangles(a, options.aToWorld ?? null);
  const cornersB = worldTriangles(b, options.bToWorld ?? null);
  for (let i = 0; i < a.triangleCount; i++)
    for (let j = 0; j < b.triangleCount; j++)
      if (trianglesMeetByIntegers(cornersA, 9 * i, cornersB, 9 * j)) return true;
  return false;
}

/** Nine world coordinates per triangle. */
export function worldTriangles(mesh: TriangleMesh, pose: Pose | null): Float64Array {
  const world = pose === null ? mesh.positions : bakePositions(mesh.positions, pose);
  const out = new Float64Array(9 * mesh.triangleCount);
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let corner = 0; corner < 3; corner++)
      for (let axis = 0; axis < 3; axis++)
        out[9 * t + 3 * corner + axis] = world[3 * vertexOf(mesh, t, corner) + axis];
  return out;
}
