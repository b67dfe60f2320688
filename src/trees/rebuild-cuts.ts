import { NOISE } from "../kernels/split-constants.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { cheapestPlane, type Plane } from "./splits/bins.ts";
import { moveRecord } from "./splits/move-record.ts";
import { MIRRORED_MAX } from "./splits/quantised-layout.ts";
import { quantiseAgain } from "./splits/quantised-records.ts";
import { createRecords, RECORD_STRIDE, RECORD_TRIANGLE, type Records } from "./splits/workspace.ts";

// The upper levels of a tree that is built over several frames: planes that a sample of the triangles chooses by the surface area rule.
// The other triangles are only sorted by these planes. A full build also samples sets of more than 1,024 triangles.

/** A tree of planes. Child k ≥ 0 is plane k; child k < 0 is part ~k. Parts are numbered from left to right. */
export interface Cuts {
  readonly axes: Uint8Array;
  /** Triangles whose corners' coordinates along the axis have a sum below this are on the left. */
  readonly places: Float64Array;
  readonly lefts: Int32Array;
  readonly rights: Int32Array;
  planeCount: number;
  partCount: number;
}

/** The size of the sample that chooses the planes. A part with up to LEAST_PART of its triangles is not cut: they are too few to choose well. */
const SAMPLE = 2048;
const LEAST_PART = 64;
/** Levels of planes from one sample. */
const MOST_LEVELS = 12;

/**
 * Planes that separate the triangles order[begin] … order[end − 1] into parts of some `partSize`; null where they all have the same
 * midpoint, up to rounding.
 */
export function chooseCuts(
  mesh: TriangleMesh,
  corners: Uint32Array,
  order: Uint32Array,
  begin: number,
  end: number,
  partSize: number,
): Cuts | null {
  const count = Math.min(SAMPLE, end - begin);
  const from = createRecords(count);
  takeSample(order, begin, end - begin, from.ints, count);
  quantiseAgain(from, 0, count, mesh, corners);
  // Each plane separates at least one triangle of the sample from the others.
  const cuts: Cuts = {
    axes: new Uint8Array(count),
    places: new Float64Array(count),
    lefts: new Int32Array(count),
    rights: new Int32Array(count),
    planeCount: 0,
    partCount: 0,
  };
  const least = Math.max(LEAST_PART, (partSize * count) / (end - begin));
  cutSample(cuts, { mesh, corners, from, to: createRecords(count), least }, 0, count, 0);
  return cuts.planeCount > 0 ? cuts : null;
}

interface Sample {
  readonly mesh: TriangleMesh;
  readonly corners: Uint32Array;
  readonly from: Records;
  readonly to: Records;
  /** A part with this many triangles of the sample, or fewer, is not cut further. */
  readonly least: number;
}

/** One of each run of equal length, at a scattered place: a fixed stride could follow one row of a grid. */
function takeSample(order: Uint32Array, begin: number, all: number, ints: Int32Array, count: number): void {
  const run = all / count;
  for (let i = 0; i < count; i++) {
    const scatter = (Math.imul(i, 0x9e3779b1) >>> 8) * 2 ** -24;
    ints[RECORD_STRIDE * i + RECORD_TRIANGLE] = order[begin + Math.floor((i + scatter) * run)];
  }
}

/** Cuts a part of the sample, and the resulting parts in turn; returns its plane, or ~part if it is not cut. */
function cutSample(cuts: Cuts, sample: Sample, begin: number, end: number, level: number): number {
  const plane: Plane = { axis: 0, cut: 0, cost: Infinity, spread: 0 };
  if (end - begin > sample.least && level < MOST_LEVELS) cheapestPlane(sample.from.ints, begin, end, plane);
  if (plane.cost === Infinity || plane.spread <= NOISE) return ~cuts.partCount++;
  const middle = partition(sample, begin, end, plane);
  const at = cuts.planeCount++;
  cuts.axes[at] = plane.axis;
  cuts.places[at] = placeOf(sample, begin, middle, end, plane.axis);
  cuts.lefts[at] = cutSample(cuts, sample, begin, middle, level + 1);
  cuts.rights[at] = cutSample(cuts, sample, middle, end, level + 1);
  return at;
}

function partition({ from, to }: Sample, begin: number, end: number, { axis, cut }: Plane): number {
  const { ints } = from;
  let front = begin;
  let back = end;
  for (let i = begin; i < end; i++) {
    const r = RECORD_STRIDE * i + axis;
    moveRecord(from.words, i, to.words, ints[r] - ints[r + MIRRORED_MAX] < cut ? front++ : --back);
  }
  for (let i = begin; i < end; i++) moveRecord(to.words, i, from.words, i);
  return front;
}

/** Halfway between the last sum on the left and the first on the right. Sums are not midpoints, so the two may overlap a little. */
function placeOf(
  { mesh, corners, from }: Sample,
  begin: number,
  middle: number,
  end: number,
  axis: number,
): number {
  const { positions } = mesh;
  let left = -Infinity;
  let right = Infinity;
  for (let i = begin; i < end; i++) {
    const c = 3 * from.ints[RECORD_STRIDE * i + RECORD_TRIANGLE];
    const sum =
      positions[3 * corners[c] + axis] +
      positions[3 * corners[c + 1] + axis] +
      positions[3 * corners[c + 2] + axis];
    if (i < middle) left = Math.max(left, sum);
    else right = Math.min(right, sum);
  }
  return left / 2 + right / 2;
}

/** Writes the parts of the triangles order[begin] … order[end − 1] to `parts`, at the places of `order`, and counts them. */
export function assignParts(
  { axes, places, lefts, rights }: Cuts,
  { positions }: TriangleMesh,
  corners: Uint32Array,
  order: Uint32Array,
  begin: number,
  end: number,
  parts: Uint16Array,
  counts: Uint32Array,
): void {
  for (let i = begin; i < end; i++) {
    const c = 3 * order[i];
    const u = 3 * corners[c];
    const v = 3 * corners[c + 1];
    const w = 3 * corners[c + 2];
    let at = 0;
    while (at >= 0) {
      const axis = axes[at];
      const sum = positions[u + axis] + positions[v + axis] + positions[w + axis];
      at = sum < places[at] ? lefts[at] : rights[at];
    }
    parts[i] = ~at;
    counts[~at]++;
  }
}
