import { type Indices, MAX_COORDINATE, type Positions } from "../../mesh/triangle-mesh.ts";
import { createIndexList, type GrowingList, pushTriangle, trimmed } from "../growing-list.ts";
import { type Accessor, readAccessor, toReals } from "./accessors.ts";
import { type GltfDocument, note, spend } from "./document.ts";
import { unpackDraco } from "./draco.ts";
import { isMissing, items, type Json, keys, member, refuse, whole } from "./json.ts";

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;
const PLACING = /^(?:POSITION|JOINTS_\d+|WEIGHTS_\d+)$/;

/** Vertices of one primitive, and the data that may move them. */
export interface VertexRun {
  /** The number of its first vertex in the surface. */
  first: number;
  count: number;
  /** Offsets per morph target; null for a target without positions. */
  targets: (Positions | null)[];
  /** Four joints and weights per vertex and set. */
  joints: Accessor[];
  weights: Positions[];
}

/** A glTF mesh as triangles: all its primitives joined, before morphs and skins. */
export interface Surface {
  positions: Positions;
  indices: Indices | null;
  runs: VertexRun[];
  targetCount: number;
  /** The mesh's default morph weights, read when first needed; empty for a mesh that is not morphed. */
  ownWeights?: readonly number[];
}

interface Primitive {
  json: Json;
  mode: number;
  run: VertexRun;
  positions: Positions;
  indices: Accessor | null;
}

/** The triangles of a mesh; null if it has none. */
export function readSurface(document: GltfDocument, mesh: Json): Surface | null {
  const runs = new Map<string, { run: VertexRun; positions: Positions }>();
  const primitives: Primitive[] = [];
  let vertexCount = 0;
  for (const json of items(member(mesh, "primitives"))) {
    const mode = whole(member(json, "mode"), TRIANGLES);
    const attributes = member(json, "attributes");
    if (mode < TRIANGLES || mode > FAN) note(document, json, "points or lines, ignored");
    else if (isMissing(member(attributes, "POSITION"))) note(document, json, "no positions, ignored");
    else {
      unpackDraco(document, json);
      const key = keyOfVertices(json);
      let vertices = runs.get(key);
      if (vertices === undefined) {
        vertices = readVertices(document, json, vertexCount);
        runs.set(key, vertices);
        vertexCount += vertices.run.count;
      }
      const indices = member(json, "indices");
      primitives.push({
        json,
        mode,
        ...vertices,
        indices: isMissing(indices) ? null : readAccessor(document, indices, 1),
      });
    }
  }
  if (vertexCount === 0) return null;
  const positions = join(document, mesh, [...runs.values()], vertexCount);
  const indices = joinIndices(document, primitives);
  if (indices === undefined) return null;
  const targetCount = primitives.reduce((most, { run }) => Math.max(most, run.targets.length), 0);
  return { positions, indices, runs: [...runs.values()].map(({ run }) => run), targetCount };
}

/** A key of the accessors that place a primitive's vertices: primitives with equal keys share vertices. */
function keyOfVertices(json: Json): string {
  const attributes = member(json, "attributes");
  const own = keys(attributes)
    .filter((name) => PLACING.test(name))
    .sort()
    .map((name) => `${name} ${whole(member(attributes, name))}`);
  const targets = items(member(json, "targets")).map((target) => {
    const offsets = member(target, "POSITION");
    return isMissing(offsets) ? "-" : whole(offsets);
  });
  return [...own, ...targets].join();
}

function readVertices(
  document: GltfDocument,
  json: Json,
  first: number,
): { run: VertexRun; positions: Positions } {
  const attributes = member(json, "attributes");
  const positions = readPositions(document, member(attributes, "POSITION"));
  spend(document, positions.byteLength, json); // primitives may share positions, but each one checks them
  const count = positions.length / 3;
  const targets = items(member(json, "targets")).map((target) => {
    const offsets = member(target, "POSITION");
    if (isMissing(offsets)) return null;
    const values = readPositions(document, offsets);
    spend(document, values.byteLength, offsets);
    if (values.length !== positions.length)
      refuse(offsets, `${values.length / 3} offsets for ${count} vertices`);
    return values;
  });
  const joints: Accessor[] = [];
  const weights: Positions[] = [];
  for (const name of keys(attributes)) {
    const set = /^JOINTS_(\d+)$/.exec(name)?.[1];
    const weight = member(attributes, `WEIGHTS_${set}`);
    if (set === undefined || isMissing(weight)) continue;
    joints.push(
      perVertex(readAccessor(document, member(attributes, name), 4), count, member(attributes, name)),
    );
    weights.push(toReals(perVertex(readAccessor(document, weight, 4), count, weight)));
  }
  return { run: { first, count, targets, joints, weights }, positions };
}

