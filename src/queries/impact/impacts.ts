import { OptionError, show } from "../../errors.ts";
import { refuseFillable, refuseInto } from "../../reused-objects.ts";
import { DETACHED, isArrayOf, isDetached } from "../../typed-arrays.ts";
import { numberRows, rowBytes, setFeatureRows } from "../feature-rows.ts";
import type { ImpactStats } from "./impact-result.ts";

/**
 * First contacts of features, one per row, sorted by time, then kind, then vertex numbers. All coordinates are world coordinates at the
 * row's lower time.
 */
export interface Impacts {
  /** The number of rows. */
  count: number;
  /** One a row: `IMPACT_KINDS.vertexFace`, a vertex of a and a face of b; `faceVertex`, a face of a and a vertex of b; `edgeEdge`. */
  kinds: Uint8Array;
  /**
   * Four vertex numbers a row, a's feature first: (v, f0, f1, f2), (f0, f1, f2, v) or (e0, e1, f0, f1). A face starts at the corner that
   * comes first in the mesh, an edge with its lower number.
   */
  vertices: Uint32Array;
  /** Two a row, a's first: the face, or the lowest-numbered triangle that has the vertex or edge. */
  triangles: Uint32Array;
  /** Two a row, lower and upper: neighbouring f64 numbers with the contact between them, or the exact time twice. */
  times: Float64Array;
  /**
   * Four a row: the weights of the four vertices. The weights of a's vertices add up to 1 and give a's point; likewise for b. They are
   * barycentric coordinates of a face, 1 − s and s on an edge, 1 for a vertex.
   */
  weights: Float64Array;
  /** Three a row: where the features touch; equal up to rounding. */
  pointsA: Float64Array;
  pointsB: Float64Array;
  /** Three a row: a unit vector from a to b. See `findImpacts`. */
  normals: Float64Array;
  /** Whether triangles meet already at time 0, exact. Their features are rows only if they touch during the step. */
  startsInContact: boolean;
  /** Whether there are more impacts than the `maxImpacts` listed. */
  truncated: boolean;
  stats: ImpactStats;
  /** The memory behind all arrays, reused when the result is passed back as `into`. */
  storage: Float64Array;
}

const COUNTERS = ["boxTests", "triangleTests", "featureTests", "exactTests"] as const;

// storage (feature-rows.ts), f64: times (2) weights (4) pointsA (3) pointsB (3) normals (3)
const NUMBERS = 15;
/** The numbers of a row, rounded up to whole f64. */
const ROW_NUMBERS = Math.ceil(rowBytes(NUMBERS) / 8);

/** An empty result. */
export function createImpacts(): Impacts {
  const storage = new Float64Array(0);
  return {
    count: 0,
    kinds: new Uint8Array(0),
    vertices: new Uint32Array(0),
    triangles: new Uint32Array(0),
    times: storage,
    weights: storage,
    pointsA: storage,
    pointsB: storage,
    normals: storage,
    startsInContact: false,
    truncated: false,
    stats: { boxTests: 0, triangleTests: 0, featureTests: 0, exactTests: 0 },
    storage,
  };
}

/** Resizes a result to `count` rows, within its present memory if they fit. */
export function setRows(result: Impacts, count: number): void {
  if (result.storage.length < ROW_NUMBERS * count)
    result.storage = new Float64Array(ROW_NUMBERS * Math.ceil(1.25 * count));
  const { buffer, byteOffset, length } = result.storage;
  const memory = { buffer, byteOffset, capacity: Math.floor(length / ROW_NUMBERS), count };
  result.times = numberRows(memory, 0, 2);
  result.weights = numberRows(memory, 2, 4);
  result.pointsA = numberRows(memory, 6, 3);
  result.pointsB = numberRows(memory, 9, 3);
  result.normals = numberRows(memory, 12, 3);
  setFeatureRows(result, memory, NUMBERS);
}

/** Throws `OptionError` unless `into` is omitted or an earlier result. Must be called before any work is done. */
export function checkImpactsInto(into: Impacts | null | undefined): void {
  if (into === undefined || into === null) return;
  const { storage, stats } = into;
  if (!isArrayOf(storage, "Float64Array") || !COUNTERS.every((name) => typeof stats?.[name] === "number"))
    refuseInto(into);
  if (storage.length === 0 && isDetached(storage))
    throw new OptionError(`into.storage: ${DETACHED}; omit into to get a new result`);
  if (!Object.isExtensible(into) || !Object.isExtensible(stats)) refuseFillable(into, "into");
}

/** Throws `OptionError` unless `maxImpacts` is a whole number of at least 1. */
export function checkMaxImpacts(maxImpacts: number): void {
  if (!(Number.isInteger(maxImpacts) && maxImpacts >= 1))
    throw new OptionError(`maxImpacts: ${show(maxImpacts)} is not a whole number of at least 1`);
}
