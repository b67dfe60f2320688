import {
  isDegenerate,
  meetBeyondCorner,
  meetBeyondEdge,
} from "../../geometry/overlap/neighbour-triangles.ts";
import { exactNeighbourTestCount } from "../../geometry/overlap/neighbour-triangles-exact.ts";
import type * as Triangles from "../../geometry/overlap/triangle-triangle.ts";
import { trianglesMeet } from "../../geometry/overlap/triangle-triangle.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import type * as Memory from "../../kernels/self-memory-map.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { beginSelfTriangles, moveToPlace, selfTriangles } from "./self-triangles.ts";

// The last stage of a query of one model against itself: pairs of its triangles, in world space, exactly. Where the
// candidates come from does not matter: `beginSelfTest`, then `testCandidates` for each batch of them.
//
// A batch is sorted by the number of common corners first, without a branch, and each kind is tested in a loop of its
// own: which kind comes next is unpredictable, and a wrong guess of the processor costs as much as a test.

// A copy, checked by the compiler: V8 does not fold constants of other modules.
const TRIANGLE = 16 satisfies typeof Triangles.TRIANGLE;

/** The most candidates of a batch. */
export const BATCH = 2048 satisfies typeof Memory.BATCH;

// sorted: for each number of common corners, 0 to 3, up to BATCH entries of slotI slotJ cornerI cornerJ
const ENTRY = 4;
const KIND = ENTRY * BATCH;
const sorted = new Int32Array(4 * KIND);
/** Where the next entry of each kind goes; 16 long, because a hot loop writes it. */
const ends = new Int32Array(16);

let corners: Uint32Array = new Uint32Array(0);
let sharedLimit = 4;
let triangleTests = 0;
let exactBefore = 0;

/**
 * Starts a query. `vertices` holds three vertex numbers a slot; equal numbers are a common corner. Pairs with
 * `fewestExcluded` common corners or more do not count: 1 for any neighbours, 4 for none. `toWorld` and `moves` are those
 * of `readPose`, `reach` says how far apart two world vertices can be (L1 norm).
 */
export function beginSelfTest(
  mesh: TriangleMesh,
  vertices: Uint32Array,
  fewestExcluded: number,
  toWorld: Float64Array,
  moves: boolean,
  reach: number,
): void {
  beginSelfTriangles(mesh.positions, vertices, toWorld, moves, reach);
  corners = vertices;
  sharedLimit = fewestExcluded;
  triangleTests = 0;
  exactBefore = exactTestCount() + exactNeighbourTestCount();
}

/** Counters of the query under way. */
export function selfTestCount(): number {
  return triangleTests;
}

/** Counts candidates that were decided elsewhere, before `testCandidates`. */
export function addTriangleTests(count: number): void {
  triangleTests += count;
}

export function exactSelfTests(): number {
  return exactTestCount() + exactNeighbourTestCount() - exactBefore;
}

/**
 * Writes the slots of those candidates that are pairs to `hits`, in any order, and returns how many they are. The
 * candidates, at most BATCH, are two slots each. Without a common corner triangles are a pair if they share a point;
 * with one, if they share more than that; with two, if they lie on each other in one plane; with three, always.
 * Degenerate triangles are in no pair.
 */
export function testCandidates(candidates: Int32Array, count: number, hits: Int32Array): number {
  sortByCommonCorners(candidates, count);
  let found = 0;
  if (sharedLimit > 0) found = testKind(0, hits, found);
  if (sharedLimit > 1) found = testKind(1, hits, found);
  if (sharedLimit > 2) found = testKind(2, hits, found);
  if (sharedLimit > 3) found = testKind(3, hits, found);
  return found;
}

/** Tests the candidates with `shared` common corners and returns how many hits there are then. */
function testKind(shared: number, hits: Int32Array, before: number): number {
  const { data, owners, mask } = selfTriangles;
  const begin = KIND * shared;
  const end = ends[shared];
  let found = before;
  triangleTests += (end - begin) / ENTRY;
  for (let at = begin; at < end; at += ENTRY) {
    const slotI = sorted[at];
    const slotJ = sorted[at + 1];
    const placeI = slotI & mask;
    if (owners[placeI] !== slotI) moveToPlace(slotI, placeI);
    // In a mesh with more triangles than places both may have the same one; then j takes the spare.
    const placeJ = placeI === (slotJ & mask) ? mask + 1 : slotJ & mask;
    if (owners[placeJ] !== slotJ) moveToPlace(slotJ, placeJ);
    const i = TRIANGLE * placeI;
    const j = TRIANGLE * placeJ;
    if (isDegenerate(data, i) || isDegenerate(data, j)) continue;
    const cornerI = LONE[sorted[at + 2]];
    const cornerJ = LONE[sorted[at + 3]];
    const isPair =
      shared === 0
        ? trianglesMeet(data, i, data, j)
        : shared === 1
          ? meetBeyondCorner(data, i, cornerI, data, j, cornerJ)
          : shared === 3 || meetBeyondEdge(data, i, cornerI, data, j, cornerJ);
    if (!isPair) continue;
    hits[2 * found] = slotI;
    hits[2 * found + 1] = slotJ;
    found++;
  }
  return found;
}

function sortByCommonCorners(candidates: Int32Array, count: number): void {
  const vertices = corners;
  for (let shared = 0; shared < 4; shared++) ends[shared] = KIND * shared;
  for (let c = 0; c < 2 * count; c += 2) {
    const slotI = candidates[c];
    const slotJ = candidates[c + 1];
    const i = 3 * slotI;
    const j = 3 * slotJ;
    const i0 = vertices[i];
    const i1 = vertices[i + 1];
    const i2 = vertices[i + 2];
    const j0 = vertices[j];
    const j1 = vertices[j + 1];
    const j2 = vertices[j + 2];
    // Bit k: corner k of one triangle is a corner of the other.
    const e00 = +(i0 === j0);
    const e01 = +(i0 === j1);
    const e02 = +(i0 === j2);
    const e10 = +(i1 === j0);
    const e11 = +(i1 === j1);
    const e12 = +(i1 === j2);
    const e20 = +(i2 === j0);
    const e21 = +(i2 === j1);
    const e22 = +(i2 === j2);
    const bitsI = e00 | e01 | e02 | ((e10 | e11 | e12) << 1) | ((e20 | e21 | e22) << 2);
    const bitsJ = e00 | e10 | e20 | ((e01 | e11 | e21) << 1) | ((e02 | e12 | e22) << 2);
    // A triangle that names a vertex twice is degenerate, and its kind does not matter.
    const shared = (bitsI & 1) + ((bitsI >> 1) & 1) + (bitsI >> 2);
    const at = ends[shared];
    ends[shared] = at + ENTRY;
    sorted[at] = slotI;
    sorted[at + 1] = slotJ;
    sorted[at + 2] = bitsI;
    sorted[at + 3] = bitsJ;
  }
}

/** The corner that stands alone in three bits: the only one set, or the only one not set. */
const LONE = Int32Array.of(0, 0, 1, 2, 2, 1, 0, 0);
