import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { builtModule } from "./build-once.ts";

// Sources come from one built file (build-once.ts), which a process loads once. Some tests need modules in their first state, or with a
// dependency mocked.

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The source of the built file that holds all sources, if it had one. Built files of single sources export parts of it. */
const ALL_SOURCES = "src/all-sources.ts";

type Source = `src/${string}.ts`;

/**
 * Sources in their first state, which they share, from a copy of the built files:
 * `importAnew<[typeof import("../src/x.ts"), typeof import("../src/y.ts")]>("src/x.ts", "src/y.ts")`.
 */
export async function importAnew<Modules extends unknown[]>(
  ...sources: { [K in keyof Modules]: Source }
): Promise<Modules> {
  // As deep as the originals, which find packages and files by relative paths.
  const folder = mkdtempSync(`${dirname(dirname(builtModule(ALL_SOURCES)!))}-`);
  const copy = (source: string) => {
    const file = join(folder, source.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(builtModule(source)!, file);
    return file;
  };
  try {
    copy(ALL_SOURCES);
    const modules = sources.map((source) => import(pathToFileURL(copy(source)).href));
    return (await Promise.all(modules)) as Modules;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A source as Vitest loads it: anew after `vi.resetModules()`, and with what `vi.doMock` serves. Vitest transforms every file that the
 * source imports, so import a small part of the library.
 */
export async function importFresh<Module>(source: Source): Promise<Module> {
  return (await import(`${ROOT}${source}?fresh`)) as Module;
}
