import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { exactSweepCount } from "../../geometry/sweep/exact-sweep.ts";
import { meetingTime } from "../../geometry/sweep/moving-boxes.ts";
import { AABB_COUNT, AABB_LINK, AABB_SIZE, AABB_STRIDE } from "../../trees/layout.ts";
import { chooseOrigin } from "../../trees/origin.ts";
import { descendByKernel, stepsBeforeKernels } from "./descend-impact-by-kernel.ts";
import { beginFeatureSearch, type FeatureSearch, trianglesImpact } from "./feature-impacts.ts";
import type { ImpactList } from "./impact-list.ts";
import { addToHeap, addToStack, clearQueue, earliestTime, takeEarliest } from "./impact-queue.ts";
import type { Impact, ImpactStats } from "./impact-result.ts";
import { createLinearSearch, type LinearSearch } from "./linear-search.ts";
import { fitMovingBoxes, flattenStars, type MovingMesh, placeVertices } from "./moving-mesh.ts";
import { beginTranslation, createTranslation, translatedMeetingTime } from "./translated-boxes.ts";

// Contacts of two meshes whose vertices move in straight lines, or of one mesh with itself. For the first contact, pairs of nodes are
// queued by the earliest time at which their boxes could meet; once that is no earlier than a contact already found, no other contact can
// be earlier. For all contacts the order does not matter.

/** Kept and reused. */
const search = createLinearSearch();
const translation = createTranslation();

/**
 * The first contact. For a mesh against itself, b is a. `isTranslation`: neither mesh deforms nor rotates. Indeterminate after `maxSteps`
 * pairs of nodes.
 */
export function findLinearImpact(
  a: MovingMesh,
  b: MovingMesh,
  isTranslation: boolean,
  maxSteps: number,
  stats: ImpactStats | undefined,
): Impact {
  const exactBefore = exactSweepCount() + exactTestCount();
  beginSearch(search, a, b, isTranslation);
  const searched = runSearch(search, a, b, null, Infinity, maxSteps);
  if (stats !== undefined) writeStats(search, exactBefore, stats);
  return describeImpact(search.features, searched, a, b);
}

/** Writes all contacts to `list`, or at least the earliest `maxImpacts`. Returns whether the meshes meet at time 0. */
export function findLinearImpacts(
  a: MovingMesh,
  b: MovingMesh,
  isTranslation: boolean,
  list: ImpactList,
  maxImpacts: number,
  stats: ImpactStats,
): boolean {
  const exactBefore = exactSweepCount() + exactTestCount();
  beginSearch(search, a, b, isTranslation);
  runSearch(search, a, b, list, maxImpacts, Infinity);
  writeStats(search, exactBefore, stats);
  return search.features.startsInContact;
}

function beginSearch(search: LinearSearch, a: MovingMesh, b: MovingMesh, isTranslation: boolean): void {
  search.translation = isTranslation ? translation : null;
  if (isTranslation) beginTranslation(translation, a.tree, a.from, a.to, b.tree, b.from, b.to);
  else {
    placeVertices(a, "motionA");
    if (a !== b) placeVertices(b, "motionB");
    const origin = new Float64Array(3);
    chooseOrigin(a.worldStart!, origin);
    fitMovingBoxes(a, origin);
    if (a !== b) fitMovingBoxes(b, origin);
    else flattenStars(a);
  }
  search.startA = (isTranslation ? a.tree : a.startBoxes!).nodes;
  search.endA = (isTranslation ? a.tree : a.endBoxes!).nodes;
  search.startB = (isTranslation ? b.tree : b.startBoxes!).nodes;
  search.endB = (isTranslation ? b.tree : b.endBoxes!).nodes;
}

/**
 * Searches in TypeScript, or in kernels if they save more than laying out the meshes costs. Both take equal pairs in equal order. Returns
 * the earliest time at which a pair of nodes not yet examined could meet.
 */
function runSearch(
  search: LinearSearch,
  a: MovingMesh,
  b: MovingMesh,
  list: ImpactList | null,
  maxImpacts: number,
  maxSteps: number,
): number {
  beginFeatureSearch(search.features, list, maxImpacts);
  search.boxTests = 0;
  search.triangleTests = 0;
  search.steps = 0;
  clearQueue(search.queue);
  addPair(search, a, 0, b, 0);
  descend(search, a, b, Math.min(maxSteps, stepsBeforeKernels(a, b)));
  if (isUnfinished(search, maxSteps)) descendByKernel(search, a, b, maxSteps);
  descend(search, a, b, maxSteps);
  return earliestTime(search.queue);
}

