import { FormatError } from "../../errors.ts";

// A value of untrusted JSON together with its path, such as nodes[3].mesh, which every error names.

export interface Json {
  readonly source: string;
  readonly path: string;
  readonly value: unknown;
}

export function refuse(json: Json, reason: string): never {
  throw new FormatError(`${placeOf(json)}: ${reason}`);
}

/** File and path, the beginning of every error. */
export function placeOf({ source, path }: Json): string {
  return `${source}, ${path || "the JSON"}`;
}

/** A member of an object; its value is undefined if it is missing. */
export function member(json: Json, key: string): Json {
  const { source, path, value } = json;
  if (!isObject(value)) refuse(json, `expected an object, got ${describe(value)}`);
  return {
    source,
    path: path === "" ? key : `${path}.${key}`,
    value: Object.hasOwn(value, key) ? value[key] : undefined,
  };
}

export function isMissing({ value }: Json): boolean {
  return value === undefined;
}

/** The items of an array; empty if it is missing. */
export function items(json: Json): Json[] {
  const { source, path, value } = json;
  if (value === undefined) return [];
  if (!Array.isArray(value)) refuse(json, `expected an array, got ${describe(value)}`);
  return value.map((item: unknown, i) => ({ source, path: `${path}[${i}]`, value: item }));
}

/** The names of an object's members. */
export function keys(json: Json): string[] {
  if (!isObject(json.value)) refuse(json, `expected an object, got ${describe(json.value)}`);
  return Object.keys(json.value);
}

/** A whole number of at least 0; `missing` is the default for an absent one. */
export function whole(json: Json, missing?: number): number {
  const { value } = json;
  if (value === undefined && missing !== undefined) return missing;
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    refuse(json, `expected a whole number, got ${describe(value)}`);
  return value as number;
}

/** The index of an item of `list`. */
export function reference(json: Json, list: readonly unknown[], what: string): number {
  const index = whole(json);
  if (index >= list.length) refuse(json, `${what} ${index} is out of range, there are ${list.length}`);
  return index;
}

/** `length` finite numbers; null if they are missing. */
export function numbers(json: Json, length?: number): number[] | null {
  const { value } = json;
  if (value === undefined) return null;
  if (!Array.isArray(value) || (length !== undefined && value.length !== length))
    refuse(json, `expected ${length ?? "an array of"} numbers, got ${describe(value)}`);
  for (const number of value)
    if (!Number.isFinite(number)) refuse(json, `${describe(number)} is not a finite number`);
  return value as number[];
}

export function text(json: Json, missing = ""): string {
  const { value } = json;
  if (value === undefined) return missing;
  if (typeof value !== "string") refuse(json, `expected text, got ${describe(value)}`);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return isObject(value) ? "an object" : (JSON.stringify(value) ?? String(value)).slice(0, 40);
}
