import { SUMS_BYTES, VERTEX_BYTES, VERTEX_PADDING } from "../kernels/memory-map.ts";
import { loadedMemory, loadKernels, releaseKernels } from "../kernels/pair-kernels.ts";
import {
  CACHE_LINE,
  COPIES,
  EXACT_F64_BYTES,
  LARGEST_LEAF,
  SIBLINGS_ALIGNED,
} from "../kernels/pair-memory-map.ts";
import { hasRoomAhead, type WasmMemory } from "../kernels/wasm-memory.ts";
import type { Positions } from "../mesh/triangle-mesh.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree } from "./layout.ts";

// Copies of trees in the memory that all query kernels share, one after the other: nodes, corners, and the vertices as f32,
// relative to the tree's origin like the boxes. copy-policy.ts decides when one is made.
//
// When the memory is full or cannot grow, all copies are dropped, and trees in use are copied again. When most of the
// memory belongs to trees that have been collected, it is released, and trees in use are copied into a new one.
//
// If more trees are in use than fit, copies would be dropped before they have paid: 60 trees of 100,000 triangles, each
// against each and far apart, took 350 times as long as without kernels. So each time the memory overflows, the number of
// queries that go without a copy before all copies are dropped doubles.
//
// Boxes and vertices may only change together: fitting the boxes drops the copy, or fits it as well.
//
// `restoreTree`, or a copied record, can make several trees over one buffer, and fitting the boxes of one fits those of
// all. So there is one copy per buffer, that of the tree queried last. `links.buffer`, unlike `buffer`, is a call, which is
// too slow for every query.

/** Addresses of the parts of a tree's copy. */
export interface TreeCopy {
  readonly nodes: number;
  readonly corners: number;
  readonly positions: number;
  /** What a fit adds up (kernels/fit-boxes.ts). */
  readonly sums: number;
  /** A bit a node, for partial refits: which nodes are to be fitted. */
  readonly marks: number;
  /** Nodes for rays (queries/shapes/widen-tree.ts); 0 before the first ray needed them, −1 if they do not fit. */
  readonly wide: number;
  /**
   * Unrounded vertices: those at `positions` if they are f32 and the origin is zero, otherwise f64 copies; 0 before there are any, −1 if
   * they do not fit.
   */
  readonly exact: number;
  /** The array of which they are a copy. */
  readonly exactOf: Positions | null;
  /** Bytes per vertex at `exact`. */
  readonly exactBytes: number;
}

/** How often queries have asked for a copy, by kind. */
interface Asked {
  pairs: number;
  distance: number;
  point: number;
  ray: number;
}

type Place = TreeCopy & { readonly end: number };

/** The state of the trees over one buffer. */
export interface CopyRecord {
  /** The tree that the record describes: its nodes, and the vertices of its mesh. */
  links: Int32Array;
  positions: Positions;
  /** Null before the first copy, and from each fit to the next copy. */
  copy: TreeCopy | null;
  /** True for a tree that the kernels cannot use, until its boxes are fitted again. */
  isUnfit: boolean;
  /** True once the tree has been refitted. */
  isRefitted: boolean;
  readonly asked: Asked;
  /** Where the copies of this buffer are placed: fitting boxes changes no length. `end` is the end of the memory taken. */
  place: Place | null;
  /** Where its parts are placed. */
  readonly parts: CopyParts;
  /** How many pair queries went without f64 vertices since the last copy or fit. */
  askedExact: number;
  /** How often the copy was fitted, up to the second time; its fit lists (listed-fits.ts): 0 before there are any, −1 if they do not fit. */
  fitsOfCopy: number;
  fitLists: number;
}

/** Parts of a copy that are made when they are needed: nodes for rays, whose number a fit may change, f64 vertices, and fit lists. */
interface CopyParts {
  wide: PartPlace | null;
  exact: PartPlace | null;
  lists: PartPlace | null;
}

interface PartPlace {
  readonly at: number;
  readonly bytes: number;
}

