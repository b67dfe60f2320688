import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { checkFunction } from "./check-argument.ts";
import { checkReport } from "./check-report.ts";
import type { ClashReport, ReportClash } from "./clash-report.ts";
import { clashSentence, shortNumber } from "./clash-sentence.ts";
import { reportNotes } from "./report-notes.ts";
import { escapeAttribute, escapeXml } from "./xml-text.ts";

export interface JunitOptions {
  /** Which clashes are failed tests; the others are skipped tests. Default: all clashes not "unchanged" since the baseline. */
  isFailure?: ((clash: ReportClash) => boolean) | undefined;
}

const JUNIT_OPTIONS: OptionNames<JunitOptions> = { isFailure: true };

interface Suite {
  name: string;
  properties: [name: string, value: string | number | boolean | null][];
  cases: Case[];
}

interface Case {
  name: string;
  outcome: "passed" | "skipped" | "failure" | "error";
  /** For a failure: the kind of clash. */
  type: string;
  message: string;
  details: string[];
}

/**
 * The report as JUnit XML, valid for Jenkins' schema. The first suite says whether everything was checked; an error if not. Then
 * there is one suite per file, and one per two files that clash with each other. A clash is a failed test. A file without clashes
 * is a passed test, and so is a clash resolved since the baseline. Names of tests are made of keys, so a test keeps its name in
 * every run. Times are 0, because the report does not hold them.
 */
export function writeJunit(report: ClashReport, options: JunitOptions = {}): string {
  checkOptionNames(options, JUNIT_OPTIONS, "writeJunit");
  checkReport(report);
  const { isFailure = ({ change }: ReportClash) => change !== "unchanged" } = options;
  checkFunction(isFailure, "isFailure");
  const suites = [checkSuite(report), ...clashSuites(report, isFailure), ...resolvedSuites(report)];
  const { tests, failures, errors } = tally(suites.flatMap(({ cases }) => cases));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites${attributes({ name: "abut clash", tests, failures, errors, time: 0 })}>\n`,
    ...suites.map(suiteXml),
    "</testsuites>\n",
  ].join("");
}

function checkSuite(report: ClashReport): Suite {
  const { settings, counts, unit } = report;
  const notes = reportNotes(report);
  const details = notes.map(({ level, text }) => `${level}: ${text}`);
  const error = notes.find(({ level }) => level === "error");
  const outcome = error === undefined ? "passed" : "error";
  return {
    name: "abut clash",
    properties: [
      ["version", report.tool.version],
      ["unit", unit.name],
      ...Object.entries({ ...settings, ignore: settings.ignore.join(" ") }),
      ["parts", counts.parts],
      ["triangles", counts.triangles],
      ["pairsChecked", counts.checked],
    ],
    cases: [
      { name: "everything was checked", outcome, type: "incomplete", message: error?.text ?? "", details },
    ],
  };
}

function clashSuites(report: ClashReport, isFailure: (clash: ReportClash) => boolean): Suite[] {
  const { inputs, parts, clashes, settings } = report;
  const suites = new Map<string, Suite>();
  const suiteOf = (first: number, second: number): Suite => {
    const key = `${first} ${second}`;
    const name = first === second ? inputs[first].file : `${inputs[first].file} and ${inputs[second].file}`;
    if (!suites.has(key)) suites.set(key, { name, properties: [], cases: [] });
    return suites.get(key)!;
  };
  // One suite per file in input order, also without clashes. With `between` no pair within a file was checked.
  if (!settings.between) for (const input of inputs.keys()) suiteOf(input, input);
  for (const clash of clashes) {
    const [a, b] = [parts[clash.a].input, parts[clash.b].input];
    suiteOf(Math.min(a, b), Math.max(a, b)).cases.push(clashCase(clash, report, isFailure(clash)));
  }
  for (const { cases } of suites.values()) if (cases.length === 0) cases.push(passed("no clash is listed"));
  return [...suites.values()];
}

function clashCase(clash: ReportClash, report: ClashReport, isFailure: boolean): Case {
  const { id, kind, point, box, trianglePairs, change, exact } = clash;
  return {
    name: pairName(clash),
    outcome: isFailure ? "failure" : "skipped",
    type: kind,
    message: clashSentence(clash, report),
    details: [
      `id ${id}${change === undefined ? "" : `, ${change}`}`,
      `at ${point.map(shortNumber).join(" ")}`,
      `from ${box.slice(0, 3).map(shortNumber).join(" ")} to ${box.slice(3).map(shortNumber).join(" ")}`,
      `${trianglePairs ?? "uncounted"} triangle pairs meet${exact ? "" : ", inside or outside is not proven"}`,
    ],
  };
}

/** Resolved clashes are passed tests only when every clash found was compared with the baseline; otherwise they are skipped tests. */
function resolvedSuites({ baseline, status, clashes, truncated }: ClashReport): Suite[] {
  if (baseline === null || baseline.resolved.length === 0) return [];
  const found = clashes.length + (truncated?.unlisted ?? 0);
  const isSure = status === "complete" && baseline.new + baseline.unchanged === found;
  const message = "this report may be missing it";
  const cases = baseline.resolved.map((clash): Case => {
    const test = passed(pairName(clash));
    return isSure ? test : { ...test, outcome: "skipped", message };
  });
  return [{ name: `resolved since ${baseline.file}`, properties: [], cases }];
}

function pairName({ keyA, keyB }: { keyA: string; keyB: string }): string {
  return keyA === keyB ? `${keyA} with itself` : `${keyA} with ${keyB}`;
}

function passed(name: string): Case {
  return { name, outcome: "passed", type: "", message: "", details: [] };
}

function tally(cases: Case[]) {
  const count = (outcome: Case["outcome"]) => cases.filter((item) => item.outcome === outcome).length;
  const [failures, errors, skipped] = [count("failure"), count("error"), count("skipped")];
  return { tests: cases.length, failures, errors, skipped };
}

function suiteXml({ name, properties, cases }: Suite): string {
  const items = properties.map(([name, value]) => `      <property${attributes({ name, value })}/>\n`);
  return [
    `  <testsuite${attributes({ name, ...tally(cases), time: 0 })}>\n`,
    ...(items.length > 0 ? ["    <properties>\n", ...items, "    </properties>\n"] : []),
    ...cases.map((item) => caseXml(item, name)),
    "  </testsuite>\n",
  ].join("");
}

function caseXml({ name, outcome, type, message, details }: Case, classname: string): string {
  const text = escapeXml(details.join("\n"));
  const open = `    <testcase${attributes({ classname, name, time: 0 })}`;
  if (outcome === "passed")
    return text === ""
      ? `${open}/>\n`
      : `${open}>\n      <system-out>${text}</system-out>\n    </testcase>\n`;
  // The schema gives <skipped> no attributes.
  const inner =
    outcome === "skipped"
      ? `<skipped>${escapeXml([message, ...details].join("\n"))}</skipped>`
      : `<${outcome}${attributes({ type, message })}>${text}</${outcome}>`;
  return `${open}>\n      ${inner}\n    </testcase>\n`;
}

function attributes(members: Record<string, string | number | boolean | null>): string {
  return Object.entries(members)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join("");
}
