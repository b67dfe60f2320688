import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { OrderScratch } from "./order.ts";

// What the split rules share while a tree is built.
//
// record, 8 × 32 bits, one per triangle:
//   minX minY minZ maxX maxY maxZ | triangle | unused
// Its box is in f32, rounded outward; for the surface area rule in integers instead (quantised-records.ts).
// A rule reads the records of its node from one buffer and writes them, separated, into the other. Records move
// rather than indices to them, so that every pass runs through memory in order.
export const RECORD_STRIDE = 8;
export const RECORD_WORDS = 4; // the length of a record in f64, for moving
export const RECORD_WORDS_SHIFT = 2;
export const RECORD_MIN = 0;
export const RECORD_MAX = 3;
export const RECORD_TRIANGLE = 6;

export interface Records {
  readonly floats: Float32Array;
  /** The bytes of `floats` as integers, for triangle numbers and quantised boxes. */
  readonly ints: Int32Array;
  /**
   * The bytes of `floats` as f64, for moving a record in four steps. No two neighbouring words look like an f64 NaN, so no
   * bit is lost.
   */
  readonly words: Float64Array;
}

export interface Workspace {
  readonly mesh: TriangleMesh;
  /** The mesh's vertex numbers, three per triangle. */
  readonly corners: Uint32Array;
  /** Nodes in the layout of the finished tree, with room for 2n − 1. */
  readonly nodes: Float32Array;
  readonly links: Int32Array;
  readonly even: Records;
  readonly odd: Records;
  /** Twice the mean of the corners, 3 × f64 per triangle; for the best-axis rule only. */
  readonly centres: Float64Array | null;
  /** For rules that order the records. */
  readonly order: OrderScratch;
}

/**
 * Separates the records begin … end − 1 of `from` into a left part, begin … mid − 1 of `to`, and a right part, mid … end −
 * 1; returns mid. Returns `begin` if the rule cannot separate them; anything it wrote is then ignored. Rules that use the
 * node's box also write the boxes of the parts, into the nodes `child` and `child + 1`.
 */
export type Split = (
  work: Workspace,
  from: Records,
  to: Records,
  node: number,
  begin: number,
  end: number,
  child: number,
) => number;

export function createRecords(count: number): Records {
  const buffer = new ArrayBuffer(4 * RECORD_STRIDE * count);
  return {
    floats: new Float32Array(buffer),
    ints: new Int32Array(buffer),
    words: new Float64Array(buffer),
  };
}
