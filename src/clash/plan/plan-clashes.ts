import { OptionError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { ClashOptions, ClashPart } from "../clash.ts";
import { CLASH_OPTIONS, type ClashSettings, readClashSettings } from "../clash-settings.ts";
import { findJobs } from "../prepare-clashes.ts";
import { ALGORITHM } from "./algorithm.ts";
import type { ClashPlan } from "./clash-plan.ts";
import { addressOfCheck, type Digest, webDigest } from "./content-address.ts";
import { cutTasks, TASK_LIMITS, type TaskLimits } from "./cut-tasks.ts";
import { orderPairs } from "./order-pairs.ts";
import { createPartRecorder, type PartRecord } from "./part-record.ts";

/** The options of `findClashes` that concern a whole run, and those of planning. */
export interface PlanOptions
  extends Omit<ClashOptions, "ignore" | "isStopped" | "onProgress" | "stats">,
    TaskLimits {
  /** Returns whether a pair may meet. Called once for each pair whose boxes are near enough, with the plan's records of its parts. */
  ignore?: ((a: PartRecord, b: PartRecord) => boolean) | undefined;
  /** SHA-256. Default: Web Crypto's. */
  digest?: Digest | undefined;
}

const { isStopped: _, onProgress: __, stats: ___, ...SEARCH_OPTIONS } = CLASH_OPTIONS;
/** The options of a plan that engines pass on. */
export const RECORD_OPTIONS: OptionNames<Omit<PlanOptions, "digest">> = { ...SEARCH_OPTIONS, ...TASK_LIMITS };
const PLAN_OPTIONS: OptionNames<PlanOptions> = { ...RECORD_OPTIONS, digest: true };

/**
 * Finds the pairs of parts that must be checked, and divides them into tasks that can run anywhere. Parts may be a stream: each is
 * described and then released.
 */
export async function planClashes(
  parts: Iterable<ClashPart> | AsyncIterable<ClashPart>,
  options: PlanOptions = {},
): Promise<ClashPlan> {
  const { settings, digest } = readPlanOptions(options, "planClashes");
  if (!isIterable(parts)) throw new OptionError(`parts: expected an iterable of parts, got ${show(parts)}`);
  const record = createPartRecorder(settings.between, digest);
  const records: PartRecord[] = [];
  for await (const part of parts) records.push(await record(part, records.length));
  return planRecords(records, options);
}

/** `planClashes` for parts that are already described. */
export async function planRecords(
  parts: readonly PartRecord[],
  options: PlanOptions = {},
): Promise<ClashPlan> {
  const { settings, digest, ignore, limits } = readPlanOptions(options, "planRecords");
  const boxes = new Float64Array(6 * parts.length);
  parts.forEach(({ box }, part) => {
    boxes.set(box, 6 * part);
  });
  const isIgnored = ignore && ((a: number, b: number) => ignore(parts[a], parts[b]));
  const { jobs, ignored } = findJobs(parts, boxes, settings, isIgnored);
  const pairs = orderPairs(parts, jobs);
  const check = await addressOfCheck(settings, digest);
  return {
    algorithm: ALGORITHM,
    check,
    settings,
    parts,
    pairs,
    ignored,
    tasks: cutTasks({ parts, pairs }, limits),
  };
}

function readPlanOptions(options: PlanOptions, caller: string) {
  checkOptionNames(options, PLAN_OPTIONS, caller);
  const { digest = webDigest, ignore, taskBytes, taskTime, taskPairs, ...rest } = options;
  if (typeof digest !== "function") throw new OptionError(`digest: ${show(digest)} is not a function`);
  if (ignore !== undefined && typeof ignore !== "function")
    throw new OptionError(`ignore: ${show(ignore)} is not a function`);
  const settings: ClashSettings = readClashSettings(rest);
  return { settings, digest, ignore, limits: { taskBytes, taskTime, taskPairs } };
}

function isIterable(parts: unknown): boolean {
  return (
    typeof parts === "object" && parts !== null && (Symbol.iterator in parts || Symbol.asyncIterator in parts)
  );
}
