import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hashSources, isRecordCurrent } from "../../scripts/build-kernels.mjs";
import { GENERATED } from "./generated-modules.ts";

// What users run is committed. `npm run kernels` makes it anew; `npm run kernels -- --check`, a step of CI, compares every byte.
describe("the committed kernels", () => {
  it("carry the hash of the sources beside them", () => {
    const folder = new URL("../../src/kernels/generated/", import.meta.url);
    const files = readdirSync(folder).filter((name) => name !== "opcodes.ts");
    expect(GENERATED).toHaveLength(files.length);
    for (const { MADE_OF } of GENERATED) expect(MADE_OF.sources).toBe(hashSources());
  });

  it("are, by their recorded hash, what the installed compiler and the scripts made of the sources", () => {
    expect(isRecordCurrent()).toBe(true);
  });
});
