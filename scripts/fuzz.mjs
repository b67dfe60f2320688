// npm run fuzz: src/ and fuzz/ as JavaScript in .fuzz-build/ (Node 20 runs no TypeScript), then fuzz/run.ts.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transpileFolder } from "./transpile.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BUILT = join(ROOT, ".fuzz-build");
for (const folder of ["src", "fuzz"]) await transpileFolder(join(ROOT, folder), join(BUILT, folder));
await import(pathToFileURL(join(BUILT, "fuzz/run.js")).href);
