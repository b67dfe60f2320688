import { OptionError, show } from "./errors.ts";
import { checkDataNames, type OptionNames } from "./option-names.ts";

// Objects that the caller keeps and a query fills: `stats`, `cache`, `into`. A caller begins with {} or with nothing. Whatever a
// query has filled once has all its fields, in one order, so that V8 sees one shape.

/**
 * Throws `OptionError` unless `value` is a plain object that can take fields: {}, or one with fields of `names` only. Names in
 * `carried` are allowed as well. To be called before any field is added.
 */
export function checkFillable<Fields extends object>(
  value: Fields,
  names: OptionNames<Fields>,
  option: string,
  carried?: Readonly<Record<string, true>>,
): void {
  if (!isPlain(value) || !Object.isExtensible(value)) refuseFillable(value, option);
  checkDataNames(value, names, option, carried);
}

/** The error about an object that a query cannot fill. */
export function refuseFillable(value: unknown, option: string): never {
  throw new OptionError(`${option}: expected an object to be filled, such as {}, got ${describe(value)}`);
}

/** The error about an `into` that no query has returned. */
export function refuseInto(value: unknown): never {
  throw new OptionError(
    `into: expected the last result, or undefined the first time, got ${describe(value)}`,
  );
}

/** Fills in the counters that an object lacks, with 0, in the order of `names`. */
export function fillCounters<Name extends string>(
  stats: Partial<Record<Name, number>>,
  names: readonly Name[],
): void {
  for (const name of names) {
    const value: unknown = stats[name];
    if (value === undefined) stats[name] = 0;
    else if (typeof value !== "number")
      throw new OptionError(`stats.${name}: expected a number or nothing, got ${show(value)}`);
  }
}

/** Whether a value is an object as a literal makes it, of any realm: no array, no Map, no instance of a class. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object")
    return typeof value === "undefined" ? "undefined" : `${typeof value} ${show(value)}`;
  return Object.isExtensible(value) ? "another object" : "an object that cannot be changed";
}
