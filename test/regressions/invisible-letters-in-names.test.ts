import { join } from "node:path";
import { expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { fileUri } from "../../src/reports/file-uri.ts";
import { printable } from "../../src/reports/printable-text.ts";
import { abut, createFolder, writeObj } from "../cli/terminal.ts";

// U+202E turns the letters behind it round: a part could show another name than it has.

it.each([
  ["right-to-left override", "a\u202eb", "a\\u202eb"],
  ["isolates and marks", "\u2066x\u2069\u200f", "\\u2066x\\u2069\\u200f"],
  ["joiners, soft hyphen, mark of byte order", "a\u200d\u200c\u00ad\ufeff", "a\\u200d\\u200c\\u00ad\\ufeff"],
  ["fillers and ends of lines", "\u3164\u2028", "\\u3164\\u2028"],
  ["tags", "a\u{e0041}", "a\\u{e0041}"],
  ["visible letters of any script as they are", "Tür 戸 दरवाज़ा", "Tür 戸 दरवाज़ा"],
])("printable shows %s", (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

it("a file URI keeps invisible letters, encoded", () => {
  expect(fileUri("a\u202eb.obj")).toBe("a%E2%80%AEb.obj");
});

it("table, CSV and JUnit show invisible letters; JSON keeps the name", async () => {
  const folder = createFolder();
  const name = "exe\u202ejbo.bolt";
  const model = writeObj(join(folder, "m.obj"), {
    [name]: createBox(),
    b: createBox({ size: [0.5, 3, 0.5] }),
  });
  for (const format of ["table", "csv", "junit", "sarif"]) {
    const { out } = await abut(["clash", model, "--format", format]);
    if (format === "sarif") continue; // JSON for programs
    expect(out).not.toContain("\u202e");
    expect(out).toContain("exe\\u202ejbo.bolt");
  }
  const { out } = await abut(["clash", model, "--format", "json"]);
  expect(JSON.parse(out).parts.map((part: { name: string }) => part.name)).toContain(name);
});
