import { OptionError, show } from "../../errors.ts";
import type { Vector } from "../../geometry/vector.ts";

/** The value itself, or an `OptionError` unless it is finite and above zero. */
export function positive(name: string, value: number): number {
  if (!(typeof value === "number" && value > 0 && value < Infinity))
    throw new OptionError(`${name}: expected a number above 0, got ${show(value)}`);
  return value;
}

/** The value itself, or an `OptionError` unless it is a whole number of at least `least` (and at most `most`). */
export function wholeNumber(name: string, value: number, least: number, most = Infinity): number {
  if (!(Number.isInteger(value) && value >= least && value <= most)) {
    const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new OptionError(`${name}: expected a whole number ${range}, got ${show(value)}`);
  }
  return value;
}

/** Three checked values; one number stands for all three. */
export function perAxis(
  name: string,
  value: number | Readonly<Vector>,
  check: (name: string, value: number) => number,
): Readonly<Vector> {
  if (typeof value === "number") {
    check(name, value);
    return [value, value, value];
  }
  if (!Array.isArray(value) || value.length !== 3)
    throw new OptionError(`${name}: expected a number or three numbers, got ${show(value)}`);
  return [check(`${name}[0]`, value[0]), check(`${name}[1]`, value[1]), check(`${name}[2]`, value[2])];
}
