import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { ClashReport } from "../../src/reports/clash-report.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { writeJunit } from "../../src/reports/junit.ts";
import { printable } from "../../src/reports/printable-text.ts";
import { randomReport, randomSource } from "./reports.ts";

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** What Jenkins' schema (junit-10.xsd) and Surefire's both allow. Attributes with ! are required by one of them. */
const SCHEMA: Record<string, { attributes: string; children: string }> = {
  testsuites: { attributes: "name time tests failures errors", children: "testsuite" },
  testsuite: {
    attributes: "name! tests! failures! errors! skipped! time group",
    children: "properties testcase",
  },
  properties: { attributes: "", children: "property" },
  property: { attributes: "name! value!", children: "" },
  testcase: {
    attributes: "name! time! classname group",
    children: "failure skipped error system-out system-err",
  },
  skipped: { attributes: "message", children: "" },
  error: { attributes: "type! message", children: "" },
  failure: { attributes: "type! message", children: "" },
  "system-out": { attributes: "", children: "" },
};

function checkSchema({ name, attributes, children }: Element): void {
  const allowed = SCHEMA[name];
  for (const [list, found] of [
    [allowed.attributes, Object.keys(attributes)],
    [allowed.children, children.map((child) => child.name)],
  ] as const) {
    const names = list.split(" ").map((item) => item.replace("!", ""));
    for (const item of found) expect(names, `in <${name}>`).toContain(item);
    for (const item of list.split(" "))
      if (item.endsWith("!")) expect(found, `in <${name}>`).toContain(item.slice(0, -1));
    // Children must be in the schema's order.
    if (list === allowed.children) {
      const order = found.map((item) => names.indexOf(item));
      expect(order).toEqual([...order].sort((p, q) => p - q));
    }
  }
  if (attributes.time !== undefined) expect(attributes.time).toMatch(/^\d{1,3}(\.\d{0,3})?$/);
  for (const child of children) checkSchema(child);
}

function parse(xml: string): Element {
  expect(XMLValidator.validate(xml)).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
  expect(xml).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true,
    ignoreDeclaration: true,
  });
  const [root] = (parser.parse(xml) as Parsed[]).filter((item) => !("#text" in item)).map(elementOf);
  return root;
}

type Parsed = Record<string, Parsed[] | Record<string, string> | string>;

function elementOf(item: Parsed): Element {
  const { ":@": attributes = {}, ...rest } = item;
  const [[name, content]] = Object.entries(rest) as [[string, Parsed[]]];
  return {
    name,
    attributes: attributes as Record<string, string>,
    children: content.filter((child) => !("#text" in child)).map(elementOf),
    text: content.map((child) => child["#text"] ?? "").join(""),
  };
}

function casesOf(root: Element): Element[] {
  return root.children.flatMap(({ children }) => children.filter(({ name }) => name === "testcase"));
}

function outcomeOf({ children: [child] }: Element): string {
  return child === undefined || child.name === "system-out" ? "passed" : child.name;
}

const SHA = "0".repeat(64);

