import { OptionError, show } from "../errors.ts";
import { checkVertex, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { RefitOptions } from "./refit.ts";

// Which vertices a partial refit is about, from a caller's options: a range, or a list.

/** Vertex numbers, the first `count` of `list`. A list of the caller's may name a vertex twice. */
export interface TouchedVertices {
  list: Uint32Array;
  count: number;
}

/** Whether the options name some vertices; without names all have moved. */
export function areVerticesNamed({ from, to, vertices }: RefitOptions): boolean {
  return from !== undefined || to !== undefined || vertices !== undefined;
}

/** How many vertices the options name, those named twice counted twice. Throws `OptionError` if they cannot be read. */
export function countTouched({ from, to, vertices }: RefitOptions, { vertexCount }: TriangleMesh): number {
  if (vertices === undefined) {
    const begin = from ?? 0;
    const end = to ?? vertexCount;
    checkEnd(begin, "from", vertexCount);
    checkEnd(end, "to", vertexCount);
    if (begin > end) throw new OptionError(`from: ${begin} is beyond to, which is ${end}`);
    return end - begin;
  }
  if (from !== undefined || to !== undefined)
    throw new OptionError("vertices: either a list or from and to, not both");
  const length: unknown = (vertices as ArrayLike<number> | null)?.length;
  if (typeof vertices !== "object" || !Number.isInteger(length) || (length as number) < 0)
    throw new OptionError(`vertices: expected vertex numbers, got ${show(vertices)}`);
  return length as number;
}

function checkEnd(value: unknown, name: string, vertexCount: number): void {
  if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= vertexCount))
    throw new OptionError(`${name}: expected a whole number from 0 to ${vertexCount}, got ${show(value)}`);
}

/** Throws `OptionError` at a number that is not a vertex. */
export function checkTouched({ vertices }: RefitOptions, count: number, mesh: TriangleMesh): void {
  if (vertices !== undefined) for (let k = 0; k < count; k++) checkNumber(vertices[k], k, mesh);
}

/**
 * Reads the vertices into `out` and checks their coordinates. Throws `OptionError` at a number that is not a vertex, `MeshError` at a
 * coordinate that is not finite or too large.
 */
export function readTouched(
  { from = 0, vertices }: RefitOptions,
  count: number,
  mesh: TriangleMesh,
  out: TouchedVertices,
): void {
  if (out.list.length < count) out.list = new Uint32Array(count);
  const { list } = out;
  out.count = count;
  for (let k = 0; k < count; k++) {
    const vertex = vertices === undefined ? from + k : vertices[k];
    checkNumber(vertex, k, mesh);
    checkVertex(mesh.positions, vertex);
    list[k] = vertex;
  }
}

function checkNumber(vertex: unknown, k: number, { vertexCount }: TriangleMesh): void {
  if (!(Number.isInteger(vertex) && (vertex as number) >= 0 && (vertex as number) < vertexCount))
    throw new OptionError(
      `vertices[${k}]: expected a whole number from 0 to ${vertexCount - 1}, got ${show(vertex)}`,
    );
}
