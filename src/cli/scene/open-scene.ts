import type { ReadLimits } from "../../formats/budget.ts";
import type { ModelFormat } from "../../formats/model-formats.ts";
import { createProgress } from "../output/progress.ts";
import { say, type Terminal } from "../terminal.ts";
import { listModelFiles } from "./list-model-files.ts";
import { loadScene, type Scene } from "./load-scene.ts";
import type { SceneCache } from "./scene-cache.ts";
import type { Length, UnitName } from "./scene-unit.ts";

/** The options that every subcommand has. */
export interface OpenOptions {
  unit?: UnitName;
  joints?: readonly string[];
  srdf?: string;
  package?: Readonly<Record<string, string>>;
  filesWithin?: string;
  readLimit?: ReadLimits;
  allElements?: boolean;
  animation?: string;
  time?: number;
  deflection?: Length;
  inputFormat?: ModelFormat;
  /** Whether to read the properties of IFC elements: for rules that name some. */
  properties?: boolean;
  quiet?: boolean;
  /** False after `--no-color`. */
  color: boolean;
}

/** A scene, and how many of its files each command-line argument stands for. */
export interface OpenScene {
  scene: Scene;
  filesOfArgument: number[];
}

/** Further warnings are only counted. */
const MOST_WARNINGS = 20;

/** Reads the files of the command line, with a progress bar, and prints warnings. */
export async function openScene(
  paths: readonly string[],
  options: OpenOptions,
  terminal: Terminal,
  signal: AbortSignal | null = null,
  cache: SceneCache | null = null,
): Promise<OpenScene> {
  const progress = createProgress(terminal.err, options.quiet !== true);
  try {
    const files: string[] = [];
    const filesOfArgument: number[] = [];
    for (const path of paths) {
      const listed = await listModelFiles(path);
      files.push(...listed);
      filesOfArgument.push(listed.length);
    }
    const scene = await loadScene(files, {
      unit: options.unit ?? null,
      joints: options.joints ?? [],
      srdf: options.srdf ?? null,
      packages: options.package ?? {},
      filesWithin: options.filesWithin ?? null,
      limits: options.readLimit ?? {},
      allElements: options.allElements === true,
      animation: options.animation ?? null,
      time: options.time ?? null,
      deflection: options.deflection ?? null,
      inputFormat: options.inputFormat ?? null,
      input: () => terminal.in,
      properties: options.properties === true,
      signal: terminal.hasThreads ? signal : null,
      cache,
      onProgress: (done, total) => progress.show("reading", done, total),
    });
    return { scene, filesOfArgument };
  } finally {
    progress.end();
  }
}

/** Prints warnings, unless `--quiet`. */
export function warn(warnings: readonly string[], options: { quiet?: boolean }, terminal: Terminal): void {
  if (options.quiet === true) return;
  for (const warning of warnings.slice(0, MOST_WARNINGS)) say(terminal, `warning: ${warning}`);
  if (warnings.length > MOST_WARNINGS)
    say(terminal, `warning: and ${warnings.length - MOST_WARNINGS} more, which JSON reports list`);
}

/** Warnings of the files, then of the scene. */
export function warningsOf({ inputs, warnings }: Scene): string[] {
  return [...inputs.flatMap((input) => input.warnings), ...warnings];
}
