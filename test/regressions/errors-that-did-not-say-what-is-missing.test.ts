import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readModel } from "../../src/formats/index.ts";
import { abut, createFolder } from "../cli/terminal.ts";

// `abut clash - < /dev/null` said "neither name nor content tells a format", an empty archive that its end is missing, and
// `abut status` "missing required argument 'file'".

const folder = createFolder();
afterAll(() => rmSync(folder, { recursive: true }));

describe("an empty input", () => {
  it.each(["clash", "inspect"])("is named as the standard input: abut %s -", async (command) => {
    const { code, err } = await abut([command, "-"]);
    expect([code, err]).toEqual([2, expect.stringContaining("-: the standard input is empty")]);
  });

  it("is named as a file", async () => {
    const path = join(folder, "download");
    writeFileSync(path, "");
    const { code, err } = await abut(["clash", path]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${path}, byte 0: the file is empty`)]);
  });

  it.each(["", ".stl", ".3mf", ".zip", ".dae", ".urdf", ".mjcf"])(
    'has one message: "a%s"',
    async (extension) => {
      const read = readModel(new Uint8Array(0), `a${extension}`);
      await expect(read).rejects.toThrow(new FormatError(`a${extension}, byte 0: the file is empty`));
    },
  );
});

describe("abut status without a file", () => {
  it.each([[["status"]], [["status", "set"]], [["status", "import"]]])(
    "says which it takes: %s",
    async (words) => {
      const { code, err } = await abut(words);
      expect([code, err]).toEqual([2, expect.stringContaining("'model-or-status-file'")]);
    },
  );
});
