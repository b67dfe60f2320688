import { OptionError, show } from "../errors.ts";

// Coordinates as callers give them.

/**
 * The largest coordinate abut accepts. Products of three coordinate differences, and their exact expansions,
 * must not overflow, and f32 bounds must stay finite.
 */
export const MAX_COORDINATE = 2 ** 100;

/** Copies three numbers of a caller, or throws `OptionError` that names the argument. */
export function readVector(value: ArrayLike<number>, name: string, out: Float64Array, at: number): void {
  if (value?.length !== 3) throw new OptionError(`${name}: expected 3 numbers, got ${describe(value)}`);
  const x = value[0]!;
  const y = value[1]!;
  const z = value[2]!;
  if (!(isCoordinate(x) && isCoordinate(y) && isCoordinate(z)))
    for (let i = 0; i < 3; i++) readCoordinate(value[i]!, `${name}[${i}]`);
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

export function readCoordinate(value: number, name: string): number {
  if (isCoordinate(value)) return value;
  throw new OptionError(`${name}: ${show(value)} is not a number within ±2^100`);
}

function isCoordinate(value: number): boolean {
  return typeof value === "number" && Math.abs(value) <= MAX_COORDINATE;
}

export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const length = (value as { length?: unknown }).length;
  return typeof length === "number" ? `${length}` : `${typeof value}`;
}
