import { movePoint, type Pose } from "../../geometry/affine.ts";
import {
  type ContactTriangles,
  NO_PROJECTION,
  projectionOf,
  reduceToHull,
} from "../../geometry/contact/contact-triangles.ts";
import { firstEqualIn } from "../../mesh/first-equal.ts";
import { type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import { weldVertices } from "../../mesh/weld-vertices.ts";

/** The triangles that occur in pairs, renumbered: first the triangles of a, then the triangles of b. */
export interface GatheredTriangles extends ContactTriangles {
  /** Triangle numbers in the meshes. */
  readonly originals: Uint32Array;
  /** The number of triangles of a. */
  readonly countA: number;
  /** The two new triangle numbers of each pair. */
  readonly pairs: Uint32Array;
}

/** Moves the triangles of `pairs` to world space and names their vertices, edges and faces. */
export function gatherTriangles(
  a: TriangleMesh,
  aToWorld: Pose | null,
  b: TriangleMesh,
  bToWorld: Pose | null,
  pairs: Uint32Array,
): GatheredTriangles {
  const ofA = distinct(pairs, 0);
  const ofB = distinct(pairs, 1);
  const countA = ofA.length;
  const count = countA + ofB.length;
  const originals = new Uint32Array(count);
  originals.set(ofA);
  originals.set(ofB, countA);
  const positions = new Float64Array(9 * count);
  takeToWorld(a, aToWorld, ofA, positions, 0);
  takeToWorld(b, bToWorld, ofB, positions, 9 * countA);
  const sizes = new Uint8Array(count);
  const projections = new Uint8Array(count);
  for (let t = 0; t < count; t++) {
    projections[t] = projectionOf(positions, 9 * t);
    sizes[t] = projections[t] === NO_PROJECTION ? reduceToHull(positions, 9 * t) : 3;
  }
  const vertices = weldVertices(positions);
  return {
    originals,
    countA,
    pairs: renumber(pairs, ofA, ofB),
    positions,
    sizes,
    projections,
    vertices,
    edges: nameEdges(vertices),
    faces: nameFaces(vertices),
  };
}

function distinct(pairs: Uint32Array, side: 0 | 1): Uint32Array {
  const numbers = new Uint32Array(pairs.length / 2);
  for (let i = 0; i < numbers.length; i++) numbers[i] = pairs[2 * i + side];
  numbers.sort();
  let count = 0;
  for (let i = 0; i < numbers.length; i++)
    if (i === 0 || numbers[i] !== numbers[i - 1]) numbers[count++] = numbers[i];
  return numbers.subarray(0, count);
}

function renumber(pairs: Uint32Array, ofA: Uint32Array, ofB: Uint32Array): Uint32Array {
  const places = new Map<number, number>();
  for (let i = 0; i < ofB.length; i++) places.set(ofB[i], ofA.length + i);
  const out = new Uint32Array(pairs.length);
  let place = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    while (ofA[place] !== pairs[i]) place++; // pairs are sorted by a
    out[i] = place;
    out[i + 1] = places.get(pairs[i + 1])!;
  }
  return out;
}

function takeToWorld(
  mesh: TriangleMesh,
  pose: Pose | null,
  triangles: Uint32Array,
  out: Float64Array,
  at: number,
): void {
  const { positions } = mesh;
  for (const triangle of triangles)
    for (let corner = 0; corner < 3; corner++, at += 3) {
      const v = 3 * vertexOf(mesh, triangle, corner);
      if (pose === null) {
        out[at] = positions[v];
        out[at + 1] = positions[v + 1];
        out[at + 2] = positions[v + 2];
      } else movePoint(pose, positions[v], positions[v + 1], positions[v + 2], out, at);
    }
}

function nameEdges(vertices: Uint32Array): Uint32Array {
  const low = new Uint32Array(vertices.length);
  const high = new Uint32Array(vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    const p = vertices[i];
    const q = vertices[i % 3 === 2 ? i - 2 : i + 1];
    low[i] = Math.min(p, q);
    high[i] = Math.max(p, q);
  }
  return firstEqualIn(low, high);
}

/** For each triangle, the number of the first triangle with equal vertices, in any order. */
export function nameFaces(vertices: Uint32Array): Uint32Array {
  const count = vertices.length / 3;
  const [low, middle, high] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  for (let t = 0; t < count; t++) {
    const [p, q, r] = [vertices[3 * t], vertices[3 * t + 1], vertices[3 * t + 2]];
    low[t] = Math.min(p, q, r);
    high[t] = Math.max(p, q, r);
    middle[t] = p + q + r - low[t] - high[t];
  }
  return firstEqualIn(low, middle, high);
}
