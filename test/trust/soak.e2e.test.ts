import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { builtModule } from "../build-once.ts";

// A slice of `npm run soak`, which fails by its exit code when memory grows. CI runs ten times as much.

it("memory stays flat over 2,000 frames of a mixed scene and 200 trees", async () => {
  const run = builtModule("trust/soak/run.ts")!;
  const words = ["--expose-gc", run, "--frames", "2000", "--trees", "200", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const samples = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(samples).toHaveLength(20);
  // Kernels served, or there would be no memory of theirs to watch.
  for (const { wasm } of samples) expect(wasm).toBeGreaterThan(2 ** 19);
});
