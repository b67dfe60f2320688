import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { WholePart } from "../../clash/clash.ts";
import type { BcfOptions } from "../../reports/bcf/options.ts";
import type { ClashReport } from "../../reports/clash-report.ts";
import type { StatusFile } from "../../reports/clash-status.ts";
import type { HtmlOptions } from "../../reports/html.ts";
import type { JunitOptions } from "../../reports/junit.ts";
import { readTemplate } from "../read-template.ts";

/** What writers may need in addition to the report and its parts. */
export interface WriteOptions {
  bcf: BcfOptions;
  junit: JunitOptions;
  upAxis: "y" | "z" | null;
  /** The colours of the parts in their files, for the page. */
  colors: HtmlOptions["colors"];
  /** The status after the run, for the page and for comments of BCF. */
  status: StatusFile | null;
  /** The file to be written; null if the format is printed. */
  path: string | null;
  /** Writes a file that belongs to this one, such as a picture. */
  addFile: (path: string, content: Uint8Array) => Promise<void>;
}

export interface OutputFormat {
  extension: string;
  isBinary: boolean;
  /** Imports the writer when it is needed: a table needs no zip, no glTF and no page. */
  write: (
    report: ClashReport,
    parts: WholePart[],
    options: WriteOptions,
  ) => Promise<string | Uint8Array | Iterable<string>>;
}

/** All formats except the table. */
export const FORMATS = {
  json: {
    extension: "json",
    isBinary: false,
    write: async (report) => (await import("../../reports/json.ts")).jsonPieces(report),
  },
  jsonl: {
    extension: "jsonl",
    isBinary: false,
    write: async (report) => (await import("../../reports/jsonl.ts")).jsonlLines(report),
  },
  csv: {
    extension: "csv",
    isBinary: false,
    write: async (report) => (await import("../../reports/csv.ts")).writeCsv(report),
  },
  html: {
    extension: "html",
    isBinary: false,
    write: async (report, parts, { upAxis, colors, status }) =>
      (await import("../../reports/html.ts")).writeHtml(report, parts, {
        gzip: gzipSync,
        template: await readTemplate(),
        upAxis,
        colors,
        status,
      }),
  },
  junit: {
    extension: "xml",
    isBinary: false,
    write: async (report, _, { junit }) => (await import("../../reports/junit.ts")).writeJunit(report, junit),
  },
  sarif: {
    extension: "sarif",
    isBinary: false,
    write: async (report) => (await import("../../reports/sarif.ts")).writeSarif(report),
  },
  bcf: {
    extension: "bcf",
    isBinary: true,
    write: async (report, parts, { bcf, upAxis, status, path }) => {
      const references = report.inputs.map(({ file }) => referenceTo(file, path));
      const { writeBcf } = await import("../../reports/bcf/write-bcf.ts");
      return writeBcf(report, parts, { ...bcf, upAxis, references, status });
    },
  },
  markdown: {
    extension: "md",
    isBinary: false,
    write: async (report, parts, { upAxis, path, addFile }) => {
      const { writeMarkdown } = await import("../../reports/markdown.ts");
      // A printed text has no folder for pictures.
      if (path === null) return writeMarkdown(report, parts, { upAxis, maxPictures: 0 }).text;
      const pictureFolder = `${basename(path, extname(path))}-pictures`;
      const { text, pictures } = writeMarkdown(report, parts, { upAxis, pictureFolder });
      for (const [name, png] of pictures) await addFile(join(dirname(path), pictureFolder, name), png);
      return text;
    },
  },
  github: {
    extension: "github.txt",
    isBinary: false,
    write: async (report, _, { junit }) =>
      (await import("../../reports/github.ts")).writeGithub(report, junit),
  },
  glb: {
    extension: "glb",
    isBinary: true,
    write: async (report, parts, { upAxis }) =>
      (await import("../../reports/glb.ts")).writeGlb(report, parts, { upAxis }),
  },
} as const satisfies Record<string, OutputFormat>;

/** The path from the folder of the written file to an input, with forward slashes. Drives have no path to each other. */
function referenceTo(file: string, path: string | null): string {
  const from = path === null ? process.cwd() : dirname(resolve(path));
  const to = relative(from, resolve(file));
  return resolve(from, to) === to ? basename(file) : to.replaceAll("\\", "/");
}

export type FormatName = "table" | keyof typeof FORMATS;

export const FORMAT_NAMES: readonly FormatName[] = ["table", ...(Object.keys(FORMATS) as FormatName[])];

export function extensionOf(format: FormatName): string {
  return format === "table" ? "txt" : FORMATS[format].extension;
}

export function isBinary(format: FormatName): boolean {
  return format !== "table" && FORMATS[format].isBinary;
}
