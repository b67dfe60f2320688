import { zlibSync } from "fflate";
import { crc32 } from "../../formats/zip/crc32.ts";
import type { Canvas } from "./draw-lines.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** 8 bits per channel, red, green and blue, no interlacing. */
const TRUE_COLOUR = [8, 2, 0, 0, 0];
/** The filter "up": each byte less the one above. Pictures here have large areas that hardly change downwards. */
const FILTER_UP = 2;

/** The picture as a PNG file. */
export function writePng({ width, height, rgb }: Canvas): Uint8Array {
  const row = 3 * width;
  const filtered = new Uint8Array((row + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = (row + 1) * y;
    filtered[to] = FILTER_UP;
    for (let x = 0; x < row; x++) {
      const at = row * y + x;
      filtered[to + 1 + x] = rgb[at] - (y === 0 ? 0 : rgb[at - row]);
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set(TRUE_COLOUR, 8);
  const chunks = [
    chunkOf("IHDR", header),
    chunkOf("IDAT", zlibSync(filtered, { level: 6 })),
    chunkOf("IEND", new Uint8Array(0)),
  ];
  const file = new Uint8Array(SIGNATURE.length + chunks.reduce((sum, { length }) => sum + length, 0));
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const chunk of chunks) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}

// chunk: length u32 | type, 4 letters | data | checksum u32 of type and data
function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let k = 0; k < 4; k++) chunk[4 + k] = type.charCodeAt(k);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}
