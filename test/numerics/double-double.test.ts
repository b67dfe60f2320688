import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  add,
  crossProduct,
  difference,
  distil,
  divide,
  dotProduct,
  multiply,
  roundsTo,
} from "../../src/numerics/double-double.ts";
import { toIntegers, unitExponent } from "../../src/numerics/integers.ts";
import { randomCases } from "../random-cases.ts";

// Checked against integers: both parts of a double-double become integers of one unit.

const V = 2 ** -104;
const anyNumber = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -40, max: 40 }))
  .map(([x, e]) => (Math.abs(x) < 2 ** -100 ? 0 : x) * 2 ** e);
/** An f64 and the rounding error it left. */
const anyDouble = fc.tuple(anyNumber, anyNumber).map(([x, y]) => {
  const d = new Float64Array(2);
  difference(Float64Array.of(x), 0, Float64Array.of(2 ** -60 * y), 0, d, 0);
  return d;
});

/** Numbers as multiples of one unit, and the unit's exponent. */
function exact(...numbers: number[]): { integers: bigint[]; unit: number } {
  const list = Float64Array.from(numbers);
  return { integers: [...toIntegers(list)], unit: unitExponent(list) };
}

const abs = (x: bigint) => (x < 0n ? -x : x);
/** |off| / |of| in units of 2^-104. */
const share = (off: bigint, of: bigint) =>
  off === 0n ? 0 : Number((off << 120n) / (of || 1n)) / 2 ** 120 / V;

describe("double-double arithmetic", () => {
  it("is exact for differences and keeps its error bounds for sums, products and quotients (seed 1)", () => {
    fc.assert(
      fc.property(anyDouble, anyDouble, (x, y) => {
        const d = new Float64Array(16);
        d.set(x, 0);
        d.set(y, 2);
        add(d, 0, 1, 2, 4);
        add(d, 0, -1, 2, 6);
        multiply(d, 0, 2, 8);
        divide(d, 0, 2, 10, 12);
        const [x0, x1, y0, y1, s0, s1, t0, t1] = exact(...d.subarray(0, 8)).integers;
        const [a, b] = [x0 + x1, y0 + y1];
        expect(share(abs(s0 + s1 - a - b), abs(a) + abs(b))).toBeLessThanOrEqual(1);
        expect(share(abs(t0 + t1 - a + b), abs(a) + abs(b))).toBeLessThanOrEqual(1);
        const product = exact(...d.subarray(0, 4), ...d.subarray(8, 10));
        const [p0, p1, q0, q1, m0, m1] = product.integers as [bigint, ...bigint[]];
        // the unit belongs to the factors, and their product carries it twice
        const up = BigInt(Math.max(0, -product.unit));
        const down = BigInt(Math.max(0, product.unit));
        const got = (m0 + m1) << up;
        const want = ((p0 + p1) * (q0 + q1)) << down;
        expect(share(abs(got - want), abs(want))).toBeLessThanOrEqual(2);
        if (b !== 0n && d[10] !== 0) {
          const quotient = exact(...d.subarray(0, 4), ...d.subarray(10, 12));
          const [n0, n1, d0, d1, r0, r1] = quotient.integers as [bigint, ...bigint[]];
          const [n, by, r] = [n0 + n1, d0 + d1, r0 + r1];
          const shift = BigInt(Math.max(0, -quotient.unit));
          const other = BigInt(Math.max(0, quotient.unit));
          expect(share(abs((n << shift) - ((r * by) << other)), abs(n << shift))).toBeLessThanOrEqual(8);
        }
      }),
      { seed: 1, numRuns: randomCases(500) },
    );
  });

  it("gives exact dot and cross products of integer vectors", () => {
    const d = new Float64Array(32);
    [3, -5, 7, 2, 11, -13].forEach((value, k) => {
      d[2 * k] = value;
    });
    dotProduct(d, 0, 6, 12, 20);
    crossProduct(d, 0, 6, 14, 24);
    expect([...d.subarray(12, 20)]).toEqual([6 - 55 - 91, 0, 65 - 77, 0, 14 + 39, 0, 33 + 10, 0]);
  });

  it("distils sums that cancel almost completely (seed 2)", () => {
    fc.assert(
      fc.property(fc.array(anyNumber, { maxLength: 20 }), anyNumber, (list, rest) => {
        const shuffled = [...list, rest, ...list.map((x) => -x).reverse()];
        const d = new Float64Array(2);
        expect(distil(Float64Array.from(shuffled), shuffled.length, d, 0)).toBe(rest === 0);
        expect(d[0]).toBe(rest);
        expect(d[1]).toBe(0);
      }),
      { seed: 2, numRuns: randomCases(125) },
    );
  });

  it("reports a rounded value only where it is certain", () => {
    const half = 2 ** -53; // half a unit in the last place of 1
    const d = Float64Array.of(1, half / 2, 1, half, 1, -half / 4, 0, 0);
    expect(roundsTo(d, 0, half / 4)).toBe(true);
    expect(roundsTo(d, 0, 0.75 * half)).toBe(false);
    expect(roundsTo(d, 2, 2 ** -80)).toBe(false);
    expect(roundsTo(d, 4, half / 8)).toBe(true);
    expect(roundsTo(d, 4, half / 2)).toBe(false); // below a power of two, units in the last place are half as long
    expect(roundsTo(d, 6, 0)).toBe(true);
    expect(roundsTo(d, 6, 2 ** -200)).toBe(false);
    expect(roundsTo(d, 0, Number.NaN)).toBe(false);
  });
});