/** The largest size of the kernels' memory, in bytes. */
export const MOST_COPY_BYTES = 2 ** 28;
/** Memory up to this size, about 100,000 triangles, is never released. */
const KEPT_BYTES = 2 ** 23;
/** Larger memory is kept while more than this share of it belongs to live trees. */
const LEAST_SHARE = 0.25;
/** If more than this share of a full memory belongs to collected trees, all copies are dropped at once. */
const MOST_GONE = 0.5;
/**
 * For the first overflows, copies are dropped as soon as the memory is full; later only after 2, 4, 8 … queries without
 * room, up to MOST_REFUSALS.
 */
const FREE_OVERFLOWS = 8;
const MOST_REFUSALS = 2 ** 16;

/** The state of the memory: one per process, like the memory. */
const room = {
  end: COPIES,
  /** Bytes before `end` that belong to collected trees. */
  bytesOfGone: 0,
  /** How often all copies have been dropped. */
  era: 0,
  /** How often the memory was full of live trees. */
  overflows: 0,
  /** How many queries had no room for a copy since copies were last dropped. */
  refusals: 0,
  records: new WeakMap<ArrayBufferLike, CopyRecord>(),
};

interface Taken {
  readonly bytes: number;
  readonly era: number;
}

// Called when the buffer of a tree has been collected, which happens between two jobs of the event loop, never during a
// query. Without a registry, MOST_COPY_BYTES is the only limit.
const registry =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<Taken>(countAsGone) : null;

function countAsGone(taken: Taken): void {
  if (taken.era === room.era) room.bytesOfGone += taken.bytes;
  const memory = loadedMemory();
  if (memory === null) return;
  const { byteLength } = memory.buffer;
  const inUse = room.end - COPIES - room.bytesOfGone;
  if (byteLength <= KEPT_BYTES || inUse > LEAST_SHARE * byteLength) return;
  forgetAllCopies();
  room.overflows = 0;
  releaseKernels();
}

function forgetAllCopies(): void {
  room.records = new WeakMap();
  room.end = COPIES;
  room.bytesOfGone = 0;
  room.refusals = 0;
  room.era++;
}

/** The tree's copy; null where it has none. */
export function copyOfTree(tree: AabbTree): TreeCopy | null {
  const record = room.records.get(tree.buffer);
  return record !== undefined && isOf(record, tree) ? record.copy : null;
}

/**
 * The copy of a tree that is about to be refitted. From its second refit on a tree gets one: it takes as long as copying the tree into a
 * workspace, and the refits after that need not copy it in.
 */
export function copyToFit(tree: AabbTree): TreeCopy | null {
  const { copy, isRefitted, isUnfit } = recordOf(tree);
  return copy ?? (isRefitted && !isUnfit ? copyTree(tree) : null);
}

/** The address of this many unused bytes, valid during one call; −1 if there is no room. */
export function placeForScratch(bytes: number): number {
  const memory = loadedMemory();
  const end = room.end + bytes;
  return memory !== null && isFree(end, memory, MOST_COPY_BYTES) ? room.end : -1;
}

/** The record of the tree; a tree that shares its buffer with the tree queried before starts over. */
export function recordOf(tree: AabbTree): CopyRecord {
  const known = room.records.get(tree.buffer);
  if (known !== undefined && isOf(known, tree)) return known;
  const record: CopyRecord = {
    links: tree.links,
    positions: tree.mesh.positions,
    copy: null,
    isUnfit: false,
    isRefitted: false,
    asked: { pairs: 0, distance: 0, point: 0, ray: 0 },
    place: known?.place ?? null,
    parts: known?.parts ?? { wide: null, exact: null, lists: null },
    askedExact: 0,
    fitsOfCopy: 0,
    fitLists: 0,
  };
  room.records.set(tree.buffer, record);
  return record;
}

function isOf({ links, positions }: CopyRecord, tree: AabbTree): boolean {
  return links === tree.links && positions === tree.mesh.positions;
}

/**
 * Must be called when the boxes have changed. A tree whose nodes lie outside its buffer leaves the copy of those inside
 * unchanged.
 */
export function forgetCopy(tree: AabbTree): void {
  const record = room.records.get(tree.buffer);
  if (record === undefined || !(isOf(record, tree) || tree.links.buffer === tree.buffer)) return;
  record.copy = null;
  record.isUnfit = false;
  record.asked.ray = 0;
}

