import { nearestName } from "../option-names.ts";

// Shapes describe JSON that comes from strangers. A shape checks a value and copies it, with the shape's members in the shape's
// order. The first wrong value is thrown with its place.

export type Shape<T> = (value: unknown) => T;

/** A wrong value. Its place is assembled while the error passes the callers, so good values cost nothing. */
export class Misfit extends Error {
  readonly path: (string | number)[] = [];

  /** Such as `clashes[3].depth.kind`; empty for the whole document. */
  get place(): string {
    return this.path.map(segmentOf).join("").replace(/^\./, "");
  }
}

function segmentOf(name: string | number): string {
  if (typeof name === "number") return `[${name}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${shorten(JSON.stringify(name))}]`;
}

/** Runs the check of a member and adds the member's name to the error it throws. */
function within<T>(name: string | number, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof Misfit) error.path.unshift(name);
    throw error;
  }
}

export function expected(what: string, value: unknown): Misfit {
  return new Misfit(`expected ${what}, got ${describeValue(value)}`);
}

export function text(value: unknown): string {
  if (typeof value !== "string") throw expected("a string", value);
  return value;
}

export function truth(value: unknown): boolean {
  if (typeof value !== "boolean") throw expected("true or false", value);
  return value;
}

/** A finite number: 1e999 is legal JSON and parses as Infinity. */
export function number(value: unknown): number {
  if (!Number.isFinite(value)) throw expected("a finite number", value);
  return value as number;
}

export function positive(value: unknown): number {
  if (!(number(value) > 0)) throw expected("a number above 0", value);
  return value as number;
}

export function length(value: unknown): number {
  if (!(number(value) >= 0)) throw expected("a number not below 0", value);
  return value as number;
}

export function count(value: unknown): number {
  if (!(Number.isSafeInteger(value) && (value as number) >= 0)) throw expected("a count", value);
  return value as number;
}

export function hex(digits: number): Shape<string> {
  const pattern = new RegExp(`^[0-9a-f]{${digits}}$`);
  return (value) => {
    if (typeof value !== "string" || !pattern.test(value))
      throw expected(`${digits} lower-case hex digits`, value);
    return value;
  };
}

const GUID = /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/;

export function guid(value: unknown): string {
  if (typeof value !== "string" || !GUID.test(value)) throw expected("a guid", value);
  return value;
}

export function oneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  const names = values.map((value) => JSON.stringify(value)).join(", ");
  return (value) => {
    if (!values.includes(value as T)) throw expected(values.length > 1 ? `one of ${names}` : names, value);
    return value as T;
  };
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value) => (value === null ? null : shape(value));
}

export function list<T>(shape: Shape<T>): Shape<T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw expected("a list", value);
    return value.map((item, i) => within(i, () => shape(item)));
  };
}

/** A list of `count` numbers. */
export function numbers<T extends number[]>(count: T["length"]): Shape<T> {
  const checkAll = list(number);
  return (value) => {
    if (!Array.isArray(value) || value.length !== count) throw expected(`${count} numbers`, value);
    return checkAll(value) as T;
  };
}

type Members<T> = { [Name in keyof T]-?: Shape<Exclude<T[Name], undefined>> };

/** An object with these members and no others. Members in `optional` may be absent. */
export function record<T extends object>(
  members: Members<T>,
  optional: readonly (keyof T & string)[] = [],
): Shape<T> {
  const shapes = new Map<string, Shape<unknown>>(Object.entries(members));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw expected("an object", value);
    for (const name of Object.keys(value))
      if (!shapes.has(name)) within(name, () => fail(unknownMember(name, [...shapes.keys()])));
    const copy = new Map<string, unknown>(); // in an object, the name __proto__ would be no member
    for (const [name, shape] of shapes)
      if (Object.hasOwn(value, name))
        copy.set(
          name,
          within(name, () => shape((value as Record<string, unknown>)[name])),
        );
      else if (!optional.includes(name as keyof T & string)) within(name, () => fail("is missing"));
    return Object.fromEntries(copy) as T;
  };
}

function unknownMember(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return `is not a known member${near === null ? "" : `; did you mean ${near}?`} (${known.join(", ")})`;
}

function fail(message: string): never {
  throw new Misfit(message);
}

const LONGEST = 60;

function shorten(json: string): string {
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "string") return shorten(JSON.stringify(value));
  return String(value);
}
