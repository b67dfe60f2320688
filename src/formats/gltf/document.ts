import { FormatError } from "../../errors.ts";
import { type Budget, type LimitName, spendFile, spend as spendOf } from "../budget.ts";
import { plainBytes } from "../plain-bytes.ts";
import type { Accessor } from "./accessors.ts";
import type { Decoders } from "./decoders.ts";
import { items, type Json, member, placeOf, refuse, text, whole } from "./json.ts";

/** Returns the bytes of another file, a buffer or a mesh, for a URI as written in the file. */
export type Resolver = (uri: string) => Uint8Array | Promise<Uint8Array>;

/** A file that is being read: its lists, its buffers' bytes, and what was already decoded. */
export interface GltfDocument {
  readonly source: string;
  readonly root: Json;
  readonly budget: Budget;
  readonly buffers: Uint8Array[];
  readonly bufferViews: Json[];
  readonly accessors: Json[];
  readonly meshes: Json[];
  readonly nodes: Json[];
  readonly skins: Json[];
  readonly decoders: Decoders;
  readonly decodedAccessors: Map<number, Accessor>;
  readonly decodedViews: Map<number, Uint8Array>;
  /** By kind: where it was seen first, and how often. */
  readonly warnings: Map<string, { path: string; count: number }>;
}

// Extensions that a file may require without changing a triangle.
const HARMLESS =
  /^(?:KHR_materials_|KHR_texture_|EXT_texture_|MSFT_texture_|KHR_lights_|EXT_lights_|KHR_xmp)/;
const KNOWN = [
  "KHR_draco_mesh_compression",
  "EXT_meshopt_compression",
  "KHR_meshopt_compression",
  "KHR_mesh_quantization",
  "EXT_mesh_gpu_instancing",
];

export function createDocument(
  root: Json,
  budget: Budget,
  buffers: Uint8Array[],
  decoders: Decoders,
): GltfDocument {
  return {
    source: root.source,
    root,
    budget,
    buffers,
    bufferViews: items(member(root, "bufferViews")),
    accessors: items(member(root, "accessors")),
    meshes: items(member(root, "meshes")),
    nodes: items(member(root, "nodes")),
    skins: items(member(root, "skins")),
    decoders,
    decodedAccessors: new Map(),
    decodedViews: new Map(),
    warnings: new Map(),
  };
}

/** Rejects versions other than 2, and files that require an unknown extension. */
export function checkAsset(root: Json): void {
  const version = member(member(root, "asset"), "version");
  if (!/^2\./.test(text(version))) refuse(version, `expected "2.0", got ${JSON.stringify(version.value)}`);
  for (const required of items(member(root, "extensionsRequired"))) {
    const name = text(required);
    if (!KNOWN.includes(name) && !HARMLESS.test(name))
      refuse(required, `the file needs the extension ${JSON.stringify(name)}, which is not supported`);
  }
}

/** Budgets memory, or the time that writing it would take, before it is used. */
export function spend(
  { budget }: GltfDocument,
  amount: number,
  json: Json,
  name: Exclude<LimitName, "depth"> = "bytes",
): void {
  spendOf(budget, name, amount, placeOf(json));
}

/** The bytes of all buffers, exactly as long as the file says. A file that several buffers name is read once. */
export async function loadBuffers(
  root: Json,
  budget: Budget,
  binary: Uint8Array | null,
  resolve: Resolver,
): Promise<Uint8Array[]> {
  const buffers: Uint8Array[] = [];
  const known = new Map<string, Uint8Array>();
  for (const [i, buffer] of items(member(root, "buffers")).entries()) {
    const uri = member(buffer, "uri");
    const byteLength = member(buffer, "byteLength");
    const length = whole(byteLength);
    if (length === 0) refuse(byteLength, "a buffer of 0 bytes");
    const bytes =
      uri.value === undefined ? (i === 0 ? binary : null) : await loadUri(uri, budget, known, resolve);
    // A buffer without a URI that is not the GLB's is filled in by an extension, if at all.
    if (bytes !== null && bytes.length < length)
      refuse(byteLength, `${length} bytes are promised, the buffer has ${bytes.length}`);
    buffers.push(bytes === null ? new Uint8Array(0) : bytes.subarray(0, length));
  }
  return buffers;
}

async function loadUri(
  uri: Json,
  budget: Budget,
  known: Map<string, Uint8Array>,
  resolve: Resolver,
): Promise<Uint8Array> {
  const address = text(uri);
  const data = /^data:[^,]{0,256}?(;base64)?,/i.exec(address);
  if (data !== null) {
    spendOf(budget, "bytes", address.length, placeOf(uri));
    return decodeData(address.slice(data[0].length), data[1] !== undefined, uri);
  }
  spendOf(budget, "files", 1, placeOf(uri));
  const bytes = known.get(address) ?? (await fetchUri(uri, address, resolve));
  if (!known.has(address)) spendFile(budget, bytes.length, placeOf(uri));
  known.set(address, bytes);
  return bytes;
}

async function fetchUri(uri: Json, address: string, resolve: Resolver): Promise<Uint8Array> {
  try {
    return plainBytes(await resolve(address));
  } catch (error) {
    if (error instanceof FormatError) throw error;
    return refuse(uri, `cannot read ${JSON.stringify(address.slice(0, 80))}: ${(error as Error).message}`);
  }
}

function decodeData(content: string, isBase64: boolean, uri: Json): Uint8Array {
  try {
    const letters = isBase64 ? atob(content) : decodeURIComponent(content);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
  } catch {
    return refuse(uri, "the data URI cannot be decoded");
  }
}

/** Records something that is legal but suspicious. */
export function note({ warnings }: GltfDocument, { path }: Json, kind: string): void {
  const known = warnings.get(kind);
  if (known === undefined) warnings.set(kind, { path, count: 1 });
  else known.count++;
}
