import type { BoxPairs } from "../broadphase/broad-phase.ts";
import type { FilledBodyCache } from "../queries/articulated/body-cache.ts";
import type { FilledContactCache } from "../queries/pairs/collide.ts";
import type { TrianglePairs } from "../queries/pairs/find-pairs.ts";
import { testedPair } from "./allowed-bodies.ts";
import type { WorldNearPair } from "./find-near-features.ts";
import type { WorldContact } from "./find-pair-contacts.ts";
import type { WorldImpact } from "./find-pair-impacts.ts";
import type { WorldBody } from "./world-body.ts";
import type { WorldState } from "./world-state.ts";

// The pairs of bodies whose boxes overlap, each with its findings and the hints that make the next step faster.

/**
 * Two bodies whose boxes overlap, or one body with itself. The lower id comes first. The pair is also the cache of `collide`, which saves
 * reading one more object.
 */
export interface CandidatePair extends FilledContactCache {
  readonly a: WorldBody;
  readonly b: WorldBody;
  /** The version of `AllowedBodies` with which the next two fields were computed. */
  version: number;
  isTested: boolean;
  /** Pairs of links that may touch. */
  allowedLinks: ReadonlySet<string>;
  /** The step and the level of the last check; −1 before the first. */
  checkedAt: number;
  checkedFor: number;
  /** The links that meet, alternating links of a and b, sorted; `WHOLE_BODIES` if neither body has links. */
  links: readonly number[];
  bodyCache: FilledBodyCache | null;
  /** Null until a step asks for more than pairs: most pairs never need the memory. */
  findings: PairFindings | null;
}

/** What is known about a pair beyond whether it meets. */
export interface PairFindings {
  /** Per pair of links the triangles that meet, if requested; may be longer than needed. */
  readonly triangles: TrianglePairs[];
  /** Per pair of links how they meet, if requested; empty for a deformable body with itself. */
  readonly contacts: WorldContact[];
  /** The features found near each other by the last such check, and the distance and step of that check. */
  readonly near: WorldNearPair[];
  nearWithin: number;
  nearAt: number;
  /** What meets during the motion from the last step to now. */
  readonly impacts: WorldImpact[];
}

/** The links of a pair that does not meet. */
export const NO_LINKS: readonly number[] = [];
/** The links of a pair that meets when neither body has links. */
export const WHOLE_BODIES: readonly number[] = [0, 0];

export function createCandidatePair(a: WorldBody, b: WorldBody): CandidatePair {
  return {
    a,
    b,
    version: -1,
    isTested: false,
    allowedLinks: NO_RULES,
    checkedAt: -1,
    checkedFor: -1,
    links: NO_LINKS,
    slotA: -1,
    slotB: -1,
    triangleA: -1,
    triangleB: -1,
    bodyCache: null,
    findings: null,
  };
}

/** A copy of a pair's record that refers to the new records of its bodies. */
export function moveCandidatePair(pair: CandidatePair, a: WorldBody, b: WorldBody): CandidatePair {
  const moved = createCandidatePair(a, b);
  moved.version = pair.version;
  moved.isTested = pair.isTested;
  moved.allowedLinks = pair.allowedLinks;
  moved.checkedAt = pair.checkedAt;
  moved.checkedFor = pair.checkedFor;
  moved.links = pair.links;
  moved.slotA = pair.slotA;
  moved.slotB = pair.slotB;
  moved.triangleA = pair.triangleA;
  moved.triangleB = pair.triangleB;
  moved.bodyCache = pair.bodyCache;
  moved.findings = pair.findings;
  return moved;
}

const NO_RULES: ReadonlySet<string> = new Set();

/** The pair's findings, created if necessary. */
export function findingsOf(pair: CandidatePair): PairFindings {
  pair.findings ??= { triangles: [], contacts: [], near: [], nearWithin: -1, nearAt: -1, impacts: [] };
  return pair.findings;
}

/** The candidates of a step, and the slots of their bodies as listed by the broad phase: the lower one first, sorted. */
export interface Candidates {
  list: CandidatePair[];
  slots: Uint32Array;
  /** `list` and `slots` of the last step, to be reused. */
  spare: CandidatePair[];
  spareSlots: Uint32Array;
  /** Whether `list` may name bodies that were removed. */
  hasRemoved: boolean;
}

export function createCandidates(): Candidates {
  return {
    list: [],
    slots: new Uint32Array(0),
    spare: [],
    spareSlots: new Uint32Array(0),
    hasRemoved: false,
  };
}

/**
 * Sets `state.candidates` to the broad phase's pairs. Both lists are sorted by slots, so one pass finds the pairs that already existed,
 * with what is known about them. It compares slots before it touches a pair: pairs are scattered over memory.
 */
export function takeCandidates({ candidates, slots }: WorldState, { pairs, count }: BoxPairs): void {
  const { list: old, slots: oldSlots, spare: list } = candidates;
  if (candidates.spareSlots.length < 2 * count) candidates.spareSlots = new Uint32Array(3 * count);
  const newSlots = candidates.spareSlots;
  // A slot is reused after its body is removed; only then are the bodies of known pairs read.
  const areAllThere = !candidates.hasRemoved;
  let next = 0;
  for (let i = 0; i < count; i++) {
    const low = pairs[2 * i];
    const high = pairs[2 * i + 1];
    newSlots[2 * i] = low;
    newSlots[2 * i + 1] = high;
    while (next < old.length && isBefore(oldSlots, next, low, high)) next++;
    const isKnown = next < old.length && oldSlots[2 * next] === low && oldSlots[2 * next + 1] === high;
    const known = isKnown && (areAllThere || !(old[next].a.isRemoved || old[next].b.isRemoved));
    list[i] = known ? old[next] : pairOf(slots[low]!, slots[high]!);
  }
  list.length = count;
  candidates.list = list;
  candidates.spare = old;
  candidates.slots = newSlots;
  candidates.spareSlots = oldSlots;
  candidates.hasRemoved = false;
}

function isBefore(slots: Uint32Array, i: number, low: number, high: number): boolean {
  return slots[2 * i] < low || (slots[2 * i] === low && slots[2 * i + 1] < high);
}

function pairOf(first: WorldBody, second: WorldBody): CandidatePair {
  return first.id < second.id ? createCandidatePair(first, second) : createCandidatePair(second, first);
}

/** Decides again whether a pair is tested, if rules have changed. */
export function refreshRule({ allowed }: WorldState, pair: CandidatePair): void {
  if (pair.version === allowed.version) return;
  const links = testedPair(allowed, pair.a, pair.b);
  pair.version = allowed.version;
  pair.isTested = links !== null;
  pair.allowedLinks = links ?? NO_RULES;
  pair.checkedAt = -1;
  if (pair.findings !== null) pair.findings.nearAt = -1;
}
