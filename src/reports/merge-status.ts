import { CLASH_KINDS } from "../clash/clash.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { checkFunction, checkText } from "./check-argument.ts";
import { checkReport } from "./check-report.ts";
import type { ClashReport, ReportClash, ReportReview } from "./clash-report.ts";
import {
  byId,
  checkStatus,
  orderEntry,
  STATUS_NAMES,
  type StatusEntry,
  type StatusFile,
  type StatusName,
} from "./clash-status.ts";

export interface MergeOptions {
  /** The status file's path, for the report. */
  file: string;
  /** When the clashes were searched, e.g. "2026-11-17". Default: not said. */
  date?: string | undefined;
  /** Whether the run looked at two different parts, by their keys: false for pairs that rules leave out. Default: at all. */
  isChecked?: ((keyA: string, keyB: string) => boolean) | undefined;
}

const MERGE_OPTIONS: OptionNames<MergeOptions> = { file: true, date: true, isChecked: true };

/**
 * Merges what a run found into the status. A clash that the status does not know is new; a new one that is found again is
 * active; a resolved one that is found again is active, with a note, and so is an approved one whose kind got worse. What is
 * not found any more is resolved, unless the run could not find it: the run was partial, did not read its files, or did not look
 * for its kind or, by `isChecked`, at its parts. Returns the status after the run, and the report with the status of each clash.
 */
export function mergeStatus(
  status: StatusFile,
  report: ClashReport,
  options: MergeOptions,
): { status: StatusFile; report: ClashReport } {
  checkOptionNames(options, MERGE_OPTIONS, "mergeStatus");
  const { file, date, isChecked = () => true } = options;
  checkStatus(status);
  checkReport(report);
  checkText(file, "file");
  if (date !== undefined) checkText(date, "date");
  checkFunction(isChecked, "isChecked");
  const known = new Map(status.clashes.map((entry) => [entry.id, entry]));
  const assignees = new Map(status.groups.map(({ id, assignee }) => [id, assignee]));
  const merged = new Map<string, StatusEntry>();
  const clashes = report.clashes.map((clash): ReportClash => {
    const entry = foundEntry(clash, known.get(clash.id), assignees, date);
    merged.set(clash.id, entry);
    return { ...clash, review: reviewOf(entry) };
  });
  const isFindable = findableBy(report, isChecked);
  for (const entry of status.clashes)
    if (!merged.has(entry.id)) merged.set(entry.id, isFindable(entry) ? resolvedEntry(entry, date) : entry);
  const names = new Map(report.groups.map(({ id, name }) => [id, name]));
  const counts = Object.fromEntries(STATUS_NAMES.map((name) => [name, 0])) as Record<StatusName, number>;
  for (const entry of merged.values()) counts[entry.status]++;
  return {
    status: {
      ...status,
      clashes: [...merged.values()].sort(byId),
      groups: status.groups.map((group) => {
        const name = names.get(group.id) ?? group.name;
        return { id: group.id, ...(name !== undefined && { name }), ...withoutName(group) };
      }),
    },
    report: { ...report, clashes, review: { file: file.replaceAll("\\", "/"), counts } },
  };
}

function withoutName({ id: _, name: __, ...rest }: StatusFile["groups"][number]) {
  return rest;
}

function foundEntry(
  { id, kind, keyA, keyB, group }: ReportClash,
  before: StatusEntry | undefined,
  assignees: ReadonlyMap<string, string | undefined>,
  date: string | undefined,
): StatusEntry {
  const assignee = before?.assignee ?? (group === undefined ? undefined : assignees.get(group));
  const now = { id, kind, keyA, keyB, ...(group !== undefined && { group }), ...(assignee && { assignee }) };
  const since = date === undefined ? {} : { since: date };
  if (before === undefined) return orderEntry({ ...now, status: "new", ...since });
  const changed = changeOf(before, kind);
  const { group: _, note, since: wasSince, ...rest } = before;
  if (changed === null)
    return orderEntry({
      ...rest,
      ...now,
      ...(note !== undefined && { note }),
      ...(wasSince !== undefined && { since: wasSince }),
    });
  return orderEntry({
    ...rest,
    ...now,
    status: "active",
    ...since,
    ...(changed.note !== undefined && { note: changed.note }),
  });
}

/** Why a clash that is found again becomes active; null if it keeps its status. */
function changeOf(before: StatusEntry, kind: StatusEntry["kind"]): { note?: string } | null {
  if (before.status === "new") return {};
  if (before.status === "resolved") return { note: "found again after it was resolved" };
  if (before.status === "approved" && CLASH_KINDS.indexOf(kind) < CLASH_KINDS.indexOf(before.kind))
    return { note: `approved as ${before.kind}, now ${kind}` };
  return null;
}

function resolvedEntry(entry: StatusEntry, date: string | undefined): StatusEntry {
  if (entry.status === "resolved") return entry;
  const { since: _, ...rest } = entry;
  return orderEntry({
    ...rest,
    status: "resolved",
    ...(date !== undefined && { since: date }),
    note: "no longer found",
  });
}

/** Whether the run would have found a clash if it still existed. */
function findableBy(
  { status, truncated, inputs, settings }: ClashReport,
  isChecked: (keyA: string, keyB: string) => boolean,
): (entry: StatusEntry) => boolean {
  // Keys begin with the file's name and as many folders as tell it from others.
  const labels = new Set(
    inputs.flatMap(({ file }) => file.split("/").map((_, i, names) => names.slice(i).join("/"))),
  );
  const labelOf = (key: string): string | null => {
    for (let at = key.indexOf("/"); at >= 0; at = key.indexOf("/", at + 1))
      if (labels.has(key.slice(0, at).replace(/#\d+$/, ""))) return key.slice(0, at);
    return null;
  };
  return ({ kind, keyA, keyB }) => {
    if (status === "partial" || truncated !== null) return false;
    const [fileA, fileB] = [labelOf(keyA), labelOf(keyB)];
    if (fileA === null || fileB === null) return false;
    if (keyA === keyB) return settings.self;
    if (settings.between && fileA === fileB) return false;
    if (!isChecked(keyA, keyB)) return false;
    if (kind === "touching") return settings.touching === "report";
    return kind !== "too-close" || settings.clearance > 0;
  };
}

function reviewOf({ status, assignee, note, comments }: StatusEntry): ReportReview {
  const comment = comments?.at(-1)?.text;
  return {
    status,
    ...(assignee !== undefined && { assignee }),
    ...(comment !== undefined && { comment }),
    ...(note !== undefined && { note }),
  };
}
