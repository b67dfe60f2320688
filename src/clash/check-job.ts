import { isRefusal } from "../errors.ts";
import type { QueryStats } from "../queries/stats.ts";
import { type CheckedPair, checkPair } from "./check-pair.ts";
import { checkSelf } from "./check-self.ts";
import type { UncheckedPair } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";
import type { ClashSettings } from "./clash-settings.ts";

/** The outcome of a job. */
export type CheckedJob = CheckedPair | UncheckedPair;

/**
 * Checks one job: two parts, or one part against itself. If a query rejects the pair with a typed error, the pair stays unchecked and the
 * run continues. Any other error is a bug in abut and ends the run.
 */
export function checkJob(a: ClashBody, b: ClashBody, settings: ClashSettings, sum: QueryStats): CheckedJob {
  try {
    return a.part === b.part ? checkSelf(a, sum) : checkPair(a, b, settings, sum);
  } catch (error) {
    if (isRefusal(error)) return { kind: "unchecked", a: a.part, b: b.part, reason: error.message };
    throw error;
  }
}

/** `checkJob`, with errors that name the parts: for checks that run elsewhere than their caller. */
export function checkNamedJob(...job: Parameters<typeof checkJob>): CheckedJob {
  try {
    return checkJob(...job);
  } catch (error) {
    const [a, b] = job;
    const names = a.part === b.part ? `"${a.key}" against itself` : `"${a.key}" against "${b.key}"`;
    throw new Error(`checking ${names}: ${(error as Error).message}`, { cause: error });
  }
}
