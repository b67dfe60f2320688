import { expect } from "vitest";
import { bakePositions, type Pose } from "../../../src/geometry/affine.ts";
import type { TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import type { NearPairs } from "../../../src/queries/near/near-pairs.ts";
import type { ReferenceNearPair } from "../../../src/reference/index.ts";

/** How many of a row's four vertices are a's, by kind. */
const OF_A = [1, 3, 2];

/** Expects the rows of the slow twin, in its order, with its distances. */
export function expectRows(found: NearPairs, expected: readonly ReferenceNearPair[]): void {
  const rows = Array.from({ length: found.count }, (_, row) => ({
    kind: found.kinds[row],
    vertices: [...found.vertices.subarray(4 * row, 4 * row + 4)],
    triangles: [...found.triangles.subarray(2 * row, 2 * row + 2)],
  }));
  expect(rows).toEqual(expected.map(({ kind, vertices, triangles }) => ({ kind, vertices, triangles })));
  const wrong = expected.flatMap(({ distance }, row) => {
    const own = found.distances[row];
    const agrees = distance === 0 ? own === 0 : Math.abs(own / distance - 1) < 2 ** -20;
    return agrees ? [] : [`row ${row}: ${own}, expected ${distance}`];
  });
  expect(wrong).toEqual([]);
}

/** Expects of each row what its numbers say of each other. `size` is that of the world's coordinates. */
export function expectConsistent(
  found: NearPairs,
  thickness: number,
  a: TriangleMesh,
  b: TriangleMesh,
  { aToWorld = null, bToWorld = null }: { aToWorld?: Pose | null; bToWorld?: Pose | null } = {},
): void {
  const worldA = aToWorld === null ? a.positions : bakePositions(a.positions, aToWorld);
  const worldB = bToWorld === null ? b.positions : bakePositions(b.positions, bToWorld);
  const size = [...worldA, ...worldB].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const error = 2 ** -44 * size;
  // One list of what is wrong: there are thousands of rows, and an `expect` for each number would take half of the time.
  const wrong: string[] = [];
  for (let row = 0; row < found.count; row++) {
    const demand = (holds: boolean, what: string) => {
      if (!holds) wrong.push(`row ${row}: ${what}`);
    };
    const ofA = OF_A[found.kinds[row]];
    const weights = [...found.weights.subarray(4 * row, 4 * row + 4)];
    const vertices = [...found.vertices.subarray(4 * row, 4 * row + 4)];
    const pointA = [...found.pointsA.subarray(3 * row, 3 * row + 3)];
    const pointB = [...found.pointsB.subarray(3 * row, 3 * row + 3)];
    const normal = [...found.normals.subarray(3 * row, 3 * row + 3)];
    const distance = found.distances[row];
    demand(Math.min(...weights) >= 0, `weights ${weights}`);
    demand(isOne(sum(weights.slice(0, ofA))) && isOne(sum(weights.slice(ofA))), `sums of weights ${weights}`);
    for (let axis = 0; axis < 3; axis++) {
      const at = (world: ArrayLike<number>, from: number, to: number) =>
        sum(weights.slice(from, to).map((w, k) => w * world[3 * vertices[from + k] + axis]));
      demand(Math.abs(at(worldA, 0, ofA) - pointA[axis]) <= error, `point of a ${pointA}`);
      demand(Math.abs(at(worldB, ofA, 4) - pointB[axis]) <= error, `point of b ${pointB}`);
      // The way between the points is the normal, as long as the distance. It is zero where they touch.
      const end = pointA[axis] + distance * normal[axis];
      demand(Math.abs(end - pointB[axis]) <= error, `distance ${distance} along ${normal}`);
    }
    demand(isOne(Math.hypot(...normal)), `normal ${normal}`);
    demand(distance <= thickness, `distance ${distance}`);
  }
  expect(wrong).toEqual([]);
}

function isOne(value: number): boolean {
  return Math.abs(value - 1) < 5e-13;
}

/** All arrays of a result, to compare two. */
export function rowsOf(found: NearPairs): Record<string, number[]> {
  const { kinds, vertices, triangles, weights, distances, pointsA, pointsB, normals } = found;
  return Object.fromEntries(
    Object.entries({ kinds, vertices, triangles, weights, distances, pointsA, pointsB, normals }).map(
      ([name, array]) => [name, Array.from(array)],
    ),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
