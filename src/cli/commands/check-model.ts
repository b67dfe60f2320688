import type { ClashOptions, ClashPart, ClashResult } from "../../clash/clash.ts";
import { OptionError } from "../../errors.ts";
import { compareWithBaseline } from "../../reports/baseline.ts";
import { type BcfOptions, readOptions } from "../../reports/bcf/options.ts";
import type { ClashReport } from "../../reports/clash-report.ts";
import type { StatusEntry, StatusFile } from "../../reports/clash-status.ts";
import { createClashReport } from "../../reports/create-clash-report.ts";
import { mergeStatus } from "../../reports/merge-status.ts";
import { findClashesOnThreads } from "../../workers/find-clashes-on-threads.ts";
import { readCluster } from "../cluster/cluster-options.ts";
import { applyConfig } from "../config/apply-config.ts";
import { type Config, chooseConfigPath, loadConfig } from "../config/config-file.ts";
import { CONFIG_NAME } from "../config/config-name.ts";
import { createPairRules, type PairRules, usesProperties } from "../config/part-sets.ts";
import { type CheckLimits, type SearchPass, searchChecks } from "../config/search-checks.ts";
import { countOf, formatCount, formatNumber } from "../output/format-number.ts";
import { type OutputPlan, planOutputs } from "../output/plan-outputs.ts";
import { createProgress } from "../output/progress.ts";
import { refuseInput } from "../output/replace-file.ts";
import type { WrittenScene } from "../output/write-outputs.ts";
import { readPatterns } from "../patterns/allow-file.ts";
import { createIgnoreRules, type IgnoreRules } from "../patterns/ignore-rules.ts";
import { readBaseline } from "../read-baseline.ts";
import { dateOfRun } from "../run-date.ts";
import { createFileDigests } from "../scene/file-digest.ts";
import { describeLeftOut, leaveOutMarkers } from "../scene/left-out.ts";
import type { Scene } from "../scene/load-scene.ts";
import { openScene, warningsOf } from "../scene/open-scene.ts";
import type { SceneCache } from "../scene/scene-cache.ts";
import { inUnit, type Length } from "../scene/scene-unit.ts";
import { chooseStatusPath, dayOf, loadStatus } from "../status-file.ts";
import type { Stop } from "../stop.ts";
import type { Terminal } from "../terminal.ts";
import { readVersion } from "../version.ts";
import type { ClashCommandOptions } from "./clash.ts";
import { type FoundReport, placeKnownReport } from "./known-report.ts";
import { createStoredSearch, type StoredSearch } from "./stored-search.ts";

/** What `abut clash` is asked: its arguments and options. */
export interface ClashRequest {
  paths: readonly string[];
  options: ClashCommandOptions;
  terminal: Terminal;
  /** Whether the command line has an option. */
  isGiven: (option: string) => boolean;
}

/** A request together with its rules file. */
export interface ClashOrder {
  paths: readonly string[];
  options: ClashCommandOptions;
  config: Config;
  configPath: string | null;
  plan: OutputPlan;
  bcf: BcfOptions;
  terminal: Terminal;
}

/** What a check uses and whom it tells. */
export interface CheckContext {
  cache: SceneCache | null;
  /** Whether a report of the store will do, which comes without geometry. */
  takesKnownReport: boolean;
  stop: Stop;
  /** Entries of the status file that count as not yet found. Default: none. */
  isFresh?: (entry: StatusEntry) => boolean;
  onWarnings(warnings: readonly string[]): void;
  onNote(text: string): void;
}

/** Everything that one check of a model found, before any of it is written. */
export interface ModelCheck {
  /** With all clashes, whatever the limit. */
  whole: ClashReport;
  scene: WrittenScene;
  /** A line for each pair that could not be checked. */
  unchecked: string[];
  /** The status file after the run; null without one. */
  status: { path: string; file: StatusFile } | null;
  /** Files that must not be overwritten. */
  inputs: string[];
  /** What the person who reads the result should know about it. */
  notes: readonly string[];
  /** Warnings about patterns without an effect. */
  unused: readonly string[];
}

/** Why no two parts could be compared. */
export interface NothingChecked {
  obstacle: string;
}

