import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundDown, roundUp } from "../../src/numerics/outward.ts";
import { randomCases } from "../random-cases.ts";

/** The neighbours of an f32, found by stepping its bits. */
function step(float: number, direction: 1 | -1): number {
  const view = new DataView(new ArrayBuffer(4));
  if (float === 0) return direction * 2 ** -149;
  view.setFloat32(0, float);
  const awayFromZero = float > 0 === (direction === 1);
  view.setInt32(0, view.getInt32(0) + (awayFromZero ? 1 : -1));
  return view.getFloat32(0);
}

function twinDown(x: number): number {
  let float = Math.fround(x);
  while (float > x) float = step(float, -1);
  return float;
}

const values = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -(2 ** 101), max: 2 ** 101 }),
  fc.double({ noNaN: true, min: -(2 ** -120), max: 2 ** -120 }),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  // One f64 step away from an f32, and half-way between two f32.
  fc.float({ noNaN: true, min: -1000, max: 1000 }).map((f) => f * (1 + 2 ** -52)),
  fc.float({ noNaN: true, min: -1000, max: 1000 }).map((f) => (f + step(f, 1)) / 2),
);

describe("roundDown and roundUp", () => {
  it("agree with a twin that steps bit patterns, and mirror each other", () => {
    fc.assert(
      fc.property(values, (x) => {
        const down = roundDown(x);
        expect(down).toBe(Math.fround(down));
        expect(down <= x && step(down, 1) > x).toBe(true);
        expect(down === twinDown(x)).toBe(true);
        expect(roundUp(x) === -roundDown(-x)).toBe(true);
      }),
      { numRuns: randomCases(1250) },
    );
  });

  it("return every f32 unchanged", () => {
    for (const x of [0, 1, -1, 2 ** -149, -(2 ** -149), 2 ** 100, 0.5, Math.fround(0.1)]) {
      expect(roundDown(x)).toBe(x);
      expect(roundUp(x)).toBe(x);
    }
  });

  it("step away from zero for values too small for f32", () => {
    expect(roundUp(1e-60)).toBe(2 ** -149);
    expect(roundDown(-1e-60)).toBe(-(2 ** -149));
    expect(roundDown(1e-60)).toBe(0);
    expect(roundUp(-1e-60)).toBe(-0);
  });
});
