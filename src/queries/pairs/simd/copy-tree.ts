import { hasRoom, type WasmMemory } from "../../../numerics/wasm/instantiate.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree } from "../../../trees/layout.ts";
import {
  type CopyPlace,
  copyOfTree,
  forgetAllCopies,
  placeOfCopies,
  rememberCopy,
  rememberPlace,
  type TreeCopy,
} from "../../../trees/tree-copies.ts";
import { areKernelsInsistedOn } from "../../kernel-choice.ts";
import { loadedMemory, loadKernels, releaseKernels } from "./kernels.ts";
import { CACHE_LINE, COPIES, LARGEST_LEAF, LAST_VERTEX, SIBLINGS_ALIGNED } from "./memory-layout.ts";

// Copies of trees in the memory of the kernels, one after the other: nodes, corners, and the vertices as f32, relative to
// the tree's origin as the boxes are. When the memory is full, or cannot grow, all are forgotten, and those in use are made
// again. When most of the memory belongs to trees that are gone, it is given back, and those in use are made again in another one.

const MOST_BYTES = 2 ** 28;
/** Memory up to this size, some 100,000 triangles, is never given back. */
const KEPT_BYTES = 2 ** 23;
/** Beyond that, memory is kept while more than this share of it belongs to trees that are there. */
const LEAST_SHARE = 0.25;

let end = COPIES;
/** Bytes before `end` of trees that are gone. */
let bytesOfGone = 0;
/** How often all copies have been forgotten. */
let era = 0;

interface Taken {
  readonly bytes: number;
  readonly era: number;
}

// Told when the buffer of a tree has been collected. That happens between two jobs of the event loop, so never in the midst
// of a query. Where there is no registry the bound of MOST_BYTES is all.
const registry =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<Taken>(countAsGone) : null;

function countAsGone(taken: Taken): void {
  if (taken.era === era) bytesOfGone += taken.bytes;
  const memory = loadedMemory();
  if (memory === null) return;
  const { byteLength } = memory.buffer;
  if (byteLength <= KEPT_BYTES || end - COPIES - bytesOfGone > LEAST_SHARE * byteLength) return;
  forgetCopies();
  releaseKernels();
}

function forgetCopies(): void {
  forgetAllCopies();
  end = COPIES;
  bytesOfGone = 0;
  era++;
}

/** Takes the bytes up to `to` for a tree, with those that align what follows. */
function take(tree: AabbTree, to: number): void {
  const begin = end;
  end = CACHE_LINE * Math.ceil(to / CACHE_LINE);
  registry?.register(tree.buffer, { bytes: end - begin, era });
}

const NOT_YET: TreeCopy = { nodes: 0, corners: 0, positions: 0, wide: 0 };
const NEVER: TreeCopy = { nodes: -1, corners: 0, positions: 0, wide: -1 };
/** A copy of so many triangles takes about as long as the kernels save in one query for a point. */
const TRIANGLES_A_QUERY = 200;
const FEWEST_QUERIES = 16;

/**
 * The copy of a tree; null while it has none. A copy costs a few per cent of a build, and more than a query that finds
 * nothing: it is made when a tree is asked for the second time since its boxes were fitted. The memory of the kernels grows
 * to `mostBytes`.
 */
export function copyFor(tree: AabbTree, mostBytes = MOST_BYTES): TreeCopy | null {
  const copy = copyOfTree(tree);
  if (copy === undefined && !areKernelsInsistedOn()) {
    rememberCopy(tree, NOT_YET);
    return null;
  }
  if (copy !== undefined && copy.nodes > 0) return copy;
  return copy === undefined || copy.nodes === 0 ? copyTree(tree, mostBytes) : null;
}

