import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generateKernels, hashSources } from "../../scripts/build-kernels.mjs";
import { KERNELS as BROADPHASE } from "../../src/kernels/generated/broadphase.ts";
import { KERNELS as DISTANCE } from "../../src/kernels/generated/distance.ts";
import { KERNELS as PAIRS } from "../../src/kernels/generated/pairs.ts";
import { KERNELS as RAYS } from "../../src/kernels/generated/rays.ts";
import { KERNELS as SELF } from "../../src/kernels/generated/self.ts";
import { KERNELS as TREES } from "../../src/kernels/generated/trees.ts";

const ROOT = new URL("../../", import.meta.url);

// What users run is committed. `npm run kernels` makes it anew.
describe("the committed kernels", () => {
  it("carry the hash of the sources beside them", () => {
    for (const { sources } of [BROADPHASE, DISTANCE, PAIRS, RAYS, SELF, TREES])
      expect(sources).toBe(hashSources());
  });

  it("are, byte by byte, what the compiler makes of the sources", async () => {
    const files = await generateKernels();
    const names = readdirSync(new URL("src/kernels/generated/", ROOT)).map(
      (name) => `src/kernels/generated/${name}`,
    );
    expect(names.sort()).toEqual([...files.keys()].sort());
    for (const [path, text] of files) expect(readFileSync(new URL(path, ROOT), "utf8")).toBe(text);
  });
});