describe("writeJunit", () => {
  it("fits the schemas of Jenkins and Surefire, with right sums and with names that can be read back (seeds 1 to 10)", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const source = randomSource(seed, {
        status: seed % 3 === 0 ? "partial" : "complete",
        unlisted: seed % 4,
      });
      const baseline =
        seed % 2 === 0 ? null : { file: "b.json", sha256: SHA, report: randomReport(seed + 1) };
      const report = createClashReport({ ...source, baseline });
      const root = parse(writeJunit(report));
      checkSchema(root);
      for (const suite of [root, ...root.children]) checkSums(suite);
      const failures = casesOf(root).filter((test) => outcomeOf(test) === "failure");
      expect(failures).toHaveLength(report.clashes.length);
      for (const { id, kind, keyA, keyB } of report.clashes) {
        const test = failures.find(({ children }) => children[0].text.startsWith(`id ${id}`))!;
        const name = keyA === keyB ? `${keyA} with itself` : `${keyA} with ${keyB}`;
        expect(test.attributes.name).toBe(printable(name));
        expect(test.children[0].attributes.type).toBe(kind);
        expect(test.children[0].attributes.message).toContain(printable(keyA));
      }
    }
  });

  it("has a suite per file and per two files that clash (seed 1)", () => {
    const report = randomReport(1, { clashes: 60 });
    const { children } = parse(writeJunit(report));
    const files = report.inputs.map(({ file }) => printable(file));
    expect(children.map(({ attributes }) => attributes.name)).toEqual([
      "abut clash",
      ...files,
      files.join(" and "),
    ]);
    const within = report.clashes.filter(({ a, b }) => report.parts[a].input + report.parts[b].input === 0);
    expect(children[1].attributes.failures).toBe(String(within.length));
  });

  it("passes when nothing clashes", () => {
    const report = randomReport(2, { clashes: 0 });
    const root = parse(writeJunit(report));
    expect(casesOf(root).map((test) => [test.attributes.name, outcomeOf(test)])).toEqual([
      ["everything was checked", "passed"],
      ["no clash is listed", "passed"],
      ["no clash is listed", "passed"],
    ]);
    // With `between` no pair within a file was checked.
    const between: ClashReport = { ...report, settings: { ...report.settings, between: true } };
    expect(casesOf(parse(writeJunit(between)))).toHaveLength(1);
  });

  it("is an error when the report is partial or no pair was checked", () => {
    const first = (report: ClashReport) => casesOf(parse(writeJunit(report)))[0];
    const stopped = first(randomReport(3, { clashes: 0, status: "partial" }));
    expect(stopped.children[0]).toMatchObject({
      name: "error",
      attributes: { message: "stopped before all pairs were checked: clashes may be missing" },
    });
    const report = randomReport(3, { clashes: 0, parts: 1 });
    expect(first(report).children[0].attributes.message).toBe("no pairs to check");
    expect(outcomeOf(first({ ...report, settings: { ...report.settings, self: true } }))).toBe("passed");
  });

  it("skips unchanged clashes and passes resolved ones by default", () => {
    const source = randomSource(4, { clashes: 3 });
    const now = createClashReport(source);
    const before = { ...now, clashes: [now.clashes[0], { ...now.clashes[1], id: "0123456789abcdef" }] };
    const report = createClashReport({
      ...source,
      baseline: { file: "b.json", sha256: SHA, report: before },
    });
    const outcomes = (xml: string) => casesOf(parse(xml)).map(outcomeOf).sort();
    expect(outcomes(writeJunit(report)).filter((outcome) => outcome !== "passed")).toEqual([
      "failure",
      "failure",
      "skipped",
    ]);
    expect(parse(writeJunit(report)).children.at(-1)).toMatchObject({
      attributes: { name: "resolved since b.json", tests: "1", failures: "0", skipped: "0" },
    });
    const lenient = outcomes(writeJunit(report, { isFailure: () => false }));
    expect(lenient.filter((outcome) => outcome === "skipped")).toHaveLength(3);
    const strict = outcomes(writeJunit(report, { isFailure: () => true }));
    expect(strict.filter((outcome) => outcome === "failure")).toHaveLength(3);
    // Where some clashes are unlisted, a clash counts as resolved only if all were compared with the baseline.
    const skipped = (other: ClashReport) => parse(writeJunit(other)).children.at(-1)!.attributes.skipped;
    expect(skipped({ ...report, status: "partial" })).toBe("1");
    const truncated = { unlisted: 1, limit: 3 };
    expect(skipped({ ...report, truncated })).toBe("1");
    expect(skipped({ ...report, truncated, clashes: report.clashes.slice(1) })).toBe("0");
  });

  it("writes the warnings of inputs and baseline, and the number of unlisted clashes", () => {
    const root = parse(writeJunit(randomReport(5, { unlisted: 9 })));
    const output = casesOf(root)[0].children[0];
    expect(output.name).toBe("system-out");
    expect(output.text).toContain("warning: 9 more clashes were found and are not listed\nwarning: folder/");
  });
});

// The schemas are not in the repository. ABUT_JUNIT_SCHEMAS is a folder with junit-10.xsd, of Jenkins' xunit plugin, and
// surefire-test-report.xsd, of Maven's Surefire.
describe("schemas of Jenkins and Surefire", () => {
  const folder = process.env.ABUT_JUNIT_SCHEMAS ?? null;
  if (folder === null)
    console.warn("NOTICE: no schemas of Jenkins and Surefire, JUnit files are judged by a table alone");

  it.skipIf(folder === null)("find files and their suites valid (seeds 1 to 10)", async () => {
    const files = Array.from({ length: 10 }, (_, seed) => {
      const source = randomSource(seed, {
        status: seed % 3 === 0 ? "partial" : "complete",
        unlisted: seed % 4,
        clashes: 3 * seed,
      });
      const report = randomReport(seed + 1);
      const baseline = seed % 2 === 0 ? null : { file: "b.json", sha256: SHA, report };
      return writeJunit(createClashReport({ ...source, baseline }));
    });
    const suites = files.flatMap((xml) => xml.match(/<testsuite [\s\S]*?<\/testsuite>/g) ?? []);
    expect(suites.length).toBeGreaterThan(30);
    for (const [name, documents] of [
      ["junit-10.xsd", files],
      ["surefire-test-report.xsd", suites],
    ] as const) {
      const xml = documents.map((contents, i) => ({ fileName: `${i}.xml`, contents }));
      const { errors } = await validateXML({ xml, schema: readFileSync(join(folder!, name), "utf8") });
      expect(errors, name).toEqual([]);
    }
  });
});

function checkSums(suite: Element): void {
  const cases = suite.name === "testsuites" ? casesOf(suite) : casesOf({ ...suite, children: [suite] });
  const count = (outcome: string) => String(cases.filter((test) => outcomeOf(test) === outcome).length);
  const { tests, failures, errors, skipped } = suite.attributes;
  expect([tests, failures, errors]).toEqual([String(cases.length), count("failure"), count("error")]);
  if (suite.name === "testsuite") expect(skipped).toBe(count("skipped"));
}
