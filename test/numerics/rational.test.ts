import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotient, rootOfQuotient, toCommonIntegers } from "../../src/numerics/rational.ts";

describe("quotients of integers", () => {
  it("hold every finite f64 and give it back (seed 31)", () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 6 }), (numbers) => {
        const integers: bigint[] = [];
        const unit = toCommonIntegers(Float64Array.from(numbers), integers);
        integers.forEach((n, k) => {
          expect(quotient(n, 1n, unit)).toBe(numbers[k]! + 0);
          if (numbers[k]! > 0) expect(quotient(3n * n, 3n, unit)).toBe(numbers[k]);
          if (numbers[k]! > 0) expect(rootOfQuotient(7n * n * n, 7n, unit)).toBe(numbers[k]);
        });
      }),
      { numRuns: 500, seed: 31 },
    );
  });

  it("divide as f64 does, to one unit in the last place (seed 32)", () => {
    const whole = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(whole, whole, (n, d) => {
        expect(Math.abs(quotient(BigInt(n), BigInt(d)) / (n / d) - 1)).toBeLessThan(2 ** -52);
        expect(Math.abs(rootOfQuotient(BigInt(n), BigInt(d), 0) / Math.sqrt(n / d) - 1)).toBeLessThan(
          2 ** -51,
        );
      }),
      { numRuns: 500, seed: 32 },
    );
  });

  it("never lose a distance to underflow", () => {
    expect(rootOfQuotient(1n, 1n << 5000n, 0)).toBe(Number.MIN_VALUE);
    expect(rootOfQuotient(0n, 1n, 0)).toBe(0);
  });
});
