import { OptionError, show } from "./errors.ts";

// Option names are checked, because a misspelt option would be ignored and change the answer silently. Every call walks over
// the caller's few names; remembering checked objects does not pay (docs/decisions/01-one-package.md).
// Data, such as a mesh or a part, may carry other names, unless they may be misspelt names of abut's
// (docs/decisions/01-one-package.md).

/** The names of all options. The compiler reports a missing or an unknown name. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** Throws `OptionError` for a name that is not an option, and suggests the nearest option. */
export function checkOptionNames<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  caller: string,
): void {
  if (typeof options !== "object" || options === null)
    throw new OptionError(`options: expected an object, got ${show(options as unknown)}`);
  for (const name in options) if (names[name] !== true) refuseName(options, name, names, caller);
}

/**
 * Throws `OptionError` for an unknown name in data while one of `names` is absent: it may be that name misspelt. When all of
 * `names` are present, other names are allowed. Names in `carried`, which abut's own results have, are always allowed.
 */
export function checkDataNames<Data extends object>(
  data: Data,
  names: OptionNames<Data>,
  what: string,
  carried: Readonly<Record<string, true>> = NOTHING,
): void {
  for (const name in data)
    if (names[name] !== true && carried[name] !== true) refuseDataName(data, name, names, what);
}

/** `checkDataNames` for each element of a list; `what` is the list's name. Callers reject anything that is not an array. */
export function checkNamesOfEach<Data extends object>(
  list: readonly Data[],
  names: OptionNames<Data>,
  what: string,
  carried: Readonly<Record<string, true>> = NOTHING,
): void {
  if (!Array.isArray(list)) return;
  for (let i = 0; i < list.length; i++) {
    const data: Data = list[i];
    // checkDataNames would need a string for each element, which takes longer than the walk.
    for (const name in data)
      if (names[name] !== true && carried[name] !== true) refuseDataName(data, name, names, `${what}[${i}]`);
  }
}

const NOTHING: Readonly<Record<string, true>> = {};

/** The options that another function takes, to be passed on. */
export function pickOptions<Options extends object, Name extends keyof Options>(
  options: Options,
  names: Readonly<Record<Name, true>>,
): Pick<Options, Name> {
  const known = Object.entries(options).filter(([name]) => Object.hasOwn(names, name));
  return Object.fromEntries(known) as Pick<Options, Name>;
}

function refuseName(options: object, name: string, names: object, caller: string): void {
  // for…in also lists what others put on Object.prototype.
  if (!Object.hasOwn(options, name)) return;
  const known = Object.keys(names);
  const near = nearestName(name, known);
  const guess = near === null ? "" : `; did you mean ${near}?`;
  throw new OptionError(`${name}: not an option of ${caller}${guess} (${known.join(", ")})`);
}

function refuseDataName(data: object, name: string, names: object, what: string): void {
  // for…in lists the characters of a string, too. Callers reject anything that is not an object.
  if (typeof data !== "object" || !Object.hasOwn(data, name)) return;
  const known = Object.keys(names);
  const leftOut = known.filter((candidate) => !(candidate in data));
  if (leftOut.length === 0) return;
  const meant = leftOut.length === 1 ? leftOut[0] : nearestName(name, leftOut);
  const guess = meant === null ? "" : `; did you mean ${meant}?`;
  throw new OptionError(
    `${name}: not a name of ${what}${guess} (${known.join(", ")}; other names only when all of these are present)`,
  );
}

/** The known name with the smallest edit distance, or null if more than a third of its letters would change. */
export function nearestName(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Infinity;
  for (const candidate of known) {
    const changes = changesBetween(name.toLowerCase(), candidate.toLowerCase());
    if (changes < least && changes <= candidate.length / 3) {
      nearest = candidate;
      least = changes;
    }
  }
  return nearest;
}

/** The edit distance: how many letters to insert, delete or change (Levenshtein). */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
