import { checkCoordinates, MAX_COORDINATE, type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import { roundDown, roundUp } from "../../numerics/outward.ts";
import type { RTree } from "../layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../layout.ts";
import { greater, lesser, type OrderedVertices, ordered } from "../ordered-vertices.ts";

/** A record (see storage.ts) for each triangle of the mesh, in mesh order. */
export function triangleRecords(mesh: TriangleMesh, { low, high }: OrderedVertices): Int32Array {
  const records = new Int32Array(STRIDE * mesh.triangleCount);
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    const a = 3 * vertexOf(mesh, triangle, 0);
    const b = 3 * vertexOf(mesh, triangle, 1);
    const c = 3 * vertexOf(mesh, triangle, 2);
    const r = STRIDE * triangle;
    for (let k = 0; k < 3; k++) {
      records[r + k] = ordered(lesser(lesser(low[a + k], low[b + k]), low[c + k]));
      records[r + 3 + k] = ordered(greater(greater(high[a + k], high[b + k]), high[c + k]));
    }
    records[r + LINK] = ~triangle;
    records[r + COUNT] = 1;
  }
  return records;
}

/** The record of one triangle, with its box in the tree's units. Throws `MeshError` if a coordinate is out of range. */
export function triangleRecord({ mesh, origin, exponent }: RTree, triangle: number): Int32Array {
  const factor = 2 ** exponent[0];
  const record = new Int32Array(STRIDE);
  const box = new Float32Array(record.buffer);
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let corner = 0; corner < 3; corner++) {
      const coordinate = mesh.positions[3 * vertexOf(mesh, triangle, corner) + k];
      if (!(Math.abs(coordinate) <= MAX_COORDINATE)) checkCoordinates(mesh.positions);
      // Vertices that have grown since the last refit may exceed the range of scaled coordinates; `refit` will choose
      // another exponent.
      const value = Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, factor * coordinate)) - origin[k];
      if (value < min) min = value;
      if (value > max) max = value;
    }
    box[k] = roundDown(min);
    box[3 + k] = roundUp(max);
  }
  record[LINK] = ~triangle;
  record[COUNT] = 1;
  return record;
}
