import { type BatchedMesh, type InstancedMesh, Matrix4, type Mesh, type Object3D } from "three";
import { OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { AabbTree } from "../trees/layout.ts";
import { drawnRanges, type TriangleRange } from "./drawn-triangles.ts";
import { isFlattened } from "./is-flattened.ts";
import { keptTreeOf, treeOfPart } from "./tree-of.ts";

// A subgraph as what abut compares: trees with poses. A mesh is one part, an InstancedMesh one for each instance, a BatchedMesh one for
// each active and visible instance. What is scaled by 0 is hidden, and has no part.

/** A tree of a scene, and where it is. */
export interface ObjectPart {
  readonly object: Mesh;
  readonly tree: AabbTree;
  /** From the tree's space to the world; belongs to the part. */
  readonly toWorld: Matrix4;
  /** The number of the instance, of an InstancedMesh or BatchedMesh; null for other meshes. */
  readonly instance: number | null;
  /** Where in the geometry the tree's triangles are. */
  readonly ranges: readonly TriangleRange[];
}

export interface PartsOptions {
  /** Objects for which this is false are left out, with everything below them. Default: none. Invisible objects take part. */
  filter?: ((object: Object3D) => boolean) | undefined;
  /** Whether world matrices are updated first, those of parents included; default true. */
  updateMatrices?: boolean | undefined;
}

export const PARTS_OPTIONS: OptionNames<PartsOptions> = { filter: true, updateMatrices: true };

/**
 * All meshes of an object and of those below it, with their trees (`treeOf`) and poses, in the order of the scene graph. Meshes and instances
 * that are scaled by 0 are left out.
 */
export function partsOf(object: Object3D, options: PartsOptions = {}): ObjectPart[] {
  checkOptionNames(options, PARTS_OPTIONS, "partsOf");
  return listParts(object, options, "object", "partsOf");
}

/** `partsOf` for another function that has checked the names of its options. */
export function listParts(
  object: Object3D,
  options: PartsOptions,
  name: string,
  caller: string,
): ObjectPart[] {
  if (object?.isObject3D !== true)
    throw new OptionError(`${caller}: ${name}: expected an Object3D of three.js, got ${show(object)}`);
  const { updateMatrices = true } = options;
  const filter = readFilter(options);
  if (updateMatrices) object.updateWorldMatrix(true, true);
  const parts: ObjectPart[] = [];
  visit(object);
  return parts;

  function visit(at: Object3D): void {
    if (filter !== undefined && !filter(at)) return;
    if (isMesh(at)) for (const part of partsOfMesh(at, caller)) parts.push(part);
    for (const child of at.children) visit(child);
  }
}

/** The filter of a caller. Arrays have a method of this name, which does not count. */
export function readFilter(options: PartsOptions): PartsOptions["filter"] {
  if (Array.isArray(options) || ArrayBuffer.isView(options))
    throw new OptionError("options: expected an object, got an array");
  const { filter } = options;
  if (filter !== undefined && typeof filter !== "function")
    throw new OptionError(`filter: expected a function, got ${show(filter)}`);
  return filter;
}

export function isMesh(object: Object3D): object is Mesh {
  return (object as Mesh).isMesh === true;
}

/** The parts of one mesh, with its world matrix as it is. A mesh that draws nothing has none. */
export function partsOfMesh(mesh: Mesh, caller: string): ObjectPart[] {
  if (isFlattened(mesh.matrixWorld)) return [];
  if ((mesh as BatchedMesh).isBatchedMesh === true) return partsOfBatch(mesh as BatchedMesh, caller);
  const groups = Array.isArray(mesh.material);
  if (drawnRanges(mesh.geometry, groups).length === 0) return [];
  if ((mesh as InstancedMesh).isInstancedMesh !== true) {
    const { tree, ranges } = keptTreeOf(mesh, { groups }, caller);
    return [{ object: mesh, tree, ranges, toWorld: mesh.matrixWorld.clone(), instance: null }];
  }
  const instanced = mesh as InstancedMesh;
  // Morph targets of instances are not looked at, as three.js does not for rays.
  const { tree, ranges } = keptTreeOf(mesh.geometry, { groups }, caller);
  const parts: ObjectPart[] = [];
  for (let instance = 0; instance < instanced.count; instance++) {
    const toWorld = new Matrix4();
    instanced.getMatrixAt(instance, toWorld);
    if (!isFlattened(toWorld.premultiply(mesh.matrixWorld)))
      parts.push({ object: mesh, tree, ranges, toWorld, instance });
  }
  return parts;
}

/** What three.js keeps of instances and geometries; its own raycast reads it as well, and there is no other list of active instances. */
interface BatchInfo {
  readonly _instanceInfo: readonly { visible: boolean; active: boolean; geometryIndex: number }[];
}

function partsOfBatch(batch: BatchedMesh, caller: string): ObjectPart[] {
  const trees = new Map<number, Pick<ObjectPart, "tree" | "ranges"> | null>();
  const parts: ObjectPart[] = [];
  for (const [instance, info] of (batch as unknown as BatchInfo)._instanceInfo.entries()) {
    if (!info.active || !info.visible) continue;
    let found = trees.get(info.geometryIndex);
    if (found === undefined) {
      found = treeInBatch(batch, info.geometryIndex, caller);
      trees.set(info.geometryIndex, found);
    }
    if (found === null) continue;
    const toWorld = new Matrix4();
    batch.getMatrixAt(instance, toWorld);
    if (!isFlattened(toWorld.premultiply(batch.matrixWorld)))
      parts.push({ ...found, object: batch, toWorld, instance });
  }
  return parts;
}

function treeInBatch(batch: BatchedMesh, geometryId: number, caller: string) {
  const { start, count, vertexStart, vertexCount } = batch.getGeometryRangeAt(geometryId)!;
  const triangles = Math.floor(count / 3);
  if (triangles === 0) return null;
  const ranges = [{ start, end: start + 3 * triangles, materialIndex: 0 }];
  const { tree } = treeOfPart(batch.geometry, { ranges, firstVertex: vertexStart, vertexCount }, {}, caller);
  return { tree, ranges };
}
