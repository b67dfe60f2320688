import { FormatError, OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { isArrayOf } from "../typed-arrays.ts";

// A small file can ask for much: accessors of zeros, instances of instances, a name repeated for each of a million parts.
// So every reader has a budget. It is spent before anything is allocated, and a file that exceeds it is a `FormatError`.

/**
 * How much reading a file may take, together with the files it names. A limit set by the caller is absolute. The default
 * limits on `bytes`, `triangles` and `parts` grow with the bytes read, so that a small file cannot ask for much and a large
 * one can: 50 million triangles and files of 4 GB pass.
 */
export interface ReadLimits {
  /** Bytes of the files, and of what is unpacked or copied from them. Default 2^28 + 256 per byte read, at most 2^35. */
  bytes?: number | undefined;
  /** Triangles of all meshes; a mesh that several parts share counts once. Default 2^22 + 16 per byte read, at most 2^28. */
  triangles?: number | undefined;
  /** Parts, instances, links, joints and nodes. Default 2^16 + 1 per byte read, at most 2^24. */
  parts?: number | undefined;
  /** How many references to other files are allowed: buffers of glTF, meshes of robots. Default 2^14. */
  files?: number | undefined;
  /** How deep elements, nodes, joints and lists may be nested. Default 2^10. */
  depth?: number | undefined;
}

export type LimitName = keyof ReadLimits;

export const READ_LIMITS: OptionNames<ReadLimits> = {
  bytes: true,
  triangles: true,
  parts: true,
  files: true,
  depth: true,
};

/** The option that every reader takes. */
export interface LimitOptions {
  /** How much reading may take; see `ReadLimits`. */
  limits?: ReadLimits | undefined;
}

export const LIMIT_OPTIONS: OptionNames<LimitOptions> = { limits: true };

/** What reading a file, with the files it names, has taken so far. */
export interface Budget {
  readonly limits: ReadLimits;
  /** Bytes of all files so far. */
  read: number;
  readonly spent: Record<LimitName, number>;
}

/** limit = least + perByte · bytes read, up to most */
const DEFAULTS: Readonly<Record<LimitName, { least: number; perByte: number; most: number }>> = {
  bytes: { least: 2 ** 28, perByte: 256, most: 2 ** 35 },
  triangles: { least: 2 ** 22, perByte: 16, most: 2 ** 28 },
  parts: { least: 2 ** 16, perByte: 1, most: 2 ** 24 },
  files: { least: 2 ** 14, perByte: 0, most: 2 ** 14 },
  depth: { least: 2 ** 10, perByte: 0, most: 2 ** 10 },
};

/** Throws `OptionError` for limits that are not numbers of at least 0. */
export function createBudget(limits: ReadLimits = {}): Budget {
  checkOptionNames(limits, READ_LIMITS, "limits");
  for (const [name, limit] of Object.entries(limits))
    if (limit !== undefined && !(typeof limit === "number" && limit >= 0))
      throw new OptionError(`limits.${name}: expected a number of at least 0, got ${show(limit)}`);
  return { limits, read: 0, spent: { bytes: 0, triangles: 0, parts: 0, files: 0, depth: 0 } };
}

export function limitOf({ limits, read }: Budget, name: LimitName): number {
  const { least, perByte, most } = DEFAULTS[name];
  return limits[name] ?? Math.min(least + perByte * read, most);
}

/** Adds the bytes of one more file, with which the default limits grow. `where` begins the error message. */
export function spendFile(budget: Budget, bytes: number, where: string): void {
  budget.read += bytes;
  spend(budget, "bytes", bytes, where);
}

/** `spendFile` for bytes that a caller passed. Throws `OptionError` for what is not bytes, or not a name. */
export function spendBytes(budget: Budget, bytes: Uint8Array, source: string): void {
  checkFile(bytes, source);
  spendFile(budget, bytes.length, source);
}

export function checkFile(bytes: Uint8Array, source: string): void {
  checkSource(source);
  if (!isArrayOf(bytes, "Uint8Array"))
    throw new OptionError(`${source}: expected the bytes of a file, got ${show(bytes)}`);
}

export function checkSource(source: string): void {
  if (typeof source !== "string")
    throw new OptionError(`source: expected the name of a file, got ${show(source)}`);
}

/**
 * A budget for what comes out of an archive. Unpacked bytes are spent from the archive's budget, but do not raise its limits: a
 * kilobyte of packed blanks would otherwise buy a megabyte's allowance.
 */
export function budgetOfContent(budget: Budget): Budget {
  return {
    limits: budget.limits,
    spent: budget.spent,
    get read() {
      return budget.read;
    },
    set read(_) {},
  };
}

/** Spends from the budget; call it before allocating. `where` begins the error message. */
export function spend(
  budget: Budget,
  name: Exclude<LimitName, "depth">,
  amount: number,
  where: string,
): void {
  const spent = (budget.spent[name] += amount);
  const limit = limitOf(budget, name);
  if (!(spent <= limit)) refuse(name, spent, limit, where);
}

/** `depth`: the nesting level of what is being read, itself included. */
export function checkDepth(budget: Budget, depth: number, where: string): void {
  const limit = limitOf(budget, "depth");
  if (depth > limit) refuse("depth", depth, limit, where);
}

const WORDS: Readonly<Record<LimitName, string>> = {
  bytes: "bytes",
  triangles: "triangles",
  parts: "parts",
  files: "names of files",
  depth: "nested levels",
};

function refuse(name: LimitName, amount: number, limit: number, where: string): never {
  throw new FormatError(
    `${where}: ${amount} ${WORDS[name]} are more than the limit of ${limit}; limits.${name} (--read-limit ${name}=…) sets another`,
  );
}
