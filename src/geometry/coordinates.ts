import { OptionError, show } from "../errors.ts";
import type { Vector } from "./vector.ts";

// Checks of coordinates passed in by callers.

/**
 * The largest coordinate abut accepts. Products of three coordinate differences and their exact expansions must not
 * overflow, and f32 bounds must stay finite.
 */
export const MAX_COORDINATE = 2 ** 100;

/** Copies three numbers of a caller; throws an `OptionError` that names the argument if they are not valid. */
export function readVector(value: ArrayLike<number>, name: string, out: Float64Array, at: number): void {
  const [x, y, z] = plainVector(value, name);
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

/** Three numbers of a caller as a plain array. Each is read once, because it may be a getter that runs a query. */
export function plainVector(value: ArrayLike<number>, name: string): Readonly<Vector> {
  checkVectorLength(value, name);
  const plain = [value[0], value[1], value[2]] as const;
  for (let i = 0; i < 3; i++) if (!isCoordinate(plain[i])) readCoordinate(plain[i], `${name}[${i}]`);
  return plain;
}

/**
 * Copies two vectors; reads both completely before writing. Allocates no array, for queries that take less than a
 * microsecond.
 */
export function readTwoVectors(
  first: ArrayLike<number>,
  firstName: string,
  second: ArrayLike<number>,
  secondName: string,
  out: Float64Array,
): void {
  checkVectorLength(first, firstName);
  const x = first[0];
  const y = first[1];
  const z = first[2];
  if (!(isCoordinate(x) && isCoordinate(y) && isCoordinate(z))) plainVector([x, y, z], firstName);
  checkVectorLength(second, secondName);
  const u = second[0];
  const v = second[1];
  const w = second[2];
  if (!(isCoordinate(u) && isCoordinate(v) && isCoordinate(w))) plainVector([u, v, w], secondName);
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = u;
  out[4] = v;
  out[5] = w;
}

function checkVectorLength(value: ArrayLike<number>, name: string): void {
  if (value?.length !== 3) throw new OptionError(`${name}: expected 3 numbers, got ${describe(value)}`);
}

export function readCoordinate(value: number, name: string): number {
  if (isCoordinate(value)) return value;
  throw new OptionError(`${name}: ${show(value)} is not a number within ±2^100`);
}

export function isCoordinate(value: number): boolean {
  return typeof value === "number" && Math.abs(value) <= MAX_COORDINATE;
}

export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const length = (value as { length?: unknown }).length;
  return typeof length === "number" ? `${length}` : `${typeof value}`;
}
