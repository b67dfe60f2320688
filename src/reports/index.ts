export type { Baseline } from "./baseline.ts";
export * from "./clash-report.ts";
export { type ClashReportSource, createClashReport, type PartInfo } from "./create-clash-report.ts";
export { writeGlb } from "./glb.ts";
export { jsonPieces, writeJson } from "./json.ts";
export { readClashReport } from "./read-clash-report.ts";
