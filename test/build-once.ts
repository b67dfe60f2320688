import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import { transpile } from "../scripts/transpile.mjs";

// Threads and the command run JavaScript: Node 20 cannot run TypeScript. So src/ is transpiled into .test-build/, a sibling of
// dist/, before the tests.

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BUILT = join(ROOT, ".test-build");

/** The path of a transpiled file, for `spawn(process.execPath, [builtPath("cli/main.js")])`. */
export function builtPath(path: string): string {
  return join(BUILT, path);
}

/** The URL of a transpiled file, for `import(builtUrl("workers/index.js"))`. */
export function builtUrl(path: string): string {
  return pathToFileURL(builtPath(path)).href;
}

export default async function setup(project: TestProject): Promise<void> {
  await transpile(BUILT);
  project.onTestsRerun(() => transpile(BUILT));
}
