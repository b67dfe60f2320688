import { type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import { KIND, MAGIC, VERSION } from "../buffer.ts";
import {
  AABB_COUNT as COUNT,
  EXPONENT_BYTE,
  HEADER,
  HEADER_BYTES,
  HEADER_WORDS,
  AABB_LINK as LINK,
  NO_TRIANGLE,
  ORIGIN_BYTE,
  type RTree,
  AABB_STRIDE as STRIDE,
} from "../layout.ts";

// The memory of an R-tree. Its nodes have the layout of an AABB tree's:
//
//   minX minY minZ maxX maxY maxZ | link | count
//
// link ≥ 0: an inner node; its children are the nodes link … link + count − 1.
// link < 0: a triangle, the box around it; link is ~its own number, which is also its slot.
//
// Node 0 is the root, always an inner node. The others lie in blocks of `maxChildren` siblings: block k has the nodes
// from 1 + k·maxChildren on, and the parent's count says how many are in use. All triangles are equally deep. The buffer:
//
//   header | nodes | corners (3 per node) | triangles (1 per node) | parents (1 per block) | places (1 per mesh triangle)
//
// The header's last word is minChildren + 65536 · maxChildren, and 32768 more if volumes are compared.
//
// A record is a node outside the tree, while it is inserted or moved: box and count as above, and instead of the link
// the first child or ~triangle.

/** The header word with both limits on the number of children. */
const CHILDREN_WORD = 15;
const MIN_CHILDREN_MASK = 0x7fff;
const VOLUME_BIT = 0x8000;
export const MAX_MAX_CHILDREN = 1024;

const NODE_BYTES = 48; // box, link and count, three corners, triangle
const BLOCK_BYTES = 4; // parent

/** What stays as it was given to `buildRTree`. */
export type RTreeRules = Pick<RTree, "minChildren" | "maxChildren" | "measure">;

export function nodesInBlocks(blocks: number, maxChildren: number): number {
  return 1 + blocks * maxChildren;
}

/** The length of a buffer; exact for all counts that a header can claim. */
export function rTreeBytes(nodeCount: number, maxChildren: number, meshTriangles: number): number {
  const blocks = (nodeCount - 1) / maxChildren;
  return HEADER_BYTES + NODE_BYTES * nodeCount + BLOCK_BYTES * blocks + 4 * meshTriangles;
}

/** A tree without triangles, with room for `blocks` blocks: a root without children. */
export function allocateRTree(mesh: TriangleMesh, rules: RTreeRules, blocks: number): RTree {
  const { minChildren, maxChildren, measure } = rules;
  const room = nodesInBlocks(blocks, maxChildren);
  const buffer = new ArrayBuffer(rTreeBytes(room, maxChildren, mesh.triangleCount));
  const tree: RTree = {
    kind: "r-tree",
    mesh,
    minChildren,
    maxChildren,
    measure,
    ...viewsOver(buffer, mesh, maxChildren, room),
    buffer,
    nodeCount: nodesInBlocks(1, maxChildren),
    triangleCount: 0,
    depth: 2,
  };
  tree.triangles.fill(NO_TRIANGLE);
  tree.places.fill(-1);
  tree.links[LINK] = 1;
  return tree;
}

/** The views over a buffer with room for `room` nodes, whose length the caller has created or checked. */
function viewsOver(buffer: ArrayBuffer, mesh: TriangleMesh, maxChildren: number, room: number) {
  const blocks = (room - 1) / maxChildren;
  const corners = HEADER_BYTES + 32 * room;
  const triangles = corners + 12 * room;
  const parents = triangles + 4 * room;
  return {
    origin: new Float64Array(buffer, ORIGIN_BYTE, 3),
    exponent: new Int16Array(buffer, EXPONENT_BYTE, 1),
    nodes: new Float32Array(buffer, HEADER_BYTES, STRIDE * room),
    links: new Int32Array(buffer, HEADER_BYTES, STRIDE * room),
    corners: new Uint32Array(buffer, corners, 3 * room),
    triangles: new Uint32Array(buffer, triangles, room),
    parents: new Int32Array(buffer, parents, blocks),
    places: new Int32Array(buffer, parents + 4 * blocks, mesh.triangleCount),
  };
}

/** The maxChildren that the header of a saved tree claims. */
export function savedMaxChildren(header: Uint32Array): number {
  return header[CHILDREN_WORD] >>> 16;
}

/** The tree in a buffer of the right length; its contents are not checked yet. */
export function rTreeOver(buffer: ArrayBuffer, mesh: TriangleMesh, nodeCount: number, depth: number): RTree {
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  const maxChildren = savedMaxChildren(header);
  const views = viewsOver(buffer, mesh, maxChildren, nodeCount);
  let triangleCount = 0;
  for (const place of views.places) if (place >= 0) triangleCount++;
  return {
    kind: "r-tree",
    mesh,
    minChildren: header[CHILDREN_WORD] & MIN_CHILDREN_MASK,
    maxChildren,
    measure: (header[CHILDREN_WORD] & VOLUME_BIT) === 0 ? "area" : "volume",
    ...views,
    buffer,
    nodeCount,
    triangleCount,
    depth,
  };
}

/** Makes room for at least `more` further blocks. Arrays taken from the tree before become stale. */
export function reserveBlocks(tree: RTree, more: number): void {
  const { maxChildren } = tree;
  const needed = tree.nodeCount + more * maxChildren;
  const room = tree.triangles.length;
  if (needed <= room) return;
  const blocks = Math.ceil((Math.max(needed, 2 * room) - 1) / maxChildren);
  moveTo(tree, nodesInBlocks(blocks, maxChildren));
}

/** The tree in a buffer of exactly the nodes in use, with a complete header (except for checksum and hash). */
export function compactBuffer(tree: RTree): ArrayBuffer {
  const copy = { ...tree };
  moveTo(copy, tree.nodeCount);
  const header = new Uint32Array(copy.buffer, 0, HEADER_WORDS);
  header[HEADER.magic] = MAGIC;
  header[HEADER.version] = VERSION.plain;
  header[HEADER.kind] = KIND["r-tree"];
  copy.exponent.set(tree.exponent); // half of the word that holds the kind
  header[HEADER.nodeCount] = tree.nodeCount;
  header[HEADER.triangleCount] = tree.mesh.triangleCount;
  header[HEADER.vertexCount] = tree.mesh.vertexCount;
  header[HEADER.depth] = tree.depth;
  const volumeBit = tree.measure === "volume" ? VOLUME_BIT : 0;
  header[CHILDREN_WORD] = tree.minChildren + volumeBit + 65536 * tree.maxChildren;
  return copy.buffer;
}

/** Gives a tree another mesh, in a new buffer. The caller has removed the triangles that the mesh does not have. */
export function moveToMesh(tree: RTree, mesh: TriangleMesh): void {
  moveTo(tree, tree.triangles.length, mesh);
}

function moveTo(tree: RTree, room: number, mesh = tree.mesh): void {
  const { maxChildren, nodeCount } = tree;
  const buffer = new ArrayBuffer(rTreeBytes(room, maxChildren, mesh.triangleCount));
  const views = viewsOver(buffer, mesh, maxChildren, room);
  const blocks = (nodeCount - 1) / maxChildren;
  views.origin.set(tree.origin);
  views.exponent.set(tree.exponent);
  // As integers: links may have the bits of an f32 NaN, which a float copy need not preserve.
  views.links.set(tree.links.subarray(0, STRIDE * nodeCount));
  views.corners.set(tree.corners.subarray(0, 3 * nodeCount));
  views.triangles.set(tree.triangles.subarray(0, nodeCount));
  views.triangles.fill(NO_TRIANGLE, nodeCount);
  views.parents.set(tree.parents.subarray(0, blocks));
  views.places.fill(-1);
  views.places.set(tree.places.subarray(0, mesh.triangleCount));
  Object.assign(tree, views, { mesh, buffer });
}

/** The first node of a new block at the end, which the caller has reserved. */
export function takeBlock(tree: RTree): number {
  const first = tree.nodeCount;
  tree.nodeCount += tree.maxChildren;
  return first;
}

/**
 * Frees an empty block: the last block moves into its place, so that the blocks in use stay contiguous. Nodes of the last
 * block get new numbers.
 */
export function dropBlock(tree: RTree, first: number): void {
  const { links, parents, maxChildren } = tree;
  const last = tree.nodeCount - maxChildren;
  tree.nodeCount = last;
  if (first === last) return;
  const owner = parents[(last - 1) / maxChildren];
  const count = links[STRIDE * owner + COUNT];
  for (let k = 0; k < count; k++) moveNode(tree, last + k, first + k);
  links[STRIDE * owner + LINK] = first;
  parents[(first - 1) / maxChildren] = owner;
}

/** The parent of a node other than the root. */
export function parentOf(tree: RTree, node: number): number {
  return tree.parents[Math.floor((node - 1) / tree.maxChildren)];
}

export function moveNode(tree: RTree, from: number, to: number): void {
  takeRecord(tree, from, passing, 0);
  putRecord(tree, to, passing, 0);
}

const passing = new Int32Array(16);

/** Copies a node into a record and clears the node. */
export function takeRecord(tree: RTree, node: number, out: Int32Array, at: number): void {
  const { links, triangles, corners } = tree;
  const from = STRIDE * node;
  for (let k = 0; k < STRIDE; k++) out[at + k] = links[from + k];
  for (let k = 0; k < STRIDE; k++) links[from + k] = 0;
  if (out[at + LINK] >= 0) return;
  out[at + LINK] = ~triangles[node];
  triangles[node] = NO_TRIANGLE;
  for (let k = 0; k < 3; k++) corners[3 * node + k] = 0;
}

/** Writes a record to a node, and updates its triangle's or its children's back reference. */
export function putRecord(tree: RTree, node: number, record: Int32Array, at: number): void {
  const { links, triangles, corners, parents, mesh } = tree;
  const to = STRIDE * node;
  for (let k = 0; k < STRIDE; k++) links[to + k] = record[at + k];
  const link = record[at + LINK];
  if (link >= 0) {
    parents[(link - 1) / tree.maxChildren] = node;
    return;
  }
  links[to + LINK] = ~node;
  triangles[node] = ~link;
  tree.places[~link] = node;
  for (let k = 0; k < 3; k++) corners[3 * node + k] = vertexOf(mesh, ~link, k);
}
