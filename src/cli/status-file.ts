import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FormatError, OptionError } from "../errors.ts";
import { createStatus, readStatus, type StatusFile, writeStatus } from "../reports/clash-status.ts";
import { replaceFile } from "./output/replace-file.ts";

/** The end of a status file's name. */
const ENDING = "abut-status.json";

/** The status file of these models: beside the only one, or in the folder of the first of several. */
export function statusPathOf(paths: readonly string[]): string {
  return paths.length === 1
    ? `${paths[0].replace(/[/\\]+$/, "")}.${ENDING}`
    : join(dirname(paths[0]), ENDING);
}

/**
 * The path of the status file to use, or null. `option` is the value of `--status`: a path, true for the usual place, false for
 * none, undefined for the usual place if there is a file.
 */
export function chooseStatusPath(
  option: string | boolean | undefined,
  paths: readonly string[],
): string | null {
  if (typeof option === "string") {
    if (!option.endsWith(".json"))
      throw new OptionError(
        `--status ${option}: not a .json file; write --status behind the models, or --status=file`,
      );
    return option;
  }
  const usual = statusPathOf(paths);
  return option === true || (option === undefined && existsSync(usual)) ? usual : null;
}

/** The status file; an empty status if the file does not exist yet. */
export async function loadStatus(path: string): Promise<StatusFile> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return createStatus();
    throw new FormatError(`--status ${path}: cannot read the file: ${(error as Error).message}`);
  }
  return readStatus(text, path);
}

/** Replaces the file completely or not at all, and only if it would change. */
export async function saveStatus(path: string, status: StatusFile, inputs: readonly string[]): Promise<void> {
  const text = writeStatus(status);
  const before = await readFile(path, "utf8").catch(() => null);
  if (before !== text) await replaceFile(path, text, inputs);
}

/** Today, or the day of SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/). */
export function dayOf(env: Readonly<Record<string, string | undefined>>): string {
  const epoch = Number(env.SOURCE_DATE_EPOCH || Number.NaN);
  const date = Number.isFinite(epoch) ? new Date(1000 * epoch) : new Date();
  return date.toISOString().slice(0, 10);
}
