import { crc32 } from "node:zlib";
import { ALGORITHM } from "../clash/plan/algorithm.ts";
import type { EntryState } from "./clash-store.ts";

// What is written of an entry:
//
//   u32 magic | u32 algorithm | u32 checksum of the content | u32 day of the last use | content
const MAGIC = 0x31736261; // "abs1"
const WORD = { magic: 0, algorithm: 1, checksum: 2, day: 3 } as const;
export const ENVELOPE_BYTES = 16;

const THIS_ALGORITHM = crc32(ALGORITHM);
const DAY_MS = 86_400_000;

/** Days since 1970. */
export function today(): number {
  return dayAt(Date.now());
}

/** The day of a time in milliseconds. */
export function dayAt(time: number): number {
  return Math.floor(time / DAY_MS);
}

export function wrap(content: Uint8Array, day: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ENVELOPE_BYTES + content.length);
  const words = new Uint32Array(bytes.buffer, 0, ENVELOPE_BYTES / 4);
  words[WORD.magic] = MAGIC;
  words[WORD.algorithm] = THIS_ALGORITHM;
  words[WORD.checksum] = crc32(content);
  words[WORD.day] = day;
  bytes.set(content, ENVELOPE_BYTES);
  return bytes;
}

/** Whether an entry's bytes can be used. */
export function stateOf(bytes: Uint8Array): EntryState {
  if (bytes.length < ENVELOPE_BYTES) return "damaged";
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(4 * WORD.magic, true) !== MAGIC) return "damaged";
  if (view.getUint32(4 * WORD.checksum, true) !== crc32(bytes.subarray(ENVELOPE_BYTES))) return "damaged";
  return view.getUint32(4 * WORD.algorithm, true) === THIS_ALGORITHM ? "sound" : "outdated";
}

export function dayOf(bytes: Uint8Array): number {
  if (bytes.length < ENVELOPE_BYTES) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(4 * WORD.day, true);
}

/** The content, as a view of the bytes; null for a damaged or outdated entry. */
export function unwrap<T extends ArrayBufferLike>(bytes: Uint8Array<T>): Uint8Array<T> | null {
  return stateOf(bytes) === "sound"
    ? new Uint8Array(bytes.buffer, bytes.byteOffset + ENVELOPE_BYTES, bytes.length - ENVELOPE_BYTES)
    : null;
}
