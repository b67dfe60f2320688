import { describe, expect, it } from "vitest";
import { CLASH_KINDS, type WholePart } from "../../src/clash/clash.ts";
import { readModelFile } from "../../src/formats/read-model-file.ts";
import type { ClashReport } from "../../src/reports/clash-report.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import {
  readClashReport,
  writeCsv,
  writeJson,
  writeJsonl,
  writeJunit,
  writeSarif,
} from "../../src/reports/index.ts";
import { modelsRoot, modelsUnder } from "../formats/models.ts";
import { randomReport } from "./reports.ts";
import { exampleOfDocs, oneOfEachKind, randomBoxes, sourceOf } from "./scenes.ts";
import { fitsSchema, readText } from "./schema.ts";

function expectValid(report: ClashReport): void {
  const text = writeJson(report);
  expect(fitsSchema(JSON.parse(text)), JSON.stringify(fitsSchema.errors)).toBe(true);
  expect(writeJson(readClashReport(text, "report.json"))).toBe(text);
  // Each clash is a row, a record, a test and a result.
  const count = report.clashes.length;
  expect(writeCsv(report).split("\r\n").length).toBeGreaterThanOrEqual(count + 2);
  expect(writeJsonl(report).split('\n{"record":"clash"').length).toBe(count + 1);
  expect(writeJunit(report).split("<failure ").length).toBe(count + 1);
  expect(JSON.parse(writeSarif(report)).runs[0].results).toHaveLength(count);
}

describe("docs/clash-report.schema.json", () => {
  it("accepts the report of a scene with a clash of each kind, in millimetres", () => {
    const report = createClashReport(oneOfEachKind());
    expectValid(report);
    expect(report.clashes.map(({ kind }) => kind)).toEqual([...CLASH_KINDS]);
    expect(report.counts.byKind).toEqual(Object.fromEntries(CLASH_KINDS.map((kind) => [kind, 1])));
    const [, , , overlapping, , tooClose] = report.clashes;
    expect(overlapping.depth).toMatchObject({ depth: 250, kind: "exact" });
    expect(overlapping.depth!.direction[0]).toBeCloseTo(1, 12);
    expect(overlapping.box).toEqual([15250, -375, -500, 15500, 500, 500]);
    expect(tooClose.distance!.distance).toBe(3.90625);
    expect(report.parts[0]).toMatchObject({
      name: "bolt",
      box: [-100, -100, -100, 100, 100, 100],
      closed: true,
    });
  });

  it("accepts reports of random boxes, with and without a limit (seeds 1 to 3)", () => {
    for (let seed = 1; seed <= 3; seed++) {
      expectValid(createClashReport(randomBoxes(seed, { clearance: 100, touching: "report" })));
      const limited = createClashReport(randomBoxes(seed, { limit: 2, between: true }));
      expectValid(limited);
      const total = Object.values(limited.counts.byKind).reduce((sum, count) => sum + count, 0);
      expect(limited.truncated).toEqual({ unlisted: total - 2, limit: 2 });
    }
  });

  it("accepts reports with arbitrary names and numbers (seeds 1 to 20)", () => {
    for (let seed = 1; seed <= 20; seed++)
      expect(fitsSchema(JSON.parse(writeJson(randomReport(seed))))).toBe(true);
  });

  it("finds no new clash when the order of parts changes (seed 6)", () => {
    const source = randomBoxes(6);
    const before = createClashReport(source);
    const files = source.inputs.map(({ file: label }, group) => ({
      label,
      parts: (source.parts as WholePart[]).filter((part) => part.group === group).reverse(),
    }));
    const baseline = { file: "before.json", sha256: "0".repeat(64), report: before };
    const after = createClashReport({ ...sourceOf(files), baseline });
    expect(after.baseline).toMatchObject({
      new: 0,
      unchanged: before.clashes.length,
      resolved: [],
      warnings: [],
    });
    expect(before.clashes.length).toBeGreaterThan(3);
  });

  it("describes every member", () => {
    const visit = (schema: Record<string, unknown>, place: string): void => {
      for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, object>)) {
        if (!place.endsWith("byKind")) expect(describes(member), `${place}.${name}`).toBe(true);
        visit(member as Record<string, unknown>, `${place}.${name}`);
      }
      if (schema.items) visit(schema.items as Record<string, unknown>, `${place}[]`);
      for (const [name, member] of Object.entries((schema.$defs ?? {}) as Record<string, object>))
        visit(member as Record<string, unknown>, name);
    };
    const describes = (member: object) => "description" in member || "$ref" in member;
    visit(JSON.parse(readText("docs/clash-report.schema.json")), "report");
  });

  it("is published with the package", () => {
    const { files, exports } = JSON.parse(readText("package.json"));
    expect(exports["./clash-report.schema.json"]).toBe("./docs/clash-report.schema.json");
    expect(files).toContain("docs/clash-report.schema.json");
    expect(exports["./reports"].default).toBe("./dist/reports.js");
  });
});

describe("docs/clash-report.md", () => {
  it("shows the report of two boxes", () => {
    const [, example] = /```json\n(.*?)```/s.exec(readText("docs/clash-report.md"))!;
    const shown = readClashReport(example, "docs/clash-report.md");
    expect(fitsSchema(JSON.parse(example))).toBe(true);
    expect(shown).toEqual(createClashReport(exampleOfDocs()));
  });
});

const pieces = modelsUnder("A_rigid/rigid-ipc/fracture-wall", /-000[0-4]\d\.obj$/);

describe.skipIf(pieces.length === 0)("the schema and real files", () => {
  it("accepts the report of a broken wall whose pieces are apart, some by less than 20 mm", async () => {
    const files = await Promise.all(
      pieces.map(async (label) => {
        const { parts } = await readModelFile(`${modelsRoot()}/${label}`);
        return { label, parts };
      }),
    );
    const report = createClashReport(sourceOf(files, { clearance: 20 }));
    expectValid(report);
    expect(report.inputs).toHaveLength(pieces.length);
    expect(report.counts.byKind["too-close"]).toBeGreaterThan(10);
    expect(report.clashes).toHaveLength(report.counts.byKind["too-close"]);
  });
});