/**
 * Must be called when boxes and vertices of the copy have been fitted with those of the tree: only nodes for rays are out of date. `exact`
 * is the address of the f64 vertices that the fit has copied; 0 for none.
 */
export function keepFittedCopy(tree: AabbTree, exact: number): void {
  const record = recordOf(tree);
  record.asked.ray = 0;
  record.askedExact = 0;
  if (record.copy === null) return;
  record.copy =
    exact > 0
      ? copyAt(record.copy, 0, exact, tree.mesh.positions, EXACT_F64_BYTES)
      : copyAtFirst(tree, record.copy);
}

/** The copy before nodes for rays, or exact vertices that are not those at `positions`, were added. */
function copyAtFirst({ mesh, origin }: AabbTree, place: TreeCopy): TreeCopy {
  const isExact =
    mesh.positions.BYTES_PER_ELEMENT === 4 && origin[0] === 0 && origin[1] === 0 && origin[2] === 0;
  return isExact
    ? copyAt(place, 0, place.positions, mesh.positions, VERTEX_BYTES)
    : copyAt(place, 0, 0, null, 0);
}

/**
 * All copies are made here, so that V8 gives them one shape. With `{ ...copy, exact }` in several places the callers of kernels were
 * compiled five times.
 */
function copyAt(
  place: TreeCopy,
  wide: number,
  exact: number,
  exactOf: Positions | null,
  exactBytes: number,
): TreeCopy {
  const { nodes, corners, positions, sums, marks } = place;
  return { nodes, corners, positions, sums, marks, wide, exact, exactOf, exactBytes };
}

/**
 * The copy of the boxes of a tree, with the vertices of its mesh as they are: those that the last fit has copied, or a new copy from the
 * second pair query on. Framed boxes have turned vertices of their own, which their fits copy; `positions` are those of the tree's mesh.
 */
export function withExactVertices(boxes: AabbTree, copy: TreeCopy, positions: Positions): TreeCopy {
  if (copy.exactOf === positions) return copy;
  const record = recordOf(boxes);
  // What is there are turned vertices, which are not those of the mesh.
  if (record.askedExact++ === 0) return copy.exact === 0 ? copy : copyAt(copy, copy.wide, 0, null, 0);
  const at = placeFor(boxes, "exact", 8 * positions.length);
  if (at < 0) record.copy = copyAt(copy, copy.wide, -1, positions, 0);
  else {
    new Float64Array(loadedMemory()!.buffer, at, positions.length).set(positions);
    record.copy = copyAt(copy, copy.wide, at, positions, EXACT_F64_BYTES);
  }
  return record.copy;
}

/** Adds nodes for rays, which are at `wide`, to the tree's copy. */
export function addWideNodes(tree: AabbTree, copy: TreeCopy, wide: number): TreeCopy {
  const widened = copyAt(copy, wide, copy.exact, copy.exactOf, copy.exactBytes);
  recordOf(tree).copy = widened;
  return widened;
}

/** Makes the copy; null if the kernels cannot use the tree, or there is no room. The memory grows up to `mostBytes`. */
export function copyTree(tree: AabbTree, mostBytes = MOST_COPY_BYTES): TreeCopy | null {
  const record = recordOf(tree);
  const memory = loadKernels()?.memory;
  if (memory === undefined) return refuse(record);
  const copy = lastPlace(record, tree) ?? nextPlace(tree);
  if (copy !== record.place) {
    const isAlone = room.end === COPIES;
    if (copy.end - room.end > mostBytes - COPIES) return refuse(record);
    if (!isFree(copy.end, memory, mostBytes)) return isAlone ? refuse(record) : goWithout();
  }
  if (!hasSmallLeaves(tree)) return refuse(record);
  if (copy !== record.place) {
    take(tree, copy.end);
    record.place = copy;
  }
  const { links, corners, mesh, origin } = tree;
  const positions = new Float32Array(memory.buffer, copy.positions, mesh.positions.length);
  copyPositions(mesh.positions, origin, positions);
  if (!areFinite(positions)) return refuse(record);
  new Int32Array(memory.buffer, copy.nodes).set(links);
  new Uint32Array(memory.buffer, copy.corners).set(corners);
  record.askedExact = 0;
  record.fitsOfCopy = 0;
  record.fitLists = 0;
  record.copy = copyAtFirst(tree, copy);
  return record.copy;
}

