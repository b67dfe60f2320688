import type { ClashPart, ClashReport } from "../../reports/clash-report.ts";

/** What writers may need besides the report and its parts. */
export interface WriteOptions {
  bcfVersion: "2.1" | "3.0";
  upAxis: "y" | "z" | null;
}

export interface OutputFormat {
  extension: string;
  isBinary: boolean;
  /** Brings the writer when it is needed: a table needs no zip, no glTF and no page. */
  write: (
    report: ClashReport,
    parts: ClashPart[],
    options: WriteOptions,
  ) => Promise<string | Uint8Array | Iterable<string>>;
}

/** The formats besides the table. */
export const FORMATS = {
  json: {
    extension: "json",
    isBinary: false,
    write: async (report) => (await import("../../reports/json.ts")).jsonPieces(report),
  },
  glb: {
    extension: "glb",
    isBinary: true,
    write: async (report, parts, { upAxis }) =>
      (await import("../../reports/glb.ts")).writeGlb(report, parts, { upAxis }),
  },
} as const satisfies Record<string, OutputFormat>;

export type FormatName = "table" | keyof typeof FORMATS;

export const FORMAT_NAMES: readonly FormatName[] = ["table", ...(Object.keys(FORMATS) as FormatName[])];

export function extensionOf(format: FormatName): string {
  return format === "table" ? "txt" : FORMATS[format].extension;
}

export function isBinary(format: FormatName): boolean {
  return format !== "table" && FORMATS[format].isBinary;
}
