import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generateKernels, hashSources } from "../../scripts/build-kernels.mjs";
import { MADE_OF as BATCH } from "../../src/kernels/generated/batch.ts";
import { MADE_OF as BROADPHASE } from "../../src/kernels/generated/broadphase.ts";
import { MADE_OF as CONVEX } from "../../src/kernels/generated/convex.ts";
import { MADE_OF as DEPTH } from "../../src/kernels/generated/depth.ts";
import { MADE_OF as DISTANCE } from "../../src/kernels/generated/distance.ts";
import { MADE_OF as FITS } from "../../src/kernels/generated/fits.ts";
import { MADE_OF as IMPACT } from "../../src/kernels/generated/impact.ts";
import { MADE_OF as LEAF_PAIRS } from "../../src/kernels/generated/leaf-pairs.ts";
import { MADE_OF as LINES } from "../../src/kernels/generated/lines.ts";
import { MADE_OF as NEAR } from "../../src/kernels/generated/near.ts";
import { MADE_OF as PAIRS } from "../../src/kernels/generated/pairs.ts";
import { MADE_OF as RAYS } from "../../src/kernels/generated/rays.ts";
import { MADE_OF as SELF } from "../../src/kernels/generated/self.ts";
import { MADE_OF as TREES } from "../../src/kernels/generated/trees.ts";

const ROOT = new URL("../../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
/** A hash of what was compared last, kept for the next run: compiling takes ten seconds, and equal texts would be equal again. */
const COMPARED = new URL("node_modules/.cache/abut-kernels/compared", ROOT);

// What users run is committed. `npm run kernels` makes it anew.
describe("the committed kernels", () => {
  it("carry the hash of the sources beside them", () => {
    for (const { sources } of [
      BATCH,
      BROADPHASE,
      CONVEX,
      DEPTH,
      DISTANCE,
      FITS,
      IMPACT,
      LEAF_PAIRS,
      LINES,
      NEAR,
      PAIRS,
      RAYS,
      SELF,
      TREES,
    ])
      expect(sources).toBe(hashSources());
  });

  it("are, byte by byte, what the compiler makes of the sources", async () => {
    const names = readdirSync(new URL("src/kernels/generated/", ROOT))
      .map((name) => `src/kernels/generated/${name}`)
      .sort();
    const hash = createHash("sha256").update(hashSources());
    for (const path of [
      ...names,
      "scripts/build-kernels.mjs",
      "scripts/encode-kernels.mjs",
      "package-lock.json",
    ])
      hash.update(`${path}\n${textOf(path)}\n`);
    const compared = hash.digest("hex");
    if (existsSync(COMPARED) && readFileSync(COMPARED, "utf8") === compared) return;

    const files = await generateKernels();
    expect(names).toEqual([...files.keys()].sort());
    for (const [path, text] of files) expect(textOf(path)).toBe(text);
    mkdirSync(new URL("./", COMPARED), { recursive: true });
    writeFileSync(COMPARED, compared);
  });
});
