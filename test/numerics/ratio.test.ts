import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toInteger, toIntegers, unitExponent } from "../../src/numerics/integers.ts";
import { ratioToNumber, rootOfRatio } from "../../src/numerics/ratio.ts";
import { randomCases } from "../random-cases.ts";

const number = fc.double({ min: -(2 ** 90), max: 2 ** 90, noNaN: true });

describe("ratioToNumber", () => {
  it("returns every f64, whatever factor numerator and denominator share", () => {
    fc.assert(
      fc.property(number, fc.bigInt({ min: 1n, max: 2n ** 200n }), (x, factor) => {
        expect(ratioToNumber(toInteger(x) * factor, factor, -1074) + 0).toBe(x + 0);
        expect(ratioToNumber(toInteger(x) * -factor, -factor, -1074) + 0).toBe(x + 0);
      }),
    );
  });

  it("rounds quotients like f64 division", () => {
    const whole = fc.integer({ min: -(2 ** 50), max: 2 ** 50 });
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 2 ** 50 }), (n, d) => {
        expect(ratioToNumber(BigInt(n), BigInt(d), 0) + 0).toBe(n / d + 0);
      }),
    );
  });

  it("rounds ties to even, and values just beyond a tie away from it", () => {
    const tie = 2n ** 53n + 1n; // half way between two f64
    expect(ratioToNumber(tie, 1n, 0)).toBe(2 ** 53);
    expect(ratioToNumber(tie * 2n ** 200n + 1n, 2n ** 200n, 0)).toBe(2 ** 53 + 2);
  });
});

describe("integers of one unit", () => {
  it("represent every finite f64 exactly (seed 31)", () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 6 }), (numbers) => {
        const integers = toIntegers(Float64Array.from(numbers));
        const unit = unitExponent(Float64Array.from(numbers));
        integers.forEach((n, k) => {
          expect(ratioToNumber(n, 1n, unit)).toBe(numbers[k] + 0);
          if (numbers[k] > 0) expect(ratioToNumber(3n * n, 3n, unit)).toBe(numbers[k]);
          if (numbers[k] > 0) expect(rootOfRatio(7n * n * n, 7n, unit)).toBe(numbers[k]);
        });
      }),
      { numRuns: randomCases(125), seed: 31 },
    );
  });

  it("divide like f64, to one unit in the last place (seed 32)", () => {
    const whole = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(whole, whole, (n, d) => {
        expect(Math.abs(ratioToNumber(BigInt(n), BigInt(d)) / (n / d) - 1)).toBeLessThan(2 ** -52);
        expect(Math.abs(rootOfRatio(BigInt(n), BigInt(d), 0) / Math.sqrt(n / d) - 1)).toBeLessThan(2 ** -51);
      }),
      { numRuns: randomCases(125), seed: 32 },
    );
  });

  it("never let a positive distance underflow to zero", () => {
    expect(rootOfRatio(1n, 1n << 5000n, 0)).toBe(Number.MIN_VALUE);
    expect(rootOfRatio(0n, 1n, 0)).toBe(0);
  });
});
