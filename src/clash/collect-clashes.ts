import type { CheckedJob } from "./check-job.ts";
import { CLASH_KINDS, type Clash, type ClashCounts, type ClashResult, type UncheckedPair } from "./clash.ts";
import type { PreparedClashes } from "./prepare-clashes.ts";

/** Collects the outcomes of jobs in any order and keeps the worst clashes. */
export interface ClashCollector {
  readonly limit: number;
  readonly jobCount: number;
  readonly counts: ClashCounts;
  /** At most twice `limit` clashes, so memory stays bounded however many there are. */
  clashes: Clash[];
  readonly unchecked: UncheckedPair[];
}

/** What is known about a scene before its pairs are checked. */
export interface SceneTotals {
  readonly parts: number;
  /** Distinct mesh objects. */
  readonly meshes: number;
  /** Triangles of all parts: each instance counts. */
  readonly triangles: number;
  /** Pairs to check, and pairs that `ignore` removed. */
  readonly jobs: number;
  readonly ignored: number;
}

export function createClashCollector({ settings, parts, jobs, ignored }: PreparedClashes): ClashCollector {
  return collectorOf(settings.limit, {
    parts: parts.length,
    meshes: new Set(parts.map(({ mesh }) => mesh)).size,
    triangles: parts.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0),
    jobs: jobs.length / 2,
    ignored,
  });
}

export function collectorOf(limit: number, totals: SceneTotals): ClashCollector {
  const { parts, meshes, triangles, jobs, ignored } = totals;
  const counts: ClashCounts = {
    parts,
    meshes,
    triangles,
    candidates: jobs + ignored,
    ignored,
    checked: 0,
    tolerated: 0,
    touchingIgnored: 0,
    byKind: Object.fromEntries(CLASH_KINDS.map((kind) => [kind, 0])) as ClashCounts["byKind"],
  };
  return { limit, jobCount: jobs, counts, clashes: [], unchecked: [] };
}

/** Adds the outcome of one job. */
export function collectClash(collector: ClashCollector, outcome: CheckedJob): void {
  const { counts, limit, clashes } = collector;
  if (typeof outcome === "object" && outcome.kind === "unchecked") {
    collector.unchecked.push(outcome);
    return;
  }
  counts.checked++;
  if (outcome === "tolerated") counts.tolerated++;
  else if (outcome === "touching-ignored") counts.touchingIgnored++;
  else if (outcome !== "clear") {
    counts.byKind[outcome.kind]++;
    if (clashes.push(outcome) > 2 * limit) keepWorst(collector);
  }
}

/** The number of clashes so far. */
export function countClashes({ counts }: ClashCollector): number {
  return CLASH_KINDS.reduce((sum, kind) => sum + counts.byKind[kind], 0);
}

/** The result. It is "partial" if outcomes are missing or some pairs could not be checked. */
export function finishClashes(collector: ClashCollector): ClashResult {
  keepWorst(collector);
  const { counts, clashes, jobCount, unchecked } = collector;
  const found = countClashes(collector);
  return {
    status: counts.checked < jobCount ? "partial" : "complete",
    clashes,
    unlisted: found - clashes.length,
    unchecked: unchecked.sort((p, q) => p.a - q.a || p.b - q.b),
    counts,
  };
}

function keepWorst(collector: ClashCollector): void {
  collector.clashes.sort(compareClashes);
  collector.clashes.length = Math.min(collector.clashes.length, collector.limit);
}

/** Sorts by kind, then the deeper or nearer first and unknown depths last, then by id. */
export function compareClashes(p: Clash, q: Clash): number {
  if (p.kind !== q.kind) return CLASH_KINDS.indexOf(p.kind) - CLASH_KINDS.indexOf(q.kind);
  const byDepth = (q.depth?.depth ?? -1) - (p.depth?.depth ?? -1);
  if (byDepth !== 0) return byDepth;
  const byDistance = (p.distance?.distance ?? 0) - (q.distance?.distance ?? 0);
  if (byDistance !== 0) return byDistance;
  return p.id < q.id ? -1 : p.id > q.id ? 1 : 0;
}
