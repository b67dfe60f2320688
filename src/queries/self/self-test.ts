import {
  isDegenerate,
  meetBeyondCorner,
  meetBeyondEdge,
} from "../../geometry/overlap/neighbour-triangles.ts";
import { exactNeighbourTestCount } from "../../geometry/overlap/neighbour-triangles-exact.ts";
import { TRIANGLE, trianglesMeet } from "../../geometry/overlap/triangle-triangle.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { BATCH } from "../../kernels/self-memory-map.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import {
  beginSelfTriangles,
  createSelfTriangles,
  moveToPlace,
  type SelfTriangles,
} from "./self-triangles.ts";

// The last stage of a self-collision query: tests pairs of a model's triangles in world space, exactly. Call `beginSelfTest` once, then
// `testCandidates` for each batch of candidates.
//
// Each batch is first sorted by the number of common corners, without a branch, and each kind is tested in a loop of its own: which kind
// comes next is unpredictable, and a mispredicted branch costs as much as a test.

// sorted: for each number of common corners, 0 to 3, up to BATCH entries of slotI slotJ cornerI cornerJ
const ENTRY = 4;
const KIND = ENTRY * BATCH;
// Scratch of one batch, which no other code can see half filled. In the context these two would cost 2 to 4 % of a plain
// query: V8 compiles the address of a module's constant array into the code.
const sorted = new Int32Array(4 * KIND);
/** Where the next entry of each kind goes; 16 elements, because a hot loop writes it. */
const ends = new Int32Array(16);

/** The state and counters of the exact tests of one query. */
export interface SelfTest {
  readonly triangles: SelfTriangles;
  /** Pairs with this many or more common corners do not count: 1 omits all neighbours, 4 none. */
  fewestExcluded: number;
  triangleTests: number;
  /** The exact test counters at the start of the query. */
  exactBefore: number;
}

export function createSelfTest(): SelfTest {
  return {
    triangles: createSelfTriangles(),
    fewestExcluded: 4,
    triangleTests: 0,
    exactBefore: 0,
  };
}

/**
 * Starts a query. `corners` holds three vertex numbers per slot; equal numbers are a common corner. `toWorld` and `moves`
 * come from `readPose`; `reach` bounds the L1 distance of two world vertices.
 */
export function beginSelfTest(
  test: SelfTest,
  mesh: TriangleMesh,
  corners: Uint32Array,
  fewestExcluded: number,
  toWorld: Float64Array,
  moves: boolean,
  reach: number,
): void {
  beginSelfTriangles(test.triangles, mesh.positions, corners, toWorld, moves, reach);
  test.fewestExcluded = fewestExcluded;
  test.triangleTests = 0;
  test.exactBefore = exactTestCount() + exactNeighbourTestCount();
}

export function exactSelfTests({ exactBefore }: SelfTest): number {
  return exactTestCount() + exactNeighbourTestCount() - exactBefore;
}

/**
 * Writes the slots of all candidates that are pairs to `hits`, in any order, and returns their number. The candidates, at most BATCH, are
 * two slots each. Triangles without a common corner are a pair if they share a point; with one, if they share more than that corner; with
 * two, if they are coplanar and overlap; with three, always. Degenerate triangles are in no pair.
 */
export function testCandidates(
  test: SelfTest,
  candidates: Int32Array,
  count: number,
  hits: Int32Array,
): number {
  const { fewestExcluded } = test;
  sortByCommonCorners(test, candidates, count);
  let found = 0;
  if (fewestExcluded > 0) found = testKind(test, 0, hits, found);
  if (fewestExcluded > 1) found = testKind(test, 1, hits, found);
  if (fewestExcluded > 2) found = testKind(test, 2, hits, found);
  if (fewestExcluded > 3) found = testKind(test, 3, hits, found);
  return found;
}

/** Tests the candidates with `shared` common corners; returns the number of hits, including the `before` earlier ones. */
function testKind(test: SelfTest, shared: number, hits: Int32Array, before: number): number {
  const { triangles } = test;
  const { data, owners, mask } = triangles;
  const begin = KIND * shared;
  const end = ends[shared];
  let found = before;
  test.triangleTests += (end - begin) / ENTRY;
  for (let at = begin; at < end; at += ENTRY) {
    const slotI = sorted[at];
    const slotJ = sorted[at + 1];
    const placeI = slotI & mask;
    if (owners[placeI] !== slotI) moveToPlace(triangles, slotI, placeI);
    // In a mesh with more triangles than places, both triangles may share a place; then j takes the spare one.
    const placeJ = placeI === (slotJ & mask) ? mask + 1 : slotJ & mask;
    if (owners[placeJ] !== slotJ) moveToPlace(triangles, slotJ, placeJ);
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

function sortByCommonCorners({ triangles }: SelfTest, candidates: Int32Array, count: number): void {
  const { corners } = triangles;
  for (let shared = 0; shared < 4; shared++) ends[shared] = KIND * shared;
  for (let c = 0; c < 2 * count; c += 2) {
    const slotI = candidates[c];
    const slotJ = candidates[c + 1];
    const i = 3 * slotI;
    const j = 3 * slotJ;
    const i0 = corners[i];
    const i1 = corners[i + 1];
    const i2 = corners[i + 2];
    const j0 = corners[j];
    const j1 = corners[j + 1];
    const j2 = corners[j + 2];
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

/** The lone corner of three bits: the only one set, or the only one not set. */
const LONE = Int32Array.of(0, 0, 1, 2, 2, 1, 0, 0);
