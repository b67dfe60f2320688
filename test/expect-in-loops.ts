import { expect } from "vitest";

// For loops over thousands of numbers: Vitest takes 10 µs for an expectation that holds. What does not hold is left to Vitest, which says
// how it differs.

/** `expect(actual).toBe(expected)`. */
export function expectSame<Value>(actual: Value, expected: Value): void {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
}

/** `expect(actual).toBeGreaterThanOrEqual(least)`. */
export function expectAtLeast(actual: number, least: number): void {
  if (!(actual >= least)) expect(actual).toBeGreaterThanOrEqual(least);
}

/** `expect(actual).toBeLessThan(limit)`. */
export function expectLess(actual: number, limit: number): void {
  if (!(actual < limit)) expect(actual).toBeLessThan(limit);
}

/** `expect(actual).toBeCloseTo(expected, digits)`. */
export function expectClose(actual: number, expected: number, digits: number): void {
  if (!(Math.abs(actual - expected) < 0.5 * 10 ** -digits)) expect(actual).toBeCloseTo(expected, digits);
}

/** `expect(actual).toEqual(expected)` for arrays of numbers. */
export function expectSameNumbers(actual: readonly number[], expected: readonly number[]): void {
  if (actual.length !== expected.length || !actual.every((value, i) => Object.is(value, expected[i])))
    expect(actual).toEqual(expected);
}
