import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FOUND_LEAST,
  FOUND_MOST,
  found,
  triangleDistance,
} from "../../../src/geometry/distance/triangle-distance.ts";
import {
  MEASURED_A,
  MEASURED_B,
  measured,
  measureTriangles,
  rationalTestCount,
} from "../../../src/geometry/distance/triangle-distance-exact.ts";
import { triangleDistanceWithin } from "../../../src/geometry/distance/triangle-distance-within.ts";
import { triangleDistanceBySlabs, trianglesMeetByIntegers } from "../../../src/reference/index.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";

// Contracts of the distance of two triangles that do not meet: (1) it equals the reference, which looks for the widest slab
// instead of the shortest connection, to the last bit (2) swapping the triangles or rotating their corners changes no bit
// (3) the filter's two bounds hold (4) degenerate triangles are the segment or point they are (5) generic pairs need no
// integers, near ones do (6) a limit rules out only pairs beyond it.

const generic = fc.double({ min: -1, max: 1, noNaN: true });
const lattice = fc.integer({ min: 0, max: 3 });
const nearLattice = fc.tuple(lattice, fc.integer({ min: -2, max: 2 })).map(([x, k]) => x + 1 + k * 2 ** -52);

function pairOf(coordinate: fc.Arbitrary<number>): fc.Arbitrary<number[]> {
  return fc.array(coordinate, { minLength: 18, maxLength: 18 });
}

/** Triangles with two corners that coincide or nearly do. */
const needles = fc
  .tuple(pairOf(generic), fc.integer({ min: 5, max: 60 }), fc.boolean())
  .map(([p, bits, both]) => {
    for (let k = 0; k < 3; k++) {
      p[3 + k] = p[k] + 2 ** -bits * p[3 + k];
      if (both) p[12 + k] = p[9 + k] + 2 ** -bits * p[12 + k];
    }
    return p;
  });
/** A point against a triangle, or two points. */
const points = fc.tuple(pairOf(generic), fc.boolean()).map(([p, both]) => {
  for (let k = 0; k < 3; k++) {
    p[3 + k] = p[6 + k] = p[k];
    if (both) p[12 + k] = p[15 + k] = p[9 + k];
  }
  return p;
});
/** Triangles in nearly parallel planes, a little apart. */
const parallel = fc.tuple(pairOf(generic), fc.integer({ min: 1, max: 30 })).map(([p, bits]) => {
  for (let k = 2; k < 18; k += 3) p[k] = 2 ** -45 * p[k] + (k > 9 ? 2 ** -bits : 0);
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

/** Expects the square of a rounded distance to lie within the filter's certain bounds. */
function expectBounds(distance: number): void {
  expect(found[FOUND_LEAST]).toBeLessThanOrEqual(distance * distance * (1 + 2 ** -50));
  expect(found[FOUND_MOST]).toBeGreaterThanOrEqual(distance * distance * (1 - 2 ** -50));
}

describe("the distance of two triangles", () => {
  for (const [name, pair] of Object.entries(pairs)) {
    it(`(1)(3) equals the reference (${name}, seed 51)`, () => {
      fc.assert(
        fc.property(pair, (p) => {
          const both = Float64Array.from(p);
          fc.pre(!trianglesMeetByIntegers(both, 0, both, 9));
          const expected = triangleDistanceBySlabs(both, 0, both, 9);
          const distance = measureTriangles(both, 0, both, 9);
          expect(distance).toBeGreaterThan(0);
          expect(distance).toBe(expected);
          const way = [0, 1, 2].map((k) => measured[MEASURED_B + k] - measured[MEASURED_A + k]);
          expect(Math.abs(Math.hypot(...way) - distance)).toBeLessThanOrEqual(1e-14);
          triangleDistance(both, 0, both, 9);
          expectBounds(distance);
        }),
        { numRuns: randomCases(30), seed: 51 },
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
              turned[3 * corner + k] = both[9 + 3 * ((corner + i) % 3) + k];
              turned[9 + 3 * corner + k] = both[3 * ((5 - corner + j) % 3) + k];
            }
          measureTriangles(turned, 0, turned, 9);
          const [distance, ...ends] = measured.subarray(0, 7);
          expect([distance, ...ends.slice(3), ...ends.slice(0, 3)]).toEqual(forth);
        }),
        { numRuns: randomCases(40), seed: 52 },
      );
    });
  }

  for (const [name, pair] of Object.entries(pairs)) {
    it(`(6) is found or ruled out correctly, whatever the limit and its direction (${name}, seed 54)`, () => {
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
            expectBounds(distance);
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
      // In a plane of integer coordinates with a normal of length 3, and 2^-k along the normal.
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
    // the heights lie halfway between two f64, where only integers decide
    expect(rationalTestCount() - before).toBe(49);
  });

  it("(5) needs no integers for evenly spread triangles (seed 53)", () => {
    const before = rationalTestCount();
    const next = random(53);
    for (let n = 0; n < 2000; n++) {
      const pair = Float64Array.from(
        { length: 18 },
        (_, k) => 2 * next() - 1 + (k >= 9 && k % 3 === 0 ? 4 : 0),
      );
      measureTriangles(pair, 0, pair, 9);
    }
    expect(rationalTestCount() - before).toBe(0);
  });

  it("(5) needs no integers along an axis, halfway between two f64", () => {
    const before = rationalTestCount();
    // axis-aligned faces at two heights: a corner over a face, edges that cross, an edge over a corner, two corners
    const height = 4 - (1 + 2 ** -52) / 4; // rounded: the difference of both z lies halfway between two f64
    const low = (1 + 2 ** -52) / 4;
    expect(4 - low).toBe(height);
    const face = [-3, -3, low, 3, -3, low, 0, 4, low];
    for (const other of [
      [0.1, 0.2, 4, 1, 1, 5, -1, 1, 5],
      [0.1, -9, 4, 0.2, 9, 4, 0, 0, 6],
      [1, -3, 4, 9, -9, 4, 9, -9, 6],
      [3, -3, 4, 9, -9, 4, 9, -9, 6],
    ]) {
      const pair = Float64Array.from([...face, ...other]);
      expect(measureTriangles(pair, 0, pair, 9)).toBe(height);
    }
    expect(rationalTestCount() - before).toBe(0);
  });
});
