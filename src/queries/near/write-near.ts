import { sortPairs } from "../../broadphase/sort-pairs.ts";
import { type FeatureTest, measureEdges, measureVertexFace } from "../../geometry/distance/near-features.ts";
import { FOUND_S, FOUND_SEPARATION, FOUND_T } from "../../geometry/distance/triangle-distance.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { nextCorner } from "../../trees/numbered-features.ts";
import { EDGE_EDGE, FACE_VERTEX, VERTEX_FACE } from "../feature-kinds.ts";
import type { NearContext } from "./near-context.ts";
import { createNearPairs, type NearPairs, type NearStats, setRows } from "./near-pairs.ts";
import type { NearSide } from "./near-side.ts";
import { setTouchingNormal } from "./touching-normal.ts";

// Sorts, measures and writes what a query found, row by row. Rows are measured here rather than when they are found: few of the tested
// pairs become rows, and in sorted order their vertices are still in the cache.

/** Writes what was found to `into`, or to a new result. */
export function writeNearPairs(
  context: NearContext,
  into: NearPairs | null | undefined,
  stats: NearStats | undefined,
): NearPairs {
  const { found, sorter, a, b } = context;
  const result = into ?? createNearPairs();
  const idEnds = [a, b].map(({ tree, features }) =>
    Math.max(tree!.mesh.vertexCount, tree!.mesh.triangleCount, features!.edgeCount),
  );
  setRows(result, found[0].count + found[1].count + found[2].count);
  let row = 0;
  for (const kind of [VERTEX_FACE, FACE_VERTEX, EDGE_EDGE]) {
    const { pairs, count } = found[kind];
    if (count === 0) continue;
    const sorted = result.triangles.subarray(2 * row, 2 * (row + count));
    sortPairs(pairs, count, Math.max(...idEnds), sorted, sorter);
    // A pair's two numbers lie where its triangles will be written, so each row is read before it is written.
    for (const end = row + count; row < end; row++) {
      result.kinds[row] = kind;
      const first = result.triangles[2 * row];
      const second = result.triangles[2 * row + 1];
      if (kind === VERTEX_FACE) writeVertexFace(context, result, row, a, first, b, second, false);
      else if (kind === FACE_VERTEX) writeVertexFace(context, result, row, b, second, a, first, true);
      else writeEdges(context, result, row, first, second);
    }
  }
  recordNearStats(context, result.stats);
  if (stats !== undefined) recordNearStats(context, stats);
  return result;
}

/** Writes the row of p's vertex and t's face; `isFaceFirst` if the face is a's. */
function writeVertexFace(
  { test }: NearContext,
  result: NearPairs,
  row: number,
  p: NearSide,
  vertex: number,
  t: NearSide,
  triangle: number,
  isFaceFirst: boolean,
): void {
  // Take the corners from the mesh: in the tree a triangle may start at another corner.
  const { mesh } = t.tree!;
  const v0 = vertexOf(mesh, triangle, 0);
  const v1 = vertexOf(mesh, triangle, 1);
  const v2 = vertexOf(mesh, triangle, 2);
  const distance = measureVertexFace(test, p.world, 3 * vertex, t.world, 3 * v0, 3 * v1, 3 * v2);
  const owner = p.triangles[Math.floor(p.features!.vertexCorners[vertex] / 3)];
  const { vertices, weights, triangles } = result;
  const f = test.found[FOUND_S];
  const g = test.found[FOUND_T];
  const ofVertex = isFaceFirst ? 4 * row + 3 : 4 * row;
  const ofFace = isFaceFirst ? 4 * row : 4 * row + 1;
  vertices[ofVertex] = vertex;
  vertices[ofFace] = v0;
  vertices[ofFace + 1] = v1;
  vertices[ofFace + 2] = v2;
  weights[ofVertex] = 1;
  weights[ofFace] = Math.max(1 - f - g, 0);
  weights[ofFace + 1] = f;
  weights[ofFace + 2] = g;
  triangles[2 * row] = isFaceFirst ? triangle : owner;
  triangles[2 * row + 1] = isFaceFirst ? owner : triangle;
  writeMeasured(test, result, row, distance, isFaceFirst);
  if (distance === 0) setTouchingNormal(result, row, isFaceFirst ? t : p, isFaceFirst ? p : t);
}

function writeEdges({ a, b, test }: NearContext, result: NearPairs, row: number, e: number, f: number): void {
  const c = a.features!.edgeCorners[e];
  const d = b.features!.edgeCorners[f];
  const p0 = Math.min(a.corners[c], a.corners[nextCorner(c)]);
  const p1 = Math.max(a.corners[c], a.corners[nextCorner(c)]);
  const q0 = Math.min(b.corners[d], b.corners[nextCorner(d)]);
  const q1 = Math.max(b.corners[d], b.corners[nextCorner(d)]);
  const distance = measureEdges(test, a.world, 3 * p0, 3 * p1, b.world, 3 * q0, 3 * q1);
  const { vertices, weights, triangles } = result;
  const s = test.found[FOUND_S];
  const t = test.found[FOUND_T];
  vertices[4 * row] = p0;
  vertices[4 * row + 1] = p1;
  vertices[4 * row + 2] = q0;
  vertices[4 * row + 3] = q1;
  weights[4 * row] = 1 - s;
  weights[4 * row + 1] = s;
  weights[4 * row + 2] = 1 - t;
  weights[4 * row + 3] = t;
  triangles[2 * row] = a.triangles[Math.floor(c / 3)];
  triangles[2 * row + 1] = b.triangles[Math.floor(d / 3)];
  writeMeasured(test, result, row, distance, false);
  if (distance === 0) setTouchingNormal(result, row, a, b);
}

/** Writes distance, points and normal; `isExchanged` if the first feature measured is b's. */
function writeMeasured(
  { found, points }: FeatureTest,
  { distances, pointsA, pointsB, normals }: NearPairs,
  row: number,
  distance: number,
  isExchanged: boolean,
): void {
  const first = isExchanged ? 3 : 0;
  const sign = isExchanged ? -1 : 1;
  const x = found[FOUND_SEPARATION];
  const y = found[FOUND_SEPARATION + 1];
  const z = found[FOUND_SEPARATION + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const factor = length > 0 ? sign / length : 0;
  distances[row] = distance;
  for (let axis = 0; axis < 3; axis++) {
    pointsA[3 * row + axis] = points[first + axis];
    pointsB[3 * row + axis] = points[3 - first + axis];
    normals[3 * row + axis] = found[FOUND_SEPARATION + axis] * factor + 0; // no −0
  }
}

function recordNearStats(
  { boxTests, triangleTests, featureTests, test }: NearContext,
  stats: NearStats,
): void {
  stats.boxTests = boxTests;
  stats.triangleTests = triangleTests;
  stats.featureTests = featureTests;
  stats.exactTests = test.exactTests;
}
