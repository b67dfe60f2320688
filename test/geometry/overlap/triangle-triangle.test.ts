import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setPlane, TRIANGLE, trianglesMeet } from "../../../src/geometry/overlap/triangle-triangle.ts";
import {
  exactTestCount,
  trianglesMeetExactly,
} from "../../../src/geometry/overlap/triangle-triangle-exact.ts";
import { trianglesMeetByIntegers } from "../../../src/reference/slow-triangle-triangle.ts";
import { randomCases } from "../../random-cases.ts";
import { readF64, readU8, truthManifest, truthRoot } from "../../truth.ts";

// Contracts of the triangle test: (1) it equals the reference, which uses another method and integers
// (2) swapping the triangles, rotating or reversing corners changes nothing (3) touching counts
// (4) degenerate triangles are the segment or point they are (5) the filter decides generic pairs alone.

/** The whole test, from 18 coordinates. */
function meet(pair: ArrayLike<number>, at = 0): boolean {
  const a = new Float64Array(TRIANGLE);
  const b = new Float64Array(TRIANGLE);
  let reach = 0;
  for (let k = 0; k < 9; k++) {
    a[k] = pair[at + k];
    b[k] = pair[at + 9 + k];
    reach += Math.abs(a[k]) + Math.abs(b[k]);
  }
  setPlane(a, 0, Float64Array.of(reach));
  setPlane(b, 0, Float64Array.of(reach));
  return trianglesMeet(a, 0, b, 0);
}

function reference(pair: ArrayLike<number>): boolean {
  const p = Float64Array.from(pair);
  return trianglesMeetByIntegers(p, 0, p, 9);
}

const lattice = fc.integer({ min: 0, max: 3 });
const flat = fc.tuple(lattice, lattice).map(([x, y]) => [x, y, 0]);
const generic = fc.double({ min: -1, max: 1, noNaN: true });
const nearLattice = fc.tuple(lattice, fc.integer({ min: -2, max: 2 })).map(([x, k]) => x + 1 + k * 2 ** -52);
const tiny = fc.tuple(lattice, fc.constantFrom(-1070, -400, -300, 0)).map(([x, e]) => x * 2 ** e);

function pairOf(coordinate: fc.Arbitrary<number>): fc.Arbitrary<number[]> {
  return fc.array(coordinate, { minLength: 18, maxLength: 18 });
}

const pairs: Record<string, fc.Arbitrary<number[]>> = {
  generic: pairOf(generic),
  lattice: pairOf(lattice),
  "coplanar lattice": fc.array(flat, { minLength: 6, maxLength: 6 }).map((points) => points.flat()),
  "ulp-perturbed lattice": pairOf(nearLattice),
  "underflowing lattice": pairOf(tiny),
};

