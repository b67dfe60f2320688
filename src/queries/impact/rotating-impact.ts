import type { AabbTree } from "../../trees/layout.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "../../trees/layout.ts";
import { collide, createContactCache } from "../pairs/collide.ts";
import { createStats } from "../stats.ts";
import type { Impact, ImpactStats } from "./impact-result.ts";
import type { ReadMotion } from "./motion.ts";
import { createPeriodMesh, extentOf, type PeriodMesh } from "./period-mesh.ts";
import {
  APART,
  beginPeriod,
  boxesStayApart,
  compareTriangles,
  NEAR,
  nodeSize,
  periodTravel,
} from "./rotating-period.ts";

// The first contact of two meshes when at least one rotates, by halving time and boxes together. A pair of nodes that stays apart
// throughout a period is finished. Any other pair is split until its boxes are smaller than the distance they travel; then it goes on to
// the two halves of the period. Earlier halves come first, so the first pair of triangles that is near enough is the earliest contact.
// Meshes that slide along each other cost little: a direction perpendicular to the sliding separates them for a long time.

/** The default tolerance, relative to the larger mesh. */
const TOLERANCE = 1e-9;
/** The tolerance is at least this many times the rounding error. */
const ROUNDINGS = 64;

/** A search for the first contact of rotating meshes; one is kept and reused. */
interface RotatingSearch {
  /** Pairs of nodes that periods still have to examine; `frontEnd` is the end of the current period's pairs. */
  front: Int32Array;
  frontEnd: number;
  /** Pairs of nodes still to examine in the current period. */
  stack: Int32Array;
  boxTests: number;
  triangleTests: number;
  /** Two triangles that are near enough to count as a contact. */
  slotA: number;
  slotB: number;
}

const rotatingSearch: RotatingSearch = {
  front: new Int32Array(1024),
  frontEnd: 0,
  stack: new Int32Array(256),
  boxTests: 0,
  triangleTests: 0,
  slotA: -1,
  slotB: -1,
};
const cache = createContactCache();
const contactStats = createStats();

interface Limits {
  tolerance: number | undefined;
  maxSteps: number;
  stats: ImpactStats | undefined;
}

export function findRotatingImpact(
  treeA: AabbTree,
  motionA: ReadMotion,
  treeB: AabbTree,
  motionB: ReadMotion,
  { tolerance, maxSteps, stats }: Limits,
): Impact {
  const a = createPeriodMesh(treeA, motionA, "motionA");
  const b = createPeriodMesh(treeB, motionB, "motionB");
  cache.slotA = cache.slotB = -1;
  const isHit = collide(treeA, treeB, {
    aToWorld: motionA.from,
    bToWorld: motionB.from,
    cache,
    stats: contactStats,
  });
  const search = rotatingSearch;
  search.boxTests = contactStats.boxTests;
  search.triangleTests = contactStats.triangleTests;
  const least = ROUNDINGS * (a.rounding + b.rounding);
  const near = Math.max(tolerance ?? TOLERANCE * Math.max(extentOf(a), extentOf(b)), least);
  const { triangleA, triangleB } = cache;
  const result: Impact = isHit
    ? { kind: "hit", lower: 0, upper: 0, startsInContact: true, triangleA, triangleB }
    : searchPeriods(search, a, b, near, maxSteps + search.boxTests + search.triangleTests);
  if (stats !== undefined) {
    stats.boxTests = search.boxTests;
    stats.triangleTests = search.triangleTests;
    stats.featureTests = 0;
    stats.exactTests = contactStats.exactTests;
  }
  return result;
}

