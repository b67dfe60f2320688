import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toInteger } from "../../src/numerics/orient-bigint.ts";
import { ratioToNumber } from "../../src/numerics/ratio.ts";

const number = fc.double({ min: -(2 ** 90), max: 2 ** 90, noNaN: true });

describe("ratioToNumber", () => {
  it("gives back every f64, whatever numerator and denominator share", () => {
    fc.assert(
      fc.property(number, fc.bigInt({ min: 1n, max: 2n ** 200n }), (x, factor) => {
        expect(ratioToNumber(toInteger(x) * factor, factor, -1074) + 0).toBe(x + 0);
        expect(ratioToNumber(toInteger(x) * -factor, -factor, -1074) + 0).toBe(x + 0);
      }),
    );
  });

  it("divides as f64 does: both round once", () => {
    const whole = fc.integer({ min: -(2 ** 50), max: 2 ** 50 });
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 2 ** 50 }), (n, d) => {
        expect(ratioToNumber(BigInt(n), BigInt(d), 0) + 0).toBe(n / d + 0);
      }),
    );
  });

  it("rounds ties to even, and what is just beyond a tie away from it", () => {
    const tie = 2n ** 53n + 1n; // half way between two f64
    expect(ratioToNumber(tie, 1n, 0)).toBe(2 ** 53);
    expect(ratioToNumber(tie * 2n ** 200n + 1n, 2n ** 200n, 0)).toBe(2 ** 53 + 2);
  });
});