function isUnfinished({ steps, queue, features: { upper } }: LinearSearch, maxSteps: number): boolean {
  return steps < maxSteps && earliestTime(queue) < upper[0];
}

function descend(search: LinearSearch, a: MovingMesh, b: MovingMesh, maxSteps: number): void {
  const { features, queue } = search;
  const { upper } = features;
  const isSelf = a === b;
  let { steps } = search;
  for (; steps < maxSteps && earliestTime(queue) < upper[0]; steps++) {
    takeEarliest(queue);
    step(search, a, queue.nodeA, b, queue.nodeB, isSelf);
  }
  search.steps = steps;
}

function writeStats(search: LinearSearch, exactBefore: number, stats: ImpactStats): void {
  stats.boxTests = search.boxTests;
  stats.triangleTests = search.triangleTests;
  stats.featureTests = search.features.featureTests;
  stats.exactTests = exactSweepCount() + exactTestCount() - exactBefore;
}

/** The answer; before the time `searched` there is no contact other than the one found. */
function describeImpact(
  { lower, upper, slotA, slotB }: FeatureSearch,
  searched: number,
  a: MovingMesh,
  b: MovingMesh,
): Impact {
  if (searched < upper[0])
    return { kind: "indeterminate", lower: Math.min(lower[0], searched), upper: Math.min(upper[0], 1) };
  if (slotA < 0) return { kind: "miss" };
  const triangleA = a.tree.triangles[slotA];
  const triangleB = b.tree.triangles[slotB];
  // Straight motion is exact, so a contact at time 0 is a contact of the meshes at the start.
  const startsInContact = upper[0] === 0;
  return { kind: "hit", lower: lower[0], upper: upper[0], startsInContact, triangleA, triangleB };
}

/** Splits the larger node of a pair, or a node paired with itself, or tests the triangles of two leaves. */
function step(
  search: LinearSearch,
  a: MovingMesh,
  nodeA: number,
  b: MovingMesh,
  nodeB: number,
  isSelf: boolean,
): void {
  const linksA = a.tree.links;
  const linksB = b.tree.links;
  const atA = AABB_STRIDE * nodeA;
  const atB = AABB_STRIDE * nodeB;
  const linkA = linksA[atA + AABB_LINK];
  const linkB = linksB[atB + AABB_LINK];
  if (isSelf && nodeA === nodeB && linkA >= 0) {
    addPair(search, a, linkA, b, linkA);
    addPair(search, a, linkA, b, linkA + 1);
    addPair(search, a, linkA + 1, b, linkA + 1);
  } else if (linkA < 0 && linkB < 0) {
    testLeaves(search, a, ~linkA, linksA[atA + AABB_COUNT], b, ~linkB, linksB[atB + AABB_COUNT], isSelf);
  } else if (linkB < 0 || (linkA >= 0 && search.startA[atA + AABB_SIZE] >= search.startB[atB + AABB_SIZE])) {
    addPair(search, a, linkA, b, nodeB);
    addPair(search, a, linkA + 1, b, nodeB);
  } else {
    addPair(search, a, nodeA, b, linkB);
    addPair(search, a, nodeA, b, linkB + 1);
  }
}

function testLeaves(
  search: LinearSearch,
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
      search.triangleTests++;
      trianglesImpact(search.features, a, i, b, j, isSelf);
    }
}

function addPair(search: LinearSearch, a: MovingMesh, nodeA: number, b: MovingMesh, nodeB: number): void {
  search.boxTests++;
  const { features, queue } = search;
  const time = a === b && nodeA === nodeB ? 0 : timeOf(search, AABB_STRIDE * nodeA, AABB_STRIDE * nodeB);
  if (time >= features.upper[0]) return;
  if (time === 0 || features.list !== null) addToStack(queue, nodeA, nodeB);
  else addToHeap(queue, time, nodeA, nodeB);
}

function timeOf({ translation, startA, endA, startB, endB }: LinearSearch, i: number, j: number): number {
  if (translation !== null) return translatedMeetingTime(translation, startA, i, startB, j);
  return meetingTime(startA, endA, i, startB, endB, j);
}
