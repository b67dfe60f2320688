import type { ClashOptions, ClashResult } from "../../clash/clash.ts";
import { OptionError } from "../../errors.ts";
import { type BcfVersion, readOptions } from "../../reports/bcf/options.ts";
import type { ClashReport, ReportClash, ReportSettings } from "../../reports/clash-report.ts";
import { createClashReport } from "../../reports/create-clash-report.ts";
import { keepWorst } from "../../reports/keep-worst.ts";
import { mergeStatus } from "../../reports/merge-status.ts";
import { findClashesOnThreads } from "../../workers/find-clashes-on-threads.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { FormatName } from "../output/formats.ts";
import { planOutputs } from "../output/plan-outputs.ts";
import { createProgress } from "../output/progress.ts";
import { refuseInput } from "../output/replace-file.ts";
import { writeOutputs } from "../output/write-outputs.ts";
import type { FailOn } from "../parse-values.ts";
import { readPatterns } from "../patterns/allow-file.ts";
import { createIgnoreRules, type IgnorePattern, type IgnoreRules } from "../patterns/ignore-rules.ts";
import { readBaseline } from "../read-baseline.ts";
import { dateOfRun } from "../run-date.ts";
import { StoppedReading } from "../scene/input-reader.ts";
import type { Scene } from "../scene/load-scene.ts";
import { type OpenOptions, openScene, warn, warningsOf } from "../scene/open-scene.ts";
import { inUnit, type Length } from "../scene/scene-unit.ts";
import { chooseStatusPath, dayOf, loadStatus, saveStatus } from "../status-file.ts";
import { createStop, type Stop } from "../stop.ts";
import { say, type Terminal } from "../terminal.ts";
import { readVersion } from "../version.ts";

export interface ClashCommandOptions extends OpenOptions {
  between?: boolean;
  self?: boolean;
  tolerance: Length;
  clearance: Length;
  touching: "ignore" | "report";
  group: ReportSettings["group"];
  ignore?: readonly string[];
  allow?: string;
  failOn: FailOn;
  baseline?: string;
  /** A path, true for the usual place, false for none. */
  status?: string | boolean;
  threads?: number;
  limit?: number;
  timeout?: number;
  format?: readonly FormatName[];
  output?: string;
  bcfVersion: BcfVersion;
  bcfDate?: string;
  bcfAuthor?: string;
}

/** `abut clash`: from files to reports. */
export async function runClash(
  paths: readonly string[],
  options: ClashCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const plan = planOutputs(options.format ?? [], options.output ?? null, terminal.out.isTTY === true);
  if (options.failOn.onlyNew && options.baseline === undefined)
    throw new OptionError("--fail-on new: new since when? --baseline names an earlier report");
  const { bcfVersion: version, bcfAuthor: author, failOn, quiet, color } = options;
  const date = options.bcfDate ?? dateOfRun(terminal.env);
  const bcf = readOptions({ version, date, author }); // report bad options before the search, not after it
  const stop = createStop(options.timeout ?? null, terminal);
  try {
    const baseline = options.baseline === undefined ? null : await readBaseline(options.baseline);
    const statusPath = chooseStatusPath(options.status, paths);
    const status = statusPath === null ? null : await loadStatus(statusPath);
    const patterns = await readPatterns(options.ignore ?? [], options.allow ?? null);
    const { scene } = await openScene(paths, options, terminal, stop.signal);
    const inputs = [...scene.files, options.allow, options.baseline].filter((file) => file !== undefined);
    for (const { path } of plan.files) await refuseInput(path, inputs); // before the search, not after it
    warn(warningsOf(scene), options, terminal);
    const rules = createIgnoreRules(patterns, scene.parts, otherNames(scene));
    const obstacle = nothingToCheck(scene, rules, options);
    if (obstacle !== null) {
      say(terminal, `abut: nothing was checked: ${obstacle}`);
      return EXIT.unchecked;
    }
    const settings = settingsOf(options, patterns, scene);
    if (statusPath !== null) await refuseInput(statusPath, inputs);
    const needsAll = baseline !== null || status !== null;
    const result = await search(scene, rules, settings, needsAll, options, stop, terminal);
    const unused = result.status === "complete" ? rules.unused() : [];
    const found = createClashReport({ ...scene, result, settings, toolVersion: readVersion(), baseline });
    const merged = status && mergeStatus(status, found, { file: statusPath!, date: dayOf(terminal.env) });
    const whole = merged?.report ?? found;
    const report = keepWorst(whole, settings.limit);
    const baselineWarnings =
      report.baseline?.warnings.map((text) => `baseline ${options.baseline}: ${text}`) ?? [];
    warn([...unused, ...baselineWarnings], options, terminal);
    const junit = { isFailure: (clash: ReportClash) => isFailure(clash, failOn) };
    await writeOutputs(report, scene, plan, { bcf, junit, quiet, color, inputs }, terminal);
    if (merged !== null) await saveStatus(statusPath!, merged.status, inputs);
    if (result.status === "partial") {
      for (const line of uncheckedLines(result, scene)) say(terminal, line);
      const failed = result.unchecked.length > 0 ? "some pairs could not be checked" : "stopped";
      say(terminal, `abut: partial: ${stop.reason() ?? failed}`);
      return stop.exitCode();
    }
    return fails(whole, failOn) ? EXIT.found : EXIT.clean;
  } catch (error) {
    if (!(error instanceof StoppedReading)) throw error;
    say(terminal, `abut: nothing was checked: ${stop.reason() ?? "stopped"} while files were read`);
    return stop.exitCode();
  } finally {
    stop.end();
  }
}

