// Gives the built command its run bit, which neither `tsc` nor the transpiler does: `npx abut` in a clone needs it.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** `folder`: where src/ was built. */
export function makeRunnable(folder) {
  chmodSync(join(folder, "cli/main.js"), 0o755);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  makeRunnable(fileURLToPath(new URL("../dist", import.meta.url)));
