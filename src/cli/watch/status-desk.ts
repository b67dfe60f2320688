import { type StatusEntry, type StatusFile, setStatus } from "../../reports/clash-status.ts";
import type { PageDecision } from "../../reports/live-page.ts";
import type { ModelCheck } from "../commands/check-model.ts";
import { loadStatus, saveStatus, statusPathOf } from "../status-file.ts";
import { stateOf } from "./file-states.ts";

/** Where runs and pages take turns at the status file. */
export interface StatusDesk {
  /**
   * Whether this watch found the clash first and nobody has decided about it. Runs of a watch count as one run: such a clash stays new
   * in the next run, or is forgotten if it is gone.
   */
  isFresh(entry: StatusEntry): boolean;
  /**
   * Saves the status after a run. False if the file has changed since `before`, when the run had not read it yet; then `before` has
   * the file's present state, and the run must be repeated.
   */
  save(check: ModelCheck, before: Map<string, string>): Promise<boolean>;
  /** Writes decisions about clashes of a report to the status file, which is made if there is none. */
  decide(
    decisions: readonly PageDecision[],
    check: ModelCheck,
    option: string | boolean | undefined,
    paths: readonly string[],
  ): Promise<void>;
}

export function createStatusDesk(): StatusDesk {
  const fresh = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(work, work);
    turn = done;
    return done;
  };
  return {
    isFresh: ({ id, status, assignee, comments }) =>
      status === "new" && fresh.has(id) && assignee === undefined && comments === undefined,
    save: ({ status, inputs, whole }, before) =>
      inTurn(async () => {
        if (status === null) return true;
        const state = stateOf(status.path);
        const isUnchanged = state === before.get(status.path);
        if (isUnchanged) {
          await saveStatus(status.path, status.file, inputs);
          // New clashes that this run did not look for, of other files or of pairs that rules leave out, were found by other runs.
          for (const { id, review } of whole.clashes) if (review?.status === "new") fresh.add(id);
        }
        before.set(status.path, isUnchanged ? stateOf(status.path) : state);
        return isUnchanged;
      }),
    decide: (decisions, { whole, inputs }, option, paths) =>
      inTurn(async () => {
        const path = typeof option === "string" ? option : statusPathOf(paths);
        const known = await loadStatus(path);
        const listed = new Set(known.clashes.map(({ id }) => id));
        const added = whole.clashes
          .filter(({ id }) => !listed.has(id))
          .map(({ id, kind, keyA, keyB, group }): StatusEntry => {
            fresh.add(id);
            return { id, status: "new", kind, keyA, keyB, ...(group !== undefined && { group }) };
          });
        let status: StatusFile = { ...known, clashes: [...known.clashes, ...added] };
        for (const { ids, decision } of decisions) status = setStatus(status, ids, decision);
        await saveStatus(path, status, inputs);
      }),
  };
}
