import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { writeJson } from "../../src/reports/json.ts";
import { readClashReport } from "../../src/reports/read-clash-report.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";
import { NAMES, randomReport, randomSource } from "./reports.ts";
import { fitsSchema } from "./schema.ts";

/** A report in which every optional member and every list is filled. */
function fullReport(seed: number) {
  const source = randomSource(seed, { clashes: 6, parts: 4, unlisted: 3 });
  const baseline = { file: "before.json", sha256: "0".repeat(64), report: randomReport(seed + 1) };
  return createClashReport({ ...source, baseline });
}

/** A copy of `value` that the test may change. */
function copyOf(value: unknown) {
  return JSON.parse(JSON.stringify(value));
}

describe("readClashReport", () => {
  it("reads back a written report, which gives equal bytes when written again (seeds 1 to 20)", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const report = fullReport(seed);
      const text = writeJson(report);
      expect(readClashReport(text, "a.json")).toEqual(report);
      expect(writeJson(readClashReport(`\ufeff${text}`, "a.json"))).toBe(text);
    }
  });

  it("puts members into the schema's order", () => {
    const report = fullReport(1);
    const reversed = JSON.stringify(report, (_, value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(reversed.startsWith('{"review"')).toBe(true);
    expect(writeJson(readClashReport(reversed, "a.json"))).toBe(writeJson(report));
  });

  it("names the file, the place and the value in errors", () => {
    const refusal = (change: (report: ReturnType<typeof copyOf>) => void) => {
      const report = copyOf(fullReport(2));
      change(report);
      try {
        readClashReport(JSON.stringify(report), "old/before.json");
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
        return (error as Error).message;
      }
      throw new Error("was read");
    };
    expect(refusal((report) => (report.clashes[3].kind = "bad"))).toBe(
      'old/before.json: clashes[3].kind: expected one of "duplicate", "contains", "inside", "overlapping", "self", "too-close", "touching", got "bad"',
    );
    expect(refusal((report) => (report.settings.tolerance = -1))).toBe(
      "old/before.json: settings.tolerance: expected a number not below 0, got -1",
    );
    expect(refusal((report) => delete report.counts.byKind["too-close"])).toBe(
      'old/before.json: counts.byKind["too-close"]: is missing',
    );
    expect(refusal((report) => (report.parts[1].colour = "red"))).toBe(
      "old/before.json: parts[1].colour: is not a known member (key, name, input, triangles, box, closed, guid, type, storey)",
    );
    expect(refusal((report) => (report.clashes[0].point[1] = null))).toBe(
      "old/before.json: clashes[0].point[1]: expected a finite number, got null",
    );
    expect(refusal((report) => (report.inputs[0].sha256 = "long".repeat(1000)))).toMatch(
      /^old\/before\.json: inputs\[0\]\.sha256: expected 64 lower-case hex digits, got "(long)+lon…$/,
    );
    expect(refusal((report) => (report.parts[0].input = 2))).toBe(
      "old/before.json: parts[0].input: expected an input below 2, got 2",
    );
    expect(refusal((report) => (report.clashes[0].b = 4))).toBe(
      "old/before.json: clashes[0].b: expected a part below 4, got 4",
    );
    expect(refusal((report) => (report.clashes[0].keyB = "other"))).toMatch(
      /clashes\[0\]\.keyB: expected the key of part \d, got "other"$/,
    );
    expect(refusal((report) => (report.clashes[1].id = report.clashes[0].id))).toContain(
      "clashes[1].id: expected an id that no other clash has",
    );
    expect(refusal((report) => (report.clashes[5].curves = [{ closed: true, points: [1, 2] }]))).toBe(
      "old/before.json: clashes[5].curves[0].points: expected 3 numbers per point, got a list of 2",
    );
  });

  it("tells another version and another format from a damaged report", () => {
    const report = fullReport(3);
    const reading = (value: unknown) => () => readClashReport(JSON.stringify(value), "b.json");
    expect(reading({ ...report, version: 2, clashes: "otherwise" })).toThrow(
      "b.json: a report of version 2; this abut reads version 1: use the abut that wrote it, or a newer one",
    );
    expect(reading({ ...report, version: 0 })).toThrow("b.json: version: expected 1, got 0");
    expect(reading({ ...report, version: "1" })).toThrow('b.json: version: expected 1, got "1"');
    for (const value of [{}, [], null, 7, "text", { runs: [] }])
      expect(reading(value)).toThrow("b.json: not a clash report of abut");
  });

  it("rejects text that is not JSON, and recognises the jsonl format", () => {
    for (const text of ["", " ", "{", "id,kind\r\n", '{"format":"abut-clash-report"', "[".repeat(1e6)])
      expect(() => readClashReport(text, "c.json")).toThrow(FormatError);
    expect(() => readClashReport("nonsense", "c.json")).toThrow(/^c\.json: not JSON: /);
    expect(() => readClashReport('{"record":"header"}\n{"record":"end"}\n', "c.jsonl")).toThrow(
      "pass the json report",
    );
  });

  it("rejects a report cut off at any place (seed 4)", () => {
    const text = writeJson(fullReport(4)).trimEnd();
    const next = random(4);
    for (let i = 0; i < 200; i++)
      expect(() => readClashReport(text.slice(0, Math.floor(next() * text.length)), "d.json")).toThrow(
        FormatError,
      );
  });

  it("accepts what the schema accepts, apart from indices and keys that must agree (random damage, seed 5)", () => {
    const next = random(5);
    const text = writeJson(fullReport(5));
    let [read, refused, disagreeing] = [0, 0, 0];
    for (let i = 0; i < randomCases(400); i++) {
      const report = JSON.parse(text);
      damage(report, next);
      // 1e999 and the like cannot be written by JSON.stringify.
      const damaged = JSON.stringify(report).replaceAll('"INFINITE"', "1e999");
      const fits = fitsSchema(JSON.parse(damaged));
      const message = messageOf(() => readClashReport(damaged, "e.json"));
      if (message === null) {
        expect(fits, damaged.slice(0, 3000)).toBe(true);
        read++;
      } else if (fits) {
        expect(message).toMatch(
          /an input below|a part below|a clash of group|the key of part|no other clash has|3 numbers per point/,
        );
        disagreeing++;
      } else refused++;
    }
    expect(Math.min(read, refused, disagreeing)).toBeGreaterThan(randomCases(10));
  });
});

