import { type BufferGeometry, type Mesh, type SkinnedMesh, Vector3 } from "three";
import { createMesh } from "../mesh/triangle-mesh.ts";
import { type AabbTreeOptions, buildAabbTree } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import { refit } from "../trees/refit.ts";
import { shouldRebuild } from "../trees/should-rebuild.ts";
import {
  areDrawn,
  identityOf,
  indicesOf,
  positionAttribute,
  storageOf,
  type TriangleRange,
  treeKey,
  versionOf,
} from "./drawn-triangles.ts";

// Trees of meshes with bones or morph targets. Vertices are computed by three.js itself, `getVertexPosition`, when anything they depend on
// has changed: bones, bind matrices, influences, attributes.

/** The deformed vertices of a mesh, in its own space, and the tree over them. */
interface DeformedTree {
  tree: AabbTree;
  readonly ranges: readonly TriangleRange[];
  /** What the triangles depend on. */
  readonly sources: readonly unknown[];
  /** What the vertices depend on, as numbers. */
  state: Float64Array;
}

const trees = new WeakMap<Mesh, Map<string, DeformedTree>>();
const vertex = new Vector3();

/** Whether bones or morph targets move the vertices of a mesh away from those of its geometry. */
export function isDeforming(source: BufferGeometry | Mesh): source is Mesh {
  const mesh = source as Partial<SkinnedMesh>;
  if (mesh.isMesh !== true) return false;
  return (mesh.isSkinnedMesh === true && mesh.skeleton !== undefined) || isMorphing(mesh as Mesh);
}

function isMorphing({ geometry, morphTargetInfluences }: Mesh): boolean {
  return geometry.morphAttributes.position !== undefined && morphTargetInfluences !== undefined;
}

export function deformedTreeOf(
  mesh: Mesh,
  ranges: readonly TriangleRange[],
  options: AabbTreeOptions,
  caller: string,
): DeformedTree {
  let known = trees.get(mesh);
  if (known === undefined) {
    known = new Map();
    trees.set(mesh, known);
  }
  const key = treeKey(ranges, options);
  const sources = sourcesOf(mesh, caller);
  const state = deformationState(mesh);
  const found = known.get(key);
  if (found !== undefined && areEqual(found.sources, sources)) {
    if (!areEqual(found.state, state)) follow(found, mesh, options);
    found.state = state;
    return found;
  }
  const { geometry } = mesh;
  const positions = new Float64Array(3 * positionAttribute(geometry, caller).count);
  writeDeformed(mesh, positions);
  const indices = indicesOf(geometry.index, ranges, 0);
  const made = { tree: buildAabbTree(createMesh({ positions, indices }), options), ranges, sources, state };
  for (const [other, { sources: theirs, ranges: drawn }] of known)
    if (!areEqual(theirs, sources) || !areDrawn(geometry, drawn)) known.delete(other);
  known.set(key, made);
  return made;
}

function follow(found: DeformedTree, mesh: Mesh, options: AabbTreeOptions): void {
  const { tree } = found;
  writeDeformed(mesh, tree.mesh.positions as Float64Array);
  refit(tree);
  if (shouldRebuild(tree)) found.tree = buildAabbTree(tree.mesh, options);
}

/** Writes all vertices as three.js draws them, in the mesh's space. */
export function writeDeformed(mesh: Mesh, out: Float64Array): void {
  for (let i = 0; 3 * i < out.length; i++) {
    mesh.getVertexPosition(i, vertex);
    out[3 * i] = vertex.x;
    out[3 * i + 1] = vertex.y;
    out[3 * i + 2] = vertex.z;
  }
}

function sourcesOf({ geometry }: Mesh, caller: string): unknown[] {
  const { index } = geometry;
  const position = positionAttribute(geometry, caller);
  return [position, storageOf(position), position.count, index, index?.array, index?.version];
}

/** Every number that `getVertexPosition` reads besides the vertex. If none has changed, no vertex has moved. */
export function deformationState(mesh: Mesh): Float64Array {
  const { geometry, morphTargetInfluences } = mesh;
  const numbers: number[] = [];
  const attributes = [geometry.attributes.position, ...(geometry.morphAttributes.position ?? [])];
  if ((mesh as SkinnedMesh).isSkinnedMesh === true) {
    const { bindMatrix, bindMatrixInverse, skeleton } = mesh as SkinnedMesh;
    numbers.push(...bindMatrix.elements, ...bindMatrixInverse.elements);
    for (const { matrixWorld } of skeleton.bones)
      for (const value of matrixWorld.elements) numbers.push(value);
    for (const { elements } of skeleton.boneInverses) for (const value of elements) numbers.push(value);
    attributes.push(geometry.attributes.skinIndex, geometry.attributes.skinWeight);
  }
  for (const attribute of attributes)
    numbers.push(identityOf(attribute), identityOf(storageOf(attribute)), versionOf(attribute));
  numbers.push(geometry.morphTargetsRelative ? 1 : 0);
  numbers.push(...(morphTargetInfluences ?? []));
  return Float64Array.from(numbers);
}

function areEqual(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
