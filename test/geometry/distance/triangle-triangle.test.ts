import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FOUND_ERROR,
  FOUND_SQUARE,
  found,
  triangleDistance,
} from "../../../src/geometry/distance/triangle-triangle.ts";
import {
  MEASURED_A,
  MEASURED_B,
  measured,
  measureTriangles,
  rationalTestCount,
} from "../../../src/geometry/distance/triangle-triangle-exact.ts";
import { triangleDistanceWithin } from "../../../src/geometry/distance/triangle-triangle-within.ts";
import { triangleDistanceBySlabs, trianglesMeetByIntegers } from "../../../src/reference/index.ts";

// Contracts of the distance of two triangles that do not meet: (1) it equals the reference, which looks for the widest
// slab instead of the shortest way (2) exchanging the triangles or turning their corners changes no bit (3) the
// filter's error bound holds (4) degenerate triangles are what they are (5) generic pairs need no integers, near ones do
// (6) a limit dismisses only pairs beyond it.

const generic = fc.double({ min: -1, max: 1, noNaN: true });
const lattice = fc.integer({ min: 0, max: 3 });
const nearLattice = fc.tuple(lattice, fc.integer({ min: -2, max: 2 })).map(([x, k]) => x + 1 + k * 2 ** -52);

function pairOf(coordinate: fc.Arbitrary<number>): fc.Arbitrary<number[]> {
  return fc.array(coordinate, { minLength: 18, maxLength: 18 });
}

/** Triangles with two corners that are nearly or quite the same. */
const needles = fc
  .tuple(pairOf(generic), fc.integer({ min: 5, max: 60 }), fc.boolean())
  .map(([p, bits, both]) => {
    for (let k = 0; k < 3; k++) {
      p[3 + k] = p[k]! + 2 ** -bits * p[3 + k]!;
      if (both) p[12 + k] = p[9 + k]! + 2 ** -bits * p[12 + k]!;
    }
    return p;
  });
/** A point against a triangle, or two points. */
const points = fc.tuple(pairOf(generic), fc.boolean()).map(([p, both]) => {
  for (let k = 0; k < 3; k++) {
    p[3 + k] = p[6 + k] = p[k]!;
    if (both) p[12 + k] = p[15 + k] = p[9 + k]!;
  }
  return p;
});
/** Triangles in nearly parallel planes, a little apart. */
const parallel = fc.tuple(pairOf(generic), fc.integer({ min: 1, max: 30 })).map(([p, bits]) => {
  for (let k = 2; k < 18; k += 3) p[k] = 2 ** -45 * p[k]! + (k > 9 ? 2 ** -bits : 0);
  return p;
});

const pairs: Record<string, fc.Arbitrary<number[]>> = {
  generic: pairOf(generic),
  lattice: pairOf(lattice),
  "ulp-perturbed lattice": pairOf(nearLattice),
  needles,
  points,
  parallel,
};

