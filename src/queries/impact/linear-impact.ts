import { exactSweepCount } from "../../geometry/sweep/exact-sweep.ts";
import { meetingTime } from "../../geometry/sweep/moving-boxes.ts";
import type * as Layout from "../../trees/layout.ts";
import { chooseOrigin } from "../../trees/origin.ts";
import {
  beginFeatureImpacts,
  featureTestCount,
  impact,
  startTestCount,
  trianglesImpact,
} from "./feature-impacts.ts";
import { addToImpactQueue, clearImpactQueue, earliestTime, takeEarliest, taken } from "./impact-queue.ts";
import type { ImpactStats } from "./impact-result.ts";
import { fitMovingBoxes, type MovingMesh, worldPositions } from "./moving-mesh.ts";
import { beginTranslation, translatedMeetingTime } from "./translated-boxes.ts";

// The first contact of two meshes whose vertices move in straight lines, or of one with itself. Pairs of nodes wait in
// the order of the earliest time at which their boxes could meet; when that is no earlier than a contact already found,
// no other can be earlier.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const AABB_STRIDE = 8 satisfies typeof Layout.AABB_STRIDE;
const AABB_LINK = 6 satisfies typeof Layout.AABB_LINK;
const AABB_COUNT = 7 satisfies typeof Layout.AABB_COUNT;
const AABB_SIZE = 7 satisfies typeof Layout.AABB_SIZE;

const origin = new Float64Array(3);
let boxTests = 0;
let triangleTests = 0;
let isTranslation = false;

/**
 * Finds the first contact; `impact` has it then, unless its upper time is still later than 1. For a mesh against itself
 * b is a. `translated`: neither deforms nor turns. Returns whether all was searched: false after `maxSteps` pairs of
 * nodes, with what was ruled out in `impact.searched`.
 */
export function findLinearImpact(
  a: MovingMesh,
  b: MovingMesh,
  translated: boolean,
  maxSteps: number,
): boolean {
  const isSelf = a === b;
  isTranslation = translated;
  if (translated) beginTranslation(a.tree, a.from, a.to, b.tree, b.from, b.to);
  else {
    chooseOrigin(worldPositions(a.start, a.from, "motionA.from"), origin);
    fitMovingBoxes(a, origin, "motionA");
    if (!isSelf) fitMovingBoxes(b, origin, "motionB");
  }
  boxTests = 0;
  triangleTests = 0;
  beginFeatureImpacts();
  clearImpactQueue();
  addPair(a, 0, b, 0);
  for (let steps = 0; earliestTime() < impact.upper[0]; steps++) {
    if (steps >= maxSteps) {
      impact.searched = earliestTime();
      return false;
    }
    takeEarliest();
    step(a, taken.nodeA, b, taken.nodeB, isSelf);
  }
  return true;
}

/** Writes what the search did; `exactBefore` is `exactSweepCount` from before it. */
export function recordLinearStats(stats: ImpactStats, exactBefore: number): void {
  stats.boxTests = boxTests;
  stats.triangleTests = triangleTests;
  stats.featureTests = featureTestCount();
  stats.exactTests = exactSweepCount() - exactBefore + startTestCount();
}

/** Splits the larger node of a pair, or both halves of a node against itself, or tests the triangles of two leaves. */
function step(a: MovingMesh, nodeA: number, b: MovingMesh, nodeB: number, isSelf: boolean): void {
  const linksA = a.tree.links;
  const linksB = b.tree.links;
  const atA = AABB_STRIDE * nodeA;
  const atB = AABB_STRIDE * nodeB;
  const linkA = linksA[atA + AABB_LINK];
  const linkB = linksB[atB + AABB_LINK];
  if (isSelf && nodeA === nodeB && linkA >= 0) {
    addPair(a, linkA, b, linkA);
    addPair(a, linkA, b, linkA + 1);
    addPair(a, linkA + 1, b, linkA + 1);
  } else if (linkA < 0 && linkB < 0) {
    testLeaves(a, ~linkA, linksA[atA + AABB_COUNT], b, ~linkB, linksB[atB + AABB_COUNT], isSelf);
  } else if (linkB < 0 || (linkA >= 0 && sizeOf(a, atA) >= sizeOf(b, atB))) {
    addPair(a, linkA, b, nodeB);
    addPair(a, linkA + 1, b, nodeB);
  } else {
    addPair(a, nodeA, b, linkB);
    addPair(a, nodeA, b, linkB + 1);
  }
}

function sizeOf({ tree, startBoxes }: MovingMesh, at: number): number {
  return (isTranslation ? tree : startBoxes!).nodes[at + AABB_SIZE];
}

function testLeaves(
  a: MovingMesh,
  slotA: number,
  countA: number,
  b: MovingMesh,
  slotB: number,
  countB: number,
  isSelf: boolean,
): void {
  const isOne = isSelf && slotA === slotB;
  for (let i = slotA; i < slotA + countA; i++)
    for (let j = isOne ? i + 1 : slotB; j < slotB + countB; j++) {
      triangleTests++;
      trianglesImpact(a, i, b, j, isSelf);
    }
}

function addPair(a: MovingMesh, nodeA: number, b: MovingMesh, nodeB: number): void {
  boxTests++;
  const time = a === b && nodeA === nodeB ? 0 : timeOf(a, AABB_STRIDE * nodeA, b, AABB_STRIDE * nodeB);
  if (time < impact.upper[0]) addToImpactQueue(time, nodeA, nodeB);
}

function timeOf(a: MovingMesh, i: number, b: MovingMesh, j: number): number {
  if (isTranslation) return translatedMeetingTime(a.tree.nodes, i, b.tree.nodes, j);
  return meetingTime(a.startBoxes!.nodes, a.endBoxes!.nodes, i, b.startBoxes!.nodes, b.endBoxes!.nodes, j);
}
