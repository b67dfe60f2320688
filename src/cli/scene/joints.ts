import { readFile } from "node:fs/promises";
import { FormatError, OptionError } from "../../errors.ts";

/**
 * The joint values of `--joints`: pairs `name=value` separated by commas, or the name of a JSON file with an object of
 * them.
 */
export async function readJoints(texts: readonly string[]): Promise<Record<string, number>> {
  const values: Record<string, number> = {};
  for (const text of texts)
    Object.assign(values, text.includes("=") ? parsePairs(text) : await readJson(text));
  return values;
}

function parsePairs(text: string): Record<string, number> {
  const values: Record<string, number> = {};
  for (const pair of text.split(",")) {
    const [, name, value] = /^\s*([^=]+?)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    if (name === undefined || !Number.isFinite(Number(value)))
      throw new OptionError(`--joints: expected name=value, got "${pair}"`);
    values[name] = Number(value);
  }
  return values;
}

async function readJson(file: string): Promise<Record<string, number>> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new FormatError(
      `--joints ${file}: neither name=value nor a JSON file: ${(error as Error).message}`,
    );
  }
  if (json === null || typeof json !== "object" || Array.isArray(json))
    throw new FormatError(`--joints ${file}: expected an object of joint values`);
  for (const [name, value] of Object.entries(json))
    if (typeof value !== "number")
      throw new FormatError(`--joints ${file}: "${name}" is ${JSON.stringify(value)}, not a number`);
  return json as Record<string, number>;
}
