import { isDegenerate, markDegenerate } from "../../geometry/overlap/neighbour-triangles.ts";
import type * as Triangles from "../../geometry/overlap/triangle-triangle.ts";
import { setPlane } from "../../geometry/overlap/triangle-triangle.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";

// The triangles of one model in world space, taken there when they are first needed. Up to MOST_PLACES of them stay for
// the whole query; in a larger mesh those whose slots agree in the last 17 bits take turns.

// A copy, checked by the compiler: V8 does not fold constants of other modules.
const TRIANGLE = 16 satisfies typeof Triangles.TRIANGLE;
/** 16 MB of triangles, kept between queries. */
const MOST_PLACES = 2 ** 17;

/** What the tests read: the triangle in a slot lies at TRIANGLE · its place, once `moveToPlace` has taken it there. */
export const selfTriangles = {
  data: new Float64Array(0),
  /** The slot at each place, −1 for none. */
  owners: new Int32Array(0),
  /** A slot's place is slot & mask; one more place, behind all others, is spare. */
  mask: 0,
};

let positions: Positions = new Float64Array(0);
let corners: Uint32Array = new Uint32Array(0);
let toWorld: Float64Array = new Float64Array(16);
let moves = false;
const reach = new Float64Array(16);

/** Starts a query; `vertices` has three vertex numbers a slot, `distance` says how far apart two can be (L1 norm). */
export function beginSelfTriangles(
  meshPositions: Positions,
  vertices: Uint32Array,
  pose: Float64Array,
  poseMoves: boolean,
  distance: number,
): void {
  positions = meshPositions;
  corners = vertices;
  toWorld = pose;
  moves = poseMoves;
  reach[0] = distance;
  const slots = vertices.length / 3;
  let places = 1;
  while (places < slots && places < MOST_PLACES) places *= 2;
  if (selfTriangles.owners.length < places + 1) {
    selfTriangles.data = new Float64Array(TRIANGLE * (places + 1));
    selfTriangles.owners = new Int32Array(places + 1);
  }
  selfTriangles.mask = places - 1;
  selfTriangles.owners.fill(-1, 0, places + 1);
}

/** Takes the triangle in the slot to the place, with its plane and whether it is degenerate. */
export function moveToPlace(slot: number, place: number): void {
  const { data, owners } = selfTriangles;
  owners[place] = slot;
  const at = TRIANGLE * place;
  moveCorner(3 * corners[3 * slot], data, at);
  moveCorner(3 * corners[3 * slot + 1], data, at + 3);
  moveCorner(3 * corners[3 * slot + 2], data, at + 6);
  setPlane(data, at, reach);
  markDegenerate(data, at, reach);
}

/** Whether the triangle in the slot has no area. */
export function isSlotDegenerate(slot: number): boolean {
  const place = slot & selfTriangles.mask;
  if (selfTriangles.owners[place] !== slot) moveToPlace(slot, place);
  return isDegenerate(selfTriangles.data, TRIANGLE * place);
}

function moveCorner(v: number, out: Float64Array, at: number): void {
  const x = positions[v];
  const y = positions[v + 1];
  const z = positions[v + 2];
  if (moves) {
    const m = toWorld;
    // movePoint, written out so that no number is passed, hence boxed
    out[at] = m[0] * x + m[4] * y + m[8] * z + m[12];
    out[at + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
    out[at + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
  } else {
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
  }
}
