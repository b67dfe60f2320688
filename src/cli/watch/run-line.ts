import { countOf, formatCount } from "../output/format-number.ts";
import type { FileChanges } from "./file-states.ts";

/** What one run of a watch has to say. */
export interface RunSummary {
  /** Null for the first run. */
  changes: FileChanges | null;
  /** How many model files there are. */
  files: number;
  clashes: number;
  /** Since the report before; null for the first run. */
  difference: { appeared: number; gone: number } | null;
  isPartial: boolean;
  seconds: number;
}

/** The width that lines keep. */
const COLUMNS = 80;
/** A shorter name says nothing. */
const LEAST_NAME = 12;

/** "14:03:05 gear.stl changed: 34 clashes, 2 new, 1 gone (0.21 s)". */
export function runLine(
  { changes, files, clashes, difference, isPartial, seconds }: RunSummary,
  now: Date,
): string {
  const counts = [
    `${isPartial ? "at least " : ""}${countOf(clashes, "clash", "clashes")}`,
    ...(difference === null
      ? []
      : [`${formatCount(difference.appeared)} new`, `${formatCount(difference.gone)} gone`]),
  ];
  const end = `: ${counts.join(", ")} (${seconds.toFixed(2)} s)`;
  const begin = `${clockOf(now)} `;
  const room = COLUMNS - begin.length - end.length;
  return begin + (changes === null ? countOf(files, "file") : describeChanges(changes, room)) + end;
}

/** A line about something that keeps the watch from checking. */
export function troubleLine(message: string, now: Date): string {
  return `${clockOf(now)} ${inOneLine(message)}`;
}

/** Names of files may hold line ends, which could pass for a line of the watch. */
function inOneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, " ");
}

/** One file by its name, several by their numbers. */
export function describeChanges(changes: FileChanges, room: number): string {
  const kinds = (["changed", "added", "removed"] as const).filter((kind) => changes[kind].length > 0);
  if (kinds.length === 0) return "checked again";
  const [kind] = kinds;
  if (kinds.length === 1 && changes[kind].length === 1)
    return `${shorten(changes[kind][0], room - kind.length - 1)} ${kind}`;
  return kinds
    .map(
      (each, i) =>
        `${i === 0 ? countOf(changes[each].length, "file") : formatCount(changes[each].length)} ${each}`,
    )
    .join(", ");
}

/** The file's name, without what does not fit in its middle. */
function shorten(file: string, room: number): string {
  const name = inOneLine(file.split(/[/\\]/).at(-1)!);
  const length = Math.max(LEAST_NAME, room);
  if (name.length <= length) return name;
  const tail = Math.floor((length - 1) / 2);
  return `${name.slice(0, length - 1 - tail)}…${name.slice(-tail)}`;
}

function clockOf(now: Date): string {
  return [now.getHours(), now.getMinutes(), now.getSeconds()]
    .map((n) => String(n).padStart(2, "0"))
    .join(":");
}
