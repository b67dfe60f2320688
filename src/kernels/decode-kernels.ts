import { OPCODES } from "./generated/opcodes.ts";

// The inverse of scripts/encode-kernels.mjs, which describes the streams of a module.

const SEPARATOR = "~";
/** Characters that stand for a byte; two more say that the next one stands for a byte higher by SINGLES or by twice SINGLES. */
const SINGLES = 86;
/** The characters from space to tilde that are not used, because strings or pages would escape them. */
const LEFT_OUT = "\"$'<\\`";
const VALUES = valuesOfCharacters();

// Streams of operands. The last one, of opcodes, has the number STREAMS.
const HEAD = 0;
const BYTES = 1;
const MEMORY = 2;
const STREAMS = 6;
/** The kind of a shuffle, which has four lanes instead of bytes. */
const SHUFFLE = BYTES;
/** Kinds of opcodes from here on are SIMD and have a prefix. */
const SIMD_KINDS = 30;
const SIMD = 0xfd;

/** The bytes of a module. */
export function decodeKernels(text: string): Uint8Array<ArrayBuffer> {
  const [kinds, steps] = OPCODES.split(SEPARATOR).map(bytesOf);
  let code = 0;
  const codes = steps.map((step) => (code += step)); // modulo 256, as bytes are
  const streams = text.split(SEPARATOR).map(bytesOf);
  const ends = new Uint16Array(STREAMS); // how much of each has been read
  const bytes = new Uint8Array(4 * text.length); // a shuffle has 18 bytes for at least five characters
  let end = 0;
  for (const place of streams[STREAMS]) {
    const kind = kinds[place] % SIMD_KINDS;
    const stream = kind % STREAMS;
    const operands = streams[stream];
    let at = ends[stream];
    let count = Math.floor(kind / STREAMS);
    if (stream === HEAD) count = operands[at++];
    else {
      const isSimd = kinds[place] >= SIMD_KINDS;
      if (isSimd) bytes[end++] = SIMD;
      bytes[end++] = codes[place];
      if (isSimd && codes[place] > 127) bytes[end++] = 1; // LEB128
      if (kind === SHUFFLE) {
        for (let i = 0; i < 16; i++) bytes[end++] = 4 * operands[at + (i >> 2)] + (i & 3);
        at += 4;
      } else if (stream === BYTES) count = 2 ** count;
      else if (stream === MEMORY && count > 1) {
        bytes[end++] = 0; // the alignment
        count--;
      }
    }
    while (count > 0) {
      const byte = operands[at++];
      bytes[end++] = byte;
      // The last byte of a number in LEB128 is below 128.
      if (stream <= BYTES || !(byte > 127)) count--;
    }
    ends[stream] = at;
  }
  return bytes.slice(0, end);
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let end = 0;
  let add = 0;
  for (let i = 0; i < text.length; i++) {
    const value = VALUES[text.charCodeAt(i)];
    if (value >= SINGLES) add = (value - SINGLES + 1) * SINGLES;
    else {
      bytes[end++] = add + value;
      add = 0;
    }
  }
  return bytes.subarray(0, end);
}

/** Indexed by character code. Searching LEFT_OUT for each character of a module would double the time. */
function valuesOfCharacters(): Uint8Array {
  const values = new Uint8Array(127);
  let next = 0;
  for (let code = 32; code < 127; code++)
    if (!LEFT_OUT.includes(String.fromCharCode(code))) values[code] = next++;
  return values;
}
