import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { CLASH_KINDS } from "../../src/clash/clash.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { writeSarif } from "../../src/reports/sarif.ts";
import { randomCases } from "../random-cases.ts";
import { randomReport, randomSource } from "./reports.ts";

// The official schema of OASIS, as json.schemastore.org publishes it.
const require = createRequire(import.meta.url);
const {
  $schema: _,
  id: __,
  ...SARIF_SCHEMA
} = JSON.parse(readFileSync(require.resolve("schemastore/schemas/json/sarif-2.1.0.json"), "utf8"));
const fits = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(SARIF_SCHEMA);
const SHA = "0".repeat(64);

function runOf(text: string) {
  const log = JSON.parse(text);
  expect(fits(log), JSON.stringify(fits.errors)).toBe(true);
  expect(log.runs).toHaveLength(1);
  return log.runs[0];
}

describe("writeSarif", () => {
  it("is valid SARIF 2.1.0 with valid indices, for random reports", () => {
    for (let seed = 1; seed <= randomCases(10); seed++) {
      const report = randomReport(seed);
      const { tool, artifacts, results } = runOf(writeSarif(report));
      expect(results).toHaveLength(report.clashes.length);
      for (const [i, result] of results.entries()) {
        const clash = report.clashes[i];
        expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
        expect(result.ruleId).toBe(clash.kind);
        expect(result.partialFingerprints["abutClashId/v1"]).toBe(clash.id);
        const { depth, distance, point, box, trianglePairs } = clash;
        expect(result.properties).toMatchObject({ depth, distance, point, box, trianglePairs });
        const places = [...result.locations, ...(result.relatedLocations ?? [])];
        const parts = clash.a === clash.b ? [clash.a] : [clash.a, clash.b];
        expect(places).toHaveLength(parts.length);
        for (const [k, { physicalLocation, logicalLocations }] of places.entries()) {
          const part = report.parts[parts[k]];
          const { uri, index } = physicalLocation.artifactLocation;
          expect(index).toBe(part.input);
          expect(uri).toBe(artifacts[index].location.uri);
          expect(logicalLocations[0]).toMatchObject({ name: part.name, fullyQualifiedName: part.key });
        }
      }
      for (const [i, { hashes, length }] of artifacts.entries())
        expect([hashes["sha-256"], length]).toEqual([report.inputs[i].sha256, report.inputs[i].bytes]);
    }
  });

  it("has a rule per kind: overlaps are errors, closeness a warning, touching a note", () => {
    const { rules } = runOf(writeSarif(randomReport(1))).tool.driver;
    expect(rules.map(({ id }: { id: string }) => id)).toEqual([...CLASH_KINDS]);
    const levels = rules.map(
      (rule: { defaultConfiguration: { level: string } }) => rule.defaultConfiguration.level,
    );
    expect(levels).toEqual(["error", "error", "error", "error", "error", "warning", "note"]);
    const { results } = runOf(writeSarif(randomReport(1, { clashes: 50 })));
    for (const { level, ruleIndex } of results) expect(level).toBe(levels[ruleIndex]);
  });

  it("gives each result, resolved ones included, a state with a baseline and none without", () => {
    const source = randomSource(2, { clashes: 3 });
    const now = createClashReport(source);
    const gone = { ...now.clashes[1], id: "0123456789abcdef" };
    const before = { ...now, clashes: [now.clashes[0], gone] };
    const baseline = { file: "b.json", sha256: SHA, report: before };
    const { results } = runOf(writeSarif(createClashReport({ ...source, baseline })));
    expect(results.map(({ baselineState }: { baselineState?: string }) => baselineState)).toEqual([
      "unchanged",
      "new",
      "new",
      "absent",
    ]);
    expect(results[3].partialFingerprints["abutClashId/v1"]).toBe("0123456789abcdef");
    for (const result of runOf(writeSarif(now)).results) expect(result).not.toHaveProperty("baselineState");
  });

  it("sets executionSuccessful to false, with a reason, when the report is partial or no pair was checked", () => {
    const [whole] = runOf(writeSarif(randomReport(3))).invocations;
    expect(whole.executionSuccessful).toBe(true);
    const [partial] = runOf(writeSarif(randomReport(3, { status: "partial", unlisted: 5 }))).invocations;
    expect(partial.executionSuccessful).toBe(false);
    expect(partial.toolExecutionNotifications.slice(0, 2)).toEqual([
      { level: "error", message: { text: "stopped before all pairs were checked: clashes may be missing" } },
      { level: "warning", message: { text: "5 more clashes were found and are not listed" } },
    ]);
    expect(
      runOf(writeSarif(randomReport(3, { parts: 1, clashes: 0 }))).invocations[0].executionSuccessful,
    ).toBe(false);
  });

  it("escapes braces and links in names", () => {
    const source = randomSource(4, { kinds: ["self"], clashes: 1 });
    const parts = source.parts.map((part, i) => ({ ...part, key: `${i}/{0} [a](http://b)` }));
    const [{ message, locations }] = runOf(writeSarif(createClashReport({ ...source, parts }))).results;
    expect(message.text).toMatch(/^\d\/\{\{0\}\} \[a\\\]\(http:\/\/b\) meets itself$/);
    expect(locations[0].logicalLocations[0].fullyQualifiedName).toMatch(/^\d\/\{0\} \[a\]\(http:\/\/b\)$/);
  });
});
