import type { ClashDepthMode } from "../../clash/clash.ts";
import { OptionError } from "../../errors.ts";
import type { BcfVersion } from "../../reports/bcf/options.ts";
import type { ReportSettings } from "../../reports/clash-report.ts";
import { MissingMesh } from "../../store/missing-mesh.ts";
import { pruneStore } from "../../store/prune-store.ts";
import { sharedPlace } from "../cluster/cluster-options.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { FormatName } from "../output/formats.ts";
import type { FailOn } from "../parse-values.ts";
import { StoppedReading } from "../scene/input-reader.ts";
import { type OpenOptions, warn } from "../scene/open-scene.ts";
import { openSceneCache, type SceneCache } from "../scene/scene-cache.ts";
import type { Length } from "../scene/scene-unit.ts";
import { saveStatus } from "../status-file.ts";
import { createStop } from "../stop.ts";
import { say, type Terminal } from "../terminal.ts";
import { type ClashRequest, checkModel, readOrder } from "./check-model.ts";
import { presentReport } from "./present-report.ts";

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
  /** Whether to check again whenever a file changes. */
  watch?: boolean;
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
  const request = { paths, options, terminal, isGiven };
  if (options.watch === true) {
    const { watchClashes } = await import("../watch/watch-clashes.ts");
    return watchClashes(request);
  }
  const { store: folder, memory, storeLimit, cluster } = options;
  if (folder === undefined) {
    for (const [name, value] of Object.entries({ memory, "store-limit": storeLimit, cluster }))
      if (value !== undefined) throw new OptionError(`--${name}: needs --store`);
    return runOnce(request, null);
  }
  const cache = await openSceneCache(cluster === undefined ? folder : sharedPlace(folder), memory);
  const end = cache.store.begin();
  try {
    return await repairing(cache, () => runOnce(request, cache));
  } finally {
    end();
    if (storeLimit !== undefined) await pruneStore(cache.store, { limit: storeLimit });
    await cache.store.close();
  }
}

/** Repeats a run after the store has lost a mesh: the mesh's file is read again. */
export async function repairing<Result>({ store }: SceneCache, run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof MissingMesh) || attempt === MOST_ATTEMPTS) throw error;
      await pruneStore(store); // what is damaged is seldom alone
      await store.delete("mesh", [error.mesh]); // so that its file is read again
      await store.delete("tree", [error.mesh]);
    }
  }
}

async function runOnce(request: ClashRequest, cache: SceneCache | null): Promise<ExitCode> {
  const order = await readOrder(request);
  const { options, plan, bcf, terminal } = order;
  const stop = createStop(options.timeout ?? null, terminal);
  try {
    const check = await checkModel(order, {
      cache,
      takesKnownReport: true,
      stop,
      onWarnings: (warnings) => warn(warnings, options, terminal),
      onNote: (text) => {
        if (options.quiet !== true) say(terminal, text);
      },
    });
    if ("obstacle" in check) {
      say(terminal, `abut: nothing was checked: ${check.obstacle}`);
      return EXIT.unchecked;
    }
    const { whole, scene, unchecked, status, inputs } = check;
    const presentation = { plan, bcf, status: status?.file ?? null, inputs };
    const isFailure = await presentReport(whole, check, scene, presentation, options, terminal);
    if (status !== null) await saveStatus(status.path, status.file, inputs);
    if (whole.status === "partial") {
      for (const line of unchecked) say(terminal, line);
      const failed = unchecked.length > 0 ? "some pairs could not be checked" : "stopped";
      say(terminal, `abut: partial: ${stop.reason() ?? failed}`);
      return stop.exitCode();
    }
    return isFailure ? EXIT.found : EXIT.clean;
  } catch (error) {
    if (!(error instanceof StoppedReading)) throw error;
    say(terminal, `abut: nothing was checked: ${stop.reason() ?? "stopped"} while files were read`);
    return stop.exitCode();
  } finally {
    stop.end();
  }
}
