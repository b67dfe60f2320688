import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

// Models stored beside the project, not in it: good ones and 828 bad or odd files.

const ROOT = resolve(import.meta.dirname, "../../../shared/data/models");
let isNoticeGiven = false;

/** The folder of the models, or null, with a notice, if it is absent. */
export function modelsRoot(): string | null {
  if (existsSync(ROOT)) return ROOT;
  if (!isNoticeGiven) console.warn(`NOTICE: ${ROOT} is absent, the tests with its models are skipped`);
  isNoticeGiven = true;
  return null;
}

/** Paths, relative to the root, of the files under a folder whose names match; empty if the models are absent. */
export function modelsUnder(folder: string, name: RegExp): string[] {
  if (modelsRoot() === null) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}
