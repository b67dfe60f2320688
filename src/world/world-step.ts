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
   * What to find of each pair of bodies that meets. "pairs" (default): that they do, and which links. "triangles": all pairs of
   * triangles, too. "contacts": normals, depths and points for a solver as well.
   */
  find?: "pairs" | "triangles" | "contacts" | undefined;
  /** Lists the features that are at most this far apart, the bodies' thicknesses added. Default: none are looked for. */
  near?: number | undefined;
  /**
   * Lists what meets on the way from the last step to now. Poses move as `timeOfImpact` has it, a body that was added since stands still.
   * Default: false.
   */
  continuous?: boolean | undefined;
}

const STEP_OPTIONS: OptionNames<StepOptions> = { find: true, near: true, continuous: true };

const LEVELS = { pairs: 0, triangles: 1, contacts: 2 } as const;

/** What a step found. Its arrays belong to the world, and the next step overwrites them. */
export interface WorldStep {
  /** The bodies, or links, that meet now; exact, touching counts. */
  readonly pairs: WorldPairs;
  /** Those that did not meet at the last step. */
  readonly begun: WorldPairs;
  /** Those that met at the last step, too. */
  readonly kept: WorldPairs;
  /** Those that met at the last step, and do not now; of removed bodies, too. */
  readonly ended: WorldPairs;
  /** Null unless asked for. */
  triangles: WorldTriangles | null;
  /** Sorted by (bodyA, bodyB, linkA, linkB); null unless asked for. */
  contacts: readonly WorldContact[] | null;
  /** Sorted as `contacts`; null unless asked for. */
  near: readonly WorldNearPair[] | null;
  /** Sorted by time, then as `near`; null unless asked for. */
  impacts: readonly WorldImpact[] | null;
  readonly stats: WorldStats;
}

/** The triangles that meet, by the pairs of the step. */
export interface WorldTriangles {
  /** The triangles of pair i are those from starts[i] to starts[i + 1]. */
  starts: Uint32Array;
  /** Triangle of the first body, triangle of the second, for each; sorted within a pair of bodies. */
  pairs: Uint32Array;
}

export interface WorldStats extends BodyStats {
  /** Pairs of bodies whose boxes overlap. */
  bodyPairs: number;
  /** Those among them that were checked; the others may touch, or have not changed. */
  checkedPairs: number;
  /** Milliseconds by the world's `clock`; 0 without one. */
  broadTime: number;
  narrowTime: number;
}

/** Memory that steps use again. */
export interface StepBuffers {
  /** The pairs of the last step that was answered, and the buffer for the next; they change places. */
  pairs: PairBuffer;
  spare: PairBuffer;
  readonly begun: PairBuffer;
  readonly kept: PairBuffer;
  readonly ended: PairBuffer;
  readonly triangles: { starts: Uint32Array; pairs: Uint32Array };
  /** The pairs that meet, and all that were looked at for `near` or `continuous`. */
  readonly meeting: CandidatePair[];
  /** For sorting them. */
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

/** Answers a step. An error leaves the world as it was before the call. */
export function stepWorld(state: WorldState, options: StepOptions = {}): WorldStep {
  const asked = readOptions(options);
  try {
    return answerStep(state, asked);
  } finally {
    // What a step that throws has checked is of its own number, so that changes after it are seen.
    state.step++;
  }
}

function answerStep(state: WorldState, asked: Asked): WorldStep {
  const { buffers, clock } = state;
  const { stats } = buffers;
  Object.assign(stats, createWorldStats());
  const begin = clock?.() ?? 0;
  sortChanged(state);
  refreshBoxes(state);
  keepSlotsOrdered(state);
  buffers.query.boxes = state.boxes;
  for (const body of state.changed) if (body.isNew) keepPlace(state, body);
  for (const body of state.deformables) continueRebuild(body);
  const boxPairs = updateBroadPhase(state, asked.near, asked.continuous);
  takeCandidates(state, boxPairs);
  stats.bodyPairs = boxPairs.count;
  const middle = clock?.() ?? 0;
  checkCandidates(state, asked);
  const triangles = collect(state, asked.level);
  const contacts =
    asked.level === LEVELS.contacts ? buffers.meeting.flatMap((pair) => findingsOf(pair).contacts) : null;
  const near = asked.near === null ? null : collectNear(state);
  const impacts = asked.continuous ? collectImpacts(state) : null;
  stats.broadTime = middle - begin;
  stats.narrowTime = (clock?.() ?? 0) - middle;
  finishStep(state);
  const { pairs, begun, kept, ended } = buffers;
  return { pairs, begun, kept, ended, triangles, contacts, near, impacts, stats };
}

/** Lists the changed bodies in the order of slots, as `refreshBoxes` does those whose boxes are due. */
function sortChanged({ changed, slots, answered }: WorldState): void {
  if (changed.length < LEAST_SORTED * slots.length) return;
  changed.length = 0;
  for (const body of slots) if (body !== null && body.changedAt > answered) changed.push(body);
}

/** Options that have been read and checked. */
interface Asked {
  readonly level: number;
  readonly near: number | null;
  readonly continuous: boolean;
}

function readOptions(options: StepOptions): Asked {
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

/** Checks the pairs of which a body has changed, and lists in `meeting` all that meet. */
function checkCandidates(state: WorldState, asked: Asked): void {
  const { candidates, selfPairs, buffers } = state;
  buffers.meeting.length = 0;
  buffers.tested.length = 0;
  for (const pair of selfPairs.values()) checkPair(state, pair, asked);
  for (const pair of candidates.list) checkPair(state, pair, asked);
}

function checkPair(state: WorldState, pair: CandidatePair, { level, near, continuous }: Asked): void {
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
  // Ids are not given again: in a world that has seen far more bodies than it has pairs, comparisons are faster.
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

/** Keeps where bodies are now, for the motion of the next step. */
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
  const now = tree === null ? links!.linkToWorld : toWorld;
  // A plain loop: on so few numbers, `set` is slower.
  for (let i = 0; i < now.length; i++) lastToWorld[i] = now[i];
  if (deformation === null) return;
  deformation.lastPositions.set(tree!.mesh.positions);
  deformation.start.isDue = true;
}
