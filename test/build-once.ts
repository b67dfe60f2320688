import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import { transpile } from "../scripts/transpile.mjs";

// Threads and the command are started as JavaScript, which Node 20 does not make of TypeScript itself. So before the
// tests src/ is translated into .test-build/, a sibling of dist/.

const ROOT = fileURLToPath(new URL("../", import.meta.url));
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
  await transpile(BUILT);
  project.onTestsRerun(() => transpile(BUILT));
}
