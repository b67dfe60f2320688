import { OptionError } from "../../errors.ts";
import type { CheckedJob } from "../check-job.ts";
import type { ClashResult } from "../clash.ts";
import { type ClashCollector, collectClash, collectorOf, finishClashes } from "../collect-clashes.ts";
import type { ClashPlan, ClashTaskResult } from "./clash-plan.ts";
import { checkAlgorithm } from "./run-clash-task.ts";

/** Collects outcomes of a plan as they arrive, in any order. */
export interface ClashMerger {
  readonly plan: ClashPlan;
  readonly collector: ClashCollector;
  /** 1 for each pair that has an outcome. */
  readonly isDone: Uint8Array;
  done: number;
}

export function createClashMerger(plan: ClashPlan): ClashMerger {
  checkAlgorithm(plan.algorithm, "the plan");
  const { settings, parts, pairs, ignored } = plan;
  const jobs = pairs.length / 2;
  const collector = collectorOf(settings.limit, {
    parts: parts.length,
    meshes: new Set(parts.map(({ meshNumber }) => meshNumber)).size,
    triangles: parts.reduce((sum, { triangles }) => sum + triangles, 0),
    jobs,
    ignored,
  });
  return { plan, collector, isDone: new Uint8Array(jobs), done: 0 };
}

/** Adds the outcome of a pair. A second outcome of a pair equals the first and is dropped. */
export function mergeOutcome(merger: ClashMerger, pair: number, outcome: CheckedJob): void {
  if (merger.isDone[pair] !== 0) return;
  merger.isDone[pair] = 1;
  merger.done++;
  collectClash(merger.collector, outcome);
}

/** Adds the outcomes of a task. Throws `OptionError` if they belong to another plan. */
function mergeTaskResult(merger: ClashMerger, result: ClashTaskResult): void {
  checkAlgorithm(result.algorithm, "the result");
  const { plan, isDone } = merger;
  if (result.check !== plan.check) throw new OptionError("the result belongs to a plan with other settings");
  result.pairs.forEach((pair, i) => {
    if (pair >= isDone.length)
      throw new OptionError(`the result has pair ${pair}, but the plan has ${isDone.length} pairs`);
    mergeOutcome(merger, pair, result.outcomes[i]);
  });
}

/** The result so far: "partial" while outcomes are missing. */
export function finishMerge({ collector }: ClashMerger): ClashResult {
  return finishClashes(collector);
}

/**
 * Merges the results of tasks: equals what `findClashes` returns for the plan's parts and options, bit for bit, whatever the tasks and the
 * order of their results. Results may arrive twice. "partial" if results are missing.
 */
export function mergeClashes(plan: ClashPlan, results: Iterable<ClashTaskResult>): ClashResult {
  const merger = createClashMerger(plan);
  for (const result of results) mergeTaskResult(merger, result);
  return finishMerge(merger);
}
