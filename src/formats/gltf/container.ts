import { FormatError } from "../../errors.ts";
import { plainBytes } from "../plain-bytes.ts";
import { lineAt } from "../text/text-cursor.ts";
import type { Json } from "./json.ts";

// GLB: magic, version, length (3 × u32), then chunks: length, kind (2 × u32), bytes.
export const MAGIC = 0x46546c67; // "glTF"
export const HEADER_BYTES = 12;
export const CHUNK_HEADER_BYTES = 8;
export const JSON_CHUNK = 0x4e4f534a;
export const BINARY_CHUNK = 0x004e4942;
export const VERSION = 2;

export interface GltfContainer {
  json: Json;
  /** The binary chunk of a GLB, which is the content of the first buffer; otherwise null. */
  binary: Uint8Array | null;
}

/** Whether the bytes begin as a GLB does. */
export function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC;
}

/** Splits a .gltf or .glb file into JSON and binary chunk. */
export function openGltf(file: Uint8Array, source: string): GltfContainer {
  const bytes = plainBytes(file);
  if (bytes.length === 0) throw new FormatError(`${source}, byte 0: the file is empty`);
  return isGlb(bytes) ? openGlb(bytes, source) : { json: parse(bytes, 0, source), binary: null };
}

function openGlb(bytes: Uint8Array, source: string): GltfContainer {
  const refuse = (at: number, reason: string): never => {
    throw new FormatError(`${source}, byte ${at}: ${reason}`);
  };
  if (bytes.length < HEADER_BYTES) refuse(bytes.length, "the file ends within the GLB header");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint32(4, true);
  if (version !== VERSION) refuse(4, `GLB version ${version}; only version 2 is known`);
  const length = view.getUint32(8, true);
  if (length > bytes.length) refuse(8, `the header promises ${length} bytes, the file has ${bytes.length}`);
  let json: Json | null = null;
  let binary: Uint8Array | null = null;
  for (let at = HEADER_BYTES; at < length; ) {
    if (at + CHUNK_HEADER_BYTES > length) refuse(at, "the file ends within a chunk's header");
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (start + size > length) refuse(at, `a chunk of ${size} bytes goes beyond the end of the file`);
    if (json === null) {
      if (kind !== JSON_CHUNK) refuse(at, "the first chunk is not JSON");
      json = parse(bytes.subarray(start, start + size), start, source);
    } else if (kind === BINARY_CHUNK && binary === null) binary = bytes.subarray(start, start + size);
    at = start + size;
  }
  return { json: json ?? refuse(HEADER_BYTES, "no JSON chunk"), binary };
}

function parse(bytes: Uint8Array, at: number, source: string): Json {
  let content: string;
  try {
    content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError(`${source}, byte ${at}: the JSON is not valid UTF-8`);
  }
  try {
    return { source, path: "", value: JSON.parse(content) };
  } catch (error) {
    const { message } = error as Error;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? content.length);
    const place = at === 0 ? `line ${lineAt(bytes, position)}` : `byte ${at + position}`;
    const kind = at === 0 ? "neither GLB nor JSON" : "not JSON";
    throw new FormatError(`${source}, ${place}: ${kind}: ${message.slice(0, 120)}`);
  }
}
