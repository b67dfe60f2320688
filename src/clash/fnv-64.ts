// FNV-1a of 64 bits (Fowler, Noll, Vo): hash = (hash ^ byte) · (2⁴⁰ + 435), in two words of 32 bits, without BigInt.

/** High word, low word. */
export type Fnv64 = Uint32Array;

const HIGH = 0;
const LOW = 1;
const PRIME_LOW = 435;
const WORD = 2 ** 32;

export function createFnv64(): Fnv64 {
  return Uint32Array.of(0xcbf29ce4, 0x84222325);
}

export function addByte(hash: Fnv64, byte: number): void {
  const low = (hash[LOW] ^ byte) >>> 0;
  const product = low * PRIME_LOW; // below 2⁴¹, so exact
  // A Uint32Array keeps the remainder modulo 2³².
  hash[HIGH] = Math.imul(hash[HIGH], PRIME_LOW) + Math.floor(product / WORD) + (low << 8);
  hash[LOW] = product;
}

export function addBytes(hash: Fnv64, bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) addByte(hash, bytes[i]);
}

/** Adds the length of a text, then its 16-bit code units. With the length, no text is a prefix of another; lone surrogates are allowed. */
export function addText(hash: Fnv64, text: string): void {
  for (let shift = 0; shift < 32; shift += 8) addByte(hash, (text.length >>> shift) & 255);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    addByte(hash, unit & 255);
    addByte(hash, unit >> 8);
  }
}

/** The hash as 16 hex digits. */
export function digitsOf(hash: Fnv64): string {
  return hash[HIGH].toString(16).padStart(8, "0") + hash[LOW].toString(16).padStart(8, "0");
}
