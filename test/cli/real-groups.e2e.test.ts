import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readClashReport } from "../../src/reports/read-clash-report.ts";
import { abut } from "./terminal.ts";

const SAMPLE = resolve(import.meta.dirname, "../../../shared/data/models/D_industry/pcert-ifc4");
const FILES = ["Architecture", "Hvac", "Structural"].map((name) => join(SAMPLE, `Building-${name}.ifc`));

describe.skipIf(!existsSync(SAMPLE))("groups and rules on the sample building (../shared/data)", () => {
  it("makes few groups, and names the storeys", async () => {
    const words = ["clash", "--between", "--all-elements", ...FILES, "--format", "json", "-q"];
    const report = readClashReport((await abut(words)).out, "report");
    expect(report.groups.length).toBeLessThanOrEqual(4);
    expect(report.clashes.length).toBeGreaterThan(10);
    expect(report.parts.filter(({ storey }) => storey !== undefined).length).toBeGreaterThan(5);
    const byStorey = readClashReport((await abut([...words, "--group", "storey"])).out, "report");
    expect(byStorey.groups.flatMap(({ clashes }) => clashes)).toHaveLength(report.clashes.length);
  });

  it("finds the chimney by rules of classes and properties", async () => {
    const folder = mkdtempSync(join(tmpdir(), "abut-rules-"));
    const path = join(folder, "rules.json");
    const rules = (a: object) => ({
      tolerance: "1mm",
      sets: { chimneys: { class: "IfcChimney" } },
      checks: [{ a, b: { file: "Building-Hvac*" } }],
    });
    writeFileSync(path, JSON.stringify(rules({ name: "*chimney*" })));
    const { out } = await abut(["clash", ...FILES, "--config", path, "--format", "json", "-q"]);
    const [clash, ...others] = readClashReport(out, "report").clashes;
    expect(others).toEqual([]);
    expect(`${clash.keyA} ${clash.keyB}`).toMatch(/fireplace cap.*chimney/);
    // Two walls are external and load-bearing, one external wall does not say.
    const walls = { class: "IfcWall", property: { "Pset_WallCommon.LoadBearing": "true" } };
    const checks = [{ a: walls, b: walls }];
    writeFileSync(path, JSON.stringify({ checks, clearance: "100m" }));
    const all = await abut(["clash", FILES[2], "--config", path, "--format", "json", "-q"]);
    const { parts, clashes } = readClashReport(all.out, "report");
    const met = new Set(clashes.flatMap(({ a, b }) => [parts[a].name, parts[b].name]));
    expect(met).toContain("house - outer wall - house back");
    expect(met).not.toContain("house - outer wall - house front right");
  });
});
