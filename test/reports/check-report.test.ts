import { expect, it } from "vitest";
import { OptionError } from "../../src/errors.ts";
import {
  createClashReport,
  jsonlLines,
  jsonPieces,
  reportNotes,
  writeBcf,
  writeCsv,
  writeGithub,
  writeGlb,
  writeJson,
  writeJsonl,
  writeJunit,
  writeMarkdown,
  writeSarif,
} from "../../src/reports/index.ts";
import { exampleOfDocs } from "./scenes.ts";

const WRITERS: Record<string, (report: never) => unknown> = {
  jsonlLines: (report) => [...jsonlLines(report)],
  jsonPieces: (report) => [...jsonPieces(report)],
  reportNotes,
  writeBcf: (report) => writeBcf(report, exampleOfDocs().parts, { maxPictures: 0 }),
  writeCsv,
  writeGithub,
  writeGlb: (report) => writeGlb(report, exampleOfDocs().parts),
  writeJson,
  writeJsonl,
  writeJunit,
  writeMarkdown: (report) => writeMarkdown(report, exampleOfDocs().parts, { maxPictures: 0 }),
  writeSarif,
};

it.each(Object.entries(WRITERS))(
  "%s takes a report, and refuses anything else by a typed error",
  (_, write) => {
    const report = createClashReport(exampleOfDocs());
    expect(() => write(report as never)).not.toThrow();
    const junk = [
      undefined,
      null,
      0,
      "abc",
      1n,
      Symbol("junk"),
      {},
      [],
      () => 1,
      new Map(),
      Object.create(null),
    ];
    for (const value of [...junk, { ...report, format: "other" }, { ...report, clashes: null }])
      expect(() => write(value as never)).toThrow(OptionError);
  },
);
