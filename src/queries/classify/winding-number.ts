import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { atan2 } from "../../numerics/portable-math.ts";
import type { PosedTree } from "./posed-tree.ts";

/**
 * How often the surface winds around a point: the solid angles of all triangles over 4π, signed by their winding (van
 * Oosterom and Strackee 1983; Jacobson, Kavan, Sorkine-Hornung 2013 for surfaces with holes). An integer up to rounding for
 * a closed, consistently wound surface; for an open one a measure of how far inside the point is.
 */
export function sumSolidAngles(posed: PosedTree, point: ArrayLike<number>): number {
  const { tree, toWorld: m, moves } = posed;
  const { mesh } = tree;
  const { positions, triangleCount } = mesh;
  const arms = new Float64Array(9);
  let total = 0;
  // In the order of the mesh, not of the tree, so that the sum is rounded alike for all trees.
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * vertexOf(mesh, triangle, corner);
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      const c = 3 * corner;
      arms[c] = (moves ? m[0] * x + m[4] * y + m[8] * z + m[12] : x) - point[0];
      arms[c + 1] = (moves ? m[1] * x + m[5] * y + m[9] * z + m[13] : y) - point[1];
      arms[c + 2] = (moves ? m[2] * x + m[6] * y + m[10] * z + m[14] : z) - point[2];
    }
    total += halfSolidAngle(arms);
  }
  posed.triangleTests += triangleCount;
  return total / (2 * Math.PI);
}

/** Squares of shorter arms lose bits to underflow, or all of them. */
const SHORT_ARM = 2 ** -300;

/**
 * Half the solid angle of a triangle seen from the origin; zero if the origin lies in its plane. NaN if the origin is so close to an edge
 * that cancellation leaves less than the fraction `ill` of the terms.
 */
export function halfSolidAngle(p: Float64Array, ill = 0): number {
  const a = lengthOfArm(p, 0);
  const b = lengthOfArm(p, 3);
  const c = lengthOfArm(p, 6);
  const volume =
    p[0] * (p[4] * p[8] - p[5] * p[7]) +
    p[1] * (p[5] * p[6] - p[3] * p[8]) +
    p[2] * (p[3] * p[7] - p[4] * p[6]);
  if (volume === 0) return 0;
  const ab = p[0] * p[3] + p[1] * p[4] + p[2] * p[5];
  const bc = p[3] * p[6] + p[4] * p[7] + p[5] * p[8];
  const ca = p[6] * p[0] + p[7] * p[1] + p[8] * p[2];
  const rest = a * b * c + ab * c + bc * a + ca * b;
  if (Math.abs(volume) + Math.abs(rest) < ill * (a * b * c)) return Number.NaN;
  return atan2(volume, rest);
}

/** The length of an arm. A short arm is lengthened first: only the arms' directions matter to the solid angle. */
function lengthOfArm(p: Float64Array, at: number): number {
  for (;;) {
    const length = Math.sqrt(p[at] * p[at] + p[at + 1] * p[at + 1] + p[at + 2] * p[at + 2]);
    if (length >= SHORT_ARM || (p[at] === 0 && p[at + 1] === 0 && p[at + 2] === 0)) return length;
    for (let axis = 0; axis < 3; axis++) p[at + axis] *= 2 ** 600; // exact, and at most twice
  }
}
