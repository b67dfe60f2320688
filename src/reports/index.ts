export type { Baseline } from "./baseline.ts";
export type { BcfOptions, BcfVersion } from "./bcf/options.ts";
export { writeBcf } from "./bcf/write-bcf.ts";
export * from "./clash-report.ts";
export { clashSentence, lengthText } from "./clash-sentence.ts";
export { type ClashReportSource, createClashReport, type PartInfo } from "./create-clash-report.ts";
export { writeCsv } from "./csv.ts";
