import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readJoints } from "../../../src/cli/scene/joints.ts";
import { FormatError, OptionError } from "../../../src/errors.ts";
import { createFolder } from "../terminal.ts";

const folder = createFolder();

describe("readJoints", () => {
  it("reads pairs and JSON files, where later ones override earlier ones", async () => {
    const file = join(folder, "pose.json");
    writeFileSync(file, '{ "elbow": 0.5, "wrist": -1 }');
    expect(await readJoints(["shoulder=1.5, elbow = -2e-1", file, "wrist=2"])).toEqual({
      shoulder: 1.5,
      elbow: 0.5,
      wrist: 2,
    });
  });

  it.each(["elbow=", "=1", "elbow=x", "a=1,b"])("refuses %s", async (text) => {
    await expect(readJoints([text])).rejects.toThrow(OptionError);
  });

  it.each(['{ "elbow": "x" }', "[1]", "null", "{"])("refuses a file with %s", async (content) => {
    const file = join(folder, "bad.json");
    writeFileSync(file, content);
    await expect(readJoints([file])).rejects.toThrow(FormatError);
    await expect(readJoints([file])).rejects.toThrow("--joints");
  });
});
