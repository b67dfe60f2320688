import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generateKernels, hashSources } from "../../scripts/build-kernels.mjs";
import { GENERATED } from "./generated-modules.ts";

const ROOT = new URL("../../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
/** A hash of what was compared last, kept for the next run: compiling takes ten seconds, and equal texts would be equal again. */
const COMPARED = new URL("node_modules/.cache/abut-kernels/compared", ROOT);

// What users run is committed. `npm run kernels` makes it anew.
describe("the committed kernels", () => {
  it("carry the hash of the sources beside them", () => {
    const files = readdirSync(new URL("src/kernels/generated/", ROOT)).filter(
      (name) => name !== "opcodes.ts",
    );
    expect(GENERATED).toHaveLength(files.length);
    for (const { MADE_OF } of GENERATED) expect(MADE_OF.sources).toBe(hashSources());
  });

  it("are, byte by byte, what the compiler makes of the sources", { timeout: 180_000 }, async () => {
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
