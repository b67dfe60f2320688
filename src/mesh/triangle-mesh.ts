import { MeshError, show } from "../errors.ts";
import { MAX_COORDINATE } from "../geometry/coordinates.ts";
import { checkDataNames, type OptionNames } from "../option-names.ts";
import { DETACHED, isArrayOf, isDetached } from "../typed-arrays.ts";

export type Positions = Float32Array | Float64Array;
export type Indices = Uint16Array | Uint32Array;

/**
 * Triangles in one model space. The arrays are the caller's own: never copied, never reordered. Change
 * `positions` in place to deform the mesh, then `refit` its trees.
 */
export interface TriangleMesh {
  /** x, y, z per vertex. */
  readonly positions: Positions;
  /** Three vertex numbers per triangle; null for a triangle soup, whose triangle t has vertices 3t, 3t+1, 3t+2. */
  readonly indices: Indices | null;
  readonly vertexCount: number;
  readonly triangleCount: number;
}

export interface MeshInput {
  positions: Positions;
  /** Three vertex numbers per triangle. Null or omitted: a triangle soup. */
  indices?: Indices | null | undefined;
}

const MESH_INPUT: OptionNames<MeshInput> = { positions: true, indices: true };

export { MAX_COORDINATE };

/** The largest number of triangles of a mesh: a pair of triangle numbers then fits into one f64 exactly. */
export const MAX_TRIANGLES = 2 ** 26;

/**
 * Checks the arrays and wraps them. Throws a `MeshError` that names the array, the index and the value, and an
 * `OptionError` for an unknown name where `indices` is omitted.
 */
export function createMesh(input: MeshInput): TriangleMesh {
  if (input === null || typeof input !== "object")
    throw new MeshError(`expected { positions, indices? }, got ${input === null ? "null" : typeof input}`);
  checkDataNames(input, MESH_INPUT, "createMesh's input");
  const { positions, indices = null } = input;
  checkPositions(positions);
  const vertexCount = positions.length / 3;
  if (indices === null) {
    if (vertexCount % 3 !== 0)
      throw new MeshError(
        `positions: a triangle soup needs 9 numbers per triangle, got length ${positions.length}`,
      );
    checkCount(vertexCount / 3);
    return { positions, indices, vertexCount, triangleCount: vertexCount / 3 };
  }
  checkIndices(indices, vertexCount);
  checkCount(indices.length / 3);
  return { positions, indices, vertexCount, triangleCount: indices.length / 3 };
}

function checkCount(triangles: number): void {
  if (triangles > MAX_TRIANGLES)
    throw new MeshError(`${triangles} triangles: a mesh holds at most 2^26 (${MAX_TRIANGLES}); split it`);
}

function checkPositions(positions: Positions): void {
  if (!(isArrayOf(positions, "Float32Array") || isArrayOf(positions, "Float64Array")))
    throw new MeshError(`positions: expected a Float32Array or Float64Array, got ${describe(positions)}`);
  if (positions.length === 0) refuseEmpty(positions, "positions");
  if (positions.length % 3 !== 0)
    throw new MeshError(`positions: length ${positions.length} is not divisible by 3`);
  checkCoordinates(positions);
}

/** Throws `MeshError` at the first coordinate that is not finite or beyond `MAX_COORDINATE`; `name` is the array's. */
export function checkCoordinates(positions: Positions, name = "positions"): void {
  for (let i = 0; i < positions.length; i++) {
    // One comparison that NaN, the infinities and the too large all fail.
    if (!(Math.abs(positions[i]) <= MAX_COORDINATE)) refuseCoordinate(positions, i, name);
  }
}

/** `checkCoordinates` for one vertex. */
export function checkVertex(positions: Positions, vertex: number): void {
  for (let i = 3 * vertex; i < 3 * vertex + 3; i++)
    if (!(Math.abs(positions[i]) <= MAX_COORDINATE)) refuseCoordinate(positions, i, "positions");
}

function refuseCoordinate(positions: Positions, i: number, name: string): never {
  const value = positions[i];
  throw new MeshError(
    `${name}[${i}] (vertex ${Math.floor(i / 3)}, ${"xyz"[i % 3]}): ${value} is not ${range(value)}`,
  );
}

function range(value: number): string {
  return Number.isFinite(value) ? `within ±2^100` : "finite";
}

function checkIndices(indices: Indices, vertexCount: number): void {
  if (!(isArrayOf(indices, "Uint16Array") || isArrayOf(indices, "Uint32Array")))
    throw new MeshError(`indices: expected a Uint16Array or Uint32Array, got ${describe(indices)}`);
  if (indices.length === 0) refuseEmpty(indices, "indices");
  if (indices.length % 3 !== 0)
    throw new MeshError(`indices: length ${indices.length} is not divisible by 3`);
  checkRange(indices, vertexCount);
}

function checkRange(indices: Indices, vertexCount: number): void {
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] >= vertexCount)
      throw new MeshError(
        `indices[${i}] (triangle ${Math.floor(i / 3)}): ${indices[i]} is out of range, the mesh has ${vertexCount} vertices`,
      );
  }
}

function refuseEmpty(array: Positions | Indices, name: string): never {
  throw new MeshError(
    `${name}: ${isDetached(array) ? DETACHED : "empty, a mesh needs at least one triangle"}`,
  );
}

function describe(value: unknown): string {
  return value === null || typeof value !== "object"
    ? String(value)
    : (value.constructor?.name ?? "an object");
}

/** The number of the vertex at corner 0, 1 or 2 of a triangle. */
export function vertexOf(mesh: TriangleMesh, triangle: number, corner: number): number {
  const at = 3 * triangle + corner;
  return mesh.indices === null ? at : mesh.indices[at];
}

/**
 * Throws `MeshError` unless `createMesh` could have made it: what JavaScript callers pass may be anything, and indices may have been
 * changed since. A kernel would read outside the vertices, or trap. Coordinates are for the caller to check. Takes 1 to 2 % of a build.
 */
export function checkMesh(mesh: TriangleMesh): void {
  if (!(mesh?.triangleCount > 0 && mesh.vertexCount > 0))
    throw new MeshError("expected a mesh, as createMesh makes it from positions and indices");
  const { positions, indices, vertexCount, triangleCount } = mesh;
  checkLength(positions, 3 * vertexCount, "positions");
  if (indices === null) return;
  checkLength(indices, 3 * triangleCount, "indices");
  checkRange(indices, vertexCount);
}

function checkLength(array: Positions | Indices, length: number, name: string): void {
  if (array?.length === length) return;
  if (array?.length === 0) refuseEmpty(array, name);
  throw new MeshError(
    `${name}: expected the ${length} numbers of the mesh, got ${array?.length ?? show(array)}`,
  );
}
