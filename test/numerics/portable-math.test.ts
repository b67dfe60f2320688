import { describe, expect, it } from "vitest";
import { atan2, cos, hypot, sin } from "../../src/numerics/portable-math.ts";
import { random } from "../meshes.ts";

// Checked against integer series with 320 bits after the point, which share no code with the functions under test.

const BITS = 320n;
const ONE = 1n << BITS;

/** An f64 as a multiple of 2^-320; exact for numbers of at least 2^-260. */
function fixed(x: number): bigint {
  let exponent = 0;
  while (!Number.isInteger(x)) {
    x *= 2;
    exponent++;
  }
  return (BigInt(x) << BITS) >> BigInt(exponent);
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;

/** Machin's formula. */
function arcCotangent(n: bigint): bigint {
  let sum = 0n;
  for (let k = 1n, power = ONE / n, sign = 1n; power > 0n; k += 2n, power /= n * n, sign = -sign)
    sum += (sign * power) / k;
  return sum;
}
const PI = 4n * (4n * arcCotangent(5n) - arcCotangent(239n));

function sineOf(x: bigint): bigint {
  let angle = x % (2n * PI);
  if (angle < 0n) angle += 2n * PI;
  let sum = 0n;
  let term = angle;
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += term;
    term = -times(times(term, angle), angle) / ((k + 1n) * (k + 2n));
  }
  return sum;
}

/** For 0 ≤ y/x ≤ 1: halved twice first, tan(a/2) = t / (1 + √(1 + t²)). */
function arcTangentOf(t: bigint): bigint {
  if (t === 0n) return 0n;
  let doublings = 1n;
  for (let k = 0; k < 4; k++) {
    t = (t << BITS) / (ONE + squareRoot((ONE + times(t, t)) << BITS));
    doublings *= 2n;
  }
  let sum = 0n;
  let power = t;
  const square = times(t, t);
  for (let k = 1n, sign = 1n; power !== 0n; k += 2n, sign = -sign) {
    sum += (sign * power) / k;
    power = times(power, square);
  }
  return doublings * sum;
}

function squareRoot(x: bigint): bigint {
  let root = 1n << BigInt((x.toString(2).length + 1) >> 1);
  for (let next = (root + x / root) >> 1n; next < root; next = (root + x / root) >> 1n) root = next;
  return root;
}

/** The error of a result in units of its last place. */
function ulps(result: number, truth: bigint): number {
  const difference = Number(fixed(result) - truth) / 2 ** 320;
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(result))) - 52);
  return Math.abs(difference) / ulp;
}

describe("portable mathematics", () => {
  it("gives sines and cosines within 1 ulp (seed 31)", () => {
    const next = random(31);
    let most = 0;
    for (let i = 0; i < 4000; i++) {
      const size = 2 ** (Math.floor(i / 40) - 30 > 60 ? 0 : Math.floor(i / 50) - 20);
      const angle = (2 * next() - 1) * size;
      most = Math.max(most, ulps(sin(angle), sineOf(fixed(angle))));
      most = Math.max(most, ulps(cos(angle), sineOf(fixed(angle) + PI / 2n)));
    }
    expect(most).toBeGreaterThan(0.4); // proves that the measurement sees errors
    expect(most).toBeLessThan(1);
  });

  it("gives sines within 1 ulp next to multiples of π/2", () => {
    for (let turns = 1; turns < 2 ** 20; turns = Math.ceil(turns * 1.3)) {
      const angle = turns * (Math.PI / 2);
      expect(ulps(sin(angle), sineOf(fixed(angle)))).toBeLessThan(1);
      expect(ulps(cos(angle), sineOf(fixed(angle) + PI / 2n))).toBeLessThan(1);
    }
  });

  it("gives arc tangents within 2 ulp, in every quadrant (seed 37)", () => {
    const next = random(37);
    let most = 0;
    for (let i = 0; i < 2000; i++) {
      const x = (2 * next() - 1) * 2 ** (Math.floor(20 * next()) - 10);
      const y = 2 * next() - 1;
      const [ax, ay] = [fixed(Math.abs(x)), fixed(Math.abs(y))];
      let truth = ay <= ax ? arcTangentOf((ay << BITS) / ax) : PI / 2n - arcTangentOf((ax << BITS) / ay);
      if (x < 0) truth = PI - truth;
      if (y < 0) truth = -truth;
      most = Math.max(most, ulps(atan2(y, x), truth));
    }
    expect(most).toBeGreaterThan(0.4);
    expect(most).toBeLessThan(2);
  });

  it("agrees with Math on zeros, signs and infinities", () => {
    const special = [0, -0, 1, -1, Infinity, -Infinity, NaN, 5e-324, -5e-324, 1.7e308];
    for (const y of special)
      for (const x of special) {
        const angle = atan2(y, x);
        if (Number.isNaN(Math.atan2(y, x))) expect(angle).toBeNaN();
        else if (Math.abs(Math.atan2(y, x)) < 2 ** -1000) expect(Math.abs(angle)).toBeLessThan(2 ** -1000);
        else expect(angle).toBeCloseTo(Math.atan2(y, x), 14);
        expect(Object.is(angle, -0)).toBe(Object.is(Math.atan2(y, x), -0));
      }
    for (const x of [0, -0]) expect(sin(x)).toBe(x);
    expect(cos(0)).toBe(1);
    for (const x of [Infinity, -Infinity, NaN, 2 ** 128]) expect(sin(x)).toBeNaN();
  });

  it("gives lengths within 2 ulp, also subnormal and huge ones", () => {
    const next = random(41);
    for (let i = 0; i < 1000; i++) {
      const parts = [next(), next() - 0.5, next() * 2 ** -20, next()] as const;
      const truth = squareRoot(parts.reduce((sum, x) => sum + fixed(x) ** 2n, 0n));
      expect(ulps(hypot(...parts), truth)).toBeLessThan(2);
    }
    expect(hypot(3 * 2 ** -1074, 4 * 2 ** -1074)).toBe(5 * 2 ** -1074);
    for (const scale of [2 ** -1000, 2 ** -500, 2 ** 500, 2 ** 1000])
      expect(hypot(2 * scale, 3 * scale, 6 * scale)).toBe(7 * scale);
    expect(hypot(0, 0, 0)).toBe(0);
    expect(hypot(1, Infinity)).toBe(Infinity);
    expect(hypot(1, NaN)).toBeNaN();
  });
});
