import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";

// Threads and the command are started as JavaScript, which Node 20 does not make of TypeScript itself. So before the
// tests src/ is translated into .test-build/, a sibling of dist/. Types are only left out, not checked (`npm run types`
// does that): a fifth of a second, where `tsc` takes nine. The page of the HTML report is bundled beside it, as in dist/.

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const SOURCE = join(ROOT, "src");
const BUILT = join(ROOT, ".test-build");

/** The path of what was made of a source, for `spawn(process.execPath, [builtPath("cli/main.js")])`. */
export function builtPath(path: string): string {
  return join(BUILT, path);
}

/** Its address, for `import(builtUrl("workers/index.js"))`. */
export function builtUrl(path: string): string {
  return pathToFileURL(builtPath(path)).href;
}

export default async function setup(project: TestProject): Promise<void> {
  await build();
  project.onTestsRerun(build);
}

async function build(): Promise<void> {
  // Here, not above: tests that ask for a path do not need these.
  const { transformWithOxc } = await import("vite");
  const { buildPage } = await import("../viewer/build.mjs");
  const sources = filesIn(SOURCE).filter((file) => file.endsWith(".ts"));
  removeStale(new Set(sources.map(outputOf)));
  for (const file of sources) {
    const path = join(SOURCE, file);
    const { code } = await transformWithOxc(readFileSync(path, "utf8"), path, {
      target: "es2022",
      sourcemap: false,
      typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: "rewrite" },
    });
    write(join(BUILT, outputOf(file)), code);
  }
  await buildPage(builtPath("viewer/clash.html"));
}

function outputOf(source: string): string {
  return source.replace(/\.ts$/, ".js");
}

/** What a removed source left behind must not keep a test alive. */
function removeStale(expected: Set<string>): void {
  if (!existsSync(BUILT)) return;
  for (const file of filesIn(BUILT))
    if (file.endsWith(".js") && !expected.has(file)) rmSync(join(BUILT, file), { force: true });
}

/** Under another name first: another run of the tests may be reading. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
