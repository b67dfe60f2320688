import fc from "fast-check";
import { orient2d, orient3d } from "robust-predicates";
import { describe, expect, it } from "vitest";
import { expandedOrient2d, expandedOrient3d } from "../../src/numerics/expansions.ts";
import { exactOrient2d, exactOrient3d } from "../../src/numerics/orient-bigint.ts";

// Contract: signs are those of integer arithmetic, and of robust-predicates, which was the exact stage once. Most points are chosen so
// that the determinant is zero or nearly so: in a plane of integers (exact products), in a rotated one (decided by two parts), in one
// whose coordinates differ in size (zero, but with many parts), and with common points.

type Points = number[];

const integer = fc.integer({ min: -9, max: 9 });
const size = fc.integer({ min: -12, max: 12 });
const fraction = fc.integer({ min: -(2 ** 26), max: 2 ** 26 });
const sized = fc.tuple(fraction, size).map(([x, e]) => x * 2 ** e);
const unit = fc.double({ min: -1, max: 1, noNaN: true }).filter((x) => Math.abs(x) > 2 ** -200 || x === 0);

const four = <T>(point: fc.Arbitrary<T>) => fc.array(point, { minLength: 4, maxLength: 4 });
const lattice = four(fc.tuple(integer, integer)).map((list) => list.flatMap(([x, y]) => [x, y, x + 2 * y]));
const sizes = four(fc.tuple(sized, sized)).map((list) => list.flatMap(([x, y]) => [x, y, x + y]));
const rotated = fc
  .tuple(four(fc.tuple(integer, integer)), unit, unit, unit)
  .map(([list, a, b, shift]) =>
    list.flatMap(([x, y]) => [0.6 * x - 0.8 * a * y + shift, 0.8 * x + 0.6 * y, b * x + a * y - shift]),
  );
const common = four(fc.tuple(unit, unit, unit)).map(([a, b, c]) => [...a, ...b, ...c, ...b]);
const any = fc.array(unit, { minLength: 12, maxLength: 12 });

describe("signs by expansions", () => {
  for (const [name, points] of Object.entries({ lattice, sizes, rotated, common, any })) {
    it(`of four points are exact (${name}, seed 21)`, () => {
      fc.assert(
        fc.property(points, (p) => {
          const sign = Math.sign(expandedOrient3d(withSum(p))) + 0;
          expect(sign).toBe(exactOrient3d(...(p as Parameters<typeof exactOrient3d>)));
          expect(sign).toBe(-Math.sign(orient3d(...(p as Parameters<typeof orient3d>))) + 0);
        }),
        { numRuns: 2000, seed: 21 },
      );
    });

    it(`of three points are exact (${name}, seed 22)`, () => {
      fc.assert(
        fc.property(points, (p) => {
          const six = [p[0], p[1], p[3], p[4], (p[0] + p[3]) / 2, (p[1] + p[4]) / 2];
          const sign = Math.sign(expandedOrient2d(Float64Array.from(six))) + 0;
          expect(sign).toBe(exactOrient2d(...(six as Parameters<typeof exactOrient2d>)));
          expect(sign).toBe(-Math.sign(orient2d(...(six as Parameters<typeof orient2d>))) + 0);
        }),
        { numRuns: 1000, seed: 22 },
      );
    });
  }
});

/** The points, and the sum of the absolute values of the determinant's products. */
function withSum(p: Points): Float64Array {
  const [u, v, w] = [3, 6, 9].map((at) => [0, 1, 2].map((axis) => Math.abs(p[at + axis] - p[axis])));
  let sum = 0;
  for (const [x, y, z] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ])
    sum += w[x] * (u[y] * v[z] + u[z] * v[y]);
  return Float64Array.from([...p, sum]);
}
