import {
  createStatus,
  type Decision,
  type StatusComment,
  type StatusEntry,
  type StatusFile,
  type StatusGroup,
  type StatusName,
  setStatus,
} from "../../../src/reports/clash-status.ts";
import type { PageDecision } from "../../../src/reports/live-page.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";

/** What was decided about the clashes: by the status file when the report was made, and in this page since then. */
export interface ReviewStore {
  statusOf(clash: number): StatusName;
  entryOf(clash: number): StatusEntry;
  /** What was said about a group as a whole. */
  commentsOnGroup(id: string): readonly StatusComment[];
  /** A decision about clashes or groups, by id. */
  decide(ids: readonly string[], decision: Decision): void;
  /** The decisions that no file has yet. */
  unsaved(): readonly PageDecision[];
  /** The first `count` of them are saved. */
  markSaved(count: number): void;
  /** The status file after all decisions of this page. `base`: the file as it is now; default: as it was for the report. */
  statusFile(base?: StatusFile): StatusFile;
}

/** `before`: decisions about an earlier report that no file has yet. What this report lacks is left out. */
export function createReviewStore(
  { report, status }: PageData,
  before: readonly PageDecision[] = [],
): ReviewStore {
  const decisions: PageDecision[] = [];
  let saved = 0;
  /** By id: the entries of the status file and those of this page's decisions. Made when first needed. */
  let entries: Map<string, StatusEntry> | null = null;

  const groups = new Map<string, StatusGroup>((status?.groups ?? []).map((group) => [group.id, group]));

  function known(): Map<string, StatusEntry> {
    entries ??= new Map((status?.clashes ?? []).map((entry) => [entry.id, entry]));
    return entries;
  }

  function entryOf(clash: number): StatusEntry {
    return known().get(report.clashes[clash].id) ?? newEntry(report.clashes[clash]);
  }

  /** The entries that a decision changes, so that it costs nothing where there are many others. */
  function concerned(ids: readonly string[]): StatusEntry[] {
    const wanted = new Set(ids);
    const found = new Map<string, StatusEntry>();
    report.clashes.forEach(({ id, group }, clash) => {
      if (wanted.has(id) || (group !== undefined && wanted.has(group))) found.set(id, entryOf(clash));
    });
    return [...found.values()];
  }

  function decide(ids: readonly string[], decision: Decision): void {
    const entries = concerned(ids);
    decisions.push({ ids, decision });
    const after = setStatus(
      { ...createStatus(), clashes: entries, groups: [...groups.values()] },
      ids,
      decision,
    );
    for (const entry of after.clashes) known().set(entry.id, entry);
    for (const group of after.groups) groups.set(group.id, group);
  }

  const present = new Set(
    report.clashes.flatMap(({ id, group }) => (group === undefined ? [id] : [id, group])),
  );
  for (const { ids, decision } of before) if (ids.every((id) => present.has(id))) decide(ids, decision);
  return {
    statusOf: (clash) =>
      entries?.get(report.clashes[clash].id)?.status ?? report.clashes[clash].review?.status ?? "new",
    entryOf,
    commentsOnGroup: (id) => groups.get(id)?.comments ?? [],
    decide,
    unsaved: () => decisions.slice(saved),
    markSaved(count) {
      saved += count;
    },
    statusFile(base = status ?? createStatus()) {
      const listed = new Set(base.clashes.map(({ id }) => id));
      const added = report.clashes.filter(({ id }) => !listed.has(id)).map(newEntry);
      let file: StatusFile = { ...base, clashes: [...base.clashes, ...added] };
      for (const { ids, decision } of decisions) file = setStatus(file, ids, decision);
      return file;
    },
  };
}

function newEntry({ id, kind, keyA, keyB, group }: PageData["report"]["clashes"][number]): StatusEntry {
  return { id, status: "new", kind, keyA, keyB, ...(group !== undefined && { group }) };
}
