import { FormatError } from "../errors.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { treeBytes, treeOver, VERSION } from "../trees/buffer.ts";
import { type AabbTree, HEADER, HEADER_WORDS } from "../trees/layout.ts";

// A mesh: u32 bytes a coordinate | u32 bytes an index, 0 for a soup | u32 coordinates | u32 indices | coordinates | indices
const HEADER_BYTES = 16;

export function bytesOfMesh({ positions, indices }: TriangleMesh): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + positions.byteLength + (indices?.byteLength ?? 0));
  new Uint32Array(bytes.buffer, 0, 4).set([
    positions.BYTES_PER_ELEMENT,
    indices?.BYTES_PER_ELEMENT ?? 0,
    positions.length,
    indices?.length ?? 0,
  ]);
  bytes.set(rawBytes(positions), HEADER_BYTES);
  if (indices !== null) bytes.set(rawBytes(indices), HEADER_BYTES + positions.byteLength);
  return bytes;
}

/** The mesh over these bytes, which begin at a multiple of 8. They were checked before they were stored, and have a checksum. */
export function meshOfBytes(bytes: Uint8Array<ArrayBuffer>): TriangleMesh {
  const { buffer, byteOffset } = bytes;
  const [coordinateBytes, indexBytes, coordinates, count] = new Uint32Array(buffer, byteOffset, 4);
  const Positions = coordinateBytes === 4 ? Float32Array : Float64Array;
  const Indices = indexBytes === 2 ? Uint16Array : Uint32Array;
  const positions = new Positions(buffer, byteOffset + HEADER_BYTES, coordinates);
  const indices =
    indexBytes === 0 ? null : new Indices(buffer, positions.byteOffset + positions.byteLength, count);
  return {
    positions,
    indices,
    vertexCount: coordinates / 3,
    triangleCount: (indices === null ? coordinates / 3 : count) / 3,
  };
}

/** The tree over these bytes, which were a tree's buffer. They have a checksum, so unlike `restoreTree` it walks over no node. */
export function treeOfBytes(bytes: Uint8Array, mesh: TriangleMesh): AabbTree {
  const buffer = bytes.slice().buffer; // a tree begins where its buffer begins
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  const nodes = header[HEADER.nodeCount];
  const isFramed = header[HEADER.version] === VERSION.framed;
  if (buffer.byteLength !== treeBytes("aabb", nodes, mesh.triangleCount, isFramed))
    throw new FormatError(`stored tree: ${buffer.byteLength} bytes for ${mesh.triangleCount} triangles`);
  return treeOver(buffer, "aabb", mesh, nodes, header[HEADER.depth]) as AabbTree;
}

function rawBytes(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
