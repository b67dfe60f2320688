import { OptionError, show } from "../../errors.ts";
import type { OptionNames } from "../../option-names.ts";
import { checkFillable, fillCounters } from "../../reused-objects.ts";
import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { checkBody } from "../../trees/articulated/check-body.ts";
import {
  BOX_OPTIONS,
  type BoxOptions,
  type CheckedBoxOptions,
  checkBoxOptions,
  updateBoxes,
} from "../../trees/articulated/update-boxes.ts";
import { ALL_COUNTERS } from "../stats.ts";
import { type AllowedPairs, defaultAllowedPairs } from "./allowed-pairs.ts";
import { type BodyCache, type FilledBodyCache, readBodyCache } from "./body-cache.ts";
import {
  createLinkCandidates,
  findLinkCandidates,
  findOwnLinkCandidates,
  type LinkCandidates,
} from "./link-candidates.ts";

// What all queries between bodies have in common: options, boxes up to date, and the pairs of links whose boxes overlap.

/** What a query between bodies did. */
export interface BodyStats {
  /** Tests of boxes of the bodies' hierarchies. */
  linkBoxTests: number;
  /** Pairs of links that went to the exact query: #coll of Schmidl, Walker and Lin. */
  candidates: number;
  /** Those among them that the exact query found apart: #false. */
  falseAlarms: number;
  /** Candidates that a plane between the links' hulls settled, without a look at triangles. */
  hullsApart: number;
  /** Of the links' own trees. */
  boxTests: number;
  triangleTests: number;
  exactTests: number;
}

export const BODY_STATS: OptionNames<BodyStats> = {
  linkBoxTests: true,
  candidates: true,
  falseAlarms: true,
  hullsApart: true,
  boxTests: true,
  triangleTests: true,
  exactTests: true,
};
export const BODY_COUNTERS = Object.keys(BODY_STATS) as (keyof BodyStats)[];

export interface BodyOptions extends BoxOptions {
  /**
   * Whether a link inside another counts, its surface untouched. Default false: surfaces, as `collide` sees them. A link whose mesh
   * is open has no inside.
   */
  solids?: boolean | undefined;
  /** For a body with itself: which links may touch. Default: those that a joint connects. See `createAllowedPairs`. */
  allowed?: AllowedPairs | undefined;
  /** A plain object, such as {}. Remembers from one frame to the next where links met or were parted. Never changes an answer. */
  cache?: BodyCache | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<BodyStats> | undefined;
}

export const BODY_OPTIONS: OptionNames<BodyOptions> = {
  ...BOX_OPTIONS,
  solids: true,
  allowed: true,
  cache: true,
  stats: true,
};

/** A query under way. */
export interface BodyQuery {
  readonly a: ArticulatedBody;
  readonly b: ArticulatedBody;
  readonly solids: boolean;
  readonly cache: FilledBodyCache | undefined;
  readonly stats: BodyStats;
  /** Which links of the one body are left out; null between two bodies. */
  readonly allowed: AllowedPairs | null;
}

// A query may be started by a getter of another one's options, never later: options are read first.
const candidates: LinkCandidates = createLinkCandidates();

/** Checks everything, updates boxes where needed. */
export function beginBodyQuery(a: ArticulatedBody, b: ArticulatedBody, options: BodyOptions): BodyQuery {
  checkBody(a, "a");
  checkBody(b, "b");
  const { solids = false, allowed, stats: given = {} } = options;
  const boxes = checkBoxOptions(options);
  const stats = readBodyStats(given);
  const cache = readBodyCache(options.cache);
  if (typeof solids !== "boolean")
    throw new OptionError(`solids: expected true or false, got ${show(solids)}`);
  const query: BodyQuery = { a, b, solids, cache, stats, allowed: checkAllowed(a, b, allowed) };
  for (const counter of BODY_COUNTERS) stats[counter] = 0;
  findCandidates(query, boxes);
  return query;
}

/** The caller's `stats` with all counters. Throws `OptionError` where it cannot be filled. */
function readBodyStats(stats: Partial<BodyStats>): BodyStats {
  checkFillable(stats, BODY_STATS, "stats", ALL_COUNTERS);
  fillCounters(stats, BODY_COUNTERS);
  return stats as BodyStats;
}

function findCandidates({ a, b, stats, allowed }: BodyQuery, boxes: CheckedBoxOptions): void {
  const { method } = boxes;
  const kind = method === "brute" ? "none" : method === "cab" || method === "obb" ? "oriented" : "aligned";
  updateBoxes(a, boxes);
  if (allowed === null) {
    updateBoxes(b, boxes);
    findLinkCandidates(a, b, kind, candidates);
  } else {
    findOwnLinkCandidates(a, kind, candidates, allowed.matrix);
    putLowerFirst(candidates);
  }
  stats.linkBoxTests = candidates.boxTests;
}

/** The pairs of the query that has just begun: overwritten by the next. */
export function candidatesUnderWay(): LinkCandidates {
  return candidates;
}

function putLowerFirst({ pairs, count }: LinkCandidates): void {
  for (let i = 0; i < 2 * count; i += 2) {
    const p = pairs[i];
    const q = pairs[i + 1];
    if (p < q) continue;
    pairs[i] = q;
    pairs[i + 1] = p;
  }
}

/** The allowed pairs of a query: null between two bodies. Throws `OptionError` for pairs of another body. */
export function checkAllowed(
  a: ArticulatedBody,
  b: ArticulatedBody,
  allowed: AllowedPairs | undefined,
): AllowedPairs | null {
  if (a !== b) {
    if (allowed === undefined) return null;
    throw new OptionError("allowed: is about the links of one body, but a and b are two");
  }
  const { length } = a.articulation.names;
  if (allowed !== undefined && (allowed === null || typeof allowed !== "object"))
    throw new OptionError(`allowed: expected pairs from createAllowedPairs, got ${show(allowed)}`);
  if (allowed !== undefined && (allowed.linkCount !== length || allowed.matrix?.length !== length * length))
    throw new OptionError(`allowed: is for ${show(allowed.linkCount)} links, the body has ${length}`);
  return allowed ?? defaultAllowedPairs(a);
}
