import type { MeshArrays } from "../data/unpack-scene.ts";

/** Larger meshes are shown without: it would take longer than the flight to the clash. */
const MAX_TRIANGLES = 150_000;
/** Faces that turn by less than 30° are one surface. */
const SMOOTH = Math.cos(Math.PI / 6);

/** The edges that an engineer would draw: borders, and where faces meet at an angle. Ends of segments. */
export function featureEdges({ positions, indices }: MeshArrays): Float32Array {
  const triangles = indices.length / 3;
  if (triangles > MAX_TRIANGLES) return new Float32Array(0);
  const points = samePoints(positions);
  const normals = faceNormals(positions, indices);
  const firstFace = new Map<number, number>();
  const found: number[] = [];
  const vertices = positions.length / 3;
  const emit = (from: number, to: number) => {
    for (const at of [from, to]) found.push(positions[3 * at], positions[3 * at + 1], positions[3 * at + 2]);
  };
  for (let i = 0; i < indices.length; i++) {
    const from = points[indices[i]];
    const to = points[indices[i % 3 === 2 ? i - 2 : i + 1]];
    if (from === to) continue;
    const key = Math.min(from, to) * vertices + Math.max(from, to);
    const face = (i / 3) | 0;
    const other = firstFace.get(key);
    if (other === undefined) firstFace.set(key, face);
    else {
      if (other !== -1 && cosine(normals, face, other) < SMOOTH) emit(from, to);
      firstFace.set(key, -1);
    }
  }
  for (const [key, face] of firstFace) if (face !== -1) emit(Math.floor(key / vertices), key % vertices);
  return Float32Array.from(found);
}

/** For each vertex the first one at the same place. */
function samePoints(positions: Float32Array): Uint32Array {
  const words = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const count = positions.length / 3;
  const first = new Uint32Array(count);
  let size = 1;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  for (let i = 0; i < count; i++) {
    const x = words[3 * i];
    const y = words[3 * i + 1];
    const z = words[3 * i + 2];
    let slot = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (; ; slot = (slot + 1) & (size - 1)) {
      const other = table[slot];
      if (other === -1) {
        table[slot] = i;
        first[i] = i;
        break;
      }
      if (words[3 * other] === x && words[3 * other + 1] === y && words[3 * other + 2] === z) {
        first[i] = other;
        break;
      }
    }
  }
  return first;
}

function faceNormals(p: Float32Array, indices: Uint16Array | Uint32Array): Float32Array {
  const normals = new Float32Array(indices.length);
  for (let i = 0; i < indices.length; i += 3) {
    const a = 3 * indices[i];
    const b = 3 * indices[i + 1];
    const c = 3 * indices[i + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const size = Math.hypot(x, y, z) || 1;
    normals[i] = x / size;
    normals[i + 1] = y / size;
    normals[i + 2] = z / size;
  }
  return normals;
}

function cosine(n: Float32Array, f: number, g: number): number {
  return n[3 * f] * n[3 * g] + n[3 * f + 1] * n[3 * g + 1] + n[3 * f + 2] * n[3 * g + 2];
}
