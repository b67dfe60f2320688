import { isIdentity, type Pose } from "../geometry/affine.ts";
import { trianglesMeet } from "../geometry/overlap/triangle-triangle.ts";
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
const TRIANGLE = 9;
const worldA = new Float64Array(CHUNK * TRIANGLE);
const worldB = new Float64Array(16); // one triangle; more than 64 bytes, so that V8 keeps it outside its heap
const aToWorld = new Float64Array(16);
const bToWorld = new Float64Array(16);
let moveA = false;
let moveB = false;

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

/** Starts a query: its poses (null: identity), and the counters at zero. */
export function beginLeafPairs(poseA: Pose | null, poseB: Pose | null): void {
  moveA = poseA !== null && !isIdentity(poseA);
  moveB = poseB !== null && !isIdentity(poseB);
  if (moveA) for (let i = 0; i < 16; i++) aToWorld[i] = poseA![i]!;
  if (moveB) for (let i = 0; i < 16; i++) bToWorld[i] = poseB![i]!;
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
      loadTriangle(positionsA, a.corners, slotA + begin + i, moveA, aToWorld, worldA, TRIANGLE * i);
    for (let j = 0; j < countB; j++) {
      loadTriangle(positionsB, b.corners, slotB + j, moveB, bToWorld, worldB, 0);
      triangleTests += size;
      for (let i = 0; i < size; i++) {
        if (!trianglesMeet(worldA, TRIANGLE * i, worldB, 0)) continue;
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
  loadMeshTriangle(a, triangleA, moveA, aToWorld, worldA);
  loadMeshTriangle(b, triangleB, moveB, bToWorld, worldB);
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
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * corners[3 * slot + corner]!;
    const x = positions[v]!;
    const y = positions[v + 1]!;
    const z = positions[v + 2]!;
    const to = at + 3 * corner;
    if (moves) {
      // movePoint, kept here so that it is inlined
      out[to] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
      out[to + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
      out[to + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
    } else {
      out[to] = x;
      out[to + 1] = y;
      out[to + 2] = z;
    }
  }
}
