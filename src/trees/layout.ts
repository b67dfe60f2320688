import { MeshError, OptionError, show } from "../errors.ts";
import type { SummedSizes } from "../kernels/fit-boxes.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { DETACHED } from "../typed-arrays.ts";

// A tree is one ArrayBuffer: it can be posted to a worker or saved as it is.
//
//   header | nodes | corners | triangles | frame
//
// header, 16 × u32:
//   magic  version  kind + 65536 · exponent  nodeCount  triangleCount  vertexCount  depth  checksum  origin (3 × f64)
//   meshHash  builtSpread
// The exponent is 0 unless the mesh is tiny; then all of the tree is that of the mesh times 2^exponent (twin.ts).
// node of an AABB tree, 8 × 32 bits; the box bounds are f32, relative to the origin, rounded outward:
//   minX minY minZ maxX maxY maxZ | link | size or count
// node of an OBB tree, 16 × 64 bits:
//   centre (3) halfExtent (3) axes (3 × 3, one axis after the other) | link, count (2 × 32 bits)
// corners, 3 × u32 a slot: the vertex numbers of the triangle in that slot
// triangles, 1 × u32 a slot: which triangle of the mesh that is
//
// frame, 9 × f64, in trees of version 2 alone: the three axes of the frame, one after the other (frame/framed-boxes.ts)
//
// link ≥ 0: an inner node of a binary tree; its children are the nodes link and link + 1, both after it in the array.
// link < 0: a leaf; it holds the slots ~link … ~link + count − 1.
// The root is node 0. The slots of a subtree are contiguous. R-trees: see r-tree/storage.ts.
export const HEADER_WORDS = 16;
export const HEADER_BYTES = 4 * HEADER_WORDS;
export const VERSION_WORD = 1;
const KIND_WORD = 2;
/** f32, 0 in an OBB tree: see should-rebuild.ts. */
export const SPREAD_WORD = 15;
export const HEADER = {
  magic: 0,
  version: VERSION_WORD,
  kind: KIND_WORD,
  nodeCount: 3,
  triangleCount: 4,
  vertexCount: 5,
  depth: 6,
  checksum: 7,
  meshHash: 14,
  builtSpread: SPREAD_WORD,
} as const;

export const ORIGIN_BYTE = 32;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
/** The upper half of the kind word. */
export const EXPONENT_BYTE = 4 * KIND_WORD + (IS_LITTLE_ENDIAN ? 2 : 0);
export const KIND_MASK = 0xffff;

export const AABB_STRIDE = 8; // f32 or i32 words per node
export const AABB_MIN = 0;
export const AABB_MAX = 3;
export const AABB_LINK = 6;
export const AABB_COUNT = 7; // leaves: i32
export const AABB_SIZE = 7; // inner nodes: f32, see boxSize

/** Replaces the triangle number in R-tree nodes that are not triangles. */
export const NO_TRIANGLE = 0xffffffff;

export const OBB_STRIDE = 16; // f64 words per node
export const OBB_CENTRE = 0;
export const OBB_HALF = 3;
export const OBB_AXES = 6;
export const OBB_LINK_STRIDE = 32; // i32 words per node
export const OBB_LINK = 30;
export const OBB_COUNT = 31;

/** The summed sizes of a tree (spread.ts). */
export interface TreeSizes extends SummedSizes {
  /** The summed size of the triangles of each leaf, by node: what a partial refit needs to know of the vertices before it. */
  readonly ofLeaves?: Float32Array | undefined;
}

/** How often the boxes in a buffer were fitted; anything cached that depends on vertices is out of date when it has changed. */
export interface FitCount {
  fits: number;
  /** Whether the last fit was to a motion (`refitSwept`) instead of to the vertices. */
  isSwept: boolean;
  /** The summed sizes of the current boxes (spread.ts), if they are known; otherwise null. */
  sizes: TreeSizes | null;
}

interface TreeArrays {
  readonly mesh: TriangleMesh;
  /** Shared by all trees over the buffer. */
  readonly fitCount: FitCount;
  /** Threads can share a tree whose buffer is a SharedArrayBuffer. */
  readonly buffer: ArrayBufferLike;
  readonly nodeCount: number;
  /** Nodes on the longest path from the root to a leaf; a single leaf has depth 1. */
  readonly depth: number;
  /** The point that the boxes of an AABB tree are relative to; zero unless an f64 mesh lies far from zero. */
  readonly origin: Float64Array;
  /** One number, 0 unless the mesh is tiny: boxes and origin are those of the mesh times 2^exponent. */
  readonly exponent: Int16Array;
  /** Three vertex numbers per slot. */
  readonly corners: Uint32Array;
  /** The mesh's triangle number per slot. */
  readonly triangles: Uint32Array;
  /** The bytes of `nodes` as integers, for links and counts. */
  readonly links: Int32Array;
}

