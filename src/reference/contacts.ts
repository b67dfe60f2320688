import { bakePositions, type Pose } from "../geometry/affine.ts";
import {
  type Grid,
  gridOf,
  integersOf,
  type RationalPoint,
  roundPoint,
} from "../geometry/contact/rational-point.ts";
import { type Positions, type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import type { IntegerVector } from "../numerics/integer-vectors.ts";
import { checkOptionNames } from "../option-names.ts";
import { clipTriangles, kindByIntegers, reduce } from "./rational-clip.ts";
import type { ReferenceOptions } from "./triangle-pairs.ts";
import { REFERENCE_OPTIONS } from "./triangle-pairs.ts";

/** The pairs and lines of `findContacts`, by brute force. */
export interface ReferenceContacts {
  /** Triangle of a, triangle of b, kind, number of corners, for each pair; sorted by (a, b). */
  pairs: number[][];
  /** Length or area of each pair's contact. */
  sizes: number[];
  /** The summed length of the distinct segments that are not edges of a coplanar patch. */
  lineLength: number;
  /** Points at which an odd number of those segments end. */
  openEnds: number;
  /** The summed area of the coplanar patches. */
  area: number;
}

/** The slow twin of `findContacts`: every triangle of a cut by every triangle of b, in exact ratios. */
export function findContactsByBruteForce(
  a: TriangleMesh,
  b: TriangleMesh,
  options: ReferenceOptions = {},
): ReferenceContacts {
  checkOptionNames(options, REFERENCE_OPTIONS, "findContactsByBruteForce");
  const [worldA, worldB] = [placed(a, options.aToWorld ?? null), placed(b, options.bToWorld ?? null)];
  const grid = gridOf(worldA, worldB);
  const trianglesA = integerTriangles(a, worldA, grid);
  const trianglesB = integerTriangles(b, worldB, grid);
  const result: ReferenceContacts = { pairs: [], sizes: [], lineLength: 0, openEnds: 0, area: 0 };
  const lines = new Map<string, readonly RationalPoint[]>();
  const borders = new Set<string>();
  trianglesA.forEach((p, i) => {
    trianglesB.forEach((q, j) => {
      const corners = clipTriangles(p, q).map(reduce);
      if (corners.length === 0) return;
      const size = corners.length === 2 ? lengthOf(corners, grid) : areaOf(corners, grid);
      result.pairs.push([i, j, kindByIntegers(p, q, corners), corners.length]);
      result.sizes.push(size);
      if (corners.length === 2) lines.set(nameOf(corners), corners);
      if (corners.length < 3) return;
      result.area += size;
      corners.forEach((corner, k) => {
        borders.add(nameOf([corner, corners[(k + 1) % corners.length]]));
      });
    });
  });
  const ends = new Map<string, number>();
  for (const [name, line] of lines) {
    if (borders.has(name)) continue;
    result.lineLength += lengthOf(line, grid);
    for (const end of line) ends.set(end.join(), (ends.get(end.join()) ?? 0) + 1);
  }
  result.openEnds = [...ends.values()].filter((count) => count % 2 === 1).length;
  return result;
}

/** The positions of a mesh in world space. */
export function placed(mesh: TriangleMesh, pose: Pose | null): Positions {
  return pose === null ? mesh.positions : bakePositions(mesh.positions, pose);
}

/** The triangles of a mesh whose vertices are at `world`, corners in units of the grid. */
export function integerTriangles(mesh: TriangleMesh, world: Positions, grid: Grid): IntegerVector[][] {
  return Array.from({ length: mesh.triangleCount }, (_, t) =>
    [0, 1, 2].map((corner) => integersOf(world, 3 * vertexOf(mesh, t, corner), grid)),
  );
}

function nameOf(line: readonly RationalPoint[]): string {
  return line
    .map((p) => p.join())
    .sort()
    .join(" ");
}

function place(point: RationalPoint, grid: Grid): Float64Array {
  const out = new Float64Array(3);
  roundPoint(point, grid, out, 0);
  return out;
}

function lengthOf([p, q]: readonly RationalPoint[], grid: Grid): number {
  const [from, to] = [place(p, grid), place(q, grid)];
  return Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
}

/** Half the length of the sum of cross products of neighbouring corners, relative to the first. */
function areaOf(corners: readonly RationalPoint[], grid: Grid): number {
  const [origin, ...rest] = corners.map((corner) => place(corner, grid));
  const arms = rest.map((p) => p.map((x, axis) => x - origin[axis]));
  const sum = [0, 0, 0];
  for (let k = 1; k < arms.length; k++)
    for (let axis = 0; axis < 3; axis++) {
      const [y, z] = [(axis + 1) % 3, (axis + 2) % 3];
      sum[axis] += arms[k - 1][y] * arms[k][z] - arms[k - 1][z] * arms[k][y];
    }
  return Math.hypot(...sum) / 2;
}
