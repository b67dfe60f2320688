import { setLengthToOne } from "../../geometry/triangle-normal.ts";
import type { Vector } from "../../geometry/vector.ts";
import { rootOf } from "../../mesh/surface-topology.ts";
import type { ContactCorners } from "./contact-corners.ts";
import { type ContactSegments, LINE, NO_SEGMENT } from "./contact-segments.ts";
import { fanArea, lengthBetween } from "./measure-contacts.ts";

/** A connected part of a contact. */
export interface ContactRegion {
  /** The largest dimension of the contact in it. */
  kind: "area" | "curve" | "point";
  /** The summed area of its coplanar patches. */
  area: number;
  /** The summed length of its curves, not counting borders of patches. */
  length: number;
  /** The centroid of its patches; without patches, of its curves; otherwise the point. */
  centroid: Vector;
  /** From a to b: the mean of its contacts' normals, weighted by area or else by length; zero if they cancel. */
  normal: Vector;
  /** The number of pairs of triangles in it. */
  pairCount: number;
}

/** A mean normal shorter than this has cancelled out. */
const CANCELLED = 1e-9;

/** For each pair, the number of its region; regions are numbered by their first pair. */
export function findRegions({ starts, points, pointCount }: ContactCorners): {
  count: number;
  ofPairs: Uint32Array;
} {
  const parents = new Uint32Array(pointCount);
  for (let p = 0; p < pointCount; p++) parents[p] = p;
  const pairCount = starts.length - 1;
  for (let i = 0; i < pairCount; i++)
    for (let k = starts[i] + 1; k < starts[i + 1]; k++)
      parents[rootOf(parents, points[k])] = rootOf(parents, points[k - 1]);
  const numbers = new Map<number, number>();
  const ofPairs = new Uint32Array(pairCount);
  for (let i = 0; i < pairCount; i++) {
    const root = rootOf(parents, points[starts[i]]);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    ofPairs[i] = numbers.get(root)!;
  }
  return { count: numbers.size, ofPairs };
}

interface Sums {
  weight: number;
  centroid: Vector;
  normal: Vector;
}

/** Areas, lengths, centroids and normals of the regions. */
export function measureRegions(
  corners: ContactCorners,
  segments: ContactSegments,
  places: Float64Array,
  normals: Float64Array,
  regions: { count: number; ofPairs: Uint32Array },
): ContactRegion[] {
  const sums = () => Array.from({ length: regions.count }, emptySums);
  const areas = sumPatches(corners, segments, places, normals, regions.ofPairs, sums());
  const lines = sumLines(corners, segments, places, normals, regions.ofPairs, sums());
  const spots = sumPoints(corners, places, normals, regions.ofPairs, sums());
  return spots.map((spot, r) => {
    const [area, line] = [areas[r], lines[r]];
    const best = area.weight > 0 ? area : line.weight > 0 ? line : spot;
    setLengthToOne(best.normal, 0, CANCELLED * best.weight);
    return {
      kind: area.weight > 0 ? "area" : line.weight > 0 ? "curve" : "point",
      area: area.weight,
      length: line.weight,
      centroid: best.centroid.map((x) => x / best.weight) as Vector,
      normal: best.normal,
      pairCount: spot.weight,
    };
  });
}

function emptySums(): Sums {
  return { weight: 0, centroid: [0, 0, 0], normal: [0, 0, 0] };
}

/** Adds the contact of a pair, with this weight, at the middle of some points. */
function add(
  sums: Sums,
  weight: number,
  normals: Float64Array,
  pair: number,
  places: Float64Array,
  ...points: number[]
): void {
  sums.weight += weight;
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (const p of points) sum += places[3 * p + axis];
    sums.centroid[axis] += (weight * sum) / points.length;
    sums.normal[axis] += weight * normals[3 * pair + axis];
  }
}

function sumPatches(
  { starts, points }: ContactCorners,
  { patches }: ContactSegments,
  places: Float64Array,
  normals: Float64Array,
  ofPairs: Uint32Array,
  out: Sums[],
): Sums[] {
  for (const i of patches) {
    const p = points[starts[i]];
    for (let k = starts[i] + 2; k < starts[i + 1]; k++) {
      const [q, r] = [points[k - 1], points[k]];
      add(out[ofPairs[i]], fanArea(places, p, q, r), normals, i, places, p, q, r);
    }
  }
  return out;
}

/** Counts each segment once. Its normal is the mean normal of the pairs that share it. */
function sumLines(
  { starts }: ContactCorners,
  { count, ends, places: kinds, ofCorners }: ContactSegments,
  places: Float64Array,
  normals: Float64Array,
  ofPairs: Uint32Array,
  out: Sums[],
): Sums[] {
  const seen = new Uint32Array(count);
  for (const segment of ofCorners) if (segment !== NO_SEGMENT) seen[segment]++;
  for (let i = 0; i < ofPairs.length; i++) {
    const segment = starts[i + 1] - starts[i] === 2 ? ofCorners[starts[i]] : NO_SEGMENT;
    if (segment === NO_SEGMENT || kinds[segment] !== LINE) continue;
    const [p, q] = [ends[2 * segment], ends[2 * segment + 1]];
    add(out[ofPairs[i]], lengthBetween(places, p, q) / seen[segment], normals, i, places, p, q);
  }
  return out;
}

function sumPoints(
  { starts, points }: ContactCorners,
  places: Float64Array,
  normals: Float64Array,
  ofPairs: Uint32Array,
  out: Sums[],
): Sums[] {
  for (let i = 0; i < ofPairs.length; i++) add(out[ofPairs[i]], 1, normals, i, places, points[starts[i]]);
  return out;
}
