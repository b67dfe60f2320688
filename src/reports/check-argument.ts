import { OptionError, show } from "../errors.ts";

// Checks of single arguments. Each throws `OptionError` with the argument's name and value.

export function checkText(value: unknown, name: string): void {
  if (typeof value !== "string") throw new OptionError(`${name}: expected a string, got ${show(value)}`);
}

export function checkObject(value: unknown, name: string): void {
  if (typeof value !== "object" || value === null)
    throw new OptionError(`${name}: expected an object, got ${show(value)}`);
}

export function checkList(value: unknown, name: string): void {
  if (!Array.isArray(value)) throw new OptionError(`${name}: expected an array, got ${show(value)}`);
}

/** A list of objects. */
export function checkRecords(value: readonly unknown[], name: string): void {
  checkList(value, name);
  for (let i = 0; i < value.length; i++)
    if (typeof value[i] !== "object" || value[i] === null)
      throw new OptionError(`${name}[${i}]: expected an object, got ${show(value[i])}`);
}

export function checkFunction(value: unknown, name: string): void {
  if (typeof value !== "function") throw new OptionError(`${name}: expected a function, got ${show(value)}`);
}
