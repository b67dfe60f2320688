export type { Baseline } from "./baseline.ts";
export * from "./clash-report.ts";
export { type ClashReportSource, createClashReport, type PartInfo } from "./create-clash-report.ts";
export { type HtmlOptions, writeHtml } from "./html.ts";
export { jsonPieces, writeJson } from "./json.ts";