function refuse(record: CopyRecord): null {
  record.isUnfit = true;
  return null;
}

/** The position of the last copy, so that a tree that is refitted repeatedly needs no more memory. */
function lastPlace({ place }: CopyRecord, tree: AabbTree): Place | null {
  return place !== null && place.positions + vertexBytes(tree) <= place.sums ? place : null;
}

/** A position behind all others. */
function nextPlace(tree: AabbTree): Place {
  const nodes = room.end + SIBLINGS_ALIGNED;
  const corners = nodes + 4 * AABB_STRIDE * tree.nodeCount;
  const positions = corners + 4 * tree.corners.length;
  const sums = 8 * Math.ceil((positions + vertexBytes(tree)) / 8);
  const marks = sums + SUMS_BYTES;
  const end = marks + 4 * markWords(tree.nodeCount);
  return { nodes, corners, positions, sums, marks, wide: 0, exact: 0, exactOf: null, exactBytes: 0, end };
}

/**
 * Whether the memory reaches `end` or can grow to it. Once it was full, growing is not tried again: a failed attempt takes
 * a tenth of a second.
 */
function isFree(end: number, memory: WasmMemory, mostBytes: number): boolean {
  if (end > mostBytes) return false;
  return room.refusals > 0 ? end <= memory.buffer.byteLength : hasRoomAhead(memory, end, mostBytes);
}

/** No copy for this query, even if all others are dropped now: one of them may belong to the query's other tree. */
function goWithout(): null {
  if (room.bytesOfGone > MOST_GONE * (room.end - COPIES)) forgetAllCopies();
  else if (++room.refusals >= Math.min(2 ** (room.overflows - FREE_OVERFLOWS), MOST_REFUSALS)) {
    room.overflows++;
    forgetAllCopies();
  }
  return null;
}

/**
 * The address of room for a part of a tree's copy, valid as long as there is a copy: the last one, if it is large enough, or one behind all
 * copies; −1 if there is no room.
 */
export function placeFor(
  tree: AabbTree,
  part: keyof CopyParts,
  bytes: number,
  memory = loadedMemory(),
): number {
  const { parts } = recordOf(tree);
  const last = parts[part];
  if (last !== null && last.bytes >= bytes) return last.at;
  const at = room.end;
  const end = at + bytes;
  if (memory === null || end > MOST_COPY_BYTES || !hasRoomAhead(memory, end, MOST_COPY_BYTES)) return -1;
  take(tree, end);
  parts[part] = { at, bytes };
  return at;
}

/** Assigns the bytes up to `to`, alignment included, to a tree. */
function take(tree: AabbTree, to: number): void {
  const begin = room.end;
  room.end = CACHE_LINE * Math.ceil(to / CACHE_LINE);
  registry?.register(tree.buffer, { bytes: room.end - begin, era: room.era });
}

/** The number of words with a bit a node. */
export function markWords(nodeCount: number): number {
  return (nodeCount + 31) >> 5;
}

function vertexBytes({ mesh }: AabbTree): number {
  return 4 * mesh.positions.length + VERTEX_PADDING;
}

function hasSmallLeaves({ links }: AabbTree): boolean {
  for (let at = 0; at < links.length; at += AABB_STRIDE)
    if (links[at + AABB_LINK] < 0 && links[at + AABB_COUNT] > LARGEST_LEAF) return false;
  return true;
}

/** Kernels may drop vertices that became NaN or infinite without a refit. The plain stages report them. */
function areFinite(positions: Float32Array): boolean {
  let sum = 0;
  for (let i = 0; i < positions.length; i++) sum += 0 * positions[i];
  return sum === 0;
}

/** The vertices relative to the tree's origin and without −0, like its boxes: a partial refit fits boxes to all of them. */
export function copyPositions(positions: Positions, origin: Float64Array, out: Float32Array): void {
  for (let i = 0; i < positions.length; i++) out[i] = Math.fround(positions[i] - origin[i % 3]) + 0; // turns −0 into 0
}
