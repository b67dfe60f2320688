import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { type PlacedOptions, placedPositions } from "./placed-mesh.ts";

/**
 * The slow twin of `windingNumber`, by Girard's theorem: seen from the point, a triangle covers a spherical triangle, whose
 * area is the sum of its angles minus π.
 */
export function windingNumberByAngles(
  mesh: TriangleMesh,
  point: ArrayLike<number>,
  options: PlacedOptions = {},
): number {
  const world = placedPositions(mesh, options, "windingNumberByAngles");
  let area = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const arms = [0, 1, 2].map((corner) =>
      [0, 1, 2].map((axis) => world[3 * vertexOf(mesh, t, corner) + axis] - point[axis]),
    );
    const [a, b, c] = arms.map(toUnitLength);
    area += signedArea(a, b, c);
  }
  return area / (4 * Math.PI);
}

function signedArea(a: number[], b: number[], c: number[]): number {
  const volume = dot(a, cross(b, c));
  if (volume === 0) return 0;
  // The planes through the point and two corners meet at the angles of the spherical triangle.
  const [ab, bc, ca] = [cross(a, b), cross(b, c), cross(c, a)];
  const angles = between(ab, ca) + between(bc, ab) + between(ca, bc);
  return Math.sign(volume) * (angles - Math.PI);
}

/** The angle inside the spherical triangle, between a side's normal and the opposite of the previous side's. */
function between(n: number[], before: number[]): number {
  const opposite = before.map((x) => -x);
  return Math.atan2(Math.hypot(...cross(n, opposite)), dot(n, opposite));
}

/** Products of short arms would underflow. */
function toUnitLength(arm: number[]): number[] {
  const length = Math.hypot(...arm);
  return length === 0 ? arm : arm.map((x) => x / length);
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
