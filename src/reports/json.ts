import { checkReport } from "./check-report.ts";
import type { ClashReport } from "./clash-report.ts";

/** The report as JSON: a line for each member, and in lists a line for each input, part and clash. */
export function writeJson(report: ClashReport): string {
  return [...jsonPieces(report)].join("");
}

/** The text of `writeJson` in pieces, for reports that are too long for one string. */
export function jsonPieces(report: ClashReport): Generator<string> {
  checkReport(report);
  return reportPieces(report);
}

function* reportPieces(report: ClashReport): Generator<string> {
  let before = "{\n";
  for (const [name, value] of Object.entries(report)) {
    yield `${before}  ${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) yield* listPieces(value);
    else yield JSON.stringify(value);
    before = ",\n";
  }
  yield "\n}\n";
}

function* listPieces(list: unknown[]): Generator<string> {
  let before = "[\n";
  for (const item of list) {
    yield `${before}    ${JSON.stringify(item)}`;
    before = ",\n";
  }
  yield "\n  ]";
}
