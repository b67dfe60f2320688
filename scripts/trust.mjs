// npm run fuzz, npm run fingerprint, npm run soak: src/ and trust/ as JavaScript in .trust-build/ (Node 20 runs no TypeScript), then trust/<name>/run.ts
// with the words that follow.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transpileFolder } from "./transpile.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BUILT = join(ROOT, ".trust-build");
const [name, ...words] = process.argv.slice(2);
for (const folder of ["src", "trust"]) await transpileFolder(join(ROOT, folder), join(BUILT, folder));
const { status, signal } = spawnSync(
  process.execPath,
  ["--expose-gc", join(BUILT, "trust", name, "run.js"), ...words],
  { stdio: "inherit" },
);
process.exitCode = signal === null ? status : 130;
