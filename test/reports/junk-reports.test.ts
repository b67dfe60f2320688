import * as reports from "../../src/reports/index.ts";
import { type Call, describeJunkArguments } from "../junk.ts";
import { exampleOfDocs } from "./scenes.ts";

/** With a single clash, because each has a picture where junk stands for default options. */
const SOURCE = exampleOfDocs();
const REPORT = reports.createClashReport(SOURCE);
const { status: STATUS } = reports.mergeStatus(reports.createStatus(), REPORT, { file: "status.json" });
const BCF = reports.writeBcf(REPORT, SOURCE.parts, { maxPictures: 0 });
const RECORD = await reports.readBcf(BCF);

const TEXTS = ['""', '"abc"'];
const TEMPLATE = "<!--abut:data-->";

/** A writer of a report. */
function writer(options: string[] = []): Call {
  return { args: () => [REPORT, {}], required: 1, options };
}

/** A writer of a report and its parts. */
function sceneWriter(options: string[], given: object = {}): Call {
  return { args: () => [REPORT, SOURCE.parts, given], required: 2, options };
}

/** A writer of pictures. By default each clash has one, which takes 0.2 s: with junk for options there are no clashes. */
function pictureWriter(options: string[]): Call {
  return {
    ...sceneWriter(options, { maxPictures: 0 }),
    withoutOptions: () => [{ ...REPORT, clashes: [], groups: [] }, SOURCE.parts, null],
  };
}

const CALLS: Record<string, Call> = {
  createClashReport: { args: () => [SOURCE], required: 1, options: Object.keys(SOURCE) },
  readClashReport: {
    args: () => [reports.writeJson(REPORT), "report.json"],
    required: 2,
    legal: { 1: TEXTS },
  },
  clashSentence: { args: () => [REPORT.clashes[0], REPORT], required: 2 },
  lengthText: { args: () => [1, REPORT.unit], required: 2, legal: { 0: ["0", "-1", "NaN"] } },
  printable: { args: () => ["text"], required: 1, legal: { 0: TEXTS } },
  reportNotes: { args: () => [REPORT], required: 1 },
  writeJson: { args: () => [REPORT], required: 1 },
  jsonPieces: { args: () => [REPORT], required: 1 },
  writeJsonl: { args: () => [REPORT], required: 1 },
  jsonlLines: { args: () => [REPORT], required: 1 },
  writeCsv: { args: () => [REPORT], required: 1 },
  writeSarif: { args: () => [REPORT], required: 1 },
  writeJunit: writer(["isFailure"]),
  writeGithub: writer(["isFailure"]),
  writeHtml: {
    args: () => [REPORT, SOURCE.parts, { template: TEMPLATE }],
    required: 3,
    options: ["template", "maxTriangles", "upAxis", "colors", "status"],
  },
  writeMarkdown: pictureWriter(["maxPictures", "pictureFolder", "upAxis"]),
  writeGlb: sceneWriter(["upAxis"]),
  writeBcf: pictureWriter(["version", "date", "author", "maxPictures", "references", "upAxis", "status"]),
  readBcf: { args: () => [BCF, {}], required: 1, options: ["limits", "source"] },
  importBcfStatus: { args: () => [STATUS, RECORD], required: 2 },
  createStatus: { args: () => [], required: 0 },
  readStatus: { args: () => [reports.writeStatus(STATUS), "status.json"], required: 2, legal: { 1: TEXTS } },
  writeStatus: { args: () => [STATUS], required: 1 },
  setStatus: {
    args: () => [STATUS, [STATUS.clashes[0].id], { status: "reviewed" }],
    required: 2,
    legal: { 1: ["[]"] },
    options: ["status", "assignee", "comment", "author", "date"],
  },
  mergeStatus: {
    args: () => [STATUS, REPORT, { file: "status.json" }],
    required: 3,
    options: ["file", "date", "isChecked"],
  },
};

describeJunkArguments("abut/reports", reports, CALLS);
