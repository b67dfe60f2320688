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

// What all queries between bodies share: options, up-to-date boxes, and the pairs of links whose boxes overlap.

/** What a query between bodies did. */
export interface BodyStats {
  /** Box tests in the hierarchies over the bodies' links. */
  linkBoxTests: number;
  /** Pairs of links that reached the exact query: #coll of Schmidl, Walker and Lin. */
  candidates: number;
  /** Candidates that the exact query found apart: #false. */
  falseAlarms: number;
  /** Candidates settled by a plane between the links' hulls, without testing triangles. */
  hullsApart: number;
  /** Box tests in the links' own trees. */
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
   * Whether a link counts as colliding when it lies inside another without touching its surface. Default false: only surfaces count, as in
   * `collide`. A link whose mesh is open has no inside.
   */
  solids?: boolean | undefined;
  /** For a body tested against itself: which links may touch. Default: links that a joint connects. See `createAllowedPairs`. */
  allowed?: AllowedPairs | undefined;
  /** A plain object, such as {}. Remembers from frame to frame where links met or what separated them. Never changes an answer. */
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

/** A query in progress. */
export interface BodyQuery {
  readonly a: ArticulatedBody;
  readonly b: ArticulatedBody;
  readonly solids: boolean;
  readonly cache: FilledBodyCache | undefined;
  readonly stats: BodyStats;
  /** Which pairs of links are skipped when a body is tested against itself; null between two bodies. */
  readonly allowed: AllowedPairs | null;
}

/** What the surfaces of links are compared by: trees and poses, by link. */
export interface SurfaceQuery extends Pick<BodyQuery, "cache" | "stats"> {
  readonly a: LinkSurfaces;
  readonly b: LinkSurfaces;
}

export type LinkSurfaces = Pick<ArticulatedBody, "meshes" | "trees" | "linkPoses">;

// One set of candidates is enough: only a getter in the options can start a second query meanwhile, and all options are read before the
// search.
const candidates: LinkCandidates = createLinkCandidates();

/** Checks all arguments and updates boxes where needed. */
export function beginBodyQuery(a: ArticulatedBody, b: ArticulatedBody, options: BodyOptions): BodyQuery {
  checkBody(a, "a");
  checkBody(b, "b");
  const { solids = false, allowed, stats: statsOption = {} } = options;
  const boxes = checkBoxOptions(options);
  const stats = readBodyStats(statsOption);
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

/** The candidate pairs of the current query; the next query overwrites them. */
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
    throw new OptionError("allowed: applies to one body tested against itself, but a and b are two bodies");
  }
  const { length } = a.articulation.names;
  if (allowed !== undefined && (allowed === null || typeof allowed !== "object"))
    throw new OptionError(`allowed: expected pairs from createAllowedPairs, got ${show(allowed)}`);
  if (allowed !== undefined && (allowed.linkCount !== length || allowed.matrix?.length !== length * length))
    throw new OptionError(`allowed: is for ${show(allowed.linkCount)} links, the body has ${length}`);
  return allowed ?? defaultAllowedPairs(a);
}
