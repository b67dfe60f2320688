import { CLASH_KINDS, type ClashKind } from "../clash/clash.ts";
import { FormatError, OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { checkList, checkObject, checkRecords, checkText } from "./check-argument.ts";
import { guid, hex, list, Misfit, oneOf, record, type Shape, text } from "./json-shape.ts";

/** From what nobody has looked at to what is settled. */
export const STATUS_NAMES = ["new", "active", "reviewed", "approved", "resolved"] as const;

/**
 * "new": found for the first time. "active": found again, and nobody has decided. "reviewed": somebody deals with it. "approved":
 * it may stay, and fails no run. "resolved": no longer found.
 */
export type StatusName = (typeof STATUS_NAMES)[number];

/** What a team decided about clashes, as plain JSON. docs/clash-status.schema.json is its schema. */
export interface StatusFile {
  format: "abut-clash-status";
  version: 1;
  /** Sorted by id. */
  clashes: StatusEntry[];
  /** Groups that somebody was assigned to or commented on, sorted by id. */
  groups: StatusGroup[];
}

export interface StatusEntry {
  /** The id of the clash. */
  id: string;
  status: StatusName;
  /** The day or time since when the status holds. */
  since?: string;
  kind: ClashKind;
  keyA: string;
  keyB: string;
  /** The id of the clash's group when it was last found. */
  group?: string;
  assignee?: string;
  /** Why abut changed the status. */
  note?: string;
  comments?: StatusComment[];
}

export interface StatusGroup {
  id: string;
  name?: string;
  assignee?: string;
  comments?: StatusComment[];
}

export interface StatusComment {
  text: string;
  author?: string;
  /** The day or time. */
  date?: string;
  /** The comment's guid in BCF, where it came from another program or was changed by one. */
  guid?: string;
  /** When and by whom the text was last changed, where another program says so. */
  modifiedDate?: string;
  modifiedAuthor?: string;
}

/** Throws `OptionError` for what is not a status. One from a file is read, and checked as a whole, by `readStatus`. */
export function checkStatus(status: StatusFile): void {
  checkObject(status, "status");
  if (status.format !== "abut-clash-status")
    throw new OptionError(`status: not a status file of abut: format is ${show(status.format)}`);
  checkRecords(status.clashes, "status.clashes");
  checkRecords(status.groups, "status.groups");
}

export function createStatus(): StatusFile {
  return { format: "abut-clash-status", version: 1, clashes: [], groups: [] };
}

const commentShape: Shape<StatusComment> = record<StatusComment>(
  { text, author: text, date: text, guid, modifiedDate: text, modifiedAuthor: text },
  ["author", "date", "guid", "modifiedDate", "modifiedAuthor"],
);

const statusShape: Shape<StatusFile & { $schema?: string }> = record<StatusFile & { $schema?: string }>(
  {
    $schema: text,
    format: oneOf("abut-clash-status"),
    version: oneOf(1),
    clashes: list(
      record<StatusEntry>(
        {
          id: hex(16),
          status: oneOf(...STATUS_NAMES),
          since: text,
          kind: oneOf(...CLASH_KINDS),
          keyA: text,
          keyB: text,
          group: hex(16),
          assignee: text,
          note: text,
          comments: list(commentShape),
        },
        ["since", "group", "assignee", "note", "comments"],
      ),
    ),
    groups: list(
      record<StatusGroup>({ id: hex(16), name: text, assignee: text, comments: list(commentShape) }, [
        "name",
        "assignee",
        "comments",
      ]),
    ),
  },
  ["$schema"],
);

/** Reads the text of `writeStatus`; `file` is the name for errors. Throws `FormatError` with the place in the JSON. */
export function readStatus(json: string, file: string): StatusFile {
  checkText(json, "json");
  checkText(file, "file");
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new FormatError(`${file}: not JSON: ${(error as Error).message}`);
  }
  try {
    if ((value as { format?: unknown } | null)?.format !== "abut-clash-status")
      throw new Misfit('not a status file of abut: "format" is not "abut-clash-status"');
    const { $schema: _, ...status } = statusShape(value);
    checkIds(status.clashes, "clashes");
    checkIds(status.groups, "groups");
    return status;
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new FormatError(`${file}: ${error.place === "" ? "" : `${error.place}: `}${error.message}`);
  }
}

function checkIds(entries: readonly { id: string }[], name: string): void {
  const seen = new Set<string>();
  for (const [i, { id }] of entries.entries()) {
    if (seen.has(id)) {
      const misfit = new Misfit(`${id} is there twice`);
      misfit.path.push(name, i, "id");
      throw misfit;
    }
    seen.add(id);
  }
}

/** The status as JSON, a line for each clash, so that version control shows what changed and merges what does not conflict. */
export function writeStatus(status: StatusFile): string {
  checkStatus(status);
  const { format, version, clashes, groups } = status;
  const head = [`"format": ${JSON.stringify(format)}`, `"version": ${version}`];
  return `{\n  ${[...head, `"clashes": ${lines(clashes)}`, `"groups": ${lines(groups)}`].join(",\n  ")}\n}\n`;
}

function lines(entries: readonly { id: string }[]): string {
  if (entries.length === 0) return "[]";
  const sorted = [...entries].sort(byId);
  return `[\n${sorted.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n")}\n  ]`;
}

