import type { ClashReport } from "../../reports/clash-report.ts";
import type { Scene } from "../scene/load-scene.ts";
import { say, type Terminal, widthOf } from "../terminal.ts";
import { summarize, writeClashTable } from "./clash-table.ts";
import { choosePaint } from "./colours.ts";
import { FORMATS, type FormatName, type WriteOptions } from "./formats.ts";
import type { OutputPlan } from "./plan-outputs.ts";
import { replaceFile } from "./replace-file.ts";

export interface OutputOptions extends Pick<WriteOptions, "bcf" | "junit" | "status"> {
  quiet?: boolean | undefined;
  color: boolean;
  /** Files that must not be overwritten. */
  inputs: readonly string[];
  /** Sentences below the table; on stderr where no table is printed. */
  notes: readonly string[];
}

/** What is shown of a scene. Formats without geometry need only names. */
export type WrittenScene = Pick<Scene, "parts" | "partNames" | "upAxis" | "partInfo">;

/** Prints one format, writes the files, and reports which. */
export async function writeOutputs(
  report: ClashReport,
  scene: WrittenScene,
  { printed, files }: OutputPlan,
  { bcf, junit, status, quiet = false, color, inputs, notes }: OutputOptions,
  terminal: Terminal,
): Promise<void> {
  const { out } = terminal;
  const { parts, partNames: names, upAxis } = scene;
  const colors = scene.partInfo.map((info) => info.color);
  const addFile = async (path: string, content: Uint8Array) => replaceFile(path, content, inputs);
  const contentOf = async (format: FormatName, path: string | null) =>
    format === "table"
      ? writeClashTable(report, { width: Infinity, paint: (text) => text, names, notes })
      : FORMATS[format].write(report, parts, { bcf, junit, upAxis, colors, status, path, addFile });
  if (printed === "table") {
    const paint = choosePaint(out, terminal, color);
    out.write(writeClashTable(report, { width: widthOf(out), paint, names, notes }));
  } else if (printed !== null) {
    const content = await contentOf(printed, null);
    if (typeof content === "string" || content instanceof Uint8Array) out.write(content);
    else for (const piece of content) out.write(piece);
  } else if (!quiet) say(terminal, summarize(report));
  if (printed !== "table" && !quiet) for (const note of notes) say(terminal, note);
  for (const { format, path } of files) {
    await replaceFile(path, await contentOf(format, path), inputs);
    if (!quiet) say(terminal, `wrote ${path}`);
  }
}
