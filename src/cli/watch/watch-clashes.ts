import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FormatError, MeshError, OptionError, PoseError, StoreError } from "../../errors.ts";
import { keepWorst } from "../../reports/keep-worst.ts";
import { livePayload, type PageDecision } from "../../reports/live-page.ts";
import { pruneStore } from "../../store/prune-store.ts";
import {
  type ClashOrder,
  type ClashRequest,
  checkModel,
  type ModelCheck,
  readOrder,
} from "../commands/check-model.ts";
import { repairing } from "../commands/clash.ts";
import { presentReport } from "../commands/present-report.ts";
import { CONFIG_NAME } from "../config/config-name.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readTemplate } from "../read-template.ts";
import { STANDARD_INPUT, StoppedReading } from "../scene/input-reader.ts";
import { isModelName, listModelFiles } from "../scene/list-model-files.ts";
import { warn } from "../scene/open-scene.ts";
import { openSceneCache, type SceneCache } from "../scene/scene-cache.ts";
import { statusPathOf } from "../status-file.ts";
import { createStop } from "../stop.ts";
import { say } from "../terminal.ts";
import {
  changesBetween,
  countChanges,
  type FileChanges,
  type FileStates,
  stateOf,
  statesOf,
} from "./file-states.ts";
import { createFolderAlarm, type FolderAlarm } from "./folder-alarm.ts";
import { createOwnStore } from "./own-store.ts";
import { type PageServer, startPageServer } from "./page-server.ts";
import { describeChanges, type RunSummary, runLine, troubleLine } from "./run-line.ts";
import { createStatusDesk, type StatusDesk } from "./status-desk.ts";
import { createWarmFiles, type WarmFiles } from "./warm-reader.ts";

/** What lasts from run to run. */
interface Watch {
  request: ClashRequest;
  cache: SceneCache;
  warm: WarmFiles;
  alarm: FolderAlarm;
  desk: StatusDesk;
  /** Aborted by Ctrl-C or SIGTERM. */
  signal: AbortSignal;
  server: PageServer | null;
  /** The latest whole report, its number, and what it was made for. */
  latest: { run: number; check: ModelCheck; payload: Uint8Array | null; order: ClashOrder } | null;
  /** What the files were like before the latest run. */
  before: Map<string, string>;
  /** Warnings that were printed already. */
  warned: Set<string>;
  /** The latest reason why there is no new report. */
  trouble: string | null;
}

/** A file that stays unchanged for this long counts as completely written. */
const SETTLED_MS = 40;
/** How often files are looked at where no event comes: events are unknown on some network file systems. */
const LOOK_MS = 2000;
/** The share of time that looking at files may take; and the share while events never cease, as beside a growing log file. */
const [LOOK_SHARE, BUSY_SHARE] = [0.01, 0.2];
/** Files that keep changing for longer than this are reported. */
const PATIENCE_MS = 1000;
/** The first wait before a file that could not be read is read again, and the longest. */
const RETRY_MS = [500, 60_000] as const;

/** `abut clash --watch`: checks again at every change, and serves the report, until Ctrl-C or SIGTERM. */
export async function watchClashes(request: ClashRequest): Promise<ExitCode> {
  const { options, terminal } = request;
  refuseOptions(request);
  const ended = new AbortController();
  const forget = terminal.onInterrupt(() => ended.abort());
  terminal.onTerminate(() => ended.abort());
  const own = options.store === undefined ? createOwnStore() : null;
  const opened = await openSceneCache(own?.place ?? options.store!, options.memory);
  const warm = createWarmFiles();
  const watch: Watch = {
    request,
    cache: { ...opened, wrapReader: (reader) => warm.wrap(reader, watch.before) },
    warm,
    alarm: createFolderAlarm(),
    desk: createStatusDesk(),
    signal: ended.signal,
    server: null,
    latest: null,
    before: new Map(),
    warned: new Set(),
    trouble: null,
  };
  try {
    await watchUntilEnded(watch);
    if (options.quiet !== true) say(terminal, "abut: the watch has ended");
    return EXIT.clean;
  } finally {
    watch.alarm.close();
    await watch.server?.close();
    if (options.storeLimit !== undefined) await pruneStore(opened.store, { limit: options.storeLimit });
    await opened.store.close();
    own?.remove();
    forget();
  }
}

function refuseOptions({ paths, options }: ClashRequest): void {
  if (options.cluster !== undefined)
    throw new OptionError("--watch: not with --cluster; a watch checks on this machine, from its store");
  if (paths.includes(STANDARD_INPUT))
    throw new OptionError("--watch: the standard input (-) cannot be watched; name files or folders");
  if (options.storeLimit !== undefined && options.store === undefined)
    throw new OptionError("--store-limit: needs --store");
}

