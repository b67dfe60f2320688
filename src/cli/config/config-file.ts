import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { GROUP_MODES, type GroupMode } from "../../clash/clash-group.ts";
import { FormatError } from "../../errors.ts";
import { nearestName } from "../../option-names.ts";
import {
  count,
  expected,
  hex,
  list,
  Misfit,
  oneOf,
  positive,
  record,
  type Shape,
  text,
  truth,
} from "../../reports/json-shape.ts";
import { FORMAT_NAMES, type FormatName } from "../output/formats.ts";
import { type FailOn, parseFailOn, parseLength, parseUnit } from "../parse-values.ts";
import type { Length, UnitName } from "../scene/scene-unit.ts";
import { CONFIG_NAME } from "./config-name.ts";

/** The rules file. docs/config.schema.json is its schema. */
export interface Config {
  $schema?: string;
  description?: string;
  /** Models to check if the command names none. */
  files?: string[];
  unit?: UnitName;
  tolerance?: Length;
  clearance?: Length;
  touching?: "ignore" | "report";
  between?: boolean;
  self?: boolean;
  group?: GroupMode | "none";
  failOn?: FailOn;
  limit?: number;
  threads?: number;
  timeout?: number;
  baseline?: string;
  status?: string | boolean;
  ignore?: string[];
  formats?: FormatName[];
  output?: string;
  sets?: Record<string, PartSet>;
  checks?: Check[];
  allow?: AllowedPair[];
}

/** Parts that fulfil every condition; a condition with several patterns is fulfilled by any of them. */
export interface PartSet {
  description?: string;
  name?: string[];
  file?: string[];
  class?: string[];
  storey?: string[];
  /** Patterns by the name of a property. */
  property?: Record<string, string[]>;
}

/** A set by its name, "*" for all parts, or a set described in place. */
export type SetReference = string | PartSet;

export interface Check {
  description?: string;
  a: SetReference;
  b: SetReference;
  /** Default: that of the whole run. */
  tolerance?: Length;
  clearance?: Length;
}

export interface AllowedPair {
  /** Two sets, or the id of a clash. */
  a?: SetReference;
  b?: SetReference;
  id?: string;
  reason: string;
  /** The last day on which it counts, e.g. 2026-12-31. */
  until?: string;
}

/** A text that a parser of options understands. */
function parsed<T>(parse: (value: string) => T): Shape<T> {
  return (value) => {
    try {
      return parse(text(value));
    } catch (error) {
      if (error instanceof Misfit) throw error;
      throw new Misfit(`${JSON.stringify(value)}: ${(error as Error).message}`);
    }
  };
}

/** A number in the report's unit, or a text such as "10mm". */
const length: Shape<Length> = (value) =>
  parsed(parseLength)(typeof value === "number" ? String(value) : value);

/** A text, or a list of them. */
const patterns: Shape<string[]> = (value) => (typeof value === "string" ? [value] : list(text)(value));

function recordOf<T>(shape: Shape<T>): Shape<Record<string, T>> {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw expected("an object", value);
    const names = Object.fromEntries(Object.keys(value).map((name) => [name, shape]));
    return record<Record<string, T>>(names as never)(value);
  };
}

const setShape: Shape<PartSet> = record<PartSet>(
  {
    description: text,
    name: patterns,
    file: patterns,
    class: patterns,
    storey: patterns,
    property: recordOf(patterns),
  },
  ["description", "name", "file", "class", "storey", "property"],
);

const reference: Shape<SetReference> = (value) => (typeof value === "string" ? value : setShape(value));

const day: Shape<string> = (value) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text(value)) || Number.isNaN(Date.parse(value as string)))
    throw expected("a day such as 2026-12-31", value);
  return value as string;
};

const configShape: Shape<Config> = record<Config>(
  {
    $schema: text,
    description: text,
    files: list(text),
    unit: parsed(parseUnit),
    tolerance: length,
    clearance: length,
    touching: oneOf("ignore", "report"),
    between: truth,
    self: truth,
    group: oneOf(...GROUP_MODES, "none"),
    failOn: parsed(parseFailOn),
    limit: count,
    threads: (value) => {
      if (count(value) < 1) throw expected("a whole number of at least 1", value);
      return value as number;
    },
    timeout: positive,
    baseline: text,
    status: (value) => (typeof value === "boolean" ? value : text(value)),
    ignore: list(text),
    formats: list(oneOf(...FORMAT_NAMES)),
    output: text,
    sets: recordOf(setShape),
    checks: list(
      record<Check>({ description: text, a: reference, b: reference, tolerance: length, clearance: length }, [
        "description",
        "tolerance",
        "clearance",
      ]),
    ),
    allow: list(
      record<AllowedPair>({ a: reference, b: reference, id: hex(16), reason: text, until: day }, [
        "a",
        "b",
        "id",
        "until",
      ]),
    ),
  },
  [
    "$schema",
    "description",
    "files",
    "unit",
    "tolerance",
    "clearance",
    "touching",
    "between",
    "self",
    "group",
    "failOn",
    "limit",
    "threads",
    "timeout",
    "baseline",
    "status",
    "ignore",
    "formats",
    "output",
    "sets",
    "checks",
    "allow",
  ],
);

/** Reads a rules file; `file` is the name for errors. Throws `FormatError` with the place in the JSON. */
export function parseConfig(json: string, file: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new FormatError(`${file}: not JSON: ${(error as Error).message}`);
  }
  try {
    const config = configShape(value);
    checkReferences(config);
    return config;
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new FormatError(`${file}: ${error.place === "" ? "" : `${error.place}: `}${error.message}`);
  }
}

/** What a schema cannot express: names of sets, and pairs that are either sets or an id. */
function checkReferences({ sets = {}, checks = [], allow = [] }: Config): void {
  const refuse = (message: string, ...path: (string | number)[]): never => {
    const misfit = new Misfit(message);
    misfit.path.push(...path);
    throw misfit;
  };
  if (Object.hasOwn(sets, "*")) refuse('"*" stands for all parts', "sets", "*");
  for (const [name, set] of Object.entries(sets))
    if (Object.keys(set).every((member) => member === "description"))
      refuse("a set needs a condition: name, file, class, storey or property", "sets", name);
  const check = (set: SetReference, ...path: (string | number)[]): void => {
    if (typeof set !== "string" || set === "*" || Object.hasOwn(sets, set)) return;
    const near = nearestName(set, Object.keys(sets));
    refuse(`there is no set "${set}"${near === null ? "" : `; did you mean ${near}?`}`, ...path);
  };
  for (const [i, { a, b }] of checks.entries()) {
    check(a, "checks", i, "a");
    check(b, "checks", i, "b");
  }
  for (const [i, { a, b, id }] of allow.entries()) {
    if (id === undefined ? a === undefined || b === undefined : a !== undefined || b !== undefined)
      refuse("expected either a and b, two sets, or id, a clash", "allow", i);
    if (a !== undefined) check(a, "allow", i, "a");
    if (b !== undefined) check(b, "allow", i, "b");
  }
}

/** The path of the rules file to use, or null. `option` is the value of `--config`: a path, or false after `--no-config`. */
export function chooseConfigPath(option: string | boolean | undefined, folder: string): string | null {
  if (typeof option === "string") return option;
  const usual = join(folder, CONFIG_NAME);
  return option !== false && existsSync(usual) ? usual : null;
}

export async function loadConfig(path: string): Promise<Config> {
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (error) {
    throw new FormatError(`--config ${path}: cannot read the file: ${(error as Error).message}`);
  }
  return parseConfig(content, path);
}