export interface AabbTree extends TreeArrays {
  readonly kind: "aabb";
  /** The boxes along the model's axes, whether the tree has a frame or not. */
  readonly nodes: Float32Array;
  /**
   * Null, or three orthonormal axes, one after the other: pair and distance queries use boxes along these, which the tree has in
   * addition (`buildAabbTree`, option `frame`).
   */
  readonly frame: Float64Array | null;
}

export interface ObbTree extends TreeArrays {
  readonly kind: "obb";
  readonly nodes: Float64Array;
}

/**
 * An R-tree: like an AABB tree, with up to `maxChildren` children per node. Triangles can be inserted and removed, so its
 * arrays may be longer than what is in use and are replaced when they grow: keep the tree, not its arrays.
 */
export interface RTree {
  readonly kind: "r-tree";
  /** `replaceMesh` sets another one. */
  mesh: TriangleMesh;
  /** A node other than the root has at least this many children. */
  readonly minChildren: number;
  readonly maxChildren: number;
  /** What insertion compares boxes by: half their surface areas, or their volumes. */
  readonly measure: "area" | "volume";
  /** The point that the boxes are relative to, as in an AABB tree. */
  origin: Float64Array;
  /** As in an AABB tree. */
  exponent: Int16Array;
  buffer: ArrayBuffer;
  /** Nodes 0 … nodeCount − 1 are in use, except for the ends of incomplete blocks. */
  nodeCount: number;
  /** How many of the mesh's triangles are in the tree. */
  triangleCount: number;
  /** Nodes on the path from the root to any triangle, both included. */
  depth: number;
  nodes: Float32Array;
  /** The bytes of `nodes` as integers, for links and counts. */
  links: Int32Array;
  /** Three vertex numbers for each node that is a triangle. */
  corners: Uint32Array;
  /** The mesh's triangle number for each node that is a triangle, `NO_TRIANGLE` for the others. */
  triangles: Uint32Array;
  /** The parent node of each block of siblings. */
  parents: Int32Array;
  /** The node of each triangle of the mesh, or −1 if it is not in the tree. */
  places: Int32Array;
}

/** The trees with two children per node. */
export type BinaryTree = AabbTree | ObbTree;

/**
 * The size that decides which of two nodes is larger in a descent: the sum of the three extents. Van den Bergen compares
 * volumes; a flat box has none, and for other boxes the sum needs as many tests (docs/decisions/02-tree-layout.md).
 */
export function boxSize(dx: number, dy: number, dz: number): number {
  return dx + dy + dz;
}

/**
 * Throws `OptionError` unless the tree is a binary tree of axis-aligned boxes, `MeshError` if its arrays, or those of its
 * mesh, were transferred. JavaScript callers may pass anything.
 */
export function checkAabbTree(tree: AabbTree, caller: string): void {
  if (tree?.kind !== "aabb") refuseTree(tree, '"aabb"', caller);
  checkTreeArrays(tree, caller);
}

export function checkBoxTree(tree: AabbTree | RTree, caller: string): void {
  if (tree?.kind !== "aabb" && tree?.kind !== "r-tree") refuseTree(tree, '"aabb" or "r-tree"', caller);
  checkTreeArrays(tree, caller);
}

export function checkRTree(tree: RTree, caller: string): void {
  if (tree?.kind !== "r-tree") refuseTree(tree, '"r-tree"', caller);
  checkTreeArrays(tree, caller);
}

export function checkTree(tree: AabbTree | ObbTree | RTree, caller: string): void {
  if (tree?.kind !== "aabb" && tree?.kind !== "obb" && tree?.kind !== "r-tree")
    refuseTree(tree, '"aabb", "obb" or "r-tree"', caller);
  checkTreeArrays(tree, caller);
}

/** Throws unless a tree of any kind has its arrays: only transferred arrays are empty. */
export function checkTreeArrays({ links, mesh }: AabbTree | ObbTree | RTree, caller: string): void {
  if (links?.length > 0 && mesh?.positions?.length > 0 && mesh.indices?.length !== 0) return;
  if (links?.length === undefined || mesh?.positions?.length === undefined)
    throw new OptionError(`${caller}: expected a tree as a builder makes it, got one without arrays`);
  const name = links.length === 0 ? "the tree" : mesh.positions.length === 0 ? "positions" : "indices";
  throw new MeshError(`${caller}: ${name}: ${DETACHED}`);
}

function refuseTree(tree: unknown, expected: string, caller: string): never {
  const kind = (tree as { kind?: unknown } | null | undefined)?.kind;
  throw new OptionError(
    `${caller}: expected a tree of the kind ${expected}, got ${kind === undefined ? typeof tree : `"${show(kind)}"`}`,
  );
}
