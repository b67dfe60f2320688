import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import { bundle } from "../scripts/bundle.mjs";

// Threads and the command run JavaScript: Node 20 cannot run TypeScript. So src/ is bundled into .test-build/, as it is
// into dist/, before the tests.

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BUILT = join(ROOT, ".test-build");

/** The path of a built file, for `spawn(process.execPath, [builtPath("cli/main.js")])`. */
export function builtPath(path: string): string {
  return join(BUILT, path);
}

/** The URL of a built file, for `import(builtUrl("workers/index.js"))`. */
export function builtUrl(path: string): string {
  return pathToFileURL(builtPath(path)).href;
}

export default async function setup(project: TestProject): Promise<void> {
  await build();
  project.onTestsRerun(build);
}

function build(): Promise<void> {
  return bundle(BUILT, { declarations: false });
}
