import { statSync } from "node:fs";
import { join } from "node:path";
import { OptionError } from "../../errors.ts";
import { extensionOf, FORMAT_NAMES, type FormatName, isBinary } from "./formats.ts";

/** What goes where. */
export interface OutputPlan {
  /** What is printed, or null. */
  printed: FormatName | null;
  files: { format: FormatName; path: string }[];
}

/** The name of files in a folder. */
const BASE = "clashes";

/**
 * Where the formats of `--format` go. Without `-o` the one format is printed. With it, one goes to that file and several
 * to files of that name, each with its own extension, or into that folder; a table beside others is printed. Without
 * `--format` the extension of the file tells, and the table is printed as well.
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
      throw new OptionError(`-o ${output}: its name does not tell the format; say it with --format`);
    return { printed: format === "table" ? null : "table", files: [{ format, path: output }] };
  }
  const others = formats.filter((format) => format !== "table");
  const written: readonly FormatName[] = others.length === 0 ? formats : others;
  return {
    printed: written.length < formats.length ? "table" : null,
    files: written.map((format) => ({ format, path: pathFor(format, output, written.length) })),
  };
}

function pathFor(format: FormatName, output: string, count: number): string {
  const extension = extensionOf(format);
  if (isFolder(output)) return join(output, `${BASE}.${extension}`);
  return count === 1 ? output : `${withoutExtension(output)}.${extension}`;
}

/** Whether it is one, or is meant to become one. */
function isFolder(path: string): boolean {
  if (/[/\\]$/.test(path)) return true;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    // A circle of links, a name that is too long, a folder that may not be looked into.
    throw new OptionError(`-o ${path}: ${(error as Error).message}`);
  }
}

function withoutExtension(path: string): string {
  const extension = FORMAT_NAMES.map(extensionOf).find((ext) => path.toLowerCase().endsWith(`.${ext}`));
  return extension === undefined ? path : path.slice(0, -extension.length - 1);
}
