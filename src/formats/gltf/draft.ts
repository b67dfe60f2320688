import { FormatError } from "../../errors.ts";
import { BINARY_CHUNK, CHUNK_HEADER_BYTES, HEADER_BYTES, JSON_CHUNK, MAGIC, VERSION } from "./container.ts";

// A glTF under construction. Numbers are not collected: each accessor writes its own into the file's bytes, so the file is
// the only allocation that grows with the triangles.

export interface GltfDraft {
  nodes: DraftNode[];
  /** Nodes without a parent. */
  roots: number[];
  meshes: { primitives: DraftPrimitive[] }[];
  materials: object[];
  accessors: object[];
  bufferViews: object[];
  /** What fills the binary chunk, one piece per buffer view. */
  pieces: Piece[];
  byteLength: number;
}

export interface DraftNode {
  name?: string;
  mesh?: number;
  children?: number[];
  matrix?: number[];
  translation?: number[];
  scale?: number[];
  extras?: object;
}

interface DraftPrimitive {
  attributes: { POSITION: number };
  indices?: number;
  /** The primitive mode; triangles if absent. */
  mode?: number;
  material?: number;
}

interface Piece {
  byteOffset: number;
  count: number;
  Type: DraftType;
  write(out: InstanceType<DraftType>): void;
}

type DraftType = typeof Float32Array | typeof Uint16Array | typeof Uint32Array;

const COMPONENT_TYPES = new Map<DraftType, number>([
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
/** The last vertex number stored in 16 bits; 65535 would mean "restart". */
const LAST_OF_16_BITS = 65534;
const LARGEST_FILE = 2 ** 32 - 1;

export function createDraft(): GltfDraft {
  return {
    nodes: [],
    roots: [],
    meshes: [],
    materials: [],
    accessors: [],
    bufferViews: [],
    pieces: [],
    byteLength: 0,
  };
}

/** Adds the node below its parent, or as a root, and returns its number. */
export function addNode(draft: GltfDraft, node: DraftNode, parent: number | null): number {
  const index = draft.nodes.push(node) - 1;
  if (parent === null) draft.roots.push(index);
  else {
    const above = draft.nodes[parent];
    above.children ??= [];
    above.children.push(index);
  }
  return index;
}

/**
 * The transform of a node below which coordinates have another unit and up axis. glTF is in metres, y up: (x, y, z) with z
 * up becomes (x, z, −y).
 */
export function worldTransform(metresPerUnit: number, upAxis: "y" | "z" | null): DraftNode {
  const m = metresPerUnit;
  if (upAxis === "z") return { matrix: [m, 0, 0, 0, 0, 0, -m, 0, 0, m, 0, 0, 0, 0, 0, 1] };
  return m === 1 ? {} : { scale: [m, m, m] };
}

/** Adds an accessor for `count` vertices and returns its number; `write` fills in x, y, z of each when the file is made. */
export function addPositions(
  draft: GltfDraft,
  count: number,
  min: number[],
  max: number[],
  write: (out: Float32Array) => void,
): number {
  const bufferView = addPiece(draft, Float32Array, 3 * count, ARRAY_BUFFER, write as Piece["write"]);
  return (
    draft.accessors.push({
      bufferView,
      componentType: COMPONENT_TYPES.get(Float32Array),
      count,
      type: "VEC3",
      min,
      max,
    }) - 1
  );
}

/** Adds an accessor for vertex numbers; there are `vertexCount` vertices. */
export function addIndices(draft: GltfDraft, vertexCount: number, indices: ArrayLike<number>): number {
  const Type = vertexCount - 1 <= LAST_OF_16_BITS ? Uint16Array : Uint32Array;
  const count = indices.length;
  const bufferView = addPiece(draft, Type, count, ELEMENT_ARRAY_BUFFER, (out) => out.set(indices));
  return (
    draft.accessors.push({ bufferView, componentType: COMPONENT_TYPES.get(Type), count, type: "SCALAR" }) - 1
  );
}

function addPiece(
  draft: GltfDraft,
  Type: DraftType,
  count: number,
  target: number,
  write: Piece["write"],
): number {
  const byteOffset = draft.byteLength;
  const byteLength = count * Type.BYTES_PER_ELEMENT;
  draft.pieces.push({ byteOffset, count, Type, write });
  draft.byteLength = padded(byteOffset + byteLength);
  return draft.bufferViews.push({ buffer: 0, byteOffset, byteLength, target }) - 1;
}

/** Chunks and accessors begin at multiples of four. */
function padded(byteLength: number): number {
  return 4 * Math.ceil(byteLength / 4);
}

/** The file: header, JSON, binary chunk. */
export function packGlb(draft: GltfDraft): Uint8Array {
  const { byteLength, pieces } = draft;
  const json = new TextEncoder().encode(JSON.stringify(jsonOf(draft)));
  const jsonStart = HEADER_BYTES + CHUNK_HEADER_BYTES;
  const jsonEnd = jsonStart + padded(json.length);
  const binaryStart = jsonEnd + CHUNK_HEADER_BYTES;
  const length = byteLength === 0 ? jsonEnd : binaryStart + byteLength;
  if (length > LARGEST_FILE)
    throw new FormatError(`a GLB has at most 4 GiB, these parts need ${length} bytes; write fewer of them`);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  const setWords = (at: number, ...words: number[]) => {
    for (const [i, word] of words.entries()) view.setUint32(at + 4 * i, word, true);
  };
  setWords(0, MAGIC, VERSION, length, jsonEnd - jsonStart, JSON_CHUNK);
  bytes.set(json, jsonStart);
  bytes.fill(0x20, jsonStart + json.length, jsonEnd);
  if (byteLength === 0) return bytes;
  setWords(jsonEnd, byteLength, BINARY_CHUNK);
  // Typed arrays have the machine's byte order, which matches glTF's on every machine that runs JavaScript engines today.
  for (const { byteOffset, count, Type, write } of pieces)
    write(new Type(bytes.buffer, binaryStart + byteOffset, count));
  return bytes;
}

/** glTF has no empty lists, so these are omitted. */
function jsonOf({ nodes, roots, meshes, materials, accessors, bufferViews, byteLength }: GltfDraft): object {
  return {
    asset: { version: "2.0", generator: "abut" },
    scene: 0,
    scenes: [roots.length > 0 ? { nodes: roots } : {}],
    ...(nodes.length > 0 && { nodes }),
    ...(meshes.length > 0 && { meshes }),
    ...(materials.length > 0 && { materials }),
    ...(accessors.length > 0 && { accessors, bufferViews, buffers: [{ byteLength }] }),
  };
}
