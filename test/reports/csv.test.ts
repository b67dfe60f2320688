import { describe, expect, it } from "vitest";
import type { ReportClash } from "../../src/reports/clash-report.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { writeCsv } from "../../src/reports/csv.ts";
import { printable } from "../../src/reports/printable-text.ts";
import { NAMES, randomReport, randomSource } from "./reports.ts";

/** RFC 4180, strictly: quotes only around whole fields, lines end with CR LF. */
function parseCsv(text: string): string[][] {
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const [, quoted, plain, end] = field.exec(text) ?? [];
    if (end === undefined) throw new Error(`no field at ${JSON.stringify(text.slice(at, at + 40))}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  expect(row).toEqual([]);
  return rows;
}

function recordsOf(text: string): Record<string, string>[] {
  const [header, ...rows] = parseCsv(text);
  for (const row of rows) expect(row).toHaveLength(header.length);
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [header[i], value])));
}

/** Removes one apostrophe, as the documentation says. */
function original(value: string): string {
  return value.replace(/^'/, "");
}

describe("writeCsv", () => {
  it("can be read back: names apart from control characters, numbers bit for bit (seeds 1 to 20)", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const report = randomReport(seed);
      const records = recordsOf(writeCsv(report));
      expect(records).toHaveLength(report.clashes.length);
      for (const [i, row] of records.entries()) {
        const clash = report.clashes[i];
        const [a, b] = [report.parts[clash.a], report.parts[clash.b]];
        expect([row.id, row.kind, row.change, row.exact]).toEqual([
          clash.id,
          clash.kind,
          "",
          String(clash.exact),
        ]);
        const texts = [
          clash.keyA,
          clash.keyB,
          a.name,
          b.name,
          report.inputs[a.input].file,
          b.guid ?? "",
          a.type ?? "",
        ];
        const cells = [row.keyA, row.keyB, row.nameA, row.nameB, row.fileA, row.guidB, row.typeA];
        expect(cells.map((value) => original(value))).toEqual(texts.map(printable));
        const numbers = [row.x, row.y, row.z, row.minX, row.minY, row.minZ, row.maxX, row.maxY, row.maxZ];
        expect(numbers.map(Number)).toEqual([...clash.point, ...clash.box]);
        expect(lengthsOf(row)).toEqual(lengthsOfClash(clash));
        expect(Number(row.trianglePairs)).toBe(clash.trianglePairs);
      }
    }
  });

  it("has no text that begins like a formula, and keeps negative numbers", () => {
    const report = randomReport(1, { clashes: 200, parts: 60 });
    let [disarmed, negative] = [0, 0];
    for (const row of recordsOf(writeCsv(report)))
      for (const [column, value] of Object.entries(row)) {
        if (/^[=+\-@\t\r\n＝]/.test(value)) {
          expect(column).toMatch(/^([xyz]|m(in|ax)[XYZ])$/);
          expect(Number.isFinite(Number(value))).toBe(true);
          negative++;
        }
        if (/^'/.test(value)) disarmed++;
      }
    expect(Math.min(disarmed, negative)).toBeGreaterThan(20);
  });

  it("keeps every name recoverable, also one that begins with an apostrophe", () => {
    for (const name of [...NAMES, "'", "'=1", "''"]) {
      const source = randomSource(2, { kinds: ["touching"] });
      const parts = source.parts.map((part) => ({ ...part, name }));
      for (const row of recordsOf(writeCsv(createClashReport({ ...source, parts }))))
        expect(original(row.nameA)).toBe(printable(name));
    }
  });

  it("has a header and no rows when there are no clashes", () => {
    const text = writeCsv(randomReport(3, { clashes: 0 }));
    expect(text).toMatch(/^id,kind,change,group,groupName,status,assignee,comment,keyA,.*,exact\r\n$/);
  });

  it("gives the change of each clash, and lists resolved clashes", () => {
    const report = randomReport(4, { clashes: 3 });
    const [first, ...others] = report.clashes as [ReportClash, ...ReportClash[]];
    const source = randomSource(4, { clashes: 3 });
    const before = { ...report, clashes: [first, { ...first, id: "0123456789abcdef" }] };
    const baseline = { file: "before.json", sha256: "0".repeat(64), report: before };
    const records = recordsOf(writeCsv(createClashReport({ ...source, baseline })));
    expect(records.map(({ id, change }) => [id, change])).toEqual([
      [first.id, "unchanged"],
      ...others.map(({ id }) => [id, "new"]),
      ["0123456789abcdef", "resolved"],
    ]);
  });
});

function lengthsOf({ depth, depthKind, depthLowerBound, distance, unit }: Record<string, string>) {
  return { depth, depthKind, depthLowerBound, distance, unit };
}

function lengthsOfClash({ depth, distance }: ReportClash) {
  return {
    depth: String(depth?.depth ?? ""),
    depthKind: depth?.kind ?? "",
    depthLowerBound: String(depth?.lowerBound ?? ""),
    distance: String(distance?.distance ?? ""),
    unit: "mm",
  };
}