describe("two triangles", () => {
  for (const [name, pair] of Object.entries(pairs)) {
    it(`meet exactly when the reference says so (${name}, seed 5)`, () => {
      fc.assert(
        fc.property(pair, (p) => {
          expect(meet(p)).toBe(reference(p));
          const both = Float64Array.from(p);
          expect(trianglesMeetExactly(both, 0, both, 9)).toBe(reference(p));
        }),
        { numRuns: randomCases(375), seed: 5 },
      );
    });

    it(`give one answer for any order, first corner and winding (${name}, seed 6)`, () => {
      fc.assert(
        fc.property(pair, (p) => {
          const [a, b] = [p.slice(0, 9), p.slice(9)];
          const turned = [...a.slice(3), ...a.slice(0, 3)];
          const reversed = [...b.slice(6), ...b.slice(3, 6), ...b.slice(0, 3)];
          const answer = meet(p);
          expect(meet([...b, ...a])).toBe(answer);
          expect(meet([...turned, ...b])).toBe(answer);
          expect(meet([...a, ...reversed])).toBe(answer);
        }),
        { numRuns: randomCases(125), seed: 6 },
      );
    });
  }

  const base = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  const cases: [string, number[], boolean][] = [
    ["cross", [1, 1, -1, 1, 1, 1, 2, 1, 1], true],
    ["touch with a corner in the face", [1, 1, 0, 1, 1, 5, 2, 1, 5], true],
    ["touch with an edge in the face", [1, 1, 0, 2, 1, 0, 1, 1, 5], true],
    ["touch edge to edge", [2, -1, 0, 2, 1, 0, 2, 0, 5], true],
    ["touch corner to corner", [4, 0, 0, 5, 0, 1, 5, 1, 1], true],
    ["share an edge", [0, 0, 0, 4, 0, 0, 0, -4, 3], true],
    ["overlap in one plane", [1, 1, 0, 5, 1, 0, 1, 5, 0], true],
    ["contain each other in one plane", [1, 1, 0, 2, 1, 0, 1, 2, 0], true],
    ["touch in one plane at a corner", [4, 0, 0, 8, 0, 0, 4, -4, 0], true],
    ["are apart in one plane", [3, 3, 0, 5, 3, 0, 3, 5, 0], false],
    ["are apart in parallel planes", [0, 0, 1, 4, 0, 1, 0, 4, 1], false],
    ["are apart by the smallest step", [1, 1, Number.MIN_VALUE, 1, 1, 5, 2, 1, 5], false],
    ["a segment through the face", [1, 1, -1, 1, 1, 1, 1, 1, 0], true],
    ["a segment beside the face", [5, 5, -1, 5, 5, 1, 5, 5, 0], false],
    ["a segment in the plane that ends on an edge", [2, 2, 0, 5, 5, 0, 3, 3, 0], true],
    ["a point in the face", [1, 1, 0, 1, 1, 0, 1, 1, 0], true],
    ["a point outside", [5, 5, 0, 5, 5, 0, 5, 5, 0], false],
  ];
  for (const [name, other, answer] of cases) {
    it(`${answer ? "meet" : "do not meet"} when they ${name}`, () => {
      expect(meet([...base, ...other])).toBe(answer);
      expect(meet([...other, ...base])).toBe(answer);
    });
  }

  it("that are both degenerate meet like segments and points", () => {
    const segment = [0, 0, 0, 2, 2, 2, 1, 1, 1];
    expect(meet([...segment, 2, 0, 0, 0, 2, 2, 1, 1, 1])).toBe(true);
    expect(meet([...segment, 2, 0, 0, 0, 2, 1, 1, 1, 0.5])).toBe(false);
    expect(meet([...segment, 2, 2, 2, 3, 3, 3, 4, 4, 4])).toBe(true);
    expect(meet([...segment, 3, 3, 3, 4, 4, 4, 5, 5, 5])).toBe(false);
    expect(meet([...segment, 1, 1, 1, 1, 1, 1, 1, 1, 1])).toBe(true);
  });

  it("in general position are decided by the filter, touching ones by exact arithmetic", () => {
    const before = exactTestCount();
    meet([...base, 1, 1, -1, 1.1, 1.2, 1, 2, 1, 1.3]);
    meet([...base, 1, 1, 1, 1.1, 1.2, 3, 2, 1, 2]);
    expect(exactTestCount()).toBe(before);
    meet([...base, 1, 1, 0, 1, 1, 5, 2, 1, 5]);
    expect(exactTestCount()).toBe(before + 1);
  });

  it("with a common corner meet without exact arithmetic, unless a coordinate is not finite", () => {
    const before = exactTestCount();
    expect(meet([...base, ...base.slice(3, 6), 7, 8, 0, 9, 1, 0])).toBe(true);
    expect(meet([...base, 7, 8, 0, 9, 1, 3, ...base.slice(0, 3)])).toBe(true);
    expect(exactTestCount()).toBe(before);
    expect(() => meet([...base, ...base.slice(3, 6), 7, Number.NaN, 0, 9, 1, 0])).toThrow("NaN");
  });
});

describe.skipIf(truthRoot() === null)("the triangle test against exact tables", () => {
  for (const table of truthRoot() === null ? [] : truthManifest().triTriTables) {
    it(`agrees on all ${table.count} pairs of ${table.id}`, () => {
      const coordinates = readF64(table.pairs);
      const hits = readU8(table.hit);
      const wrong: number[] = [];
      for (let k = 0; k < table.count; k++) if (meet(coordinates, 18 * k) !== (hits[k] === 1)) wrong.push(k);
      expect(wrong).toEqual([]);
    });
  }
});
