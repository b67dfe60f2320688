import { OptionError, show } from "../../errors.ts";
import type { OptionNames } from "../../option-names.ts";
import { checkFillable, fillCounters, refuseFillable, refuseInto } from "../../reused-objects.ts";
import { DETACHED, isArrayBuffer } from "../../typed-arrays.ts";
import { FEATURE_KINDS } from "../feature-kinds.ts";
import { numberRows, rowBytes, setFeatureRows } from "../feature-rows.ts";
import { ALL_COUNTERS } from "../stats.ts";

/** What a query for near pairs did. */
export interface NearStats {
  /** Pairs of boxes tested. */
  boxTests: number;
  /** Pairs of triangles whose features were tested. */
  triangleTests: number;
  /** Pairs of features whose distance was compared in f64, because their boxes are near each other and f32 did not decide. */
  featureTests: number;
  /** Pairs of features that integers had to decide. */
  exactTests: number;
}

/**
 * Pairs of features that are near each other, one per row, sorted by kind, then by a's feature, then by b's. Vertices and faces are ordered
 * by number, edges by their two vertex numbers, the lower one first. All coordinates are world coordinates.
 */
export interface NearPairs {
  /** The number of rows. */
  count: number;
  /** One a row: `NEAR_KINDS.vertexFace`, a vertex of a and a face of b; `faceVertex`, a face of a and a vertex of b; `edgeEdge`. */
  kinds: Uint8Array;
  /**
   * Four vertex numbers a row, a's feature first: (v, f0, f1, f2), (f0, f1, f2, v) or (e0, e1, f0, f1). A face starts at the corner that
   * comes first in the mesh, an edge with its lower number.
   */
  vertices: Uint32Array;
  /** Two a row, a's first: the face, or the lowest-numbered triangle that has the vertex or edge. */
  triangles: Uint32Array;
  /**
   * Four a row: the weights of the four vertices. The weights of a's vertices add up to 1 and give a's point; likewise for b. They are
   * barycentric coordinates of a face, 1 − s and s on an edge, 1 for a vertex.
   */
  weights: Float64Array;
  distances: Float64Array;
  /** Three a row: the closest points of the two features. */
  pointsA: Float64Array;
  pointsB: Float64Array;
  /** Three a row: the unit vector from a's point to b's. For features that touch, see `findNearPairs`. */
  normals: Float64Array;
  stats: NearStats;
  /** The memory behind all arrays, reused when the result is passed back as `into`. */
  storage: ArrayBuffer;
}

/** The values in `NearPairs.kinds`. */
export const NEAR_KINDS = FEATURE_KINDS;

const NEAR_STATS: OptionNames<NearStats> = {
  boxTests: true,
  triangleTests: true,
  featureTests: true,
  exactTests: true,
};
const NEAR_COUNTERS = ["boxTests", "triangleTests", "featureTests", "exactTests"] as const;

// storage (feature-rows.ts), f64: weights (4) distances (1) pointsA (3) pointsB (3) normals (3)
const NUMBERS = 14;
const ROW_BYTES = rowBytes(NUMBERS);

/** An empty result. */
export function createNearPairs(): NearPairs {
  return {
    count: 0,
    kinds: new Uint8Array(0),
    vertices: new Uint32Array(0),
    triangles: new Uint32Array(0),
    weights: new Float64Array(0),
    distances: new Float64Array(0),
    pointsA: new Float64Array(0),
    pointsB: new Float64Array(0),
    normals: new Float64Array(0),
    stats: { boxTests: 0, triangleTests: 0, featureTests: 0, exactTests: 0 },
    storage: new ArrayBuffer(0),
  };
}

/** Resizes a result to `count` rows, within its present memory if they fit. */
export function setRows(result: NearPairs, count: number): void {
  if (result.storage.byteLength < ROW_BYTES * count)
    result.storage = new ArrayBuffer(ROW_BYTES * Math.ceil(1.25 * count));
  const { storage } = result;
  const capacity = Math.floor(storage.byteLength / ROW_BYTES);
  const memory = { buffer: storage, byteOffset: 0, capacity, count };
  result.weights = numberRows(memory, 0, 4);
  result.distances = numberRows(memory, 4, 1);
  result.pointsA = numberRows(memory, 5, 3);
  result.pointsB = numberRows(memory, 8, 3);
  result.normals = numberRows(memory, 11, 3);
  setFeatureRows(result, memory, NUMBERS);
}

/** Throws `OptionError` unless `into` is omitted or an earlier result. Must be called before any work is done. */
export function checkNearInto(into: NearPairs | null | undefined): void {
  if (into === undefined || into === null) return;
  const { storage, stats } = into;
  if (!isArrayBuffer(storage) || !NEAR_COUNTERS.every((name) => typeof stats?.[name] === "number"))
    refuseInto(into);
  if (storage.byteLength === 0 && isDetached(storage))
    throw new OptionError(`into.storage: ${DETACHED}; omit into to get a new result`);
  if (!Object.isExtensible(into) || !Object.isExtensible(stats)) refuseFillable(into, "into");
}

function isDetached(storage: ArrayBuffer): boolean {
  try {
    new Uint8Array(storage);
    return false;
  } catch {
    return true; // the constructor throws only for a detached buffer
  }
}

/** The caller's `stats` with all counters, the missing ones added. Throws `OptionError` if it cannot be filled. */
export function readNearStats(stats: Partial<NearStats> | undefined): NearStats | undefined {
  if (stats === undefined) return undefined;
  checkFillable(stats, NEAR_STATS, "stats", ALL_COUNTERS);
  fillCounters(stats, NEAR_COUNTERS);
  return stats as NearStats;
}

/** Throws `OptionError` unless the thickness is a finite number of at least 0. */
export function checkThickness(thickness: number): void {
  if (!(typeof thickness === "number" && thickness >= 0 && thickness < Infinity))
    throw new OptionError(`thickness: ${show(thickness)} is not a finite number of at least 0`);
}
