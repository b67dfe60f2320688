import { copyStats, createStats, readStats } from "../queries/stats.ts";
import { createTrees } from "../trees/trees-of-meshes.ts";
import { checkJob } from "./check-job.ts";
import type { ClashOptions, ClashPart, ClashResult } from "./clash.ts";
import { boundsAt, createBodies } from "./clash-body.ts";
import { collectClash, countClashes, createClashCollector, finishClashes } from "./collect-clashes.ts";
import { type PreparedClashes, prepareClashes } from "./prepare-clashes.ts";

/**
 * Finds all pairs of parts that intersect or come closer than a clearance. With `touching: "report"` also parts that touch, with `self`
 * also parts whose surface meets itself. Which parts meet is decided exactly. The order of the parts changes only the indices in the
 * result.
 */
export function findClashes<Part extends ClashPart>(
  parts: readonly Part[],
  options: ClashOptions<Part> = {},
): ClashResult {
  const steps = checkStepByStep(prepareClashes(parts, options), options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Checks one job per step, so the caller can do other work in between. */
export function* checkStepByStep(
  prepared: PreparedClashes,
  { isStopped, onProgress, stats: callerStats }: Pick<ClashOptions, "isStopped" | "onProgress" | "stats">,
): Generator<undefined, ClashResult> {
  const { settings, parts, boxes, jobs } = prepared;
  const collector = createClashCollector(prepared);
  const treeOf = createTrees();
  const bodyOf = createBodies((part) => {
    const { key, mesh, toWorld } = parts[part];
    return { part, key, tree: treeOf(mesh), toWorld, box: boundsAt(boxes, part) };
  });
  const stats = createStats();
  for (let i = 0; i < jobs.length && !isStopped?.(); i += 2) {
    const a = bodyOf(jobs[i]);
    collectClash(collector, checkJob(a, bodyOf(jobs[i + 1]), settings, stats));
    onProgress?.(i / 2 + 1, jobs.length / 2, countClashes(collector));
    yield;
  }
  if (callerStats !== undefined) copyStats(stats, readStats(callerStats)!);
  return finishClashes(collector);
}
