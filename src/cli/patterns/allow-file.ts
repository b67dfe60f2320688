import { readFile } from "node:fs/promises";
import { FormatError } from "../../errors.ts";
import type { IgnorePattern } from "./ignore-rules.ts";

/** The patterns of the command line and of an allow file. */
export async function readPatterns(
  ignore: readonly string[],
  allowFile: string | null,
): Promise<IgnorePattern[]> {
  const patterns = ignore.map((text) => ({ text, source: "--ignore" }));
  if (allowFile === null) return patterns;
  let content: string;
  try {
    content = await readFile(allowFile, "utf8");
  } catch (error) {
    throw new FormatError(`--allow ${allowFile}: cannot read the file: ${(error as Error).message}`);
  }
  return [...patterns, ...parseAllowFile(content, allowFile).map((text) => ({ text, source: allowFile }))];
}

/**
 * The patterns and clash ids of an allow file. It is either lines of text, where `#` at the start of a line, or with blanks
 * on both sides, begins a comment; or a JSON array of strings, or of objects with `allow` and, for people, `reason`.
 */
export function parseAllowFile(text: string, source: string): string[] {
  const content = text.replace(/^\uFEFF/, "");
  return /^\s*\[/.test(content) ? parseJson(content, source) : parseLines(content);
}

function parseLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*#.*|\s#(?:\s.*)?$/, "").trim())
    .filter((line) => line !== "");
}

function parseJson(text: string, source: string): string[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new FormatError(`${source}: begins with [ but is not JSON: ${(error as Error).message}`);
  }
  return (list as unknown[]).map((entry, i) => {
    const allow =
      entry !== null && typeof entry === "object" && "allow" in entry
        ? (entry as { allow: unknown }).allow
        : entry;
    if (typeof allow !== "string" || allow.trim() === "")
      throw new FormatError(
        `${source}, entry ${i}: expected a string, or an object with the string "allow", got ${JSON.stringify(entry)}`,
      );
    return allow.trim();
  });
}
