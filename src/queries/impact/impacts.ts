import { OptionError, show } from "../../errors.ts";
import { refuseFillable, refuseInto } from "../../reused-objects.ts";
import { DETACHED, isArrayOf, isDetached } from "../../typed-arrays.ts";
import { numberRows, rowBytes, setFeatureRows } from "../feature-rows.ts";
import type { ImpactStats } from "./impact-result.ts";

/**
 * First contacts of features, a row each, sorted by time, then kind, then vertex numbers. All coordinates are those of the
 * world, at the row's first time.
 */
export interface Impacts {
  /** How many rows there are. */
  count: number;
  /** One a row: `IMPACT_KINDS.vertexFace`, a vertex of a and a face of b; `faceVertex`, a face of a and a vertex of b; `edgeEdge`. */
  kinds: Uint8Array;
  /**
   * Four vertex numbers a row, those of a's feature first: (v, f0, f1, f2), (f0, f1, f2, v) or (e0, e1, f0, f1). Faces begin
   * where the mesh says, edges with the lower number.
   */
  vertices: Uint32Array;
  /** Two a row: the face, or the triangle with the lowest number that has the vertex or edge; a's first. */
  triangles: Uint32Array;
  /** Two a row, lower and upper: neighbouring f64 numbers with the contact between them, or twice the time itself. */
  times: Float64Array;
  /**
   * Four a row: the weights of the four vertices. Those of a's vertices add up to 1 and give its point, and so do those of
   * b's: barycentrics of a face, 1 − s and s on an edge, 1 for a vertex.
   */
  weights: Float64Array;
  /** Three a row: where the features touch; equal but for rounding. */
  pointsA: Float64Array;
  pointsB: Float64Array;
  /** Three a row: a unit vector from a to b. See `findImpacts`. */
  normals: Float64Array;
  /** Whether triangles meet at time 0 already, exact. Their features are rows only where they touch during the step. */
  startsInContact: boolean;
  /** Whether there are later impacts than those listed, beyond `maxImpacts`. */
  truncated: boolean;
  stats: ImpactStats;
  /** The memory behind all arrays, kept when the result is passed back as `into`. */
  storage: Float64Array;
}

const COUNTERS = ["boxTests", "triangleTests", "featureTests", "exactTests"] as const;

// storage (feature-rows.ts), f64: times (2) weights (4) pointsA (3) pointsB (3) normals (3)
const NUMBERS = 15;
/** Of a row, rounded up to whole f64. */
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

/** Gives a result `count` rows, in the memory that it has where they fit. */
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

/** Throws `OptionError` unless `into` is left out or is an earlier result: to be called before any work is done. */
export function checkImpactsInto(into: Impacts | null | undefined): void {
  if (into === undefined || into === null) return;
  const { storage, stats } = into;
  if (!isArrayOf(storage, "Float64Array") || !COUNTERS.every((name) => typeof stats?.[name] === "number"))
    refuseInto(into);
  if (storage.length === 0 && isDetached(storage))
    throw new OptionError(`into.storage: ${DETACHED}; leave into out to get a new result`);
  if (!Object.isExtensible(into) || !Object.isExtensible(stats)) refuseFillable(into, "into");
}

/** Throws `OptionError` unless `maxImpacts` is a whole number of at least 1. */
export function checkMaxImpacts(maxImpacts: number): void {
  if (!(Number.isInteger(maxImpacts) && maxImpacts >= 1))
    throw new OptionError(`maxImpacts: ${show(maxImpacts)} is not a whole number of at least 1`);
}
