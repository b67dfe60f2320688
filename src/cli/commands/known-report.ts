import { serialize } from "node:v8";
import { ALGORITHM } from "../../clash/plan/algorithm.ts";
import type { ClashReport } from "../../reports/clash-report.ts";
import { jsonPieces } from "../../reports/json.ts";
import { nodeDigest } from "../../store/node-digest.ts";
import type { Config } from "../config/config-file.ts";
import type { FormatName } from "../output/formats.ts";
import type { OutputPlan } from "../output/plan-outputs.ts";
import type { IgnorePattern } from "../patterns/ignore-rules.ts";
import { STANDARD_INPUT } from "../scene/input-reader.ts";
import { labelFiles } from "../scene/label-files.ts";
import { listModelFiles } from "../scene/list-model-files.ts";
import type { Scene } from "../scene/load-scene.ts";
import { createPeerVersions } from "../scene/peer-versions.ts";
import type { SceneCache } from "../scene/scene-cache.ts";
import { readVersion } from "../version.ts";
import type { ClashCommandOptions } from "./clash.ts";

/** The result of a run before it is compared with a baseline, with its notes and warnings. */
export interface FoundReport {
  readonly report: ClashReport;
  /** Pairs that were searched for. */
  readonly pairs: number;
  readonly partNames: readonly string[];
  readonly notes: readonly string[];
  /** Warnings about the model, about the rules, and about patterns without an effect. */
  readonly warnings: readonly string[];
  readonly ruleWarnings: readonly string[];
  readonly unused: readonly string[];
}

/** The report of files and options in a store. */
export interface KnownReport {
  readonly files: readonly string[];
  find(): Promise<FoundReport | null>;
  /** Keeps a complete report of this scene. */
  keep(found: FoundReport, scene: Scene): Promise<void>;
}

/** What a report depends on beside files and options. */
export interface ReportRules {
  readonly config: Config;
  /** Warnings name the rules file. */
  readonly configPath: string | null;
  readonly patterns: readonly IgnorePattern[];
  /** Allowances end on a day. */
  readonly day: string;
  /** Whether all clashes are listed, whatever the limit. */
  readonly needsAll: boolean;
}

/** Formats that are written from the report alone. The others show geometry. */
const PLAIN_FORMATS: ReadonlySet<FormatName> = new Set([
  "table",
  "json",
  "jsonl",
  "csv",
  "junit",
  "sarif",
  "github",
]);

/** A longer report is made from its outcomes each time: it does not fit into one string. */
const MOST_CHARACTERS = 2 ** 28;

/**
 * The place of a report in the store, named by all that the report depends on; null where a report cannot be known by its files: the
 * standard input, robots (their meshes are searched for by name), and formats that show geometry.
 */
export async function placeKnownReport(
  { store, digestOf }: SceneCache,
  paths: readonly string[],
  options: ClashCommandOptions,
  { printed, files: written }: OutputPlan,
  rules: ReportRules,
): Promise<KnownReport | null> {
  const { joints = [], srdf, package: packages = {} } = options;
  if (joints.length > 0 || srdf !== undefined || Object.keys(packages).length > 0) return null;
  const formats = [...written.map(({ format }) => format), ...(printed === null ? [] : [printed])];
  if (!formats.every((format) => PLAIN_FORMATS.has(format))) return null;
  const versionsOf = createPeerVersions();
  const files: { file: string; sha256: string; versions: string[] }[] = [];
  for (const path of paths)
    for (const file of await listModelFiles(path)) {
      const sha256 = file === STANDARD_INPUT ? null : await digestOf(file);
      if (sha256 === null) return null;
      files.push({ file, sha256, versions: versionsOf(file) });
    }
  // Of two files with one name, labels tell the folders, which paths relative to the working directory may not.
  const labels = labelFiles(files.map(({ file }) => file));
  const source = serialize([ALGORITHM, readVersion(), files, labels, decisive(options), rules]);
  const address = Buffer.from(nodeDigest(source)).toString("hex", 0, 16);
  return {
    files: files.map(({ file }) => file),
    async find() {
      const [bytes] = await store.get("report", [address]);
      if (bytes === null) return null;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
      const end = text.indexOf("\n");
      return { ...JSON.parse(text.slice(0, end)), report: JSON.parse(text.slice(end)) };
    },
    async keep({ report, ...rest }, scene) {
      // Files that name others would have to be known by those, too; and a file may have changed since its digest.
      const isOfFiles =
        scene.files.length === files.length &&
        files.every(({ file, sha256 }, i) => scene.files[i] === file && scene.inputs[i].sha256 === sha256);
      if (!isOfFiles) return;
      const pieces = [JSON.stringify(rest), "\n"];
      let length = pieces[0].length;
      for (const piece of jsonPieces(report)) {
        length += piece.length;
        if (length > MOST_CHARACTERS) return;
        pieces.push(piece);
      }
      await store.put("report", [{ address, bytes: Buffer.from(pieces.join("")) }]);
    },
  };
}

/** Options that may change a report. An option that is not named here is one of them. */
function decisive(options: ClashCommandOptions): Partial<ClashCommandOptions> {
  const { threads, memory, store, storeLimit, cluster, redisOptions, timeout, ...search } = options;
  const { format, output, bcfVersion, bcfDate, bcfAuthor, quiet, color, ...checks } = search;
  const { failOn, baseline, status, config, ...rest } = checks;
  return rest;
}
