import { setPlane, TRIANGLE, trianglesMeet } from "../geometry/overlap/triangle-triangle.ts";
import { exactTestCount } from "../geometry/overlap/triangle-triangle-exact.ts";
import { type Positions, type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { addPair } from "./pair-list.ts";

// The last stage of a pair query: the triangles of two leaves against each other, in world space, exactly.

/** What the stage needs of either tree, whatever its boxes are. */
export interface Leaves {
  readonly mesh: { readonly positions: Positions };
  readonly corners: Uint32Array;
  readonly triangles: Uint32Array;
}

// The triangles of a's leaf are moved to world space CHUNK at a time, so that each is moved once for a usual leaf
// and the memory stays fixed for an unusual one.
const CHUNK = 8;
// An imported constant is looked up at each use; a local one is part of the code.
const STRIDE = TRIANGLE;
const worldA = new Float64Array(CHUNK * STRIDE);
const worldB = new Float64Array(STRIDE);
const reach = new Float64Array(16); // the first counts; more than 64 bytes lie outside V8's heap, at a fixed address
let aToWorld: Float64Array = worldA; // set by every query
let bToWorld: Float64Array = worldA;
let movesA = false;
let movesB = false;

let triangleTests = 0;
let exactBefore = 0;

/** Counters of the query under way. */
export function triangleTestCount(): number {
  return triangleTests;
}

export function exactTestsOfQuery(): number {
  return exactTestCount() - exactBefore;
}

/** The last pair that met in a query for the first contact. */
export const lastHit = { triangleA: -1, triangleB: -1 };

/**
 * Starts a query: its poses, whether they move anything, how far apart two world vertices can be (L1 norm), and the
 * counters at zero.
 */
export function beginLeafPairs(
  a: Float64Array,
  aMoves: boolean,
  b: Float64Array,
  bMoves: boolean,
  worldReach: number,
): void {
  reach[0] = worldReach;
  aToWorld = a;
  bToWorld = b;
  movesA = aMoves;
  movesB = bMoves;
  triangleTests = 0;
  exactBefore = exactTestCount();
}

/**
 * Tests the triangles in two runs of slots. With `all`, every pair that meets is added to the pair list and the
 * answer is false; otherwise the first such pair ends the test with true.
 */
export function leavesMeet(
  a: Leaves,
  slotA: number,
  countA: number,
  b: Leaves,
  slotB: number,
  countB: number,
  all: boolean,
): boolean {
  const positionsA = a.mesh.positions;
  const positionsB = b.mesh.positions;
  for (let begin = 0; begin < countA; begin += CHUNK) {
    const size = Math.min(countA - begin, CHUNK);
    for (let i = 0; i < size; i++)
      loadTriangle(positionsA, a.corners, slotA + begin + i, movesA, aToWorld, worldA, STRIDE * i);
    for (let j = 0; j < countB; j++) {
      loadTriangle(positionsB, b.corners, slotB + j, movesB, bToWorld, worldB, 0);
      triangleTests += size;
      for (let i = 0; i < size; i++) {
        if (!trianglesMeet(worldA, STRIDE * i, worldB, 0)) continue;
        if (all) addPair(a.triangles[slotA + begin + i]!, b.triangles[slotB + j]!);
        else {
          lastHit.triangleA = a.triangles[slotA + begin + i]!;
          lastHit.triangleB = b.triangles[slotB + j]!;
          return true;
        }
      }
    }
  }
  return false;
}

/** Tests one triangle of each mesh, by their numbers. */
export function trianglePairMeets(
  a: TriangleMesh,
  triangleA: number,
  b: TriangleMesh,
  triangleB: number,
): boolean {
  loadMeshTriangle(a, triangleA, movesA, aToWorld, worldA);
  loadMeshTriangle(b, triangleB, movesB, bToWorld, worldB);
  triangleTests++;
  if (!trianglesMeet(worldA, 0, worldB, 0)) return false;
  lastHit.triangleA = triangleA;
  lastHit.triangleB = triangleB;
  return true;
}

function loadMeshTriangle(
  mesh: TriangleMesh,
  triangle: number,
  moves: boolean,
  m: Float64Array,
  out: Float64Array,
): void {
  for (let corner = 0; corner < 3; corner++) cornersOfOne[corner] = vertexOf(mesh, triangle, corner);
  loadTriangle(mesh.positions, cornersOfOne, 0, moves, m, out, 0);
}

const cornersOfOne = new Uint32Array(3);

function loadTriangle(
  positions: Positions,
  corners: Uint32Array,
  slot: number,
  moves: boolean,
  m: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const c = 3 * slot;
  loadCorner(positions, 3 * corners[c]!, moves, m, out, at);
  loadCorner(positions, 3 * corners[c + 1]!, moves, m, out, at + 3);
  loadCorner(positions, 3 * corners[c + 2]!, moves, m, out, at + 6);
  setPlane(out, at, reach);
}

function loadCorner(
  positions: Positions,
  v: number,
  moves: boolean,
  m: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const x = positions[v]!;
  const y = positions[v + 1]!;
  const z = positions[v + 2]!;
  if (moves) {
    // movePoint, written out so that no number is passed, hence boxed
    out[at] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    out[at + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    out[at + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
  } else {
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
  }
}
