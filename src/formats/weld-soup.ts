import type { Indices, Positions } from "../mesh/triangle-mesh.ts";
import { weldVertices } from "../mesh/weld-vertices.ts";

/** A soup as vertices and indices: corners with identical coordinates, and no others, become one vertex. */
export function weldSoup<T extends Positions>(soup: T): { positions: T; indices: Indices } {
  const { indices, count } = (soup instanceof Float32Array ? weldBits(soup) : null) ?? weldNumbers(soup);
  const positions = new (soup.constructor as new (size: number) => T)(3 * count);
  for (let i = 0, next = 0; i < indices.length; i++) {
    if (indices[i] !== next) continue; // vertices are numbered as they first occur
    positions[3 * next] = soup[3 * i];
    positions[3 * next + 1] = soup[3 * i + 1];
    positions[3 * next + 2] = soup[3 * i + 2];
    next++;
  }
  return { positions, indices };
}

interface Welded {
  /** The vertex of each corner. */
  indices: Uint32Array;
  count: number;
}

function weldNumbers(soup: Positions): Welded {
  const first = weldVertices(soup);
  const indices = new Uint32Array(first.length);
  let count = 0;
  for (let i = 0; i < first.length; i++) indices[i] = first[i] === i ? count++ : indices[first[i]];
  return { indices, count };
}

const MINUS_ZERO = 0x8000_0000 | 0;

/** A half-full table needs less than one probe on average; a hostile file may need a million. */
const MOST_PROBES = 16;

/**
 * Welds f32 corners by their bits: apart from zeros, finite numbers are equal if and only if their bits are. Returns null
 * if the coordinates were chosen to make their hashes collide; the caller then uses another hash.
 */
function weldBits(soup: Float32Array): Welded | null {
  const bits = new Int32Array(soup.buffer, soup.byteOffset, soup.length);
  const corners = soup.length / 3;
  const indices = new Uint32Array(corners);
  const mask = 2 ** Math.ceil(Math.log2(corners + 1)) * 2 - 1; // at most half full, so a free slot is always near
  const table = new Int32Array(mask + 1); // 1 + the first corner of a vertex
  let count = 0;
  let probes = MOST_PROBES * (corners + 64);
  for (let i = 0, at = 0; i < corners; i++, at += 3) {
    const x = bits[at] === MINUS_ZERO ? 0 : bits[at];
    const y = bits[at + 1] === MINUS_ZERO ? 0 : bits[at + 1];
    const z = bits[at + 2] === MINUS_ZERO ? 0 : bits[at + 2];
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    let place = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const other = table[place] - 1;
      if (other < 0) {
        table[place] = i + 1;
        indices[i] = count++;
        break;
      }
      const there = 3 * other;
      if (soup[there] === soup[at] && soup[there + 1] === soup[at + 1] && soup[there + 2] === soup[at + 2]) {
        indices[i] = indices[other];
        break;
      }
      if (--probes < 0) return null;
      place = (place + 1) & mask;
    }
  }
  return { indices, count };
}
