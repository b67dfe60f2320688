import { OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { BodyStats } from "../queries/articulated/body-query.ts";
import { createStats } from "../queries/stats.ts";
import { LEAST_SORTED, refreshBoxes } from "./body-boxes.ts";
import { updateBroadPhase } from "./broad-step.ts";
import { type CandidatePair, findingsOf, refreshRule, takeCandidates } from "./candidate-pairs.ts";
import { continueRebuild } from "./deformation.ts";
import { findMeetingLinks, type MeetingQuery } from "./find-meeting-links.ts";
import { findMeetingTriangles } from "./find-meeting-triangles.ts";
import { findNearFeatures, type WorldNearPair } from "./find-near-features.ts";
import { findPairContacts, type WorldContact } from "./find-pair-contacts.ts";
import { findPairImpacts, type WorldImpact } from "./find-pair-impacts.ts";
import { createPairOrder, orderPairsByNumber, type PairOrder } from "./order-pairs-by-number.ts";
import { keepSlotsOrdered } from "./order-slots.ts";
import {
  addPair,
  comparePairs,
  createPairBuffer,
  finishPairs,
  type PairBuffer,
  type WorldPairs,
} from "./pair-events.ts";
import type { WorldBody } from "./world-body.ts";
import type { WorldState } from "./world-state.ts";

// One step of a world:
//
//   refreshBoxes: changed bodies ─▶ boxes
//   updateBroadPhase: boxes ─▶ pairs of bodies whose boxes overlap ─▶ takeCandidates
//   checkCandidates: those with a body that has changed ─▶ links, triangles, contacts
//   collect: sorted pairs ─▶ what has begun, is kept, has ended

export interface StepOptions {
  /**
   * What to find for each pair of bodies that meets. "pairs" (default): that they meet, and which links. "triangles": also all pairs of
   * triangles. "contacts": also normals, depths and points for a solver.
   */
  find?: "pairs" | "triangles" | "contacts" | undefined;
  /** Lists the features at most this far apart, plus the bodies' thicknesses, added in f64. Default: none are searched. */
  near?: number | undefined;
  /**
   * Lists what meets during the motion from the last step to now. Poses move as in `timeOfImpact`; a body added since then stands still.
   * Default: false.
   */
  continuous?: boolean | undefined;
}

const STEP_OPTIONS: OptionNames<StepOptions> = { find: true, near: true, continuous: true };

const LEVELS = { pairs: 0, triangles: 1, contacts: 2 } as const;

/** The results of a step. Its arrays belong to the world, and the next step overwrites them. */
export interface WorldStep {
  /** The bodies, or links, that meet now; exact, touching counts. */
  readonly pairs: WorldPairs;
  /** The pairs that did not meet at the last step. */
  readonly begun: WorldPairs;
  /** The pairs that met already at the last step. */
  readonly kept: WorldPairs;
  /** The pairs that met at the last step and no longer do, including those of removed bodies. */
  readonly ended: WorldPairs;
  /** Null unless requested. */
  triangles: WorldTriangles | null;
  /** Sorted by (bodyA, bodyB, linkA, linkB); null unless requested. */
  contacts: readonly WorldContact[] | null;
  /** Sorted like `contacts`; null unless requested. */
  near: readonly WorldNearPair[] | null;
  /** Sorted by time, then like `near`; null unless requested. */
  impacts: readonly WorldImpact[] | null;
  readonly stats: WorldStats;
}

/** The triangles that meet, grouped by the pairs of the step. */
export interface WorldTriangles {
  /** The triangles of pair i are those from starts[i] to starts[i + 1] (exclusive). */
  starts: Uint32Array;
  /** Triangle of the first body, triangle of the second, for each; sorted within a pair of bodies. */
  pairs: Uint32Array;
}

export interface WorldStats extends BodyStats {
  /** Pairs of bodies whose boxes overlap. */
  bodyPairs: number;
  /** Pairs that were checked; the others may touch, or have not changed. */
  checkedPairs: number;
  /** Tests of links' oriented boxes and, for bodies of many links, of the hierarchies over them; of any boxes of links near a deformable body. */
  linkBoxTests: number;
  /** Milliseconds by the world's `clock`; 0 without one. */
  broadTime: number;
  narrowTime: number;
}

/** Memory that steps reuse. */
export interface StepBuffers {
  /** The pairs of the last completed step, and the buffer for the next; the two are swapped. */
  pairs: PairBuffer;
  spare: PairBuffer;
  readonly begun: PairBuffer;
  readonly kept: PairBuffer;
  readonly ended: PairBuffer;
  readonly triangles: { starts: Uint32Array; pairs: Uint32Array };
  /** The pairs that meet, and all pairs examined for `near` or `continuous`. */
  readonly meeting: CandidatePair[];
  /** Scratch to sort `meeting`. */
  readonly unsorted: CandidatePair[];
  ids: Uint32Array;
  readonly order: PairOrder;
  readonly tested: CandidatePair[];
  readonly query: MeetingQuery;
  readonly stats: WorldStats;
}

export function createStepBuffers(query: Omit<MeetingQuery, "stats" | "counts" | "boxes">): StepBuffers {
  const stats = createWorldStats();
  return {
    pairs: createPairBuffer(),
    spare: createPairBuffer(),
    begun: createPairBuffer(),
    kept: createPairBuffer(),
    ended: createPairBuffer(),
    triangles: { starts: new Uint32Array(64), pairs: new Uint32Array(256) },
    meeting: [],
    unsorted: [],
    ids: new Uint32Array(0),
    order: createPairOrder(),
    tested: [],
    query: { ...query, stats, counts: createStats(), boxes: new Float64Array(0) },
    stats,
  };
}

function createWorldStats(): WorldStats {
  return {
    bodyPairs: 0,
    checkedPairs: 0,
    broadTime: 0,
    narrowTime: 0,
    linkBoxTests: 0,
    candidates: 0,
    falseAlarms: 0,
    hullsApart: 0,
    boxTests: 0,
    triangleTests: 0,
    exactTests: 0,
  };
}

function clearWorldStats(stats: WorldStats): void {
  stats.bodyPairs = stats.checkedPairs = 0;
  stats.broadTime = stats.narrowTime = 0;
  stats.linkBoxTests = stats.candidates = stats.falseAlarms = stats.hullsApart = 0;
  stats.boxTests = stats.triangleTests = stats.exactTests = 0;
}

/** Runs a step. An error leaves the world as it was before the call. */
export function stepWorld(state: WorldState, options: StepOptions = {}): WorldStep {
  const request = readOptions(options);
  try {
    return answerStep(state, request);
  } finally {
    // A step that throws keeps its number for what it has checked, so that later changes are seen.
    state.step++;
  }
}

function answerStep(state: WorldState, request: StepRequest): WorldStep {
  const { buffers, clock } = state;
  const { stats } = buffers;
  clearWorldStats(stats);
  const begin = clock?.() ?? 0;
  sortChanged(state);
  refreshBoxes(state);
  keepSlotsOrdered(state);
  buffers.query.boxes = state.boxes;
  // The slot of a removed body may be another one's.
  for (const body of state.changed) if (body.isNew && !body.isRemoved) keepPlace(state, body);
  for (const body of state.deformables) continueRebuild(body);
  const boxPairs = updateBroadPhase(state, request.near, request.continuous);
  takeCandidates(state, boxPairs);
  stats.bodyPairs = boxPairs.count;
  const middle = clock?.() ?? 0;
  checkCandidates(state, request);
  const triangles = collect(state, request.level);
  const contacts =
    request.level === LEVELS.contacts ? buffers.meeting.flatMap((pair) => findingsOf(pair).contacts) : null;
  const near = request.near === null ? null : collectNear(state);
  const impacts = request.continuous ? collectImpacts(state) : null;
  stats.broadTime = middle - begin;
  stats.narrowTime = (clock?.() ?? 0) - middle;
  finishStep(state);
  const { pairs, begun, kept, ended } = buffers;
  return { pairs, begun, kept, ended, triangles, contacts, near, impacts, stats };
}

/** Sorts the changed bodies by slot, like `refreshBoxes` the bodies whose boxes are due. */
function sortChanged({ changed, slots, answered }: WorldState): void {
  if (changed.length < LEAST_SORTED * slots.length) return;
  changed.length = 0;
  for (const body of slots) if (body !== null && body.changedAt > answered) changed.push(body);
}

/** Options after reading and checking. */
interface StepRequest {
  readonly level: number;
  readonly near: number | null;
  readonly continuous: boolean;
}

function readOptions(options: StepOptions): StepRequest {
  checkOptionNames(options, STEP_OPTIONS, "step");
  const { find = "pairs", near = null, continuous = false } = options;
  if (!Object.hasOwn(LEVELS, find))
    throw new OptionError(`find: ${show(find)} is not one of ${Object.keys(LEVELS).join(", ")}`);
  if (near !== null && !(typeof near === "number" && near >= 0 && near < Infinity))
    throw new OptionError(`near: ${show(near)} is not a finite number of at least 0`);
  if (typeof continuous !== "boolean")
    throw new OptionError(`continuous: expected true or false, got ${show(continuous)}`);
  return { level: LEVELS[find], near, continuous };
}

/** Checks the pairs of which a body has changed, and lists all that meet in `meeting`. */
function checkCandidates(state: WorldState, request: StepRequest): void {
  const { candidates, selfPairs, buffers } = state;
  buffers.meeting.length = 0;
  buffers.tested.length = 0;
  for (const pair of selfPairs.values()) checkPair(state, pair, request);
  for (const pair of candidates.list) checkPair(state, pair, request);
}

function checkPair(state: WorldState, pair: CandidatePair, { level, near, continuous }: StepRequest): void {
  const { buffers, step } = state;
  refreshRule(state, pair);
  if (!pair.isTested) return;
  const { a, b, checkedAt } = pair;
  if (a.changedAt > checkedAt || b.changedAt > checkedAt || pair.checkedFor < level) {
    buffers.stats.checkedPairs++;
    if (level === LEVELS.pairs) findMeetingLinks(buffers.query, pair);
    else if (level === LEVELS.triangles) findMeetingTriangles(buffers.query, pair);
    else findPairContacts(buffers.query, pair);
    pair.checkedAt = step;
    pair.checkedFor = level;
  }
  if (pair.links.length > 0) buffers.meeting.push(pair);
  if (near !== null && isNearDue(pair, near)) {
    const findings = findingsOf(pair);
    findNearFeatures(pair, near);
    findings.nearAt = step;
    findings.nearWithin = near;
  }
  if (continuous) findPairImpacts(pair, state.answered);
  if (near !== null || continuous) buffers.tested.push(pair);
}

function isNearDue(pair: CandidatePair, near: number): boolean {
  const { a, b } = pair;
  const { nearAt, nearWithin } = findingsOf(pair);
  return a.changedAt > nearAt || b.changedAt > nearAt || nearWithin !== near;
}

function collectNear({ buffers }: WorldState): WorldNearPair[] {
  return buffers.tested.flatMap((pair) => findingsOf(pair).near).sort(byBodies);
}

function collectImpacts({ buffers }: WorldState): WorldImpact[] {
  const impacts = buffers.tested.flatMap((pair) => findingsOf(pair).impacts);
  return impacts.sort((p, q) => p.lower - q.lower || p.upper - q.upper || byBodies(p, q));
}

type LinkPair = Pick<WorldNearPair, "bodyA" | "bodyB" | "linkA" | "linkB">;

function byBodies(p: LinkPair, q: LinkPair): number {
  return p.bodyA - q.bodyA || p.bodyB - q.bodyB || p.linkA - q.linkA || p.linkB - q.linkB;
}

/** Writes the pairs that meet, and compares them with those of the last step. */
function collect({ buffers, nextId }: WorldState, level: number): WorldTriangles | null {
  const { meeting, pairs: last, spare: now, begun, kept, ended } = buffers;
  sortByIds(buffers, nextId);
  now.count = 0;
  for (const { a, b, links } of meeting)
    for (let i = 0; i < links.length; i += 2) addPair(now, a.id, b.id, links[i], links[i + 1]);
  finishPairs(now);
  const triangles = level >= LEVELS.triangles ? collectTriangles(buffers, now.count) : null;
  comparePairs(last, now, begun, kept, ended);
  buffers.pairs = now;
  buffers.spare = last;
  return triangles;
}

/** Sorts the pairs that meet. */
function sortByIds(buffers: StepBuffers, idEnd: number): void {
  const { meeting, order } = buffers;
  const count = meeting.length;
  // Ids are never reused: in a world that has seen far more bodies than it has pairs, sorting by comparison is faster.
  if (idEnd > LARGEST_IDS_PER_PAIR * count) {
    meeting.sort((p, q) => p.a.id - q.a.id || p.b.id - q.b.id);
    return;
  }
  if (buffers.ids.length < 2 * count) buffers.ids = new Uint32Array(4 * count);
  const { ids, unsorted } = buffers;
  for (let i = 0; i < count; i++) {
    const pair = (unsorted[i] = meeting[i]);
    ids[2 * i] = pair.a.id;
    ids[2 * i + 1] = pair.b.id;
  }
  const places = orderPairsByNumber(order, ids, count, idEnd);
  for (let i = 0; i < count; i++) meeting[i] = unsorted[places[i]];
  unsorted.length = 0;
}

const LARGEST_IDS_PER_PAIR = 16;

function collectTriangles({ meeting, triangles }: StepBuffers, pairCount: number): WorldTriangles {
  let total = 0;
  for (const pair of meeting)
    for (let i = 0; i < pair.links.length / 2; i++) total += findingsOf(pair).triangles[i].count;
  if (triangles.starts.length < pairCount + 1) triangles.starts = new Uint32Array(2 * pairCount + 2);
  if (triangles.pairs.length < 2 * total) triangles.pairs = new Uint32Array(4 * total);
  const { starts, pairs } = triangles;
  let at = 0;
  let end = 0;
  for (const pair of meeting) {
    const { triangles: found } = findingsOf(pair);
    for (let i = 0; i < pair.links.length / 2; i++) {
      starts[at++] = end;
      pairs.set(found[i].pairs, 2 * end);
      end += found[i].count;
    }
  }
  starts[at] = end;
  return { starts: starts.subarray(0, pairCount + 1), pairs: pairs.subarray(0, 2 * total) };
}

/** Stores the present poses, shapes and boxes of bodies as the start of the next step's motion. */
function finishStep(state: WorldState): void {
  for (const body of state.changed) {
    if (!body.isRemoved) keepPlace(state, body);
    body.isNew = false;
  }
  state.changed.length = 0;
  state.answered = state.step;
}

function keepPlace({ boxes, lastBoxes }: WorldState, body: WorldBody): void {
  const { slot, tree, links, toWorld, lastToWorld, deformation } = body;
  for (let i = 6 * slot; i < 6 * slot + 6; i++) lastBoxes[i] = boxes[i];
  // A plain loop for one pose: on so few numbers, `set` is slower.
  if (tree === null) lastToWorld.set(links!.linkToWorld);
  else for (let i = 0; i < 16; i++) lastToWorld[i] = toWorld[i];
  if (deformation === null) return;
  deformation.lastPositions.set(tree!.mesh.positions);
  deformation.start.isDue = true;
}
