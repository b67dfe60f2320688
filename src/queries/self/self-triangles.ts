import { moveVertex } from "../../geometry/affine.ts";
import { isDegenerate, markDegenerate } from "../../geometry/overlap/neighbour-triangles.ts";
import { setPlane, TRIANGLE } from "../../geometry/overlap/triangle-triangle.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";

// The triangles of one model in world space, each moved there when it is first needed. Up to MOST_PLACES of them stay for
// the whole query; in a larger mesh, triangles whose slots agree in the last 17 bits share a place.

/** 16 MB of triangles, kept between queries. */
const MOST_PLACES = 2 ** 17;

export interface SelfTriangles {
  /** The triangle in a slot is at TRIANGLE · its place, once `moveToPlace` has moved it there. */
  data: Float64Array;
  /** The slot at each place, −1 for none. */
  owners: Int32Array;
  /** A slot's place is slot & mask; one more place, after all others, is spare. */
  mask: number;
  positions: Positions;
  /** Three vertex numbers per slot. */
  corners: Uint32Array;
  toWorld: Float64Array;
  moves: boolean;
  /** The first number bounds the L1 distance of two vertices. 16 elements, because a hot loop reads it. */
  readonly reach: Float64Array;
}

const NO_POSITIONS = new Float64Array(0);
const NO_CORNERS = new Uint32Array(0);

export function createSelfTriangles(): SelfTriangles {
  return {
    data: new Float64Array(0),
    owners: new Int32Array(0),
    mask: 0,
    positions: NO_POSITIONS,
    corners: NO_CORNERS,
    toWorld: new Float64Array(16),
    moves: false,
    reach: new Float64Array(16),
  };
}

/** Starts a query; `corners` has three vertex numbers per slot, `reach` bounds the L1 distance of two vertices. */
export function beginSelfTriangles(
  triangles: SelfTriangles,
  positions: Positions,
  corners: Uint32Array,
  toWorld: Float64Array,
  moves: boolean,
  reach: number,
): void {
  triangles.positions = positions;
  triangles.corners = corners;
  triangles.toWorld = toWorld;
  triangles.moves = moves;
  triangles.reach[0] = reach;
  const slots = corners.length / 3;
  let places = 1;
  while (places < slots && places < MOST_PLACES) places *= 2;
  if (triangles.owners.length < places + 1) {
    triangles.data = new Float64Array(TRIANGLE * (places + 1));
    triangles.owners = new Int32Array(places + 1);
  }
  triangles.mask = places - 1;
  triangles.owners.fill(-1, 0, places + 1);
}

/** Releases the mesh, so that memory kept for the next query does not keep the mesh alive. */
export function releaseMesh(triangles: SelfTriangles): void {
  triangles.positions = NO_POSITIONS;
  triangles.corners = NO_CORNERS;
}

/** Moves the triangle in the slot to the place, with its plane and its degenerate flag. */
export function moveToPlace(triangles: SelfTriangles, slot: number, place: number): void {
  const { data, positions, corners, moves, toWorld, reach } = triangles;
  triangles.owners[place] = slot;
  const at = TRIANGLE * place;
  const c = 3 * slot;
  moveVertex(positions, 3 * corners[c], moves, toWorld, data, at);
  moveVertex(positions, 3 * corners[c + 1], moves, toWorld, data, at + 3);
  moveVertex(positions, 3 * corners[c + 2], moves, toWorld, data, at + 6);
  setPlane(data, at, reach);
  markDegenerate(data, at, reach);
}

/** Whether the triangle in the slot has no area. */
export function isSlotDegenerate(triangles: SelfTriangles, slot: number): boolean {
  const place = slot & triangles.mask;
  if (triangles.owners[place] !== slot) moveToPlace(triangles, slot, place);
  return isDegenerate(triangles.data, TRIANGLE * place);
}