/** Reads the rules file, and reports bad options before the search, not after it. */
export async function readOrder({ paths, options, terminal, isGiven }: ClashRequest): Promise<ClashOrder> {
  const configPath = chooseConfigPath(options.config, terminal.folder ?? ".");
  const config = configPath === null ? {} : await loadConfig(configPath);
  if (configPath === null && paths.length === 0)
    throw new OptionError(
      `missing required argument 'file', and there is no ${CONFIG_NAME} that lists files`,
    );
  const applied =
    configPath === null ? { options, paths } : applyConfig(options, paths, config, configPath, isGiven);
  const {
    format,
    output,
    failOn,
    baseline,
    bcfVersion: version,
    bcfAuthor: author,
    bcfDate,
  } = applied.options;
  const plan = planOutputs(format ?? [], output ?? null, terminal.out.isTTY === true);
  if (failOn.onlyNew && baseline === undefined)
    throw new OptionError("--fail-on new: new since when? --baseline names an earlier report");
  const bcf = readOptions({ version, date: bcfDate ?? dateOfRun(terminal.env), author });
  return { ...applied, config, configPath, plan, bcf, terminal };
}

/** Reads the files, searches them for clashes, and makes the report. */
export async function checkModel(
  { paths, options, config, configPath, plan, terminal }: ClashOrder,
  { cache: callerCache, takesKnownReport, stop, isFresh = () => false, onWarnings, onNote }: CheckContext,
): Promise<ModelCheck | NothingChecked> {
  const baseline = options.baseline === undefined ? null : await readBaseline(options.baseline);
  const statusPath = chooseStatusPath(options.status, paths);
  const decided = statusPath === null ? null : await loadStatus(statusPath);
  const status = decided && { ...decided, clashes: decided.clashes.filter((entry) => !isFresh(entry)) };
  const patterns = await readPatterns(options.ignore ?? [], options.allow ?? null);
  const needsAll = baseline !== null || status !== null;
  const day = dayOf(terminal.env);
  const others = [options.allow, options.baseline, configPath].filter((file) => typeof file === "string");
  const cache = callerCache && { ...callerCache, digestOf: createFileDigests() };
  const tellFindings = ({ warnings, ruleWarnings }: Pick<FoundReport, "warnings" | "ruleWarnings">) => {
    onWarnings(warnings);
    if (configPath !== null) onNote(`rules: ${configPath}`);
    onWarnings(ruleWarnings);
  };
  const tellKnown = (count: number, pairs: number) =>
    onNote(`store: ${count} of ${countOf(pairs, "pair")} were known`);
  const compared = (report: ClashReport) =>
    baseline === null ? report : compareWithBaseline(report, baseline);
  // Which clashes a status is about depends on the parts, so a run with a status reads them.
  const place =
    cache === null || status !== null || !takesKnownReport
      ? null
      : await placeKnownReport(cache, paths, options, plan, { config, configPath, patterns, day, needsAll });
  const known = place && (await place.find());
  if (place !== null && known !== null) {
    const inputs = [...place.files, ...others];
    refuseInputs(plan, inputs);
    tellFindings(known);
    tellKnown(known.pairs, known.pairs);
    return {
      whole: compared(known.report),
      scene: { parts: [], partInfo: [], partNames: [...known.partNames], upAxis: null },
      unchecked: [],
      status: null,
      inputs,
      notes: known.notes,
      unused: known.unused,
    };
  }
  const reading = { ...options, properties: usesProperties(config) };
  const opened = await openScene(paths, reading, terminal, stop.signal, cache);
  const scene = options.allElements === true ? opened.scene : leaveOutMarkers(opened.scene);
  const inputs = [...scene.files, ...others];
  refuseInputs(plan, inputs);
  const pairRules = createPairRules(config, scene, day, configPath ?? CONFIG_NAME);
  const findings = { warnings: warningsOf(scene), ruleWarnings: pairRules.warnings };
  tellFindings(findings);
  const leftOut = scene.leftOut.map(({ type }) => type);
  const rules = createIgnoreRules(patterns, scene.parts, otherNames(scene), leftOut);
  const obstacle = nothingToCheck(scene, rules, pairRules, options);
  if (obstacle !== null) return { obstacle };
  const limits = limitsOf(config, options, scene);
  const ignored = [...patterns.map(({ text }) => text), ...pairRules.allowances];
  const settings = settingsOf(options, ignored, limits);
  if (statusPath !== null) refuseInput(statusPath, inputs);
  const numbers = new Map<ClashPart, number>(scene.parts.map((part, i) => [part, i]));
  const { perSceneUnit } = scene.unit;
  // All are evaluated: patterns count their uses.
  const isIgnored = (a: ClashPart, b: ClashPart) =>
    [
      rules.ignore(a, b),
      scene.isAllowedByFile(a, b),
      pairRules.isAllowed(numbers.get(a)!, numbers.get(b)!),
    ].includes(true);
  const cluster = await readCluster(options, terminal);
  const stored = cache && (await createStoredSearch(scene, cache, settings.between, options.memory, cluster));
  const result = await searchChecks(
    limits.map(({ tolerance, clearance }) => ({
      tolerance: tolerance / perSceneUnit,
      clearance: clearance / perSceneUnit,
    })),
    (a, b) => pairRules.checkOf(numbers.get(a)!, numbers.get(b)!),
    isIgnored,
    (pass) => search(scene, pass, settings, needsAll, options, stop, terminal, stored),
  );
  if (stored !== null) tellKnown(stored.counts.known, stored.counts.pairs);
  const unused = result.status === "complete" ? rules.unused() : [];
  const report = createClashReport({
    ...scene,
    result,
    settings,
    toolVersion: readVersion(),
    baseline: null,
  });
  const notes = notesOf(scene, settings, options);
  if (stored !== null && result.status === "complete") {
    const { pairs } = stored.counts;
    await place?.keep({ report, pairs, partNames: scene.partNames, notes, unused, ...findings }, scene);
  }
  const found = compared(report);
  const byKey = new Map(found.parts.map(({ key }, i) => [key, i]));
  const isChecked = (keyA: string, keyB: string) => {
    const [a, b] = [byKey.get(keyA), byKey.get(keyB)];
    if (a === undefined || b === undefined) return true; // a part that is gone clashes with nothing
    return pairRules.checkOf(a, b) >= 0 && !isIgnored(scene.parts[a], scene.parts[b]);
  };
  const merged = status && mergeStatus(status, found, { file: statusPath!, date: day, isChecked });
  return {
    whole: merged?.report ?? found,
    scene,
    unchecked: uncheckedLines(result, scene),
    status: merged && { path: statusPath!, file: merged.status },
    inputs,
    notes,
    unused,
  };
}