function perVertex(accessor: Accessor, count: number, json: Json): Accessor {
  if (accessor.count !== count) refuse(json, `${accessor.count} elements for ${count} vertices`);
  return accessor;
}

function readPositions(document: GltfDocument, json: Json): Positions {
  const positions = toReals(readAccessor(document, json, 3));
  for (let i = 0; i < positions.length; i++)
    if (!(Math.abs(positions[i]) <= MAX_COORDINATE))
      refuse(json, `coordinate ${positions[i]} of vertex ${Math.floor(i / 3)} is not within ±2^100`);
  return positions;
}

/** One array for all primitives; a single primitive keeps its array. */
function join(
  document: GltfDocument,
  mesh: Json,
  runs: { run: VertexRun; positions: Positions }[],
  vertexCount: number,
): Positions {
  if (runs.length === 1) return runs[0].positions;
  const isSingle = runs.every(({ positions }) => positions instanceof Float32Array);
  spend(document, 3 * vertexCount * (isSingle ? 4 : 8), mesh);
  const joined = isSingle ? new Float32Array(3 * vertexCount) : new Float64Array(3 * vertexCount);
  for (const { run, positions } of runs) joined.set(positions, 3 * run.first);
  return joined;
}

/** The corners of all triangles; null for a soup, undefined if there are no triangles. */
function joinIndices(document: GltfDocument, primitives: Primitive[]): Indices | null | undefined {
  for (const primitive of primitives) {
    spend(document, 4 * (primitive.indices?.count ?? 0), primitive.json);
    checkIndices(primitive);
  }
  if (primitives.length === 1) {
    const { mode, run, indices } = primitives[0];
    const count = indices?.count ?? run.count;
    if (mode === TRIANGLES && count % 3 === 0 && count > 0) {
      const values = indices?.values ?? null;
      if (values === null || values instanceof Uint16Array || values instanceof Uint32Array) return values;
      return Uint16Array.from(values);
    }
  }
  const triangles = createIndexList();
  for (const primitive of primitives) {
    spend(document, 12 * (primitive.indices?.count ?? primitive.run.count), primitive.json);
    addTriangles(document, primitive, triangles);
  }
  return triangles.length === 0 ? undefined : trimmed(triangles);
}

function checkIndices({ json, run, indices }: Primitive): void {
  if (indices === null) return;
  const { values } = indices;
  const place = member(json, "indices");
  if (!(values instanceof Uint8Array || values instanceof Uint16Array || values instanceof Uint32Array))
    refuse(place, "vertex numbers must be unsigned whole numbers");
  for (let i = 0; i < values.length; i++)
    if (values[i] >= run.count)
      refuse(place, `index ${i}: vertex ${values[i]} is out of range, there are ${run.count}`);
}

function addTriangles(
  document: GltfDocument,
  primitive: Primitive,
  triangles: GrowingList<Uint32Array>,
): void {
  const { json, mode, run, indices } = primitive;
  const count = indices?.count ?? run.count;
  const corner = (i: number) => run.first + (indices === null ? i : indices.values[i]);
  if (mode === TRIANGLES) {
    if (count % 3 !== 0) note(document, json, "corners left over after the last triangle, ignored");
    for (let i = 2; i < count; i += 3) pushTriangle(triangles, corner(i - 2), corner(i - 1), corner(i));
    return;
  }
  for (let i = 2; i < count; i++) {
    const a = corner(mode === STRIP ? i - 2 : 0);
    const isOdd = mode === STRIP && i % 2 === 1; // every other triangle of a strip has the opposite winding
    const b = corner(isOdd ? i : i - 1);
    const c = corner(isOdd ? i - 1 : i);
    // Repeated corners only turn a strip; they do not make a triangle.
    if (a !== b && b !== c && c !== a) pushTriangle(triangles, a, b, c);
  }
}
