import { isRefusal } from "../errors.ts";
import type { QueryStats } from "../queries/stats.ts";
import { type CheckedPair, checkPair } from "./check-pair.ts";
import { checkSelf } from "./check-self.ts";
import type { UncheckedPair } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";
import type { ClashSettings } from "./clash-settings.ts";

/** What became of a job. */
export type CheckedJob = CheckedPair | UncheckedPair;

/**
 * One job: two parts, or one against itself. A query that refuses the pair by a typed error leaves it unchecked, and the run goes on.
 * Any other error is a mistake of abut, and ends the run.
 */
export function checkJob(a: ClashBody, b: ClashBody, settings: ClashSettings, sum: QueryStats): CheckedJob {
  try {
    return a.part === b.part ? checkSelf(a, sum) : checkPair(a, b, settings, sum);
  } catch (error) {
    if (isRefusal(error)) return { kind: "unchecked", a: a.part, b: b.part, reason: error.message };
    throw error;
  }
}