function messageOf(run: () => void): string | null {
  try {
    run();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return (error as Error).message;
  }
}

const JUNK = [
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  1e300,
  2 ** 53,
  "INFINITE",
  "",
  "abut",
  "self",
  "new",
  [],
  {},
  [1, 2, 3],
];

/** Changes, removes or adds one member at a random place. */
function damage(report: unknown, next: () => number): void {
  const pick = <T>(list: T[]): T => list[Math.floor(next() * list.length)];
  const containers: (Record<string, unknown> | unknown[])[] = [];
  collect(report, containers);
  const container = pick(containers);
  const names = Object.keys(container);
  const what = next();
  if (Array.isArray(container)) {
    if (what < 0.2) container.push(pick(JUNK));
    else if (what < 0.4) container.push(...container.slice(0, 1));
    else if (what < 0.6) container.pop();
    else if (names.length > 0) container[Number(pick(names))] = pick(JUNK);
  } else if (what < 0.1)
    container[pick(["other", "guid", "type", "change", "__proto__x"])] = pick([...NAMES, "new"]);
  else if (what < 0.3) delete container[pick(names)];
  else container[pick(names)] = pick(JUNK);
}

function collect(value: unknown, containers: (Record<string, unknown> | unknown[])[]): void {
  if (typeof value !== "object" || value === null) return;
  containers.push(value as Record<string, unknown>);
  for (const member of Object.values(value)) collect(member, containers);
}
