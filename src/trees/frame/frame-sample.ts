import { type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";

// Some triangles of a mesh, to compare frames by. The measure of a frame is the summed surface area of the triangles' own boxes along its
// axes: of all boxes of a tree, most are at its bottom.
//
// Triangles are drawn in proportion to their squared edges, which is about how large their boxes can be, and each is scaled so that it
// counts alike. So the measure is free of units, and few samples suffice for meshes with large and small triangles.

/** The sample: for each triangle two edges (6), unit normal and doubled area (4), middle (3), all scaled. */
export interface FrameSample {
  readonly count: number;
  readonly edges: Float64Array;
  readonly normals: Float64Array;
  readonly middles: Float64Array;
}

const EDGES = 6;
export const NORMAL = 4;
export const AREA = 3;

/** How many triangles are drawn, and from how many at most: so the time does not grow with the mesh. */
const MOST_DRAWN = 256;
const MOST_SEEN = 512;
/** Of a small mesh a part is drawn, at least this many triangles: the choice must not take longer than the build. */
const LEAST_DRAWN = 48;
const DRAWN_SHARE = 0.25;

/** Kept between calls. */
const seenEdges = new Float64Array(EDGES * MOST_SEEN);
const sums = new Float64Array(MOST_SEEN);

/** A sample of the mesh's triangles; null if all of them are points. */
export function sampleOf(mesh: TriangleMesh): FrameSample | null {
  const seen = Math.min(mesh.triangleCount, MOST_SEEN);
  const sum = seeTriangles(mesh, seen);
  if (!(sum > 0 && sum < Infinity)) return null;
  const count = Math.min(seen, Math.max(LEAST_DRAWN, Math.min(MOST_DRAWN, Math.ceil(DRAWN_SHARE * seen))));
  const sample: FrameSample = {
    count,
    edges: new Float64Array(EDGES * count),
    normals: new Float64Array(NORMAL * count),
    middles: new Float64Array(3 * count),
  };
  const isAll = count === seen;
  for (let s = 0, k = 0; s < count; s++) {
    if (isAll) k = s;
    else while (k < seen - 1 && sums[k] < ((s + 0.5) / count) * sum) k++;
    draw(sample, s, mesh, k, seen, isAll ? sum / count : 0);
  }
  return sample;
}

/** Writes the edges of the triangles looked at, and the running sums of their squares; returns the whole sum. */
function seeTriangles({ positions, indices, triangleCount }: TriangleMesh, seen: number): number {
  let sum = 0;
  for (let k = 0; k < seen; k++) {
    const c = 3 * seenTriangle(k, seen, triangleCount);
    const i = 3 * (indices === null ? c : indices[c]);
    const j = 3 * (indices === null ? c + 1 : indices[c + 1]);
    const l = 3 * (indices === null ? c + 2 : indices[c + 2]);
    // biome-ignore format: vectors read in rows
    const x = positions[i], y = positions[i + 1], z = positions[i + 2],
      ux = positions[j] - x, uy = positions[j + 1] - y, uz = positions[j + 2] - z,
      vx = positions[l] - x, vy = positions[l + 1] - y, vz = positions[l + 2] - z;
    const at = EDGES * k;
    seenEdges[at] = ux;
    seenEdges[at + 1] = uy;
    seenEdges[at + 2] = uz;
    seenEdges[at + 3] = vx;
    seenEdges[at + 4] = vy;
    seenEdges[at + 5] = vz;
    sum += squareOf(seenEdges, at);
    sums[k] = sum;
  }
  return sum;
}

/** Number k of the triangles looked at: one of each run of equal length, at a scattered place, because meshes have rows. */
function seenTriangle(k: number, seen: number, all: number): number {
  if (seen === all) return k;
  const scatter = (Math.imul(k, 0x9e3779b1) >>> 8) * 2 ** -24;
  return Math.floor((k + scatter) * (all / seen));
}

/** Writes sample s, triangle k of those looked at; `square` is the weight of its triangle, 0 for its own. */
function draw(
  { edges, normals, middles }: FrameSample,
  s: number,
  mesh: TriangleMesh,
  k: number,
  seen: number,
  square: number,
): void {
  const at = EDGES * s;
  for (let i = 0; i < EDGES; i++) edges[at + i] = seenEdges[EDGES * k + i];
  const weight = square || squareOf(edges, at);
  const scale = weight > 0 ? 1 / Math.sqrt(weight) : 0;
  const first = 3 * vertexOf(mesh, seenTriangle(k, seen, mesh.triangleCount), 0);
  for (let axis = 0; axis < 3; axis++)
    middles[3 * s + axis] = mesh.positions[first + axis] + (edges[at + axis] + edges[at + 3 + axis]) / 3;
  for (let i = at; i < at + EDGES; i++) edges[i] *= scale;
  // biome-ignore format: vectors read in rows
  const ux = edges[at], uy = edges[at + 1], uz = edges[at + 2],
    vx = edges[at + 3], vy = edges[at + 4], vz = edges[at + 5],
    nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx,
    area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(area > 0)) return;
  normals[NORMAL * s] = nx / area;
  normals[NORMAL * s + 1] = ny / area;
  normals[NORMAL * s + 2] = nz / area;
  normals[NORMAL * s + AREA] = area;
}

function squareOf(e: Float64Array, at: number): number {
  const first = e[at] * e[at] + e[at + 1] * e[at + 1] + e[at + 2] * e[at + 2];
  return first + e[at + 3] * e[at + 3] + e[at + 4] * e[at + 4] + e[at + 5] * e[at + 5];
}

/** Four times half the surface area of the sample's boxes along the axes of a frame. */
export function boxAreaAlong({ count, edges }: FrameSample, frame: Float64Array): number {
  // biome-ignore format: a matrix reads in rows
  const a = frame[0], b = frame[1], c = frame[2],
    d = frame[3], e = frame[4], f = frame[5],
    g = frame[6], h = frame[7], k = frame[8];
  let area = 0;
  for (let at = 0; at < EDGES * count; at += EDGES) {
    // biome-ignore format: vectors read in rows
    const ux = edges[at], uy = edges[at + 1], uz = edges[at + 2],
      vx = edges[at + 3], vy = edges[at + 4], vz = edges[at + 5],
      u0 = a * ux + b * uy + c * uz, v0 = a * vx + b * vy + c * vz,
      u1 = d * ux + e * uy + f * uz, v1 = d * vx + e * vy + f * vz,
      u2 = g * ux + h * uy + k * uz, v2 = g * vx + h * vy + k * vz;
    // |u| + |v| + |u − v| is twice the extent of 0, u and v.
    const x = Math.abs(u0) + Math.abs(v0) + Math.abs(u0 - v0);
    const y = Math.abs(u1) + Math.abs(v1) + Math.abs(u1 - v1);
    const z = Math.abs(u2) + Math.abs(v2) + Math.abs(u2 - v2);
    area += x * y + y * z + z * x;
  }
  return area;
}

/**
 * No frame has a smaller `boxAreaAlong`: a side of a box has at least twice the area of the triangle's projection, and the three
 * projections of a triangle add up to at least its area.
 */
export function leastBoxArea({ count, normals }: FrameSample): number {
  let area = 0;
  for (let s = 0; s < count; s++) area += normals[NORMAL * s + AREA];
  return 4 * area;
}
