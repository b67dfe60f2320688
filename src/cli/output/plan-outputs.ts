import { statSync } from "node:fs";
import { join } from "node:path";
import { OptionError } from "../../errors.ts";
import { extensionOf, FORMAT_NAMES, type FormatName, isBinary } from "./formats.ts";

/** The destination of each format. */
export interface OutputPlan {
  /** The format that is printed, or null. */
  printed: FormatName | null;
  files: { format: FormatName; path: string }[];
}

/** The base name of files in a folder. */
const BASE = "clashes";

/** Formats that are printed when others are written: GitHub reads annotations from there. */
const PRINTED: readonly FormatName[] = ["github", "table"];

/**
 * Where the formats of `--format` go. Without `-o` the only format is printed. With `-o`, a single format goes to that
 * file; several go to files of that name with different extensions, or into that folder, and annotations for GitHub, or
 * a table, among them are printed.
 * Without `--format` the file's extension decides, and the table is printed as well.
 */
export function planOutputs(
  formats: readonly FormatName[],
  output: string | null,
  isTerminal: boolean,
): OutputPlan {
  if (output === null || output === "-") {
    const [format = "table", ...others] = formats;
    if (others.length > 0)
      throw new OptionError(
        `--format ${formats.join(",")}: only one can be printed; -o names a folder, or a file whose extension is changed for each`,
      );
    if (isBinary(format) && isTerminal)
      throw new OptionError(`--format ${format}: not for a terminal; name a file with -o, or use a pipe`);
    return { printed: format, files: [] };
  }
  if (formats.length === 0) {
    const format = FORMAT_NAMES.find((name) => output.toLowerCase().endsWith(`.${extensionOf(name)}`));
    if (format === undefined)
      throw new OptionError(`-o ${output}: its extension does not name a format; use --format`);
    return { printed: format === "table" ? null : "table", files: [{ format, path: output }] };
  }
  const printed = PRINTED.find((format) => formats.includes(format)) ?? null;
  const others = formats.filter((format) => format !== printed);
  const written: readonly FormatName[] = others.length === 0 ? formats : others;
  return {
    printed: written.length < formats.length ? printed : null,
    files: written.map((format) => ({ format, path: pathFor(format, output, written.length) })),
  };
}

function pathFor(format: FormatName, output: string, count: number): string {
  const extension = extensionOf(format);
  if (isFolder(output)) return join(output, `${BASE}.${extension}`);
  return count === 1 ? output : `${withoutExtension(output)}.${extension}`;
}

/** Whether the path is a folder, or is meant to become one. */
function isFolder(path: string): boolean {
  if (/[/\\]$/.test(path)) return true;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    // A cycle of links, a name that is too long, a folder that may not be read.
    throw new OptionError(`-o ${path}: ${(error as Error).message}`);
  }
}

function withoutExtension(path: string): string {
  const extension = FORMAT_NAMES.map(extensionOf).find((ext) => path.toLowerCase().endsWith(`.${ext}`));
  return extension === undefined ? path : path.slice(0, -extension.length - 1);
}
