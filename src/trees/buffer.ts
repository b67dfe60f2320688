import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import {
  AABB_STRIDE,
  type AabbTree,
  EXPONENT_BYTE,
  type FitCount,
  HEADER_BYTES,
  HEADER_WORDS,
  OBB_STRIDE,
  type ObbTree,
  ORIGIN_BYTE,
  VERSION_WORD,
} from "./layout.ts";

/** "abut" in ASCII, read as a little-endian u32. */
export const MAGIC = 0x74756261;
/** A tree with a frame has version 2, any other tree 1. */
const PLAIN = 1;
const FRAMED = 2;
export const VERSION = { plain: PLAIN, framed: FRAMED } as const;
export const KIND = { aabb: 1, obb: 2, "r-tree": 3 } as const;
/** The trees whose nodes have two children; R-trees have a separate layout (r-tree/storage.ts). */
export type BinaryKind = "aabb" | "obb";

const NODE_BYTES = { aabb: 4 * AABB_STRIDE, obb: 8 * OBB_STRIDE } as const;
const SLOT_BYTES = 16; // three corners and a triangle number
/** Nine numbers behind the slots. Header, nodes and slots take multiples of 16 bytes. */
const FRAME_LENGTH = 9;
const FRAME_BYTES = 8 * FRAME_LENGTH;

/** The length of a tree's buffer in plain f64 arithmetic: exact for all u32 counts, so a forged header cannot make it wrap. */
export function treeBytes(
  kind: BinaryKind,
  nodeCount: number,
  triangleCount: number,
  isFramed = false,
): number {
  const frame = isFramed ? FRAME_BYTES : 0;
  return HEADER_BYTES + NODE_BYTES[kind] * nodeCount + SLOT_BYTES * triangleCount + frame;
}

/** A tree with a complete header (except for the checksum, which `saveTree` sets) and zeroed nodes and slots. */
export function allocateTree(
  kind: "aabb",
  mesh: TriangleMesh,
  nodeCount: number,
  depth: number,
  frame?: Float64Array | null,
): AabbTree;
export function allocateTree(kind: "obb", mesh: TriangleMesh, nodeCount: number, depth: number): ObbTree;
export function allocateTree(
  kind: BinaryKind,
  mesh: TriangleMesh,
  nodeCount: number,
  depth: number,
  frame: Float64Array | null = null,
): AabbTree | ObbTree {
  const bytes = treeBytes(kind, nodeCount, mesh.triangleCount);
  const buffer = new ArrayBuffer(frame === null ? bytes : bytes + FRAME_BYTES);
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  const version = frame === null ? PLAIN : FRAMED;
  header.set([MAGIC, version, KIND[kind], nodeCount, mesh.triangleCount, mesh.vertexCount, depth]);
  if (frame !== null) new Float64Array(buffer, bytes, FRAME_LENGTH).set(frame);
  return treeOver(buffer, kind, mesh, nodeCount, depth);
}

// `restoreTree` can make several trees over one buffer, and fitting the boxes of one fits those of all.
const fitCounts = new WeakMap<ArrayBufferLike, FitCount>();

function fitCountOf(buffer: ArrayBufferLike): FitCount {
  let count = fitCounts.get(buffer);
  if (count === undefined) fitCounts.set(buffer, (count = { fits: 0, isSwept: false, sizes: null }));
  return count;
}

/** The views over a buffer whose length and header the caller has created or checked. */
export function treeOver(
  buffer: ArrayBufferLike,
  kind: BinaryKind,
  mesh: TriangleMesh,
  nodeCount: number,
  depth: number,
): AabbTree | ObbTree {
  const nodeBytes = NODE_BYTES[kind] * nodeCount;
  const slots = mesh.triangleCount;
  const shared = {
    mesh,
    fitCount: fitCountOf(buffer),
    buffer,
    nodeCount,
    depth,
    corners: new Uint32Array(buffer, HEADER_BYTES + nodeBytes, 3 * slots),
    triangles: new Uint32Array(buffer, HEADER_BYTES + nodeBytes + 12 * slots, slots),
    origin: new Float64Array(buffer, ORIGIN_BYTE, 3),
    exponent: new Int16Array(buffer, EXPONENT_BYTE, 1),
    links: new Int32Array(buffer, HEADER_BYTES, nodeBytes / 4),
  };
  return kind === "aabb"
    ? {
        kind,
        ...shared,
        nodes: new Float32Array(buffer, HEADER_BYTES, nodeBytes / 4),
        frame: frameIn(buffer),
      }
    : { kind, ...shared, nodes: new Float64Array(buffer, HEADER_BYTES, nodeBytes / 8) };
}

/** The frame at the end of a tree's buffer; null in version 1. */
function frameIn(buffer: ArrayBufferLike): Float64Array | null {
  if (new Uint32Array(buffer, 0, HEADER_WORDS)[VERSION_WORD] !== FRAMED) return null;
  return new Float64Array(buffer, buffer.byteLength - FRAME_BYTES, FRAME_LENGTH);
}
