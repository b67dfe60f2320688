import type { ClashDepthMode, ClashOptions, ClashPart, ClashResult } from "../../clash/clash.ts";
import { OptionError } from "../../errors.ts";
import { type BcfVersion, readOptions } from "../../reports/bcf/options.ts";
import type { ClashReport, ReportClash, ReportSettings } from "../../reports/clash-report.ts";
import { createClashReport } from "../../reports/create-clash-report.ts";
import { keepWorst } from "../../reports/keep-worst.ts";
import { mergeStatus } from "../../reports/merge-status.ts";
import { MissingMesh } from "../../store/missing-mesh.ts";
import { pruneStore } from "../../store/prune-store.ts";
import { findClashesOnThreads } from "../../workers/find-clashes-on-threads.ts";
import { readCluster, sharedPlace } from "../cluster/cluster-options.ts";
import { applyConfig } from "../config/apply-config.ts";
import { type Config, chooseConfigPath, loadConfig } from "../config/config-file.ts";
import { CONFIG_NAME } from "../config/config-name.ts";
import { createPairRules, usesProperties } from "../config/part-sets.ts";
import { type CheckLimits, type SearchPass, searchChecks } from "../config/search-checks.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { countOf, formatNumber } from "../output/format-number.ts";
import type { FormatName } from "../output/formats.ts";
import { planOutputs } from "../output/plan-outputs.ts";
import { createProgress } from "../output/progress.ts";
import { refuseInput } from "../output/replace-file.ts";
import { writeOutputs } from "../output/write-outputs.ts";
import type { FailOn } from "../parse-values.ts";
import { readPatterns } from "../patterns/allow-file.ts";
import { createIgnoreRules, type IgnoreRules } from "../patterns/ignore-rules.ts";
import { readBaseline } from "../read-baseline.ts";
import { dateOfRun } from "../run-date.ts";
import { StoppedReading } from "../scene/input-reader.ts";
import { describeLeftOut, leaveOutMarkers } from "../scene/left-out.ts";
import type { Scene } from "../scene/load-scene.ts";
import { type OpenOptions, openScene, warn, warningsOf } from "../scene/open-scene.ts";
import { openSceneCache, type SceneCache } from "../scene/scene-cache.ts";
import { inUnit, type Length } from "../scene/scene-unit.ts";
import { chooseStatusPath, dayOf, loadStatus, saveStatus } from "../status-file.ts";
import { createStop, type Stop } from "../stop.ts";
import { say, type Terminal } from "../terminal.ts";
import { readVersion } from "../version.ts";
import { createStoredSearch, type StoredSearch } from "./stored-search.ts";

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
  /** A path, or false after `--no-config`. */
  config?: string | boolean;
  threads?: number;
  /** The address of Redis; true: that of the environment. */
  cluster?: string | true;
  redisOptions?: string;
  /** The folder of a store. */
  store?: string;
  /** Bytes that the process may take, and that the store may take. */
  memory?: number;
  storeLimit?: number;
  limit?: number;
  timeout?: number;
  format?: readonly FormatName[];
  output?: string;
  bcfVersion: BcfVersion;
  bcfDate?: string;
  bcfAuthor?: string;
}

/** How often a run begins again because the store has lost a mesh. */
const MOST_ATTEMPTS = 3;

/** `abut clash`: from files and a rules file to reports. `isGiven` says whether the command line has an option. */
export async function runClash(
  paths: readonly string[],
  options: ClashCommandOptions,
  terminal: Terminal,
  isGiven: (option: string) => boolean,
): Promise<ExitCode> {
  const { store: folder, memory, storeLimit, cluster } = options;
  if (folder === undefined) {
    for (const [name, value] of Object.entries({ memory, "store-limit": storeLimit, cluster }))
      if (value !== undefined) throw new OptionError(`--${name}: needs --store`);
    return checkModel(paths, options, terminal, isGiven, null);
  }
  const cache = await openSceneCache(cluster === undefined ? folder : sharedPlace(folder), memory);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await checkModel(paths, options, terminal, isGiven, cache);
      } catch (error) {
        if (!(error instanceof MissingMesh) || attempt === MOST_ATTEMPTS) throw error;
        await pruneStore(cache.store); // what is damaged is seldom alone
        await cache.store.delete("mesh", [error.mesh]); // so that its file is read again
        await cache.store.delete("tree", [error.mesh]);
      }
    }
  } finally {
    if (storeLimit !== undefined) await pruneStore(cache.store, { limit: storeLimit });
    await cache.store.close();
  }
}

