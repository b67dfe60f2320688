import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasNoRootUntil,
  multiply,
  type Polynomial,
  polynomial,
  roundRoot,
  signAt,
  unitRoots,
} from "../../src/numerics/unit-roots.ts";
import { randomCases } from "../random-cases.ts";

/** denominator · t − numerator */
function factor([numerator, denominator]: readonly [number, number]): Polynomial {
  return polynomial(BigInt(-numerator), BigInt(denominator));
}

function rounded(p: Polynomial): [number, number][] {
  return unitRoots(p).map((root) => {
    const out = new Float64Array(2);
    roundRoot(root, out);
    return [out[0], out[1]];
  });
}

const fraction = fc.tuple(fc.integer({ min: -9, max: 19 }), fc.integer({ min: 1, max: 17 }));

describe("roots of integer polynomials in 0 … 1", () => {
  it("are the roots of the factors, each once, 0 and 1 included (seed 1997)", () => {
    fc.assert(
      fc.property(fc.array(fraction, { minLength: 1, maxLength: 3 }), (fractions) => {
        const p = fractions.map(factor).reduce(multiply);
        const values = fractions.map(([n, d]) => n / d).filter((x) => x >= 0 && x <= 1);
        const expected = [...new Set(values)].sort((x, y) => x - y);
        const found = rounded(p);
        expect(found.length).toBe(expected.length);
        found.forEach(([lower, upper], i) => {
          expect(lower <= expected[i] && expected[i] <= upper).toBe(true);
          expect(upper - lower).toBeLessThanOrEqual(2 ** -53);
        });
      }),
      { numRuns: randomCases(125) },
    );
  });

  it("are ruled out up to a time only if there are none, with that time included or not (seed 1997)", () => {
    let ruledOut = 0;
    let none = 0;
    const fractions = fc.array(fraction, { maxLength: 3 });
    const times = fc.tuple(fc.integer({ min: 0, max: 17 }), fc.integer({ min: 17, max: 18 }));
    fc.assert(
      fc.property(
        fractions,
        times,
        fc.boolean(),
        fc.integer({ min: -3, max: 3 }),
        (roots, until, isIncluded, scale) => {
          const p = roots.map(factor).reduce(multiply, polynomial(BigInt(scale)));
          const [time, unit] = until;
          const hasRoot =
            scale === 0 ||
            roots.some(([n, d]) => n >= 0 && (n * unit < time * d || (isIncluded && n * unit === time * d)));
          const isRuledOut = hasNoRootUntil(p, { time: BigInt(time), unit: BigInt(unit), isIncluded });
          if (isRuledOut) expect(hasRoot).toBe(false);
          if (!hasRoot) none++;
          if (isRuledOut) ruledOut++;
        },
      ),
      { numRuns: randomCases(500) },
    );
    expect(ruledOut).toBeGreaterThan(0.8 * none);
    expect(none).toBeGreaterThan(300);
  });

  it("that are f64 numbers are found exactly", () => {
    expect(rounded(factor([1, 4]))).toEqual([[0.25, 0.25]]);
    expect(rounded(multiply(factor([0, 1]), factor([1, 1])))).toEqual([
      [0, 0],
      [1, 1],
    ]);
    const third = rounded(factor([1, 3]));
    expect(third).toEqual([[1 / 3, 1 / 3 + 2 ** -54]]);
  });

  it("that are irrational lie between neighbouring f64: 1/√2", () => {
    const [[lower, upper]] = rounded(polynomial(-1n, 0n, 2n)) as [[number, number]];
    expect(2 * lower * lower).toBeLessThan(1.0000000000000004);
    expect(lower).toBeLessThan(upper);
    expect(Math.abs(lower - Math.SQRT1_2)).toBeLessThanOrEqual(2 ** -53);
  });

  it("count a double root once, and tell it from no root and from two roots", () => {
    const touching = multiply(factor([1, 3]), factor([1, 3]));
    expect(rounded(touching).length).toBe(1);
    expect(
      rounded(polynomial(touching[0] * 10n ** 30n + 1n, ...touching.slice(1).map((c) => c * 10n ** 30n))),
    ).toEqual([]);
    expect(
      rounded(polynomial(touching[0] * 10n ** 30n - 1n, ...touching.slice(1).map((c) => c * 10n ** 30n)))
        .length,
    ).toBe(2);
  });

  it("give the exact sign of other polynomials there (seed 1997)", () => {
    fc.assert(
      fc.property(fraction, fraction, fraction, fraction, (root, other, q1, q2) => {
        // The root's polynomial is a cubic with an irrational second root, so that no answer is right by chance.
        const p = multiply(factor(root), polynomial(-1n, 0n, 2n));
        const q = multiply(factor(q1), factor(q2));
        const time = root[0] / root[1];
        for (const found of unitRoots(p)) {
          const out = new Float64Array(2);
          roundRoot({ ...found }, out);
          const isRational = Math.abs(out[0] - time) < 1e-9;
          const x = isRational ? time : Math.SQRT1_2;
          const value = (q1[1] * x - q1[0]) * (q2[1] * x - q2[0]);
          const isZero = isRational && [q1, q2].some(([n, d]) => n * root[1] === root[0] * d);
          expect(signAt(q, found)).toBe(isZero ? 0 : Math.sign(value));
        }
        expect(other.length).toBe(2);
      }),
      { numRuns: randomCases(75) },
    );
  });
});
