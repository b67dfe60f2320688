import type { ClashKind } from "../clash/clash.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { checkFunction } from "./check-argument.ts";
import { checkReport } from "./check-report.ts";
import type { ClashReport, ReportClash } from "./clash-report.ts";
import { clashSentence } from "./clash-sentence.ts";
import { printable } from "./printable-text.ts";
import { reportNotes } from "./report-notes.ts";

export interface GithubOptions {
  /** Which clashes are errors; others are notices. Default: all clashes not "unchanged" since the baseline. */
  isFailure?: ((clash: ReportClash) => boolean) | undefined;
}

const GITHUB_OPTIONS: OptionNames<GithubOptions> = { isFailure: true };

/** GitHub shows ten annotations of each level in a step, and drops the others. */
const MOST_SHOWN = 10;

const MILD: ReadonlySet<ClashKind> = new Set(["too-close", "touching"]);

/**
 * The report as workflow commands of GitHub Actions, one a line: printed by a step, they become annotations. A group is one
 * annotation, at the file of its worst clash's first part. Failures are errors, or warnings if parts only come too close; the
 * rest are notices.
 */
export function writeGithub(report: ClashReport, options: GithubOptions = {}): string {
  checkOptionNames(options, GITHUB_OPTIONS, "writeGithub");
  checkReport(report);
  const { isFailure = ({ change }: ReportClash) => change !== "unchanged" } = options;
  checkFunction(isFailure, "isFailure");
  const lines = reportNotes(report).map(({ level, text }) => command(level, { title: "abut clash" }, text));
  const counts = { error: 0, warning: 0, notice: 0 };
  for (const { title, clashes } of subjectsOf(report)) {
    const worst = clashes.find(isFailure) ?? clashes[0];
    const level = !isFailure(worst) ? "notice" : MILD.has(worst.kind) ? "warning" : "error";
    if (++counts[level] > MOST_SHOWN) continue;
    const file = report.inputs[report.parts[worst.a].input].file;
    const more = clashes.length > 1 ? `, and ${clashes.length - 1} more of this group` : "";
    lines.push(command(level, { file, title }, `${clashSentence(worst, report)}${more} (${worst.id})`));
  }
  for (const [level, count] of Object.entries(counts))
    if (count > MOST_SHOWN)
      lines.push(command("notice", { title: "abut clash" }, `${count - MOST_SHOWN} more of level ${level}`));
  return lines.join("");
}

interface Subject {
  title: string;
  clashes: ReportClash[];
}

/** The groups, or single clashes where there are none. */
function subjectsOf({ groups, clashes }: ClashReport): Subject[] {
  if (groups.length === 0)
    return clashes.map((clash) => ({ title: `Clash: ${clash.kind}`, clashes: [clash] }));
  return groups
    .filter((group) => group.clashes.length > 0)
    .map((group) => {
      const members = group.clashes.map((index) => clashes[index]);
      const title = group.count === 1 ? `Clash: ${members[0].kind}` : `${group.count} clashes: ${group.name}`;
      return { title, clashes: members };
    });
}

/** `::error file=a.ifc,title=…::message`. */
function command(level: string, properties: Record<string, string>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${level} ${list.join(",")}::${escapeData(message)}\n`;
}

/** A line end would begin another command: names of parts come from files of strangers. */
function escapeData(text: string): string {
  return printable(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