async function checkModel(
  callerPaths: readonly string[],
  callerOptions: ClashCommandOptions,
  terminal: Terminal,
  isGiven: (option: string) => boolean,
  cache: SceneCache | null,
): Promise<ExitCode> {
  const configPath = chooseConfigPath(callerOptions.config, terminal.folder ?? ".");
  const config = configPath === null ? {} : await loadConfig(configPath);
  if (configPath === null && callerPaths.length === 0)
    throw new OptionError(
      `missing required argument 'file', and there is no ${CONFIG_NAME} that lists files`,
    );
  const { options, paths } =
    configPath === null
      ? { options: callerOptions, paths: callerPaths }
      : applyConfig(callerOptions, callerPaths, config, configPath, isGiven);
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
    const reading = { ...options, properties: usesProperties(config) };
    const opened = await openScene(paths, reading, terminal, stop.signal, cache);
    const scene = options.allElements === true ? opened.scene : leaveOutMarkers(opened.scene);
    const inputs = [...scene.files, options.allow, options.baseline, configPath ?? undefined].filter(
      (file) => file !== undefined,
    );
    for (const { path } of plan.files) await refuseInput(path, inputs); // before the search, not after it
    warn(warningsOf(scene), options, terminal);
    if (configPath !== null && quiet !== true) say(terminal, `rules: ${configPath}`);
    const pairRules = createPairRules(config, scene, dayOf(terminal.env), configPath ?? CONFIG_NAME);
    warn(pairRules.warnings, options, terminal);
    const leftOut = scene.leftOut.map(({ type }) => type);
    const rules = createIgnoreRules(patterns, scene.parts, otherNames(scene), leftOut);
    const obstacle = nothingToCheck(scene, rules, options);
    if (obstacle !== null) {
      say(terminal, `abut: nothing was checked: ${obstacle}`);
      return EXIT.unchecked;
    }
    const limits = limitsOf(config, options, scene);
    const ignored = [...patterns.map(({ text }) => text), ...pairRules.allowances];
    const settings = settingsOf(options, ignored, limits);
    if (statusPath !== null) await refuseInput(statusPath, inputs);
    const needsAll = baseline !== null || status !== null;
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
    const stored =
      cache && (await createStoredSearch(scene, cache, settings.between, options.memory, cluster));
    const result = await searchChecks(
      limits.map(({ tolerance, clearance }) => ({
        tolerance: tolerance / perSceneUnit,
        clearance: clearance / perSceneUnit,
      })),
      (a, b) => pairRules.checkOf(numbers.get(a)!, numbers.get(b)!),
      isIgnored,
      (pass) => search(scene, pass, settings, needsAll, options, stop, terminal, stored),
    );
    if (stored !== null && quiet !== true) {
      const { known, pairs } = stored.counts;
      say(terminal, `store: ${known} of ${countOf(pairs, "pair")} were known`);
    }
    const unused = result.status === "complete" ? rules.unused() : [];
    const found = createClashReport({ ...scene, result, settings, toolVersion: readVersion(), baseline });
    const byKey = new Map(found.parts.map(({ key }, i) => [key, i]));
    const isChecked = (keyA: string, keyB: string) => {
      const [a, b] = [byKey.get(keyA), byKey.get(keyB)];
      if (a === undefined || b === undefined) return true; // a part that is gone clashes with nothing
      return pairRules.checkOf(a, b) >= 0 && !isIgnored(scene.parts[a], scene.parts[b]);
    };
    const merged =
      status && mergeStatus(status, found, { file: statusPath!, date: dayOf(terminal.env), isChecked });
    const whole = merged?.report ?? found;
    const report = keepWorst(whole, settings.limit);
    const baselineWarnings =
      report.baseline?.warnings.map((text) => `baseline ${options.baseline}: ${text}`) ?? [];
    warn([...unused, ...baselineWarnings], options, terminal);
    const junit = { isFailure: (clash: ReportClash) => isFailure(clash, failOn) };
    const notes = notesOf(scene, settings, options);
    const output = { bcf, junit, status: merged?.status ?? null, quiet, color, inputs, notes };
    await writeOutputs(report, scene, plan, output, terminal);
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
      progress.show("checking", done, total, countOf(clashes, "clash", "clashes")),
  };
  try {
    const signal = terminal.hasThreads ? stop.signal : undefined;
    if (stored !== null) return await stored.find(clashOptions, options.threads, signal);
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

function fails({ clashes, counts, review }: ClashReport, failOn: FailOn): boolean {
  // With a baseline or a status file all clashes are listed; without them all are counted.
  if (failOn.onlyNew || review !== null) return clashes.some((clash) => isFailure(clash, failOn));
  return [...failOn.kinds].some((kind) => counts.byKind[kind] > 0);
}

function isFailure({ kind, change, review }: ReportClash, { kinds, onlyNew }: FailOn): boolean {
  return kinds.has(kind) && (!onlyNew || change === "new") && review?.status !== "approved";
}