async function watchUntilEnded(watch: Watch): Promise<void> {
  const { request, signal } = watch;
  let order = await readOrder(request);
  refuseOutputs(order);
  for (const path of order.paths)
    if (stateOf(path) === "") throw new FormatError(`${path}: there is no such file or folder`);
  watch.before = await look(watch, order);
  let changes: FileChanges | null = null;
  let wait = 0;
  for (;;) {
    const begin = performance.now();
    tellPages(watch, "checking");
    const trouble = await attempt(watch, order, changes, begin);
    if (signal.aborted) return;
    if (trouble !== null && trouble !== watch.trouble) tell(order, trouble);
    watch.trouble = trouble;
    tellPages(watch, "watching");
    // A file that could not be read may be right at the next try, without an event.
    wait = trouble === null ? 0 : Math.min(RETRY_MS[1], 2 * wait || RETRY_MS[0]);
    const states = await nextStates(watch, order, wait || Infinity);
    if (signal.aborted) return;
    changes = changesBetween(watch.before, states);
    if (countChanges(changes) > 0) wait = 0;
    watch.before = states; // before anything is read: what changes from now on counts as a change
    const next = await readOrderAgain(watch, order);
    if (order.configPath !== null || next.configPath !== null) {
      // Rules may name other files.
      const found = await look(watch, next);
      watch.before = new Map([...found].map(([file, state]) => [file, states.get(file) ?? state]));
    }
    order = next;
  }
}

/** The rules file may have changed, or be half-written. */
async function readOrderAgain({ request }: Watch, order: ClashOrder): Promise<ClashOrder> {
  try {
    const next = await readOrder(request);
    refuseOutputs(next);
    return next;
  } catch (error) {
    if (!isTrouble(error)) throw error;
    tell(order, `${error.message}; the rules before are kept`);
    return order;
  }
}

function refuseOutputs({ options, paths, plan }: ClashOrder): void {
  if (options.format !== undefined && (options.output === undefined || options.output === "-"))
    throw new OptionError("--watch: prints no report; -o names a file or folder for --format");
  const watched = new Set(paths.map((path) => resolve(path)));
  for (const { path } of plan.files)
    if (isModelName(path) && watched.has(dirname(resolve(path))))
      throw new OptionError(`-o ${path}: --watch would take it for one of the models in its folder`);
}

/** Errors that may pass: of files that people are working on, and of a store, whose full disk may have room later. */
function isTrouble(error: unknown): error is Error {
  return [FormatError, MeshError, OptionError, PoseError, StoreError].some((kind) => error instanceof kind);
}

/** Errors of options or of the store before the first report: the next run would fail, too. */
function isHopeless(error: unknown, latest: Watch["latest"]): boolean {
  return latest === null && (error instanceof OptionError || error instanceof StoreError);
}

/** One run. Returns why there is no new report, or why it is partial; null if all is well. */
async function attempt(
  watch: Watch,
  order: ClashOrder,
  changes: FileChanges | null,
  begin: number,
): Promise<string | null> {
  const { cache, desk, signal, warned, before } = watch;
  const { options, terminal, plan, bcf } = order;
  const stop = createStop(options.timeout ?? null, terminal, signal);
  const warnings: string[] = [];
  let end = () => {};
  try {
    end = cache.store.begin();
    const check = await repairing(cache, () =>
      checkModel(order, {
        cache,
        takesKnownReport: false, // the page shows geometry
        stop,
        isFresh: desk.isFresh,
        onWarnings: (found) => warnings.push(...found),
        onNote: () => {},
      }),
    );
    if (signal.aborted) return null;
    if ("obstacle" in check) return `nothing was checked: ${check.obstacle}`;
    if (!(await desk.save(check, before))) return await attempt(watch, order, changes, begin);
    const unseen = [...warnings, ...check.unused].filter((warning) => !warned.has(warning));
    for (const warning of unseen) warned.add(warning);
    warn(unseen, options, terminal);
    for (const line of check.unchecked) say(terminal, line);
    const previous = watch.latest;
    await publish(watch, order, check);
    if (options.quiet !== true)
      say(terminal, runLine(summarize(check, previous?.check ?? null, changes, begin), new Date()));
    await presentReport(
      check.whole,
      check,
      check.scene,
      { plan: { ...plan, printed: null }, bcf, status: check.status?.file ?? null, inputs: check.inputs },
      { ...options, quiet: true },
      terminal,
    );
    return stop.reason();
  } catch (error) {
    if (error instanceof StoppedReading) return stop.reason() ?? "stopped while files were read";
    if (!isTrouble(error) || isHopeless(error, watch.latest)) throw error;
    return watch.latest === null ? error.message : `${error.message}; the last report is kept`;
  } finally {
    end();
    stop.end();
  }
}

/** Makes a report the latest one. The first one starts the server. */
async function publish(watch: Watch, order: ClashOrder, check: ModelCheck): Promise<void> {
  watch.latest = { run: (watch.latest?.run ?? 0) + 1, check, payload: null, order };
  if (watch.server !== null) return;
  const { options, terminal } = order;
  watch.server = await startPageServer({
    template: await readTemplate(),
    payload: () => payloadOf(watch),
    onDecisions: options.status === false ? null : (decisions) => decide(watch, decisions),
  });
  terminal.out.write(`${watch.server.address}\n`);
}

