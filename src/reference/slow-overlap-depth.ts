import { bakePositions } from "../geometry/affine.ts";
import { createMesh, type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { checkOptionNames } from "../option-names.ts";
import { pointDistanceByBruteForce } from "./slow-distance.ts";
import { locatePointByIntegers } from "./slow-locate-point.ts";
import type { ReferenceOptions } from "./triangle-pairs.ts";
import { REFERENCE_OPTIONS } from "./triangle-pairs.ts";

/**
 * Bounds of the depth of `overlapDepth`, apart from its common balls: every triangle of either closed mesh is sampled at
 * `steps` points per edge, and every sample is located in and measured against all triangles of the other.
 */
export function overlapDepthBySampling(
  a: TriangleMesh,
  b: TriangleMesh,
  steps: number,
  options: ReferenceOptions = {},
): { lower: number; upper: number } {
  checkOptionNames(options, REFERENCE_OPTIONS, "overlapDepthBySampling");
  const { aToWorld, bToWorld } = options;
  const worldA = aToWorld == null ? a : baked(a, aToWorld);
  const worldB = bToWorld == null ? b : baked(b, bToWorld);
  const ofA = sampledReach(worldA, worldB, steps);
  const ofB = sampledReach(worldB, worldA, steps);
  return { lower: Math.max(ofA.lower, ofB.lower), upper: Math.max(ofA.upper, ofB.upper) };
}

function baked(mesh: TriangleMesh, pose: ArrayLike<number>): TriangleMesh {
  return createMesh({ positions: bakePositions(mesh.positions, pose), indices: mesh.indices });
}

function sampledReach(surface: TriangleMesh, solid: TriangleMesh, steps: number) {
  let lower = 0;
  let upper = 0;
  for (let t = 0; t < surface.triangleCount; t++) {
    const corners = [0, 1, 2].map((k) => {
      const v = 3 * vertexOf(surface, t, k);
      return [0, 1, 2].map((axis) => surface.positions[v + axis]);
    });
    const edge = Math.max(...[0, 1, 2].map((k) => lengthBetween(corners[k], corners[(k + 1) % 3])));
    for (let i = 0; i <= steps; i++)
      for (let j = 0; i + j <= steps; j++) {
        const point = corners[0].map(
          (x, axis) => x + (i * (corners[1][axis] - x) + j * (corners[2][axis] - x)) / steps,
        );
        const isInside = locatePointByIntegers(solid, point) === "inside";
        const depth = isInside ? pointDistanceByBruteForce(solid, point) : 0;
        lower = Math.max(lower, depth);
        // Every point of the triangle is within this distance of a sample, and the depth changes no faster than the
        // distance.
        upper = Math.max(upper, depth + edge / steps);
      }
  }
  return { lower, upper };
}

function lengthBetween(p: number[], q: number[]): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
