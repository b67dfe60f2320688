import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactDecisionCount, orient2d, orient3d } from "../../src/numerics/orient.ts";
import { exactOrient2d, exactOrient3d } from "../../src/numerics/orient-bigint.ts";
import { randomCases } from "../random-cases.ts";

// Contracts: (1) signs equal those of integer arithmetic for every coordinate a mesh may have (2) the filter decides
// generic input (3) degenerate and nearly degenerate input reaches the exact stage.

const generic = fc.double({ min: -1, max: 1, noNaN: true });
const lattice = fc.integer({ min: -3, max: 3 });
/** Lattice points moved by one or two units in the last place. */
const perturbed = fc
  .tuple(lattice, fc.integer({ min: -2, max: 2 }))
  .map(([x, k]) => (x + 4) * (1 + k * 2 ** -52) - 0.1);
const tiny = fc.tuple(lattice, fc.integer({ min: -1074, max: -260 })).map(([x, e]) => x * 2 ** e);
const huge = fc.tuple(generic, fc.integer({ min: 60, max: 100 })).map(([x, e]) => x * 2 ** e);
const anyCoordinate = fc.oneof(generic, lattice, perturbed, tiny, huge);

type Nine = [number, number, number, number, number, number, number, number, number, number, number, number];
type Six = [number, number, number, number, number, number];

function tuple<T extends number[]>(coordinate: fc.Arbitrary<number>, length: number): fc.Arbitrary<T> {
  return fc.array(coordinate, { minLength: length, maxLength: length }) as unknown as fc.Arbitrary<T>;
}

describe("orientation signs", () => {
  for (const [name, coordinate] of Object.entries({
    generic,
    lattice,
    perturbed,
    tiny,
    huge,
    mixed: anyCoordinate,
  })) {
    it(`of four points are those of integer arithmetic (${name} coordinates)`, () => {
      fc.assert(
        fc.property(tuple<Nine>(coordinate, 12), (p) => {
          expect(Math.sign(orient3d(...p)) + 0).toBe(exactOrient3d(...p));
        }),
        { numRuns: randomCases(500), seed: 11 },
      );
    });

    it(`of three points are those of integer arithmetic (${name} coordinates)`, () => {
      fc.assert(
        fc.property(tuple<Six>(coordinate, 6), (p) => {
          expect(Math.sign(orient2d(...p)) + 0).toBe(exactOrient2d(...p));
        }),
        { numRuns: randomCases(500), seed: 12 },
      );
    });
  }

  it("of points in an axis-aligned plane or on an axis-parallel line are zero", () => {
    fc.assert(
      fc.property(tuple<Nine>(anyCoordinate, 12), fc.nat({ max: 2 }), (p, axis) => {
        for (let i = axis; i < 12; i += 3) p[i] = p[axis];
        expect(orient3d(...p)).toBe(0);
        expect(exactOrient3d(...p)).toBe(0);
        const [a, b, c, d] = p;
        expect([orient2d(a, b, a, c, a, d), orient2d(b, a, c, a, d, a)]).toEqual([0, 0]);
      }),
      { numRuns: randomCases(125), seed: 13 },
    );
  });

  it("are positive on the side the normal points to", () => {
    expect(orient3d(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)).toBeGreaterThan(0);
    expect(orient2d(0, 0, 1, 0, 0, 1)).toBeGreaterThan(0);
  });

  it("of generic points are decided by the filter", () => {
    const before = exactDecisionCount();
    orient3d(0.1, 0.2, 0.3, 0.9, 0.1, 0.2, 0.3, 0.8, 0.1, 0.4, 0.3, 0.9);
    orient2d(0.1, 0.2, 0.9, 0.1, 0.3, 0.8);
    expect(exactDecisionCount()).toBe(before);
  });

  it("of coplanar and collinear points are decided by the exact stage", () => {
    const before = exactDecisionCount();
    expect(orient3d(0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 5, 0) + 0).toBe(0);
    expect(orient2d(0, 0, 0.1, 0.1, 0.3, 0.3) + 0).toBe(0);
    expect(exactDecisionCount()).toBe(before + 2);
  });

  it("tell points apart that differ by the smallest f64", () => {
    const d = Number.MIN_VALUE;
    expect(Math.sign(orient3d(0, 0, 0, d, 0, 0, 0, d, 0, 0, 0, d))).toBe(1);
    expect(Math.sign(orient2d(0, 0, d, 0, 0, -d))).toBe(-1);
  });
});