/** The same for queries so short that a copy does not pay before many of them: one made for others is taken at once. */
export function copyForMany(tree: AabbTree): TreeCopy | null {
  const copy = copyOfTree(tree);
  if (copy !== undefined && copy.nodes !== 0) return copy.nodes > 0 ? copy : null;
  const asked = (copy?.asked ?? 0) + 1;
  const isWorthIt = (asked - FEWEST_QUERIES) * TRIANGLES_A_QUERY > tree.triangles.length;
  if (isWorthIt || areKernelsInsistedOn()) return copyTree(tree, MOST_BYTES);
  rememberCopy(tree, { ...NOT_YET, asked });
  return null;
}

function copyTree(tree: AabbTree, mostBytes: number): TreeCopy | null {
  const memory = loadKernels()?.memory;
  const { links, corners, mesh, origin } = tree;
  if (memory === undefined || !hasSmallLeaves(tree)) return refuse(tree);
  const copy = lastPlace(tree) ?? takePlace(tree, memory, mostBytes);
  if (copy === null) return null;
  const positions = new Float32Array(memory.buffer, copy.positions, mesh.positions.length);
  copyPositions(mesh.positions, origin, positions);
  if (!areFinite(positions)) return refuse(tree);
  new Int32Array(memory.buffer, copy.nodes).set(links);
  new Uint32Array(memory.buffer, copy.corners).set(corners);
  rememberCopy(tree, copy);
  return copy;
}

/** Where the last copy was, so that a tree that is refitted again and again needs no more memory. */
function lastPlace(tree: AabbTree): CopyPlace | null {
  const place = placeOfCopies(tree);
  const isLarge = place !== undefined && place.positions + vertexBytes(tree) <= place.end;
  return isLarge ? place : null;
}

/** A place behind all others; null where there is no room for it now, or never will be. */
function takePlace(tree: AabbTree, memory: WasmMemory, mostBytes: number): CopyPlace | null {
  const nodes = end + SIBLINGS_ALIGNED;
  const corners = nodes + 4 * AABB_STRIDE * tree.nodeCount;
  const positions = corners + 4 * tree.corners.length;
  const place = { nodes, corners, positions, wide: 0, end: positions + vertexBytes(tree) };
  if (place.end - end > mostBytes - COPIES) return refuse(tree);
  if (place.end > mostBytes || !hasRoom(memory, place.end)) {
    if (end === COPIES) return refuse(tree);
    // Not this time: the other tree of the query may hold a copy that is forgotten here.
    forgetCopies();
    return null;
  }
  take(tree, place.end);
  rememberPlace(tree, place);
  return place;
}

/** Takes `bytes` behind all copies, for what goes with the copy of a tree; 0 where there is no room. */
export function takeBytes(tree: AabbTree, memory: WasmMemory, bytes: number): number {
  const at = end;
  if (at + bytes > MOST_BYTES || !hasRoom(memory, at + bytes)) return 0;
  take(tree, at + bytes);
  return at;
}

function vertexBytes({ mesh }: AabbTree): number {
  return 4 * mesh.positions.length + LAST_VERTEX;
}

function refuse(tree: AabbTree): null {
  rememberCopy(tree, NEVER);
  return null;
}

function hasSmallLeaves({ links }: AabbTree): boolean {
  for (let at = 0; at < links.length; at += AABB_STRIDE)
    if (links[at + AABB_LINK] < 0 && links[at + AABB_COUNT] > LARGEST_LEAF) return false;
  return true;
}

/** Vertices that became NaN or infinite without a refit are for the plain stages, which say so; kernels may drop them. */
function areFinite(positions: Float32Array): boolean {
  let sum = 0;
  for (let i = 0; i < positions.length; i++) sum += 0 * positions[i];
  return sum === 0;
}

/** The vertices relative to the tree's origin, as its boxes are. */
export function copyPositions(
  positions: Float32Array | Float64Array,
  origin: Float64Array,
  out: Float32Array,
): void {
  if (origin[0] === 0 && origin[1] === 0 && origin[2] === 0) out.set(positions);
  else for (let i = 0; i < positions.length; i++) out[i] = positions[i] - origin[i % 3];
}
