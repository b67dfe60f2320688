import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { FormatError, OptionError } from "../../errors.ts";
import { importBcfStatus } from "../../reports/bcf/import-status.ts";
import { readBcf } from "../../reports/bcf/read-bcf.ts";
import {
  type Decision,
  type StatusEntry,
  type StatusFile,
  type StatusName,
  setStatus,
} from "../../reports/clash-status.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type Colour, choosePaint } from "../output/colours.ts";
import { countOf, formatCount } from "../output/format-number.ts";
import { layOutTable } from "../output/text-table.ts";
import { dayOf, loadStatus, saveStatus, statusPathOf } from "../status-file.ts";
import { say, type Terminal, widthOf } from "../terminal.ts";

export interface StatusListOptions {
  only?: readonly StatusName[];
  assignee?: string;
  json?: boolean;
  color: boolean;
}

const COLOURS: Record<StatusName, Colour> = {
  new: "red",
  active: "yellow",
  reviewed: "cyan",
  approved: "green",
  resolved: "dim",
};

/** `abut status list`: what was decided about the clashes of a model. */
export async function runStatusList(
  file: string,
  { only, assignee, json, color }: StatusListOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { status } = await openStatus(file);
  const listed = status.clashes.filter(
    (entry) =>
      (only === undefined || only.includes(entry.status)) &&
      (assignee === undefined || entry.assignee === assignee),
  );
  const { out } = terminal;
  if (json === true) out.write(`${JSON.stringify({ ...status, clashes: listed }, null, 2)}\n`);
  else {
    const paint = choosePaint(out, terminal, color);
    const lines =
      listed.length === 0 ? [] : [...layOutTable(COLUMNS, listed.map(rowOf), widthOf(out), paint), ""];
    for (const line of [...lines, summaryOf(status, listed.length)]) out.write(`${line}\n`);
  }
  return EXIT.clean;
}

const COLUMNS = [
  { title: "status", align: "left", shrinks: false },
  { title: "kind", align: "left", shrinks: false },
  { title: "a", align: "left", shrinks: true },
  { title: "b", align: "left", shrinks: true },
  { title: "assignee", align: "left", shrinks: false },
  { title: "comment", align: "left", shrinks: true },
  { title: "id", align: "left", shrinks: false },
  { title: "group", align: "left", shrinks: false },
] as const;

function rowOf({ id, status, kind, keyA, keyB, group = "", assignee = "", note, comments }: StatusEntry) {
  return [
    { text: status, colour: COLOURS[status] },
    kind,
    keyA,
    keyA === keyB ? "itself" : keyB,
    assignee,
    comments?.at(-1)?.text ?? note ?? "",
    id,
    group,
  ];
}

function summaryOf({ clashes }: StatusFile, listed: number): string {
  const counts = new Map<StatusName, number>();
  for (const { status } of clashes) counts.set(status, (counts.get(status) ?? 0) + 1);
  const names = [...counts].map(([name, count]) => `${formatCount(count)} ${name}`);
  const shown = listed < clashes.length ? ` ${formatCount(listed)} listed.` : "";
  return clashes.length === 0
    ? "No clashes yet."
    : `${countOf(clashes.length, "clash", "clashes")}: ${names.join(", ")}.${shown}`;
}

export interface StatusSetOptions {
  status?: StatusName;
  assignee?: string;
  comment?: string;
  author?: string;
  quiet?: boolean;
}

/** `abut status set`: decides about clashes or groups. */
export async function runStatusSet(
  file: string,
  ids: readonly string[],
  { status: name, assignee, comment, author, quiet }: StatusSetOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (name === undefined && assignee === undefined && comment === undefined)
    throw new OptionError("status set: name what to set: --status, --assignee or --comment");
  const { path, status } = await openStatus(file);
  const decision: Decision = { status: name, assignee, comment, author, date: dayOf(terminal.env) };
  const whole = ids.map((id) => wholeId(status, id, path));
  const after = setStatus(status, whole, decision);
  const changed = after.clashes.filter((entry, i) => entry !== status.clashes[i]).length;
  await saveStatus(path, after, []);
  if (quiet !== true) say(terminal, `${path}: ${countOf(changed, "clash", "clashes")} set`);
  return EXIT.clean;
}

/** `abut status import`: what a coordinator decided in a program that wrote a BCF file. */
export async function runStatusImport(
  file: string,
  bcf: string,
  { quiet }: { quiet?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { path, status } = await openStatus(file);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(bcf);
  } catch (error) {
    throw new FormatError(`${bcf}: cannot read the file: ${(error as Error).message}`);
  }
  const { status: after, matched, unknown } = importBcfStatus(status, await readBcf(bytes, { source: bcf }));
  const changed = after.clashes.filter((entry, i) => entry !== status.clashes[i]).length;
  await saveStatus(path, after, [bcf]);
  if (quiet !== true) {
    say(terminal, `${path}: ${countOf(matched, "topic")} read, ${countOf(changed, "clash", "clashes")} set`);
    if (unknown.length > 0)
      say(
        terminal,
        `${countOf(unknown.length, "topic")} about no clash of this file, e.g. "${unknown[0].title}"`,
      );
  }
  return EXIT.clean;
}

async function openStatus(file: string): Promise<{ path: string; status: StatusFile }> {
  const path = file.endsWith(".json") && existsSync(file) ? file : statusPathOf([file]);
  if (!existsSync(path)) {
    const ofSeveral = statusPathOf([file, file]);
    const hint = existsSync(ofSeveral)
      ? `that of several models is ${ofSeveral}`
      : "abut clash --status writes one";
    throw new FormatError(`${path}: there is no status file yet; ${hint}`);
  }
  return { path, status: await loadStatus(path) };
}

/** The id of the one clash or group that begins with these digits. */
function wholeId({ clashes, groups }: StatusFile, id: string, path: string): string {
  if (!/^[0-9a-f]{4,16}$/.test(id))
    throw new OptionError(`id: "${id}" is not the beginning of an id, at least 4 hex digits`);
  const all = new Set([
    ...clashes.flatMap((entry) => (entry.group === undefined ? [entry.id] : [entry.id, entry.group])),
    ...groups.map((group) => group.id),
  ]);
  const found = [...all].filter((known) => known.startsWith(id));
  if (found.length === 1) return found[0];
  throw new OptionError(
    found.length === 0
      ? `id: ${path} has neither a clash nor a group ${id}`
      : `id: ${id} may be ${found.sort().slice(0, 3).join(" or ")}; add digits`,
  );
}
