import { OptionError, show } from "./errors.ts";

// A misspelt option would be ignored, and the answer be one to another question. So every function that takes options
// knows their names. The check is a walk over the caller's own few names, at every call: an object seen before is not worth
// remembering (docs/decisions/0054-mixed-motion-and-option-names.md). Data, such as a mesh or a part, may carry more than
// abut reads, but not where something else may be meant by it (docs/decisions/0058-names-in-data-and-files-of-strangers.md).

/** The names of all options; the compiler refuses one that is missing or too many. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** Throws `OptionError` at a name that is none of an option, with the one that was probably meant. */
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
 * Throws `OptionError` at a name in data that is none of its own while one of its own is left out, which may be the one that
 * was meant. Beside all of its own names anything may be there; `carried`, what abut's own results have besides, always.
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

/** The same for each of a list that `what` names. A list that is none is for others to refuse. */
export function checkNamesOfEach<Data extends object>(
  list: readonly Data[],
  names: OptionNames<Data>,
  what: string,
  carried: Readonly<Record<string, true>> = NOTHING,
): void {
  if (!Array.isArray(list)) return;
  for (let i = 0; i < list.length; i++) {
    const data: Data = list[i];
    // Not by checkDataNames: a text for each would take longer than the walk.
    for (const name in data)
      if (names[name] !== true && carried[name] !== true) refuseDataName(data, name, names, `${what}[${i}]`);
  }
}

const NOTHING: Readonly<Record<string, true>> = {};

/** The options that another function knows, to be passed on. */
export function pickOptions<Options extends object, Name extends keyof Options>(
  options: Options,
  names: Readonly<Record<Name, true>>,
): Pick<Options, Name> {
  const known = Object.entries(options).filter(([name]) => Object.hasOwn(names, name));
  return Object.fromEntries(known) as Pick<Options, Name>;
}

function refuseName(options: object, name: string, names: object, caller: string): void {
  // Others may have put something on Object.prototype.
  if (!Object.hasOwn(options, name)) return;
  const known = Object.keys(names);
  const near = nearestName(name, known);
  const guess = near === null ? "" : `; did you mean ${near}?`;
  throw new OptionError(`${name}: not an option of ${caller}${guess} (${known.join(", ")})`);
}

function refuseDataName(data: object, name: string, names: object, what: string): void {
  // Letters of a text have names, too; what is no object is for others to refuse.
  if (typeof data !== "object" || !Object.hasOwn(data, name)) return;
  const known = Object.keys(names);
  const leftOut = known.filter((candidate) => !(candidate in data));
  if (leftOut.length === 0) return;
  const meant = leftOut.length === 1 ? leftOut[0] : nearestName(name, leftOut);
  const guess = meant === null ? "" : `; did you mean ${meant}?`;
  throw new OptionError(
    `${name}: not a name of ${what}${guess} (${known.join(", ")}; others only beside all of these)`,
  );
}

/** The name that takes the fewest changes, or null if it takes more than a third of its letters. */
function nearestName(name: string, known: readonly string[]): string | null {
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

/** How many letters are to be put in, left out or changed (Levenshtein's distance). */
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
