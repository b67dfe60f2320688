export type { Baseline } from "./baseline.ts";
export { type BcfImport, importBcfStatus } from "./bcf/import-status.ts";
export type { BcfOptions, BcfVersion } from "./bcf/options.ts";
export {
  type BcfCameraRecord,
  type BcfCommentRecord,
  type BcfRecord,
  type BcfTopicRecord,
  type BcfViewpointRecord,
  readBcf,
} from "./bcf/read-bcf.ts";
export { writeBcf } from "./bcf/write-bcf.ts";
export * from "./clash-report.ts";
export { clashSentence, lengthText } from "./clash-sentence.ts";
export {
  createStatus,
  type Decision,
  readStatus,
  STATUS_NAMES,
  type StatusComment,
  type StatusEntry,
  type StatusFile,
  type StatusGroup,
  type StatusName,
  setStatus,
  writeStatus,
} from "./clash-status.ts";
export {
  type ClashReportSource,
  createClashReport,
  type PartInfo,
  type ReportSettingsSource,
} from "./create-clash-report.ts";
export { writeCsv } from "./csv.ts";
export { type GithubOptions, writeGithub } from "./github.ts";
export { writeGlb } from "./glb.ts";
export { type HtmlOptions, writeHtml } from "./html.ts";
export { jsonPieces, writeJson } from "./json.ts";
export { jsonlLines, writeJsonl } from "./jsonl.ts";
export { type JunitOptions, writeJunit } from "./junit.ts";
export { type MarkdownOptions, type MarkdownReport, writeMarkdown } from "./markdown.ts";
export { type MergeOptions, mergeStatus } from "./merge-status.ts";
export { printable } from "./printable-text.ts";
export { readClashReport } from "./read-clash-report.ts";
export { type ReportNote, reportNotes } from "./report-notes.ts";
export { writeSarif } from "./sarif.ts";
