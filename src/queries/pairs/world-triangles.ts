import { moveVertex } from "../../geometry/affine.ts";
import { setPlane, TRIANGLE } from "../../geometry/overlap/triangle-triangle.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";

// The triangles of one side of a query, moved to world space when first needed and kept until another triangle needs their place: a
// triangle is tested against several others, and moving it costs as much as testing it.

const PLACES = 128;
export const LAST_PLACE = 127;

/** One side's triangles in world space. */
export interface WorldTriangles {
  /** A triangle of TRIANGLE numbers at each place. */
  readonly data: Float64Array;
  /** The content of each place: generation + slot. A new query starts a new generation, so nothing has to be cleared. */
  readonly owners: Float64Array;
  toWorld: Float64Array;
  /** The first number bounds the L1 distance of two corners of the query. */
  readonly reach: Float64Array;
  moves: boolean;
  generation: number;
  nextGeneration: number;
}

export function createWorldTriangles(): WorldTriangles {
  return {
    data: new Float64Array(TRIANGLE * PLACES),
    owners: new Float64Array(PLACES),
    toWorld: new Float64Array(16),
    reach: new Float64Array(1),
    moves: false,
    generation: 1,
    nextGeneration: 1,
  };
}

/** Invalidates all triangles, for a query with another pose or mesh of at most `slots` triangles. */
export function beginWorldTriangles(
  side: WorldTriangles,
  toWorld: Float64Array,
  moves: boolean,
  reach: number,
  slots: number,
): void {
  side.toWorld = toWorld;
  side.moves = moves;
  side.reach[0] = reach;
  if (side.nextGeneration > 2 ** 52) {
    side.owners.fill(0);
    side.nextGeneration = 1;
  }
  side.generation = side.nextGeneration;
  side.nextGeneration += slots;
}

/** Moves the triangle in `slot` to its place in world space, completed by `setPlane`. */
export function moveTriangle(
  side: WorldTriangles,
  positions: Positions,
  corners: Uint32Array,
  slot: number,
): void {
  moveCorners(side, positions, corners, slot);
  setPlane(side.data, TRIANGLE * (slot & LAST_PLACE), side.reach);
}

/** Moves the corners of the triangle in `slot` to its place in world space: slot s has the place s & LAST_PLACE. */
export function moveCorners(
  side: WorldTriangles,
  positions: Positions,
  corners: Uint32Array,
  slot: number,
): void {
  const { data, owners, moves, toWorld, generation } = side;
  const place = slot & LAST_PLACE;
  const at = TRIANGLE * place;
  owners[place] = generation + slot;
  const c = 3 * slot;
  moveVertex(positions, 3 * corners[c], moves, toWorld, data, at);
  moveVertex(positions, 3 * corners[c + 1], moves, toWorld, data, at + 3);
  moveVertex(positions, 3 * corners[c + 2], moves, toWorld, data, at + 6);
}
