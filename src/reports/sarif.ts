import { CLASH_KINDS, type ClashKind } from "../clash/clash.ts";
import { checkReport } from "./check-report.ts";
import type { ClashReport, ReportBaseline, ReportClash } from "./clash-report.ts";
import { clashSentence } from "./clash-sentence.ts";
import { fileUri } from "./file-uri.ts";
import { reportNotes } from "./report-notes.ts";

interface Rule {
  name: string;
  level: "error" | "warning" | "note";
  short: string;
  full: string;
}

const RULES: Record<ClashKind, Rule> = {
  duplicate: {
    name: "DuplicateParts",
    level: "error",
    short: "Two parts are the same.",
    full: "Two parts have equal surfaces in one place. One of them is probably left over.",
  },
  contains: {
    name: "PartContainsPart",
    level: "error",
    short: "A part is within another.",
    full: "The first part contains the second: both are solid where the second is.",
  },
  inside: {
    name: "PartInsidePart",
    level: "error",
    short: "A part is within another.",
    full: "The first part is inside the second: both are solid where the first is.",
  },
  overlapping: {
    name: "OverlappingParts",
    level: "error",
    short: "Two parts overlap.",
    full: "Each of two parts reaches into the other by more than the tolerance.",
  },
  self: {
    name: "PartMeetsItself",
    level: "error",
    short: "A part meets itself.",
    full: "The surface of a part intersects itself.",
  },
  "too-close": {
    name: "PartsTooClose",
    level: "warning",
    short: "Two parts are too close.",
    full: "Two parts are apart by less than the required clearance.",
  },
  touching: {
    name: "TouchingParts",
    level: "note",
    short: "Two parts touch.",
    full: "Two parts share points of their surfaces, but neither reaches into the other.",
  },
};

/**
 * The report as SARIF 2.1.0: a rule per kind, a result per clash. Part a and its file are the result's location, part b is the
 * related location. With a baseline, resolved clashes are results whose state is "absent".
 */
export function writeSarif(report: ClashReport): string {
  checkReport(report);
  const { tool, inputs, clashes, baseline, unit, settings, counts, truncated } = report;
  const notes = reportNotes(report);
  const uris = inputs.map(({ file }) => fileUri(file));
  const run = {
    tool: { driver: { name: tool.name, version: tool.version, rules: CLASH_KINDS.map(ruleOf) } },
    invocations: [
      {
        executionSuccessful: notes.every(({ level }) => level !== "error"),
        toolExecutionNotifications: notes.map(({ level, text }) => ({ level, message: messageOf(text) })),
      },
    ],
    artifacts: inputs.map(({ bytes, sha256 }, i) => ({
      location: { uri: uris[i] },
      length: bytes,
      roles: ["analysisTarget"],
      hashes: { "sha-256": sha256 },
    })),
    properties: { unit, settings, counts, truncated },
  };
  const results = [
    ...clashes.map((clash) => resultOf(clash, report, uris)),
    ...(baseline?.resolved ?? []).map(absentResultOf),
  ];
  // One result per line, as in the JSON report.
  return [
    `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[\n`,
    `${JSON.stringify(run).slice(0, -1)},"results":[\n`,
    results.map((result) => JSON.stringify(result)).join(",\n"),
    "\n]}]}\n",
  ].join("");
}

function ruleOf(kind: ClashKind) {
  const { name, level, short, full } = RULES[kind];
  return {
    id: kind,
    name,
    shortDescription: { text: short },
    fullDescription: { text: full },
    defaultConfiguration: { level },
  };
}

function headOf(id: string, kind: ClashKind) {
  return {
    ruleId: kind,
    ruleIndex: CLASH_KINDS.indexOf(kind),
    level: RULES[kind].level,
    // GitHub matches results by the second fingerprint alone. Without it, GitHub would hash the file's first line.
    partialFingerprints: { "abutClashId/v1": id, primaryLocationLineHash: `${id}:1` },
  };
}

function resultOf(clash: ReportClash, report: ClashReport, uris: string[]) {
  const { id, kind, a, b, depth, distance, trianglePairs, point, box, curvesTruncated, exact, change } =
    clash;
  return {
    ...headOf(id, kind),
    message: messageOf(clashSentence(clash, report)),
    locations: [locationOf(a, report, uris)],
    ...(a === b ? {} : { relatedLocations: [locationOf(b, report, uris)] }),
    ...(change === undefined ? {} : { baselineState: change }),
    properties: { id, depth, distance, trianglePairs, point, box, curvesTruncated, exact },
  };
}

function absentResultOf({ id, kind, keyA, keyB }: ReportBaseline["resolved"][number]) {
  const parts = keyA === keyB ? keyA : `${keyA} and ${keyB}`;
  return { ...headOf(id, kind), message: messageOf(`${parts}: resolved`), baselineState: "absent" };
}

function locationOf(part: number, { parts }: ClashReport, uris: string[]) {
  const { key, name, input, guid, type } = parts[part];
  return {
    physicalLocation: {
      artifactLocation: { uri: uris[input], index: input },
      region: { startLine: 1 }, // GitHub refuses results without a line
    },
    logicalLocations: [
      {
        name,
        fullyQualifiedName: key,
        kind: "part",
        ...(guid === undefined && type === undefined ? {} : { properties: { guid, type } }),
      },
    ],
  };
}

/** Doubles braces (SARIF, section 3.11.5) and escapes what would become a link (3.11.6). */
function messageOf(text: string): { text: string } {
  return { text: text.replace(/[{}]/g, "$&$&").replaceAll("](", "\\](") };
}
