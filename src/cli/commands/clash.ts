import type { ClashDepthMode, ClashOptions, ClashResult } from "../../clash/clash.ts";
import { OptionError } from "../../errors.ts";
import { type BcfVersion, readOptions } from "../../reports/bcf/options.ts";
import type { ClashReport, ReportClash, ReportSettings } from "../../reports/clash-report.ts";
import { createClashReport } from "../../reports/create-clash-report.ts";
import { keepWorst } from "../../reports/keep-worst.ts";
import { mergeStatus } from "../../reports/merge-status.ts";
import { findClashesOnThreads } from "../../workers/find-clashes-on-threads.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { countOf, formatNumber } from "../output/format-number.ts";
import type { FormatName } from "../output/formats.ts";
import { planOutputs } from "../output/plan-outputs.ts";
import { createProgress } from "../output/progress.ts";
import { refuseInput } from "../output/replace-file.ts";
import { writeOutputs } from "../output/write-outputs.ts";
import type { FailOn } from "../parse-values.ts";
import { readPatterns } from "../patterns/allow-file.ts";
import { createIgnoreRules, type IgnorePattern, type IgnoreRules } from "../patterns/ignore-rules.ts";
import { readBaseline } from "../read-baseline.ts";
import { StoppedReading } from "../scene/input-reader.ts";
import { describeLeftOut, leaveOutMarkers } from "../scene/left-out.ts";
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
  /** Default: 0; with IFC files 1 mm. */
  tolerance?: Length;
  clearance: Length;
  touching: "ignore" | "report";
  depth: ClashDepthMode;
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
  const { bcfVersion: version, bcfDate: date, bcfAuthor: author, failOn, quiet, color } = options;
  const bcf = readOptions({ version, date, author }); // report bad options before the search, not after it
  const stop = createStop(options.timeout ?? null, terminal);
  try {
    const baseline = options.baseline === undefined ? null : await readBaseline(options.baseline);
    const statusPath = chooseStatusPath(options.status, paths);
    const status = statusPath === null ? null : await loadStatus(statusPath);
    const patterns = await readPatterns(options.ignore ?? [], options.allow ?? null);
    const opened = await openScene(paths, options, terminal, stop.signal);
    const scene = options.allElements === true ? opened.scene : leaveOutMarkers(opened.scene);
    const inputs = [...scene.files, options.allow, options.baseline].filter((file) => file !== undefined);
    for (const { path } of plan.files) await refuseInput(path, inputs); // before the search, not after it
    warn(warningsOf(scene), options, terminal);
    const leftOut = scene.leftOut.map(({ type }) => type);
    const rules = createIgnoreRules(patterns, scene.parts, otherNames(scene), leftOut);
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
    const notes = notesOf(scene, settings, options);
    await writeOutputs(report, scene, plan, { bcf, junit, quiet, color, inputs, notes }, terminal);
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
    depth: settings.depth,
    between: settings.between,
    self: settings.self,
    // Clashes that are not listed could be neither compared with the baseline nor grouped, and would seem to be resolved.
    limit: needsAll || settings.group !== "none" ? undefined : (settings.limit ?? undefined),
    ignore: (a, b) => ignore(a, b) || isAllowedByFile(a, b),
    isStopped: stop.isStopped,
    onProgress: (done, total, clashes) =>
      progress.show("checking", done, total, countOf(clashes, "clash", "clashes")),
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

/** What the person who reads the result should know about it. */
function notesOf(
  { leftOut, unit, partInfo }: Scene,
  settings: ClashReport["settings"],
  options: ClashCommandOptions,
): string[] {
  const tolerance = `${formatNumber(settings.tolerance)} ${unit.name}`;
  const isDefault = options.tolerance === undefined && isIfc(partInfo);
  return [
    describeLeftOut(leftOut),
    isDefault ? `Tolerance: ${tolerance}, the default for IFC; --tolerance sets another.` : null,
  ].filter((note) => note !== null);
}

function isIfc(partInfo: Scene["partInfo"]): boolean {
  return partInfo.some(({ type }) => type?.startsWith("Ifc"));
}

/** Coordinates of buildings are rounded, and walls that should touch overlap by less than this. */
const IFC_TOLERANCE: Length = { value: 1, unit: "mm" };
const NO_TOLERANCE: Length = { value: 0, unit: null };

/** Why no two parts can be compared; null if some can. */
function nothingToCheck(
  { parts, inputs, leftOut }: Scene,
  rules: IgnoreRules,
  { between, self }: ClashCommandOptions,
): string | null {
  const active = parts.filter((_, i) => !rules.isPartIgnored(i));
  if (parts.length === 0 && leftOut.length > 0) return describeLeftOut(leftOut);
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
  { unit, partInfo }: Scene,
): ClashReport["settings"] {
  const { tolerance = isIfc(partInfo) ? IFC_TOLERANCE : NO_TOLERANCE } = options;
  return {
    tolerance: inUnit(tolerance, unit, "--tolerance"),
    clearance: inUnit(options.clearance, unit, "--clearance"),
    touching: options.touching,
    depth: options.depth,
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