/** Before anything is searched or written. */
function refuseInputs({ files }: OutputPlan, inputs: readonly string[]): void {
  for (const { path } of files) refuseInput(path, inputs);
}

async function search(
  { parts }: Scene,
  pass: SearchPass,
  settings: ClashReport["settings"],
  needsAll: boolean,
  options: ClashCommandOptions,
  stop: Stop,
  terminal: Terminal,
  stored: StoredSearch | null,
): Promise<ClashResult> {
  const progress = createProgress(terminal.err, options.quiet !== true);
  let known = "";
  const clashOptions: ClashOptions = {
    ...pass,
    touching: settings.touching,
    depth: settings.depth,
    between: settings.between,
    self: settings.self,
    // Clashes that are not listed could be neither compared with the baseline nor grouped, and would seem to be resolved.
    limit: needsAll || settings.group !== "none" ? undefined : (settings.limit ?? undefined),
    isStopped: stop.isStopped,
    onProgress: (done, total, clashes) =>
      progress.show("checking", done, total, `${known}${countOf(clashes, "clash", "clashes")}`),
  };
  try {
    const signal = terminal.hasThreads ? stop.signal : undefined;
    if (stored !== null)
      return await stored.find(clashOptions, options.threads, signal, (count) => {
        known = count === 0 ? "" : `${formatCount(count)} known, `;
      });
    return await findClashesOnThreads(parts, { ...clashOptions, threads: options.threads, signal });
  } finally {
    progress.end();
  }
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
  { matchNothing }: PairRules,
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
  if (matchNothing) return "no check of the rules file has parts in both of its sets";
  return null;
}

/** The limits of each check in the report's unit; those of the run if there are no checks. */
function limitsOf(
  { checks }: Config,
  options: ClashCommandOptions,
  { unit, partInfo }: Scene,
): CheckLimits[] {
  const { tolerance: given = isIfc(partInfo) ? IFC_TOLERANCE : NO_TOLERANCE } = options;
  const whole = {
    tolerance: inUnit(given, unit, "--tolerance"),
    clearance: inUnit(options.clearance, unit, "--clearance"),
  };
  if (checks === undefined || checks.length === 0) return [whole];
  return checks.map(({ tolerance, clearance }, i) => ({
    tolerance: tolerance === undefined ? whole.tolerance : inUnit(tolerance, unit, `checks[${i}].tolerance`),
    clearance: clearance === undefined ? whole.clearance : inUnit(clearance, unit, `checks[${i}].clearance`),
  }));
}

function settingsOf(
  options: ClashCommandOptions,
  ignore: string[],
  limits: readonly CheckLimits[],
): ClashReport["settings"] {
  return {
    // What holds for every clash: each is deeper than the least tolerance, or nearer than the greatest clearance.
    tolerance: Math.min(...limits.map(({ tolerance }) => tolerance)),
    clearance: Math.max(...limits.map(({ clearance }) => clearance)),
    touching: options.touching,
    depth: options.depth,
    between: options.between === true,
    self: options.self === true,
    ignore,
    limit: options.limit ?? null,
    group: options.group,
  };
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
