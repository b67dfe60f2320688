import type { BufferAttribute, BufferGeometry, Mesh } from "three";
import { MeshError, OptionError, show } from "../errors.ts";
import { createMesh, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../option-names.ts";
import { AABB_TREE_OPTIONS, type AabbTreeOptions, buildAabbTree } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import { refit } from "../trees/refit.ts";
import { shouldRebuild } from "../trees/should-rebuild.ts";
import { deformedTreeOf, isDeforming } from "./deformed-tree.ts";
import {
  areDrawn,
  drawnRanges,
  indicesOf,
  positionAttribute,
  positionsInPlace,
  storageOf,
  type TriangleRange,
  treeKey,
  type VertexAttribute,
  versionOf,
  writePositions,
} from "./drawn-triangles.ts";

export interface TreeOfOptions extends AabbTreeOptions {
  /**
   * Whether only the triangles of groups are taken, as three.js draws them with an array of materials; a triangle of two groups is there
   * twice. Default false: all of the draw range.
   */
  groups?: boolean | undefined;
}

export const TREE_OF_OPTIONS: OptionNames<TreeOfOptions> = { ...AABB_TREE_OPTIONS, groups: true };

/** The tree of some triangles of a geometry, with all that tells whether it still fits. */
export interface KeptTree {
  tree: AabbTree;
  readonly ranges: readonly TriangleRange[];
  readonly position: VertexAttribute;
  readonly storage: ArrayLike<number>;
  readonly index: BufferAttribute | null;
  readonly indexStorage: ArrayLike<number> | null;
  readonly indexVersion: number;
  positionVersion: number;
  /** The vertex of the geometry that is the mesh's vertex 0. */
  readonly firstVertex: number;
}

/** The part of a geometry that a tree is of: all that is drawn, or what `BatchedMesh` keeps under one number. */
export interface GeometryPart {
  readonly ranges: readonly TriangleRange[];
  readonly firstVertex: number;
  readonly vertexCount: number;
}

const kept = new WeakMap<BufferGeometry, Map<string, KeptTree>>();

/**
 * The tree of a geometry, or of a mesh as it is now. Trees are kept for as long as their geometry is. A tree is fitted again when
 * `position.needsUpdate` was set, and built anew when the index, the draw range or, with `groups`, the groups have changed, or when
 * fitting has made it slow. So ask for it in every frame, and do not keep it yourself. Triangles are numbered from the start of the draw
 * range, or in the order of the groups. Of a mesh with bones or morph targets, the vertices are where `getVertexPosition` says.
 */
export function treeOf(source: BufferGeometry | Mesh, options: TreeOfOptions = {}): AabbTree {
  return keptTreeOf(source, options, "treeOf").tree;
}

/** `treeOf` with what the tree was made of. */
export function keptTreeOf(
  source: BufferGeometry | Mesh,
  options: TreeOfOptions,
  caller: string,
): Pick<KeptTree, "tree" | "ranges"> {
  checkOptionNames(options, TREE_OF_OPTIONS, caller);
  const geometry = geometryOf(source, caller);
  const { groups = false } = options;
  if (typeof groups !== "boolean")
    throw new OptionError(`groups: expected true or false, got ${show(groups)}`);
  const ranges = drawnRanges(geometry, groups);
  if (ranges.length === 0)
    throw new MeshError(`${caller}: geometry: nothing is drawn, so there are no triangles`);
  const rest = pickOptions(options, AABB_TREE_OPTIONS);
  if (isDeforming(source)) return deformedTreeOf(source, ranges, rest, caller);
  const vertexCount = positionAttribute(geometry, caller).count;
  return treeOfPart(geometry, { ranges, firstVertex: 0, vertexCount }, rest, caller);
}

/** The tree of a part, from the last call if it can be. */
export function treeOfPart(
  geometry: BufferGeometry,
  part: GeometryPart,
  options: AabbTreeOptions,
  caller: string,
): KeptTree {
  const key = treeKey(part, options);
  const trees = treesOf(geometry);
  const found = trees.get(key);
  const position = positionAttribute(geometry, caller);
  if (found !== undefined && isOver(found, geometry, position)) {
    if (found.positionVersion !== versionOf(position)) fitAgain(found, options);
    return found;
  }
  const mesh = meshOfPart(geometry, part, caller);
  return keepTree(geometry, part, options, buildAabbTree(mesh, options));
}

/** Keeps a tree that was built of `meshOfPart`. Trees of draw ranges that are gone are dropped. */
export function keepTree(
  geometry: BufferGeometry,
  part: GeometryPart,
  options: AabbTreeOptions,
  tree: AabbTree,
  source = sourceOf(geometry),
): KeptTree {
  const trees = treesOf(geometry);
  const position = positionAttribute(geometry, "treeOf");
  const isDrawn = areDrawn(geometry, part.ranges); // not so for the parts of a BatchedMesh
  for (const [key, other] of trees)
    if (!isOver(other, geometry, position) || (isDrawn && !areDrawn(geometry, other.ranges)))
      trees.delete(key);
  const made = { ...source, tree, ranges: part.ranges, firstVertex: part.firstVertex };
  trees.set(treeKey(part, options), made);
  return made;
}

/** The geometry's current arrays and versions, to be kept with a tree that is built now. */
export function sourceOf(geometry: BufferGeometry): Omit<KeptTree, "tree" | "ranges" | "firstVertex"> {
  const { index } = geometry;
  const position = positionAttribute(geometry, "treeOf");
  return {
    position,
    storage: storageOf(position),
    index,
    indexStorage: index?.array ?? null,
    indexVersion: index?.version ?? 0,
    positionVersion: versionOf(position),
  };
}

export function meshOfPart(geometry: BufferGeometry, part: GeometryPart, caller: string): TriangleMesh {
  const attribute = positionAttribute(geometry, caller);
  const { ranges, firstVertex, vertexCount } = part;
  let positions = positionsInPlace(attribute)?.subarray(3 * firstVertex, 3 * (firstVertex + vertexCount));
  if (positions === undefined) {
    positions = new Float64Array(3 * vertexCount);
    writePositions(attribute, firstVertex, positions as Float64Array);
  }
  return createMesh({ positions, indices: indicesOf(geometry.index, ranges, firstVertex) });
}

/** Whether a tree is still one of these arrays; its vertices may have moved. */
function isOver(tree: KeptTree, { index }: BufferGeometry, position: VertexAttribute): boolean {
  return (
    tree.position === position &&
    tree.storage === storageOf(position) &&
    tree.index === index &&
    tree.indexStorage === (index?.array ?? null) &&
    tree.indexVersion === (index?.version ?? 0)
  );
}

function fitAgain(found: KeptTree, options: AabbTreeOptions): void {
  const { tree, position, firstVertex } = found;
  if (positionsInPlace(position) === null)
    writePositions(position, firstVertex, tree.mesh.positions as Float64Array);
  refit(tree);
  if (shouldRebuild(tree)) found.tree = buildAabbTree(tree.mesh, options);
  found.positionVersion = versionOf(position);
}

function treesOf(geometry: BufferGeometry): Map<string, KeptTree> {
  let trees = kept.get(geometry);
  if (trees === undefined) {
    trees = new Map();
    kept.set(geometry, trees);
  }
  return trees;
}

/** The geometry of what a caller passed. */
export function geometryOf(source: BufferGeometry | Mesh, caller: string): BufferGeometry {
  const geometry = isMesh(source) ? source.geometry : source;
  if (geometry?.isBufferGeometry !== true)
    throw new OptionError(`${caller}: expected a BufferGeometry or a Mesh of three.js, got ${show(source)}`);
  if (isMesh(source) && (source as { isBatchedMesh?: boolean }).isBatchedMesh === true)
    throw new OptionError(`${caller}: a BatchedMesh has several trees: see partsOf`);
  return geometry;
}

function isMesh(source: BufferGeometry | Mesh): source is Mesh {
  return (source as Mesh | undefined)?.isMesh === true;
}
