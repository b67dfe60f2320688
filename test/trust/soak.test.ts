import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { builtModule } from "../build-once.ts";

// A slice of `npm run soak`, which fails by its exit code when memory grows.

it("memory stays flat over 5,000 frames of a mixed scene and 500 trees", async () => {
  const run = builtModule("trust/soak/run.ts")!;
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
