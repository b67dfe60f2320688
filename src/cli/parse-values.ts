import { InvalidArgumentError } from "commander";
import { CLASH_KINDS, type ClashKind } from "../clash/clash.ts";
import { type LimitName, READ_LIMITS, type ReadLimits } from "../formats/budget.ts";
import { MODEL_FORMATS, type ModelFormat } from "../formats/model-formats.ts";
import { FORMAT_NAMES, type FormatName } from "./output/formats.ts";
import { isUnitName, type Length, UNITS, type UnitName } from "./scene/scene-unit.ts";

// Converts the text of options to values. Commander puts the option's name before the error.

/** Which clashes make the exit code 1. */
export interface FailOn {
  kinds: ReadonlySet<ClashKind>;
  /** Only clashes that the baseline does not have. */
  onlyNew: boolean;
}

/** A length such as 10, 0.5, 1e-3 or 10mm. */
export function parseLength(text: string): Length {
  const [, digits = "", unit = ""] = /^([^a-z]*?(?:e[-+]?\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const value = digits === "" ? Number.NaN : Number(digits);
  if (!(value >= 0 && value < Infinity) || (unit !== "" && !isUnitName(unit)))
    throw new InvalidArgumentError(
      `Expected a length of at least 0, such as 10 or 10mm (${Object.keys(UNITS).join(", ")}).`,
    );
  return { value, unit: unit === "" ? null : (unit as UnitName) };
}

export function parsePositiveLength(text: string): Length {
  const length = parseLength(text);
  if (length.value === 0) throw new InvalidArgumentError("Expected a length above 0, such as 0.1mm.");
  return length;
}

export function parseModelFormat(text: string): ModelFormat {
  const format = MODEL_FORMATS.find((name) => name === text.toLowerCase());
  if (format === undefined) throw new InvalidArgumentError(`Expected one of ${MODEL_FORMATS.join(", ")}.`);
  return format;
}

export function parseUnit(text: string): UnitName {
  if (!isUnitName(text)) throw new InvalidArgumentError(`Expected one of ${Object.keys(UNITS).join(", ")}.`);
  return text;
}

export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < least)
      throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
    return count;
  };
}

export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !(seconds >= 0 && seconds < Infinity))
    throw new InvalidArgumentError("Expected a number of seconds of at least 0.");
  return seconds;
}

/** "now", or a date, which the writer of BCF checks. */
export function parseDate(text: string): string {
  return text === "now" ? new Date().toISOString() : text;
}

const BYTES = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/** A number of bytes: 1GB, 512MiB, 2000000. */
export function parseBytes(text: string): number {
  const [, digits = "", unit = "B"] = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?i?b)?\s*$/i.exec(text) ?? [];
  const bytes = Number(digits || Number.NaN) * BYTES[unit.toUpperCase() as keyof typeof BYTES];
  if (!(bytes > 0)) throw new InvalidArgumentError("Expected a size above 0, such as 1GB or 512MiB.");
  return bytes;
}

/** For options that may be repeated. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** "triangles=2e8,bytes=8e9": limits by name; the last one of a name counts. */
export function parseReadLimits(text: string, before: ReadLimits = {}): ReadLimits {
  const limits: Record<string, number> = { ...(before as Record<string, number>) };
  for (const entry of text.split(",")) {
    const [, name = "", digits = ""] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(entry) ?? [];
    const limit = Number(digits || Number.NaN);
    if (!Object.hasOwn(READ_LIMITS, name) || !(limit >= 0))
      throw new InvalidArgumentError(
        `Expected name=number, with a name of ${Object.keys(READ_LIMITS).join(", ")}, such as triangles=2e8.`,
      );
    limits[name as LimitName] = limit;
  }
  return limits;
}

/** Folders by package name; the last one of a name counts. */
export function parsePackage(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, name, folder] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || folder === undefined)
    throw new InvalidArgumentError("Expected name=folder, such as ur_description=robots/ur.");
  return { ...before, [name]: folder };
}

/** Names separated by commas; the option may be repeated. */
export function parseFormats(text: string, before: readonly FormatName[] = []): FormatName[] {
  const names = text.split(",").map((name) => {
    const format = FORMAT_NAMES.find((known) => known === name.trim().toLowerCase());
    if (format === undefined)
      throw new InvalidArgumentError(`"${name.trim()}" is not one of ${FORMAT_NAMES.join(", ")}.`);
    return format;
  });
  return [...new Set([...before, ...names])];
}

/** Kinds of clashes, "any", "none", and "new" alone or with kinds. */
export function parseFailOn(text: string): FailOn {
  const words = text.split(",").map((word) => word.trim());
  const kinds = new Set<ClashKind>();
  let isAny = false;
  for (const word of words) {
    const kind = CLASH_KINDS.find((known) => known === word);
    if (kind !== undefined) kinds.add(kind);
    else if (word === "any") isAny = true;
    else if (word === "none" ? words.length > 1 : word !== "new")
      throw new InvalidArgumentError(
        `Expected any, none, new, or kinds separated by commas: ${CLASH_KINDS.join(", ")}.`,
      );
  }
  const onlyNew = words.includes("new");
  if (isAny || (onlyNew && kinds.size === 0)) for (const kind of CLASH_KINDS) kinds.add(kind);
  return { kinds, onlyNew };
}
