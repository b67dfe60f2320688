import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideExactly, rayExactTestCount, rayTriangle } from "../../../src/geometry/overlap/ray-triangle.ts";
import { rayTriangleDouble } from "../../../src/geometry/overlap/ray-triangle-double.ts";
import { rayTriangleExact } from "../../../src/geometry/overlap/ray-triangle-exact.ts";
import { expectSame } from "../../expect-in-loops.ts";

const float = fc.integer({ min: -(2 ** 30), max: 2 ** 30 }).map((x) => x / (2 ** 29 + 1));
const three = fc.array(float, { minLength: 3, maxLength: 3 });
const nine = fc.array(float, { minLength: 9, maxLength: 9 });
const inside = fc.double({ min: 0.01, max: 0.49, noNaN: true });

/** A ray of unit direction, or shorter, through a point of the triangle, which it meets at about `t`. */
function aim(corners: number[], u: number, v: number, direction: number[], t: number): Float64Array {
  const length = Math.hypot(...direction);
  const unit = direction.map((x) => (length > 0 ? x / length : 0));
  const origin = unit.map(
    (x, k) => corners[k] * (1 - u - v) + corners[3 + k] * u + corners[6 + k] * v - t * x,
  );
  return Float64Array.from([...origin, ...unit]);
}

describe("the parameter of a ray's hit in 106 bits", () => {
  it("is that of integers to the last bit, before and behind the origin (seed 21)", () => {
    const expected = new Int8Array(1);
    const facing = new Int8Array(1);
    const end = Float64Array.of(Infinity);
    let hits = 0;
    let proven = 0;
    fc.assert(
      fc.property(
        nine,
        inside,
        inside,
        three,
        fc.integer({ min: -45, max: -8 }),
        fc.boolean(),
        fc.integer({ min: -300, max: 90 }),
        (values, u, v, direction, exponent, isBehind, scale) => {
          const corners = Float64Array.from(values, (x) => x * 2 ** scale);
          const ray = aim(values, u, v, direction, (isBehind ? -1 : 1) * 2 ** exponent);
          for (let k = 0; k < 3; k++) ray[k] *= 2 ** scale;
          const t = rayTriangleExact(ray, corners, 0, expected);
          // Only rays whose line certainly hits: `rayTriangle` asks for no other.
          let isAsked = false;
          rayTriangle(ray, corners, 0, facing, end, () => {
            isAsked = true;
            return -1;
          });
          if (!isAsked) return;
          hits++;
          const before = rayExactTestCount();
          expectSame(rayTriangleDouble(ray, corners, 0, facing), t);
          if (rayExactTestCount() === before) proven++;
          expectSame(facing[0], expected[0]);
          expectSame(rayTriangle(ray, corners, 0, facing, end, rayTriangleDouble), t);
        },
      ),
      { seed: 21, numRuns: 2000 },
    );
    expect(hits).toBeGreaterThan(1000);
    // The others lie within 2^-38 of the plane, or are smaller than 2^-266.
    expect(proven).toBeGreaterThan(0.6 * hits);
  });

  it("leaves to integers what lies in the plane, and what may underflow", () => {
    const facing = new Int8Array(1);
    const tiny = 2 ** -270;
    const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const ray = Float64Array.of(1, 1, 0, 0, 0, 1);
    const before = rayExactTestCount();
    expect(rayTriangleDouble(ray, Float64Array.from(flat), 0, facing)).toBe(0);
    ray.set([tiny, tiny, -tiny]);
    const small = Float64Array.from(flat, (x) => x * tiny);
    expect(rayTriangleDouble(ray, small, 0, facing)).toBe(tiny);
    expect(rayExactTestCount() - before).toBe(2);
  });

  it("leaves a t that is subnormal to integers, which know on which side of a tie it lies", () => {
    const facing = new Int8Array(1);
    const ray = Float64Array.of(0, 0, 0, 0, 0, 1);
    for (let odd = 1; odd < 100; odd += 2) {
      const x = 2 ** -996 * (1 + odd * 2 ** -52);
      // t is x · 2^-27, an odd multiple of 2^-1075, but for a share of about 2^-1096: corner 0 is not at the origin.
      const corners = Float64Array.of(
        -x,
        -(2 ** -996),
        -x / 4,
        2 ** 100,
        0,
        2 ** 98 + 2 ** 73,
        0,
        2 ** 100,
        0,
      );
      const t = rayTriangleExact(ray, corners, 0, facing);
      expect(rayTriangleDouble(ray, corners, 0, facing)).toBe(t);
    }
  });

  it("counts a hit that is certainly later than the end as a miss, even where f64 cannot tell t", () => {
    const facing = new Int8Array(1);
    // The plane z = x + 2^-20 is so close to the origin, compared with its corners, that 18 bits of t are left.
    const height = 2 ** -20;
    const corners = Float64Array.of(-1e3, -1e3, height - 1e3, 1e3, -1e3, height + 1e3, 0, 1e3, height);
    const ray = Float64Array.of(0, 0, 0, 0, 0, 1);
    const before = rayExactTestCount();
    const t = rayTriangle(ray, corners, 0, facing, Float64Array.of(1), decideExactly);
    expect(t).toBeCloseTo(height, 12);
    expect(rayExactTestCount() - before).toBe(1);
    expect(rayTriangle(ray, corners, 0, facing, Float64Array.of(0.999 * height), decideExactly)).toBe(-1);
    expect(rayExactTestCount() - before).toBe(1);
    expect(rayTriangle(ray, corners, 0, facing, Float64Array.of(t), decideExactly)).toBe(t);
  });
});
