import { toIntegers } from "./integers.ts";

// Vectors of whole numbers, and fractions.

export type Vector = readonly [bigint, bigint, bigint];
/** over / under, with under > 0. */
export type Fraction = readonly [bigint, bigint];

export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Vector, b: Vector): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const isLess = (a: Fraction, b: Fraction): boolean => a[0] * b[1] < b[0] * a[1];
export const isEqual = (a: Fraction, b: Fraction): boolean => a[0] * b[1] === b[0] * a[1];
export const leastOf = (a: Fraction, b: Fraction): Fraction => (isLess(b, a) ? b : a);
export const fraction = (over: bigint, under: bigint): Fraction =>
  under < 0n ? [-over, -under] : [over, under];

/** Numbers as vectors in units of 2^exponent. */
export interface Scaled {
  vectors: Vector[];
  exponent: number;
}

/** All numbers of the lists, three a vector, in one unit. */
export function toVectors(...lists: ArrayLike<number>[]): Scaled {
  const all = lists.flatMap((list) => Array.from(list));
  const whole: bigint[] = [];
  const exponent = toIntegers(all, all.length, whole);
  const vectors = Array.from(
    { length: all.length / 3 },
    (_, i) => [whole[3 * i], whole[3 * i + 1], whole[3 * i + 2]] as const,
  );
  return { vectors, exponent };
}