/** The rules file may name other models, or another status file, than when the server started. */
async function decide({ desk, latest }: Watch, decisions: readonly PageDecision[]): Promise<void> {
  const { check, order } = latest!;
  const { status } = order.options;
  if (status === false) throw new OptionError(`${order.configPath}: there is no status file any more`);
  await desk.decide(decisions, check, status, order.paths);
}

function payloadOf({ latest }: Watch): Uint8Array {
  const { run, check } = latest!;
  const { whole, scene, status } = check;
  const colors = scene.partInfo.map(({ color }) => color);
  latest!.payload ??= livePayload(run, keepWorst(whole, whole.settings.limit), scene.parts, {
    upAxis: scene.upAxis,
    colors,
    status: status?.file ?? null,
  });
  return latest!.payload;
}

function tellPages({ server, latest, trouble }: Watch, activity: "watching" | "checking"): void {
  server?.tell({ run: latest!.run, activity, trouble });
}

function tell({ options, terminal }: ClashOrder, text: string): void {
  if (options.quiet !== true) say(terminal, troubleLine(text, new Date()));
}

function summarize(
  { whole }: ModelCheck,
  previous: ModelCheck | null,
  changes: FileChanges | null,
  begin: number,
): RunSummary {
  const now = new Set(whole.clashes.map(({ id }) => id));
  const then = new Set(previous?.whole.clashes.map(({ id }) => id));
  return {
    changes,
    files: whole.inputs.length,
    clashes: now.size + (whole.truncated?.unlisted ?? 0),
    difference: previous && {
      appeared: [...now].filter((id) => !then.has(id)).length,
      gone: [...then].filter((id) => !now.has(id)).length,
    },
    isPartial: whole.status === "partial",
    seconds: (performance.now() - begin) / 1000,
  };
}

/** The states of all files that a run reads: models, the files they name, and those that the options name. */
async function look(
  { warm, request }: Watch,
  { paths, options, configPath }: ClashOrder,
): Promise<Map<string, string>> {
  const models: string[] = [];
  for (const path of paths) models.push(...(await listModelFiles(path).catch(() => [path])));
  const { allow, baseline, srdf, joints = [], status, config } = options;
  const usualConfig = config === false ? undefined : join(request.terminal.folder ?? ".", CONFIG_NAME);
  const others = [
    ...[allow, baseline, srdf, configPath ?? usualConfig],
    ...joints.filter((text) => !text.includes("=")),
    status === false ? undefined : typeof status === "string" ? status : statusPathOf(paths),
  ];
  return statesOf([
    ...models,
    ...warm.namedBy(models).keys(),
    ...others.filter((file) => file !== undefined),
  ]);
}

/** Adds files that are not known yet. */
function addStates(states: Map<string, string>, more: FileStates): void {
  for (const [file, state] of more) if (!states.has(file)) states.set(file, state);
}

/** What the files are like once they have changed and are settled, or after `wait` milliseconds, or when the watch is ended. */
async function nextStates(watch: Watch, order: ClashOrder, wait: number): Promise<Map<string, string>> {
  const { alarm, before, signal, warm } = watch;
  addStates(before, warm.namedBy(before.keys())); // those that were named for the first time in this run
  alarm.set([...order.paths, ...[...before.keys()].map(dirname)].map((path) => resolve(path)));
  const deadline = performance.now() + wait;
  for (;;) {
    const began = performance.now();
    const states = await look(watch, order);
    const took = performance.now() - began;
    if (countChanges(changesBetween(before, states)) > 0) {
      const settled = await settle(watch, order, states);
      if (signal.aborted || countChanges(changesBetween(before, settled)) > 0) return settled;
    }
    const left = deadline - performance.now();
    if (signal.aborted || left <= 0) return states;
    await alarm.next(Math.min(left, Math.max(LOOK_MS, took / LOOK_SHARE)), signal);
    const rest = began + took / BUSY_SHARE - performance.now();
    if (rest > 0) await sleep(rest, null, { signal }).catch(() => null);
  }
}

/** Waits until files stay as they are: somebody may still be writing. */
async function settle(watch: Watch, order: ClashOrder, states: FileStates): Promise<Map<string, string>> {
  const began = performance.now();
  let isTold = false;
  let now = states;
  for (;;) {
    await sleep(SETTLED_MS, null, { signal: watch.signal }).catch(() => null);
    const next = await look(watch, order);
    const moving = changesBetween(now, next);
    if (watch.signal.aborted || countChanges(moving) === 0) return next;
    if (!isTold && performance.now() - began > PATIENCE_MS) {
      tell(order, `${describeChanges(moving, Infinity)} again and again; waiting until it is whole`);
      isTold = true;
    }
    now = next;
  }
}
