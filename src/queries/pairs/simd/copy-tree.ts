import { PAGE } from "../../../numerics/wasm/instantiate.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree } from "../../../trees/layout.ts";
import { copyOfTree, forgetAllCopies, rememberCopy, type TreeCopy } from "../../../trees/tree-copies.ts";
import { type Kernels, loadKernels } from "./kernels.ts";
import { COPIES, LARGEST_LEAF } from "./memory-layout.ts";

// Copies of trees in the memory of the kernels, one after the other: nodes, corners, and the vertices as f32, relative to
// the tree's origin as the boxes are. When the memory is full all are forgotten, and those in use are made again.

const MOST_BYTES = 2 ** 28;
const CACHE_LINE = 64;
/** Siblings are the nodes 2k + 1 and 2k + 2, 32 bytes each: this far into a cache line they share one. */
const SIBLINGS_ALIGNED = 32;
/** A vertex is read as four numbers, so the last one needs room behind it. */
const LAST_VERTEX = 4;

let end = COPIES;

const NOT_YET: TreeCopy = { nodes: 0, corners: 0, positions: 0 };
const NEVER: TreeCopy = { nodes: -1, corners: 0, positions: 0 };

/**
 * The copy of a tree; null while it has none. A copy costs a few per cent of a build, and more than a query that finds
 * nothing: it is made when a tree is asked for the second time since its boxes were fitted. The memory of the kernels grows
 * to `mostBytes`.
 */
export function copyFor(tree: AabbTree, mostBytes = MOST_BYTES): TreeCopy | null {
  const copy = copyOfTree(tree);
  if (copy === undefined) {
    rememberCopy(tree, NOT_YET);
    return null;
  }
  if (copy.nodes > 0) return copy;
  return copy.nodes === 0 ? copyTree(tree, mostBytes) : null;
}

function copyTree(tree: AabbTree, mostBytes: number): TreeCopy | null {
  const memory = loadKernels()?.memory;
  const { links, corners, nodeCount, mesh, origin } = tree;
  const numbers = AABB_STRIDE * nodeCount + corners.length + mesh.positions.length;
  const bytes = SIBLINGS_ALIGNED + 4 * numbers + LAST_VERTEX;
  if (memory === undefined || bytes > mostBytes - COPIES || !hasSmallLeaves(tree)) return refuse(tree);
  if (end + bytes > mostBytes) {
    // Not this time: the other tree of the query may hold a copy that is forgotten here.
    forgetAllCopies();
    end = COPIES;
    return null;
  }
  if (!hasRoom(memory, end + bytes)) return refuse(tree);

  const nodesAt = end + SIBLINGS_ALIGNED;
  const cornersAt = nodesAt + 4 * AABB_STRIDE * nodeCount;
  const positionsAt = cornersAt + 4 * corners.length;
  end += CACHE_LINE * Math.ceil(bytes / CACHE_LINE);
  new Int32Array(memory.buffer, nodesAt).set(links);
  new Uint32Array(memory.buffer, cornersAt).set(corners);
  copyPositions(mesh.positions, origin, new Float32Array(memory.buffer, positionsAt, mesh.positions.length));
  const copy = { nodes: nodesAt, corners: cornersAt, positions: positionsAt };
  rememberCopy(tree, copy);
  return copy;
}

function refuse(tree: AabbTree): null {
  rememberCopy(tree, NEVER);
  return null;
}

/** Sees to it that the memory has so many bytes; false where the engine gives no more. */
function hasRoom(memory: Kernels["memory"], bytes: number): boolean {
  const lacking = bytes - memory.buffer.byteLength;
  if (lacking <= 0) return true;
  try {
    memory.grow(Math.ceil(lacking / PAGE));
    return true;
  } catch {
    return false;
  }
}

function hasSmallLeaves({ links }: AabbTree): boolean {
  for (let at = 0; at < links.length; at += AABB_STRIDE)
    if (links[at + AABB_LINK]! < 0 && links[at + AABB_COUNT]! > LARGEST_LEAF) return false;
  return true;
}

function copyPositions(
  positions: Float32Array | Float64Array,
  origin: Float64Array,
  out: Float32Array,
): void {
  if (origin[0] === 0 && origin[1] === 0 && origin[2] === 0) out.set(positions);
  else for (let i = 0; i < positions.length; i++) out[i] = positions[i]! - origin[i % 3]!;
}
