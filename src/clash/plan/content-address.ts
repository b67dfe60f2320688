import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { ClashSettings } from "../clash-settings.ts";
import { ALGORITHM } from "./algorithm.ts";
import type { ClashPlan } from "./clash-plan.ts";

// Content addresses: the first 128 bits of SHA-256, as 32 hex digits. Equal addresses mean equal bytes.

/** SHA-256 of some bytes. The default is Web Crypto's; Node's own is about 40 times as fast for short inputs. */
export type Digest = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

const ADDRESS_BYTES = 16;

export async function webDigest(bytes: Uint8Array): Promise<Uint8Array> {
  // Web Crypto cannot read shared memory.
  const own = bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice();
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", own));
}

/** The address of a mesh: of its positions and indices, and of their number types. */
export async function addressOfMesh({ positions, indices }: TriangleMesh, digest: Digest): Promise<string> {
  const widths = Uint8Array.of(positions.BYTES_PER_ELEMENT, indices?.BYTES_PER_ELEMENT ?? 0);
  const digests = [await digest(bytesOf(positions))];
  if (indices !== null) digests.push(await digest(bytesOf(indices)));
  return addressOf(await digest(join([widths, ...digests])));
}

/**
 * The address of a mesh at a pose. Two poses that differ in the sign of a zero have different addresses, and null is not the identity:
 * outcomes hold world points, which could differ in such a bit.
 */
export async function addressOfPosed(
  mesh: string,
  toWorld: Float64Array | null,
  digest: Digest,
): Promise<string> {
  const pose = toWorld === null ? [] : [bytesOf(toWorld)];
  return addressOf(await digest(join([encoder.encode(mesh), ...pose])));
}

/** The address of everything that decides an outcome besides the two parts: the settings of a check and the algorithm. */
export async function addressOfCheck(settings: ClashSettings, digest: Digest): Promise<string> {
  const { tolerance, clearance, touching, depth, curves, curvePoints } = settings;
  const decisive = [ALGORITHM, tolerance, clearance, touching, depth, curves, String(curvePoints)];
  return addressOf(await digest(encoder.encode(JSON.stringify(decisive))));
}

/**
 * The address of the outcome of a pair of a plan. It includes both poses rather than the relative one: outcomes hold world coordinates,
 * which a common motion of both parts changes and rounds. A part against itself is not a pair of duplicates, so its address has the part
 * once.
 */
export function addressOfOutcome(
  { check, parts, pairs }: Pick<ClashPlan, "check" | "parts" | "pairs">,
  pair: number,
): string {
  const [a, b] = [pairs[2 * pair], pairs[2 * pair + 1]];
  return a === b ? check + parts[a].posed : check + parts[a].posed + parts[b].posed;
}

const encoder = new TextEncoder();

function addressOf(digest: Uint8Array): string {
  let digits = "";
  for (let i = 0; i < ADDRESS_BYTES; i++) digits += digest[i].toString(16).padStart(2, "0");
  return digits;
}

function bytesOf(array: Float32Array | Float64Array | Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
