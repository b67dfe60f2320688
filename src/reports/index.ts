export type { Baseline } from "./baseline.ts";
export type { BcfOptions, BcfVersion } from "./bcf/options.ts";
export { writeBcf } from "./bcf/write-bcf.ts";
export * from "./clash-report.ts";
export { type ClashReportSource, createClashReport, type PartInfo } from "./create-clash-report.ts";
export { writeGlb } from "./glb.ts";
export { jsonPieces, writeJson } from "./json.ts";