async function search(
  { parts, unit, isAllowedByFile }: Scene,
  { ignore }: IgnoreRules,
  settings: ClashReport["settings"],
  needsAll: boolean,
  options: ClashCommandOptions,
  stop: Stop,
  terminal: Terminal,
): Promise<ClashResult> {
  const progress = createProgress(terminal.err, options.quiet !== true);
  const clashOptions: ClashOptions = {
    tolerance: settings.tolerance / unit.perSceneUnit,
    clearance: settings.clearance / unit.perSceneUnit,
    touching: settings.touching,
    between: settings.between,
    self: settings.self,
    // Clashes that are not listed could be neither compared with the baseline nor grouped, and would seem to be resolved.
    limit: needsAll || settings.group !== "none" ? undefined : (settings.limit ?? undefined),
    ignore: (a, b) => ignore(a, b) || isAllowedByFile(a, b),
    isStopped: stop.isStopped,
    onProgress: (done, total) => progress.show("checking", done, total),
  };
  try {
    const signal = terminal.hasThreads ? stop.signal : undefined;
    return await findClashesOnThreads(parts, { ...clashOptions, threads: options.threads, signal });
  } finally {
    progress.end();
  }
}

/** How many unchecked pairs are named. */
const MOST_UNCHECKED = 20;

function uncheckedLines({ unchecked }: ClashResult, { parts }: Scene): string[] {
  const lines = unchecked
    .slice(0, MOST_UNCHECKED)
    .map(({ a, b, reason }) => `abut: not checked: "${parts[a].key}" against "${parts[b].key}": ${reason}`);
  const more = unchecked.length - lines.length;
  return more > 0 ? [...lines, `abut: not checked: ${more} more pairs`] : lines;
}

function otherNames({ parts, partInfo, labels }: Scene): (string | undefined)[][] {
  return parts.map(({ group }, i) => [labels[group], partInfo[i].type, partInfo[i].guid]);
}

/** Why no two parts can be compared; null if some can. */
function nothingToCheck(
  { parts, inputs }: Scene,
  rules: IgnoreRules,
  { between, self }: ClashCommandOptions,
): string | null {
  const active = parts.filter((_, i) => !rules.isPartIgnored(i));
  if (parts.length === 0)
    return inputs.length === 1
      ? "there are no triangles in the file"
      : "there are no triangles in these files";
  if (active.length === 0) return "the patterns leave out every part";
  if (self) return null;
  const left = active.length < parts.length ? " that the patterns leave" : "";
  if (active.length === 1)
    return `there is only one part${left}, "${active[0].key}"; --self checks it against itself`;
  if (between && new Set(active.map(({ group }) => group)).size === 1)
    return `all parts${left} are in one file, and --between checks only parts of different files`;
  return null;
}

function settingsOf(
  options: ClashCommandOptions,
  patterns: readonly IgnorePattern[],
  { unit }: Scene,
): ClashReport["settings"] {
  return {
    tolerance: inUnit(options.tolerance, unit, "--tolerance"),
    clearance: inUnit(options.clearance, unit, "--clearance"),
    touching: options.touching,
    between: options.between === true,
    self: options.self === true,
    ignore: patterns.map(({ text }) => text),
    limit: options.limit ?? null,
    group: options.group,
  };
}

function fails({ clashes, counts, review }: ClashReport, failOn: FailOn): boolean {
  // With a baseline or a status file all clashes are listed; without them all are counted.
  if (failOn.onlyNew || review !== null) return clashes.some((clash) => isFailure(clash, failOn));
  return [...failOn.kinds].some((kind) => counts.byKind[kind] > 0);
}

function isFailure({ kind, change, review }: ReportClash, { kinds, onlyNew }: FailOn): boolean {
  return kinds.has(kind) && (!onlyNew || change === "new") && review?.status !== "approved";
}
