import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import { bundle, bundleModules } from "../scripts/bundle.mjs";

// Before the tests, src/ is bundled twice. .test-build/ is the package as in dist/, for threads and the command: Node 20 cannot run
// TypeScript. .test-modules/ has a file for every source: Vitest's own imports are getters, which hot loops pay for at every call.

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BUILT = join(ROOT, ".test-build");
const MODULES = join(ROOT, ".test-modules");

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
  await Promise.all([bundle(BUILT, { declarations: false }), bundleModules(MODULES, PROGRAMS)]);
}