function searchPeriods(
  search: RotatingSearch,
  a: PeriodMesh,
  b: PeriodMesh,
  tolerance: number,
  maxTests: number,
): Impact {
  // A period with its pairs, front[begin … end − 1]. Both halves of a period share its pairs. Pairs of a later period lie before those of
  // an earlier one, so the memory of a finished period can be overwritten.
  const waiting = [{ start: 0, length: 1, begin: 0, end: 2 }];
  search.front[0] = 0;
  search.front[1] = 0;
  for (let period = waiting.pop(); period !== undefined; period = waiting.pop()) {
    const { start, length, begin, end } = period;
    beginPeriod(a, b, start, start + length);
    search.frontEnd = end;
    for (let pair = begin; pair < end; pair += 2) {
      const outcome = descend(search, a, search.front[pair], b, search.front[pair + 1], tolerance);
      if (outcome === NEAR) {
        const [triangleA, triangleB] = [a.tree.triangles[search.slotA], b.tree.triangles[search.slotB]];
        return { kind: "hit", lower: start, upper: start, startsInContact: false, triangleA, triangleB };
      }
      if (search.boxTests + search.triangleTests > maxTests)
        return { kind: "indeterminate", lower: start, upper: 1 };
    }
    if (search.frontEnd === end) continue;
    const half = length / 2;
    // Not reached: a pair that moves this little counts as near, because the tolerance is above rounding. The check guarantees that the
    // search ends.
    if (start + half === start) return { kind: "indeterminate", lower: start, upper: 1 };
    waiting.push(
      { start: start + half, length: half, begin: end, end: search.frontEnd },
      { start, length: half, begin: end, end: search.frontEnd },
    );
  }
  return { kind: "miss" };
}

/** Splits a pair of nodes as far as it helps in this period; pairs that are not ruled out go to the front. */
function descend(
  search: RotatingSearch,
  a: PeriodMesh,
  nodeA: number,
  b: PeriodMesh,
  nodeB: number,
  tolerance: number,
): number {
  const linksA = a.tree.links;
  const linksB = b.tree.links;
  const travel = periodTravel();
  let waiting = 0;
  let atA = AABB_STRIDE * nodeA;
  let atB = AABB_STRIDE * nodeB;
  for (;;) {
    search.boxTests++;
    if (!boxesStayApart(a, atA, b, atB)) {
      const linkA = linksA[atA + AABB_LINK];
      const linkB = linksB[atB + AABB_LINK];
      const sizeA = linkA < 0 ? 0 : nodeSize(a, atA);
      const sizeB = linkB < 0 ? 0 : nodeSize(b, atB);
      if (linkA < 0 && linkB < 0) {
        const countA = linksA[atA + AABB_COUNT];
        const countB = linksB[atB + AABB_COUNT];
        const outcome = compareLeaves(search, a, ~linkA, countA, b, ~linkB, countB, tolerance);
        if (outcome === NEAR) return NEAR;
        if (outcome !== APART) addToFront(search, atA / AABB_STRIDE, atB / AABB_STRIDE);
      } else if (sizeA < travel && sizeB < travel) {
        addToFront(search, atA / AABB_STRIDE, atB / AABB_STRIDE);
      } else if (linkB < 0 || (linkA >= 0 && sizeA >= sizeB)) {
        waiting = push(search, waiting, linkA, atB / AABB_STRIDE);
        waiting = push(search, waiting, linkA + 1, atB / AABB_STRIDE);
      } else {
        waiting = push(search, waiting, atA / AABB_STRIDE, linkB);
        waiting = push(search, waiting, atA / AABB_STRIDE, linkB + 1);
      }
    }
    if (waiting === 0) return APART;
    waiting -= 2;
    atA = AABB_STRIDE * search.stack[waiting];
    atB = AABB_STRIDE * search.stack[waiting + 1];
  }
}

function push(search: RotatingSearch, count: number, nodeA: number, nodeB: number): number {
  if (count === search.stack.length) search.stack = lengthened(search.stack);
  search.stack[count] = nodeA;
  search.stack[count + 1] = nodeB;
  return count + 2;
}

function addToFront(search: RotatingSearch, nodeA: number, nodeB: number): void {
  if (search.frontEnd === search.front.length) search.front = lengthened(search.front);
  search.front[search.frontEnd++] = nodeA;
  search.front[search.frontEnd++] = nodeB;
}

function lengthened(array: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * array.length);
  longer.set(array);
  return longer;
}

function compareLeaves(
  search: RotatingSearch,
  a: PeriodMesh,
  firstA: number,
  countA: number,
  b: PeriodMesh,
  firstB: number,
  countB: number,
  tolerance: number,
): number {
  let worst = APART as number;
  for (let i = firstA; i < firstA + countA; i++)
    for (let j = firstB; j < firstB + countB; j++) {
      search.triangleTests++;
      const outcome = compareTriangles(a, i, b, j, tolerance);
      if (outcome > worst) worst = outcome;
      if (outcome !== NEAR) continue;
      search.slotA = i;
      search.slotB = j;
      return NEAR;
    }
  return worst;
}
