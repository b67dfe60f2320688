import { FormatError } from "../../errors.ts";
import { MAX_COORDINATE } from "../../mesh/triangle-mesh.ts";
import type { StlSolids } from "./ascii.ts";

// header: 80 bytes of anything | triangle count                       84 bytes
// triangle: normal, three corners (12 × f32) | attribute (u16)        50 bytes
export const HEADER_BYTES = 84;
export const TRIANGLE_BYTES = 50;
const COUNT_AT = 80;
const CORNERS_AT = 12;
const CORNER_NUMBERS = 9;

/** The triangles of a binary STL file, as f32, nine numbers each. */
export function readStlRecords(bytes: Uint8Array, source: string): StlSolids {
  if (bytes.length < HEADER_BYTES)
    throw new FormatError(
      `${source}, byte ${bytes.length}: the file ends within the header, which has 84 bytes`,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const warnings: string[] = [];
  const count = checkCount(bytes, view.getUint32(COUNT_AT, true), source, warnings);
  const soup = new Float32Array(CORNER_NUMBERS * count);
  for (let triangle = 0, to = 0; triangle < count; triangle++) {
    const from = HEADER_BYTES + TRIANGLE_BYTES * triangle + CORNERS_AT;
    for (let i = 0; i < CORNER_NUMBERS; i++) {
      const value = view.getFloat32(from + 4 * i, true);
      if (!(Math.abs(value) <= MAX_COORDINATE))
        throw new FormatError(
          `${source}, byte ${from + 4 * i}: coordinate ${value} of triangle ${triangle} is not within ±2^100`,
        );
      soup[to++] = value;
    }
  }
  return { solids: [{ name: "", soup }], warnings };
}

/** The number of triangles to read, never more than there are bytes for. */
function checkCount(bytes: Uint8Array, count: number, source: string, warnings: string[]): number {
  const room = bytes.length - HEADER_BYTES;
  const present = Math.floor(room / TRIANGLE_BYTES);
  if (count === 0 && present > 0 && room % TRIANGLE_BYTES === 0) {
    // Programs that write while they compute may leave the count at zero.
    warnings.push(
      `${source}, byte ${COUNT_AT}: the count is 0 but ${present} triangles follow, which were read`,
    );
    return present;
  }
  if (count > present)
    throw new FormatError(
      `${source}, byte ${COUNT_AT}: the header promises ${count} triangles, the file has bytes for ${present}`,
    );
  const end = HEADER_BYTES + TRIANGLE_BYTES * count;
  if (end < bytes.length)
    warnings.push(`${source}, byte ${end}: ${bytes.length - end} bytes after the last triangle, ignored`);
  return count;
}
