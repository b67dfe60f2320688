import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { transpileFolder } from "../../scripts/transpile.mjs";

// A slice of `npm run soak`, which fails by its exit code when memory grows.

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILT = `${ROOT}.trust-build`;

it("memory stays flat over 5,000 frames of a mixed scene and 500 trees", async () => {
  for (const folder of ["src", "trust"]) await transpileFolder(ROOT + folder, `${BUILT}/${folder}`);
  const run = `${BUILT}/trust/soak/run.js`;
  const words = ["--expose-gc", run, "--frames", "5000", "--trees", "500", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const samples = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(samples).toHaveLength(20);
  // Kernels served, or there would be no memory of theirs to watch.
  for (const { wasm } of samples) expect(wasm).toBeGreaterThan(2 ** 19);
});
