import { CLASH_KINDS } from "../clash/clash.ts";
import { OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { toBase64 } from "./base64.ts";
import { checkReport } from "./check-report.ts";
import type { ClashPart, ClashReport, ReportClash } from "./clash-report.ts";
import { clashSentence } from "./clash-sentence.ts";
import { createPainter, drawPicture } from "./picture/draw-picture.ts";
import { bestLook } from "./picture/look.ts";
import { createPictureScene, type Shot, shotsOfGroup } from "./picture/scene.ts";
import { printable } from "./printable-text.ts";
import { reportNotes } from "./report-notes.ts";
import { checkUpAxis, partsOfReport, SCENE_SPACE, type SceneSpace } from "./scene-space.ts";

export interface MarkdownOptions extends SceneSpace {
  /** How many groups have a picture, the worst first. Default 5; 0 for none. */
  maxPictures?: number | undefined;
  /**
   * The path of the folder for pictures, as the text refers to it: pictures are then files. Default null: pictures are inside the text
   * as data, which GitHub's comments and summaries do not show.
   */
  pictureFolder?: string | null | undefined;
}

const MARKDOWN_OPTIONS: OptionNames<MarkdownOptions> = {
  ...SCENE_SPACE,
  maxPictures: true,
  pictureFolder: true,
};

export interface MarkdownReport {
  text: string;
  /** The files of pictures, by name, for `pictureFolder`. */
  pictures: Map<string, Uint8Array>;
}

/** The largest number of rows of each table. A comment on GitHub has at most 65,536 characters. */
const MOST_ROWS = 50;
/** The largest number of clashes listed for each group. */
const MOST_MEMBERS = 10;

/** A summary for pull requests and wikis: what was found, the groups with pictures, what is new and what is resolved. */
export function writeMarkdown(
  report: ClashReport,
  parts: readonly ClashPart[],
  options: MarkdownOptions = {},
): MarkdownReport {
  checkOptionNames(options, MARKDOWN_OPTIONS, "writeMarkdown");
  checkReport(report);
  const { maxPictures = 5, pictureFolder = null, upAxis } = options;
  if (!(Number.isInteger(maxPictures) && maxPictures >= 0))
    throw new OptionError(`maxPictures: expected a count, got ${show(maxPictures)}`);
  checkUpAxis(upAxis);
  const whole = partsOfReport(report, parts);
  const subjects = subjectsOf(report);
  const scene = createPictureScene(report, whole, upAxis === "y" ? "y" : "z");
  const painter = maxPictures > 0 && subjects.length > 0 ? createPainter() : null;
  const pictures = new Map<string, Uint8Array>();
  const lines = [`## ${headline(report)}`, "", ...summaryOf(report), ""];
  subjects.slice(0, MOST_ROWS).forEach((subject, i) => {
    lines.push(`### ${i + 1}. ${escapeMarkdown(subject.title)}`, "");
    if (i < maxPictures) {
      const png = drawPicture(painter!, scene, subject.shot, bestLook(scene, subject.shot));
      const name = `${subject.id}.png`;
      if (pictureFolder !== null) pictures.set(name, png);
      const address =
        pictureFolder === null
          ? `data:image/png;base64,${toBase64(png)}`
          : linkTarget(join(pictureFolder, name));
      lines.push(`![${escapeMarkdown(subject.title)}](${address})`, "");
    }
    lines.push(...membersOf(subject, report), "");
  });
  const left = subjects.length - MOST_ROWS;
  if (left > 0) lines.push(`… and ${left} more groups.`, "");
  lines.push(...resolvedOf(report));
  return { text: `${lines.join("\n").trimEnd()}\n`, pictures };
}

interface Subject {
  id: string;
  title: string;
  /** All clashes of the group, listed or not. */
  count: number;
  clashes: readonly ReportClash[];
  shot: Shot;
}

/** The groups, or single clashes where there are none. */
/** A path as the target of a link. Markdown ends a target at a parenthesis, which `encodeURI` leaves as it is. */
function linkTarget(path: string): string {
  return encodeURI(path).replace(/[()]/g, (character) => (character === "(" ? "%28" : "%29"));
}

function subjectsOf(report: ClashReport): Subject[] {
  const { groups, clashes, parts } = report;
  const titleOf = ({ kind, a, b }: ReportClash) =>
    `${kind}: ${parts[a].name}${a === b ? "" : ` × ${parts[b].name}`}`;
  if (groups.length === 0)
    return clashes.map((clash) => ({
      id: clash.id,
      title: titleOf(clash),
      count: 1,
      clashes: [clash],
      shot: { clashes: [clash], box: clash.box },
    }));
  return groups
    .filter((group) => group.clashes.length > 0)
    .map((group) => {
      const [shot] = shotsOfGroup(report, group);
      const members = group.clashes.map((index) => clashes[index]);
      const title = group.count === 1 ? titleOf(members[0]) : `${group.count} clashes: ${group.name}`;
      return { id: group.id, title, count: group.count, clashes: members, shot };
    });
}

function headline({ counts, status }: ClashReport): string {
  const kinds = CLASH_KINDS.filter((kind) => counts.byKind[kind] > 0);
  const total = kinds.reduce((sum, kind) => sum + counts.byKind[kind], 0);
  if (total === 0) return status === "complete" ? "No clashes" : "No clashes so far";
  return `${total} ${total === 1 ? "clash" : "clashes"}: ${kinds.map((kind) => `${counts.byKind[kind]} ${kind}`).join(", ")}`;
}

function summaryOf(report: ClashReport): string[] {
  const { inputs, counts, baseline, groups } = report;
  const files = inputs.map(({ file }) => code(file)).join(", ");
  const lines = [`${counts.parts} parts in ${files}; ${counts.checked} pairs checked.`];
  if (groups.length > 0) lines.push(`${groups.length} ${groups.length === 1 ? "group" : "groups"}.`);
  if (baseline !== null)
    lines.push(
      `Since ${code(baseline.file)}: **${baseline.new} new**, ${baseline.unchanged} unchanged, ${baseline.resolved.length} resolved.`,
    );
  for (const { level, text } of reportNotes(report))
    lines.push("", `> **${level}:** ${escapeMarkdown(text)}`);
  return lines;
}

function membersOf({ clashes, count }: Subject, report: ClashReport): string[] {
  const rows = clashes.slice(0, MOST_MEMBERS).map((clash) => {
    const mark = clash.change === "new" ? "**new** " : "";
    return `- ${mark}${escapeMarkdown(clashSentence(clash, report))} ${code(clash.id)}`;
  });
  return count > rows.length ? [...rows, `- … and ${count - rows.length} more`] : rows;
}

function resolvedOf({ baseline }: ClashReport): string[] {
  if (baseline === null || baseline.resolved.length === 0) return [];
  const rows = baseline.resolved.slice(0, MOST_ROWS).map(({ kind, keyA, keyB, id }) => {
    const names = keyA === keyB ? keyA : `${keyA}, ${keyB}`;
    return `- ~~${kind}: ${escapeMarkdown(names)}~~ ${code(id)}`;
  });
  const left = baseline.resolved.length - rows.length;
  return [
    `### Resolved since ${code(baseline.file)}`,
    "",
    ...rows,
    ...(left > 0 ? [`- … and ${left} more`] : []),
  ];
}

function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder.replace(/\/+$/, "")}/${name}`;
}

/** Names come from files: nothing in them may become a link, a tag, a mention or a new line. Pages link bare addresses, too. */
function escapeMarkdown(text: string): string {
  return printable(text)
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()#+\-.!|~<>&@$]/g, (character) =>
      character === "@" || character === "<" || character === ">" || character === "&"
        ? `&#${character.charCodeAt(0)};`
        : /[-.()]/.test(character)
          ? character
          : `\\${character}`,
    )
    .replaceAll("://", "&#58;//")
    .replace(/\b(www)\./gi, "$1&#46;");
}

/** A code span. Its fence is longer than any run of backticks inside. */
function code(text: string): string {
  const line = printable(text).replace(/\s+/g, " ");
  const runs = line.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const pad = fence.length > 1 || line.trim() === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