export function byId(p: { id: string }, q: { id: string }): number {
  return p.id < q.id ? -1 : p.id > q.id ? 1 : 0;
}

/** A decision about clashes and groups. */
export interface Decision {
  status?: StatusName | undefined;
  /** An empty string takes the assignee away. */
  assignee?: string | undefined;
  comment?: string | undefined;
  author?: string | undefined;
  /** When it was decided, e.g. "2026-11-17". Default: not said. */
  date?: string | undefined;
}

const DECISION: OptionNames<Decision> = {
  status: true,
  assignee: true,
  comment: true,
  author: true,
  date: true,
};

/**
 * The status with a decision about clashes and groups, by id. A decision about a group is one about each of its clashes that the
 * file lists and that are not resolved; its assignee also holds for clashes that join the group later. Throws `OptionError` for an
 * unknown id.
 */
export function setStatus(status: StatusFile, ids: readonly string[], decision: Decision): StatusFile {
  const draft = draftStatus(status);
  checkList(ids, "ids");
  decide(draft, ids, decision);
  return finishDraft(draft);
}

/** A status file to which many decisions are applied, each in the time of the entries it is about. */
export interface StatusDraft {
  readonly status: StatusFile;
  readonly clashes: StatusEntry[];
  readonly groups: Map<string, StatusGroup>;
  /** Places in `clashes`, by the id of the clash and by that of its group. */
  readonly byId: Map<string, number[]>;
  readonly byGroup: Map<string, number[]>;
}

export function draftStatus(status: StatusFile): StatusDraft {
  checkStatus(status);
  const byId = new Map<string, number[]>();
  const byGroup = new Map<string, number[]>();
  const add = (places: Map<string, number[]>, key: string, place: number) => {
    const list = places.get(key);
    if (list === undefined) places.set(key, [place]);
    else list.push(place);
  };
  for (const [place, { id, group }] of status.clashes.entries()) {
    add(byId, id, place);
    if (group !== undefined) add(byGroup, group, place);
  }
  const groups = new Map(status.groups.map((group) => [group.id, group]));
  return { status, clashes: [...status.clashes], groups, byId, byGroup };
}

/** Applies what `setStatus` says to a draft. Nothing changes when it throws. */
export function decide(draft: StatusDraft, ids: readonly string[], decision: Decision): void {
  checkOptionNames(decision, DECISION, "setStatus");
  const { status: name, assignee, comment, author, date } = decision;
  if (name !== undefined && !STATUS_NAMES.includes(name))
    throw new OptionError(`status: ${show(name)} is not one of ${STATUS_NAMES.join(", ")}`);
  for (const [member, value] of Object.entries({ assignee, comment, author, date }))
    if (value !== undefined && typeof value !== "string")
      throw new OptionError(`${member}: ${show(value)} is not a string`);
  const { clashes, groups, byId, byGroup } = draft;
  const isGroup = (id: string) => groups.has(id) || byGroup.has(id);
  const wanted = new Set<string>(ids);
  for (const id of wanted)
    if (!byId.has(id) && !isGroup(id))
      throw new OptionError(`id: "${show(id)}" is neither a clash nor a group here`);
  const added: StatusComment[] =
    comment === undefined ? [] : [{ text: comment, ...(author && { author }), ...(date && { date }) }];
  const decided = <T extends StatusEntry | StatusGroup>(entry: T, comments: readonly StatusComment[]): T => {
    const { assignee: before, comments: said = [], ...rest } = entry;
    const who = assignee ?? before;
    const all = [...said, ...comments];
    return { ...rest, ...(who && { assignee: who }), ...(all.length > 0 && { comments: all }) } as T;
  };
  const decideClash = (place: number, comments: readonly StatusComment[]) => {
    const entry = clashes[place];
    const next = decided(entry, comments);
    if (name === undefined || name === entry.status) clashes[place] = next;
    else {
      const { note: _, since: __, ...rest } = next;
      clashes[place] = orderEntry({ ...rest, status: name, ...(date && { since: date }) });
    }
  };
  const ofGroups = [...wanted]
    .flatMap((id) => byGroup.get(id) ?? [])
    .filter((place) => clashes[place].status !== "resolved" && !wanted.has(clashes[place].id));
  for (const place of ofGroups) decideClash(place, []);
  for (const id of wanted) for (const place of byId.get(id) ?? []) decideClash(place, added);
  if (assignee === undefined && comment === undefined) return;
  for (const id of wanted) if (isGroup(id)) groups.set(id, decided(groups.get(id) ?? { id }, added));
}

export function finishDraft({ status, clashes, groups }: StatusDraft): StatusFile {
  return { ...status, clashes, groups: [...groups.values()].sort(byId) };
}

/** The members in the order of the schema. */
export function orderEntry(entry: StatusEntry): StatusEntry {
  const { id, status, since, kind, keyA, keyB, group, assignee, note, comments } = entry;
  return {
    id,
    status,
    ...(since !== undefined && { since }),
    kind,
    keyA,
    keyB,
    ...(group !== undefined && { group }),
    ...(assignee !== undefined && { assignee }),
    ...(note !== undefined && { note }),
    ...(comments !== undefined && comments.length > 0 && { comments }),
  };
}
