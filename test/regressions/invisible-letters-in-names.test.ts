import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { fileUri } from "../../src/reports/file-uri.ts";
import { JSON_ID } from "../../src/reports/packed-scene.ts";
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

it("table, CSV, JUnit and page show invisible letters; JSON keeps the name", async () => {
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
  const { writeHtml } = await import("../../src/reports/index.ts");
  const { readClashReport } = await import("../../src/reports/read-clash-report.ts");
  const { readModelFile } = await import("../../src/formats/read-model-file.ts");
  const { keyParts } = await import("../../src/clash/key-parts.ts");
  const { parts } = await readModelFile(model);
  const keyed = keyParts([{ label: "m.obj", parts }]);
  const template = readFileSync("viewer/clash.html", "utf8");
  const page = writeHtml(readClashReport(out, "r.json"), keyed, { template });
  const [, data] = new RegExp(`id="${JSON_ID}">([^<]*)<`).exec(page)!;
  const shown = gunzipSync(Buffer.from(data, "base64")).toString();
  expect(shown).not.toContain("\u202e");
  expect(JSON.parse(shown).report.parts.map((part: { name: string }) => part.name)).toContain(
    "exe\\u202ejbo.bolt",
  );
});
