import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import { bundle, bundleModules } from "../scripts/bundle.mjs";

// Before the tests, src/ is bundled twice. .test-build/ is the package as in dist/, for threads and the command: Node 20 cannot run
// TypeScript. .test-modules/ has a file for every source: Vitest's own imports are getters, which hot loops pay for at every call.

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BUILT = join(ROOT, ".test-build");
const MODULES = join(ROOT, ".test-modules");
/** Which inputs both builds were made of. Building takes six seconds, and the same inputs would make the same files. */
const MADE_OF = join(MODULES, "made-of");

/** Programs of trust/ that tests start as processes. */
const PROGRAMS = ["trust/fingerprint/run.ts", "trust/soak/run.ts"];

/** The path of a built file, for `spawn(process.execPath, [builtPath("cli/main.js")])`. */
export function builtPath(path: string): string {
  return join(BUILT, path);
}

/** The URL of a built file, for `import(builtUrl("workers/index.js"))`. */
export function builtUrl(path: string): string {
  return pathToFileURL(builtPath(path)).href;
}

/** The built file of a source, or of a program of trust/; null for any other path. */
export function builtModule(path: string): string | null {
  const source = path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
  if (!source.startsWith("src/") && !PROGRAMS.includes(source)) return null;
  return source.endsWith(".ts") ? join(MODULES, source.replace(/\.ts$/, ".js")) : null;
}

export default async function setup(project: TestProject): Promise<void> {
  await build();
  project.onTestsRerun(build);
}

async function build(): Promise<void> {
  const inputs = hashInputs();
  if (existsSync(MADE_OF) && readFileSync(MADE_OF, "utf8") === inputs) return;
  rmSync(MADE_OF, { force: true });
  await Promise.all([bundle(BUILT, { declarations: false }), bundleModules(MODULES, PROGRAMS)]);
  writeFileSync(MADE_OF, inputs);
}

/** A hash of everything that the two builds are made of. */
function hashInputs(): string {
  const hash = createHash("sha256");
  const folders = ["src", "trust", "viewer", "scripts"].flatMap((folder) => filesIn(folder));
  for (const path of [...folders, "test/build-once.ts", "package-lock.json"]) {
    const text = readFileSync(join(ROOT, path));
    hash.update(`${path} ${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}