describe("the distance of two triangles", () => {
  for (const [name, pair] of Object.entries(pairs)) {
    it(`(1)(3) is that of the reference (${name}, seed 51)`, () => {
      fc.assert(
        fc.property(pair, (p) => {
          const both = Float64Array.from(p);
          fc.pre(!trianglesMeetByIntegers(both, 0, both, 9));
          const expected = triangleDistanceBySlabs(both, 0, both, 9);
          const distance = measureTriangles(both, 0, both, 9);
          expect(distance).toBeGreaterThan(0);
          expect(Math.abs(distance - expected)).toBeLessThanOrEqual(2 ** -43 * expected);
          const way = [0, 1, 2].map((k) => measured[MEASURED_B + k]! - measured[MEASURED_A + k]!);
          expect(Math.abs(Math.hypot(...way) - distance)).toBeLessThanOrEqual(1e-14);
          triangleDistance(both, 0, both, 9);
          expect(Math.abs(found[FOUND_SQUARE]! - distance * distance)).toBeLessThanOrEqual(
            found[FOUND_ERROR]! + 2 ** -43 * distance * distance,
          );
        }),
        { numRuns: 120, seed: 51 },
      );
    });

    it(`(2) does not depend on the order of triangles and corners (${name}, seed 52)`, () => {
      fc.assert(
        fc.property(pair, fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }), (p, i, j) => {
          const both = Float64Array.from(p);
          fc.pre(!trianglesMeetByIntegers(both, 0, both, 9));
          measureTriangles(both, 0, both, 9);
          const forth = [...measured.subarray(0, 7)];
          const turned = new Float64Array(18);
          for (let corner = 0; corner < 3; corner++)
            for (let k = 0; k < 3; k++) {
              turned[3 * corner + k] = both[9 + 3 * ((corner + i) % 3) + k]!;
              turned[9 + 3 * corner + k] = both[3 * ((5 - corner + j) % 3) + k]!;
            }
          measureTriangles(turned, 0, turned, 9);
          const [distance, ...ends] = measured.subarray(0, 7);
          expect([distance, ...ends.slice(3), ...ends.slice(0, 3)]).toEqual(forth);
        }),
        { numRuns: 80, seed: 52 },
      );
    });
  }

  for (const [name, pair] of Object.entries(pairs)) {
    it(`(6) is found or dismissed rightly, whatever the limit and the way (${name}, seed 54)`, () => {
      const way = fc.tuple(generic, generic, generic);
      let dismissed = 0;
      fc.assert(
        fc.property(pair, fc.double({ min: 0.01, max: 1.2, noNaN: true }), way, (p, share, [x, y, z]) => {
          const both = Float64Array.from(p);
          fc.pre(!trianglesMeetByIntegers(both, 0, both, 9));
          const distance = measureTriangles(both, 0, both, 9);
          const length = Math.hypot(x, y, z) || 1;
          const allowed = distance * share;
          const root = allowed * (1 + 2 ** -40) + 2 ** -40;
          const limit = Float64Array.of(allowed ** 2, 2 ** -40, x / length, y / length, z / length, root);
          const isFound = triangleDistanceWithin(both, 0, both, 9, limit);
          if (!isFound) {
            dismissed++;
            expect(distance).toBeGreaterThan(allowed);
          } else {
            const error = found[FOUND_ERROR]! + 2 ** -43 * distance * distance;
            expect(Math.abs(found[FOUND_SQUARE]! - distance * distance)).toBeLessThanOrEqual(error);
          }
        }),
        { numRuns: 100, seed: 54 },
      );
      expect(dismissed).toBeGreaterThan(3);
    });
  }

  it("(5) is exact where f64 is not: a corner over a face, 2^-k above it, far from zero", () => {
    const before = rationalTestCount();
    for (let k = 1; k < 50; k++) {
      const height = 2 ** -k;
      // In a plane of integer coordinates with a normal of length 3, and 2^-k along it.
      const [x, y, z] = [height / 3, (2 * height) / 3, (2 * height) / 3];
      const pair = Float64Array.of(
        2,
        -1,
        0,
        0,
        1,
        -1,
        -2,
        0,
        1,
        x,
        y,
        z,
        x + 1,
        y + 2,
        z + 2,
        x + 2,
        y + 2,
        z + 1,
      );
      const distance = measureTriangles(pair, 0, pair, 9);
      // the corner (x, y, z) is rounded: its height is (x + 2y + 2z) / 3 up to the rounding of that sum
      expect(Math.abs(distance / ((x + 2 * y + 2 * z) / 3) - 1)).toBeLessThan(4 * 2 ** -53);
    }
    expect(rationalTestCount() - before).toBeGreaterThan(30);
    expect(rationalTestCount() - before).toBeLessThan(49);
  });

  it("(5) of generic triangles hardly ever needs integers (seed 53)", () => {
    const before = rationalTestCount();
    fc.assert(
      fc.property(pairOf(generic), (p) => {
        const pair = Float64Array.from(p, (x, k) => (k >= 9 && k % 3 === 0 ? x + 4 : x));
        measureTriangles(pair, 0, pair, 9);
      }),
      { numRuns: 500, seed: 53 },
    );
    expect(rationalTestCount() - before).toBeLessThan(10);
  });
});
