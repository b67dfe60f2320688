import { FormatError, show } from "../errors.ts";
import { exponentOf, MAX_EXPONENT } from "../mesh/tiny-mesh.ts";
import { checkMesh, type Positions, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { isArrayBuffer } from "../typed-arrays.ts";
import { KIND, MAGIC, treeBytes, treeOver, VERSION } from "./buffer.ts";
import { isFrame } from "./frame/frame-option.ts";
import {
  type AabbTree,
  checkTree,
  HEADER,
  HEADER_BYTES,
  HEADER_WORDS,
  KIND_MASK,
  type ObbTree,
  type RTree,
} from "./layout.ts";
import { compactBuffer, rTreeBytes, rTreeOver, savedMaxChildren } from "./r-tree/storage.ts";
import { validateRTreeStructure } from "./r-tree/validate-r-tree.ts";
import { validateStructure } from "./validate-structure.ts";

const MAGIC_SWAPPED = 0x61627574;

/** The tree as one separate buffer, for storage. It does not contain the mesh. */
export function saveTree(tree: AabbTree | ObbTree | RTree): ArrayBuffer {
  checkTree(tree, "saveTree");
  const buffer = tree.kind === "r-tree" ? compactBuffer(tree) : new Uint8Array(tree.buffer).slice().buffer;
  const words = new Uint32Array(buffer);
  words[HEADER.meshHash] = hashOf(tree.mesh.positions);
  words[HEADER.checksum] = checksum(buffer);
  return buffer;
}

/**
 * The tree in a buffer made by `saveTree`, over the mesh it was saved from. The tree uses that buffer without copying it. Throws
 * `FormatError` if the buffer is foreign, damaged or belongs to another mesh. For a mesh that deforms, restore its tree
 * while it has the vertices it was saved with, then deform and `refit`.
 */
export function restoreTree(buffer: ArrayBuffer, mesh: TriangleMesh): AabbTree | ObbTree | RTree {
  checkMesh(mesh);
  if (!isArrayBuffer(buffer))
    throw new FormatError(`saved tree: expected an ArrayBuffer, found ${describe(buffer)}`);
  if (buffer.byteLength < HEADER_BYTES)
    throw new FormatError(
      `saved tree: ${buffer.byteLength} bytes, expected at least the ${HEADER_BYTES} of its header`,
    );
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  const kind = checkIdentity(header);
  const isFramed = header[HEADER.version] === VERSION.framed;
  checkCounts(buffer, header, kind, mesh, isFramed);
  const expected = header[HEADER.checksum];
  const found = checksum(buffer);
  if (found !== expected)
    throw new FormatError(`saved tree: damaged, its bytes sum to ${hex(found)}, expected ${hex(expected)}`);

  const hash = hashOf(mesh.positions);
  if (header[HEADER.meshHash] !== hash)
    throw new FormatError(
      `saved tree: made for vertices that hash to ${hex(header[HEADER.meshHash])}, the mesh's hash to ${hex(hash)}`,
    );
  checkExponent(exponentIn(header), mesh);
  const nodeCount = header[HEADER.nodeCount];
  const depth = header[HEADER.depth];
  const tree =
    kind === "r-tree"
      ? rTreeOver(buffer, mesh, nodeCount, depth)
      : treeOver(buffer, kind, mesh, nodeCount, depth);
  const [problem] = tree.kind === "r-tree" ? validateRTreeStructure(tree) : validateStructure(tree);
  if (problem !== undefined) throw new FormatError(`saved tree: ${problem}`);
  if (tree.kind === "aabb" && tree.frame !== null && !isFrame(tree.frame))
    throw new FormatError(`saved tree: its frame ${tree.frame.join(" ")} is not a rotation`);
  return tree;
}

type Kind = keyof typeof KIND;

function checkIdentity(header: Uint32Array): Kind {
  const magic = header[HEADER.magic];
  if (magic === MAGIC_SWAPPED)
    throw new FormatError(
      "saved tree: written by a machine of the other byte order, expected this machine's",
    );
  if (magic !== MAGIC)
    throw new FormatError(`saved tree: starts with ${hex(magic)}, expected ${hex(MAGIC)} ("abut")`);
  const version = header[HEADER.version];
  if (version !== VERSION.plain && version !== VERSION.framed)
    throw new FormatError(`saved tree: version ${version}, expected ${VERSION.plain} or ${VERSION.framed}`);
  const exponent = exponentIn(header);
  if (exponent > MAX_EXPONENT)
    throw new FormatError(`saved tree: exponent ${exponent}, expected 0 to ${MAX_EXPONENT}`);
  const number = header[HEADER.kind] & KIND_MASK;
  if (version === VERSION.framed && number !== KIND.aabb)
    throw new FormatError(`saved tree: kind ${number} in version ${version}, expected ${KIND.aabb} (aabb)`);
  for (const kind of Object.keys(KIND) as Kind[]) if (number === KIND[kind]) return kind;
  const kinds = Object.entries(KIND).map(([kind, expected]) => `${expected} (${kind})`);
  throw new FormatError(`saved tree: kind ${number}, expected one of ${kinds.join(", ")}`);
}

function exponentIn(header: Uint32Array): number {
  return header[HEADER.kind] >>> 16;
}

/** A larger exponent would scale vertices out of range. A smaller one is that of a motion to larger coordinates (`refitSwept`). */
function checkExponent(exponent: number, mesh: TriangleMesh): void {
  const most = exponentOf(mesh);
  if (exponent > most) throw new FormatError(`saved tree: exponent ${exponent}, expected the mesh's ${most}`);
}

function checkCounts(
  buffer: ArrayBuffer,
  header: Uint32Array,
  kind: Kind,
  mesh: TriangleMesh,
  isFramed: boolean,
): void {
  const nodeCount = header[HEADER.nodeCount];
  for (const name of ["triangleCount", "vertexCount"] as const) {
    if (header[HEADER[name]] !== mesh[name])
      throw new FormatError(`saved tree: ${name} ${header[HEADER[name]]}, expected the mesh's ${mesh[name]}`);
  }
  const bytes = bytesOf(kind, header, mesh, isFramed);
  if (buffer.byteLength !== bytes)
    throw new FormatError(
      `saved tree: ${buffer.byteLength} bytes, expected ${bytes} for ${nodeCount} nodes and ${mesh.triangleCount} triangles`,
    );
}

function bytesOf(kind: Kind, header: Uint32Array, mesh: TriangleMesh, isFramed: boolean): number {
  const nodeCount = header[HEADER.nodeCount];
  if (kind === "r-tree") return rTreeBytes(nodeCount, savedMaxChildren(header), mesh.triangleCount);
  return treeBytes(kind, nodeCount, mesh.triangleCount, isFramed);
}

/** The checksum of all words except its own. Each step is a bijection, so a single damaged word never goes unnoticed. */
function checksum(buffer: ArrayBuffer): number {
  const words = new Int32Array(buffer);
  const before = mix(words, 0, HEADER.checksum, 0);
  return mix(words, HEADER.checksum + 1, words.length, before) >>> 0;
}

function hashOf(positions: Positions): number {
  const words = new Int32Array(positions.buffer, positions.byteOffset, positions.byteLength / 4);
  return mix(words, 0, words.length, positions.BYTES_PER_ELEMENT) >>> 0;
}

function mix(words: Int32Array, begin: number, end: number, start: number): number {
  let hash = start;
  for (let i = begin; i < end; i++) {
    hash = Math.imul(hash ^ words[i], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function hex(word: number): string {
  return `0x${word.toString(16).padStart(8, "0")}`;
}

function describe(value: unknown): string {
  return value === null || typeof value !== "object" ? show(value) : (value.constructor?.name ?? "an object");
}
