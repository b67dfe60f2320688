import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";

// Some triangles of a mesh, to compare frames by. Most boxes of a tree are at its bottom, around one triangle or a few. So each triangle of
// the sample is doubled to a parallelogram across its longest edge, which is what it and its neighbour mostly are, and the measure of a
// frame is the summed surface area of the parallelograms' own boxes along its axes.
//
// Triangles are drawn in proportion to their squared edges, which is about how large their boxes can be, and each is scaled so that it
// counts alike; of a small mesh all are drawn, at one scale. So the measure is free of units, and few samples suffice for meshes with large
// and small triangles.

/** The sample: for each triangle its two shorter edges (6), unit normal and doubled area (4), all scaled, and its middle (3). */
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
const DRAWN_SHARE = 0.5;

/** Kept between calls. */
const seenEdges = new Float64Array(EDGES * MOST_SEEN);
const seenMiddles = new Float64Array(3 * MOST_SEEN);
const sums = new Float64Array(MOST_SEEN);
const edges = new Float64Array(EDGES * MOST_DRAWN);
const normals = new Float64Array(NORMAL * MOST_DRAWN);
const middles = new Float64Array(3 * MOST_DRAWN);

/** A sample of the mesh's triangles, valid until the next; null if all of them are points. */
export function sampleOf(mesh: TriangleMesh): FrameSample | null {
  const seen = Math.min(mesh.triangleCount, MOST_SEEN);
  const sum = seeTriangles(mesh, seen);
  if (!(sum > 0 && sum < Infinity)) return null;
  const count = Math.min(seen, Math.max(LEAST_DRAWN, Math.min(MOST_DRAWN, Math.ceil(DRAWN_SHARE * seen))));
  const isAll = count === seen;
  for (let s = 0, k = 0; s < count; s++) {
    if (isAll) k = s;
    else while (k < seen - 1 && sums[k] < ((s + 0.5) / count) * sum) k++;
    draw(s, k, isAll ? sum / count : squareOf(seenEdges, EDGES * k));
  }
  return { count, edges, normals, middles };
}

/** Writes edges and middles of the triangles looked at, and the running sums of squared edges; returns the whole sum. */
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
    seenMiddles[3 * k] = x + (ux + vx) / 3;
    seenMiddles[3 * k + 1] = y + (uy + vy) / 3;
    seenMiddles[3 * k + 2] = z + (uz + vz) / 3;
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    // The third edge, v − u, takes the place of the longest.
    const longer = uu > vv ? at : at + 3;
    if (2 * (ux * vx + uy * vy + uz * vz) > Math.min(uu, vv)) {
      seenEdges[longer] = vx - ux;
      seenEdges[longer + 1] = vy - uy;
      seenEdges[longer + 2] = vz - uz;
    }
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

/** Writes sample s, triangle k of those looked at, scaled by the root of a weight, of the size of its squared edges. */
function draw(s: number, k: number, weight: number): void {
  const at = EDGES * s;
  const scale = weight > 0 ? 1 / Math.sqrt(weight) : 0;
  for (let i = 0; i < EDGES; i++) edges[at + i] = scale * seenEdges[EDGES * k + i];
  for (let axis = 0; axis < 3; axis++) middles[3 * s + axis] = seenMiddles[3 * k + axis];
  // biome-ignore format: vectors read in rows
  const ux = edges[at], uy = edges[at + 1], uz = edges[at + 2],
    vx = edges[at + 3], vy = edges[at + 4], vz = edges[at + 5],
    nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx,
    area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const inverse = area > 0 ? 1 / area : 0;
  normals[NORMAL * s] = inverse * nx;
  normals[NORMAL * s + 1] = inverse * ny;
  normals[NORMAL * s + 2] = inverse * nz;
  normals[NORMAL * s + AREA] = area;
}

function squareOf(e: Float64Array, at: number): number {
  const first = e[at] * e[at] + e[at + 1] * e[at + 1] + e[at + 2] * e[at + 2];
  return first + e[at + 3] * e[at + 3] + e[at + 4] * e[at + 4] + e[at + 5] * e[at + 5];
}

/** Half the surface area of the boxes of the sample's parallelograms along the axes of a frame. */
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
      x = Math.abs(a * ux + b * uy + c * uz) + Math.abs(a * vx + b * vy + c * vz),
      y = Math.abs(d * ux + e * uy + f * uz) + Math.abs(d * vx + e * vy + f * vz),
      z = Math.abs(g * ux + h * uy + k * uz) + Math.abs(g * vx + h * vy + k * vz);
    area += x * y + y * z + z * x;
  }
  return area;
}

/**
 * No frame has a smaller `boxAreaAlong`: a side of a box is no smaller than the projection of its parallelogram, and the three projections
 * of a parallelogram add up to at least its area.
 */
export function leastBoxArea({ count, normals }: FrameSample): number {
  let area = 0;
  for (let s = 0; s < count; s++) area += normals[NORMAL * s + AREA];
  return area;
}
