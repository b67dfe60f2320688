import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isDegenerate,
  markDegenerate,
  meetBeyondCorner,
  meetBeyondEdge,
} from "../../../src/geometry/overlap/neighbour-triangles.ts";
import { exactNeighbourTestCount } from "../../../src/geometry/overlap/neighbour-triangles-exact.ts";
import { setPlane, TRIANGLE } from "../../../src/geometry/overlap/triangle-triangle.ts";
import { createMesh } from "../../../src/index.ts";
import { findSelfPairsByBruteForce } from "../../../src/reference/index.ts";
import { randomCases } from "../../random-cases.ts";

// Contracts of the test of neighbours: (1) it equals the reference, which uses another method and integers (2) swapping
// the triangles, rotating or reversing their corners changes nothing (3) the filter decides generic and flat meshes.

type Point = readonly [number, number, number];

function complete(points: readonly Point[], reach: number): Float64Array {
  const t = new Float64Array(TRIANGLE);
  t.set(points.flat());
  setPlane(t, 0, Float64Array.of(reach));
  markDegenerate(t, 0, Float64Array.of(reach));
  return t;
}

function reachOf(points: readonly Point[]): number {
  return 2 * points.flat().reduce((sum, x) => sum + Math.abs(x), 0);
}

/** Triangles V P Q and V R S with V common, starting at corner `turnA` or `turnB`. */
function cornerMeets([v, p, q, r, s]: readonly Point[], turnA = 0, turnB = 0): boolean {
  const reach = reachOf([v, p, q, r, s]);
  const a = complete(rotate([v, p, q], turnA), reach);
  const b = complete(rotate([v, r, s], turnB), reach);
  return meetBeyondCorner(a, 0, turnA, b, 0, turnB);
}

/** Triangles P Q R and P Q S with the edge P Q common. */
function edgeMeets([p, q, r, s]: readonly Point[], turnA = 0, turnB = 0): boolean {
  const reach = reachOf([p, q, r, s]);
  const a = complete(rotate([r, p, q], turnA), reach);
  const b = complete(rotate([s, q, p], turnB), reach);
  return meetBeyondEdge(a, 0, turnA, b, 0, turnB);
}

/** Rotates the points so that corner 0 gets index `turn`. */
function rotate(points: Point[], turn: number): Point[] {
  return points.map((_, k) => points[(k + 3 - turn) % 3]);
}

function reference(points: readonly Point[], indices: number[]): boolean | null {
  const mesh = createMesh({
    positions: Float64Array.from(points.flat()),
    indices: Uint16Array.from(indices),
  });
  const { pairs, degenerateTriangles } = findSelfPairsByBruteForce(mesh);
  return degenerateTriangles.length > 0 ? null : pairs.length > 0;
}

const lattice = fc.integer({ min: 0, max: 3 });
const generic = fc.double({ min: -1, max: 1, noNaN: true });
const nearLattice = fc.tuple(lattice, fc.integer({ min: -2, max: 2 })).map(([x, k]) => x + 1 + k * 2 ** -52);
const tiny = fc.tuple(lattice, fc.constantFrom(-1070, -400, -300, 0)).map(([x, e]) => x * 2 ** e);
const flat = fc.tuple(lattice, lattice).map(([x, y]): Point => [x, y, x + y]);

function points(point: fc.Arbitrary<Point>, count: number): fc.Arbitrary<Point[]> {
  return fc.array(point, { minLength: count, maxLength: count });
}

const kinds: [string, fc.Arbitrary<Point>][] = [
  ["generic", fc.tuple(generic, generic, generic)],
  ["lattice", fc.tuple(lattice, lattice, lattice)],
  ["coplanar lattice", flat],
  ["ulp-perturbed lattice", fc.tuple(nearLattice, nearLattice, nearLattice)],
  ["underflowing lattice", fc.tuple(tiny, tiny, tiny)],
];
const turn = fc.integer({ min: 0, max: 2 });

describe("two triangles with a common corner", () => {
  for (const [name, point] of kinds)
    it(`meet beyond it exactly when the reference says so, in any order of corners (${name}, seed 8)`, () => {
      fc.assert(
        fc.property(points(point, 5), turn, turn, (p, turnA, turnB) => {
          const answer = reference(p, [0, 1, 2, 0, 3, 4]);
          if (answer === null) return;
          expect(cornerMeets(p, turnA, turnB)).toBe(answer);
          const [v, a, b, c, d] = p as [Point, Point, Point, Point, Point];
          expect(cornerMeets([v, c, d, a, b], turnB, turnA)).toBe(answer);
          expect(cornerMeets([v, b, a, c, d], turnA, turnB)).toBe(answer);
        }),
        { numRuns: randomCases(188), seed: 8 },
      );
    });

  const o: Point = [0, 0, 0];
  const cases: [string, Point[], boolean][] = [
    ["cross", [o, [4, 0, 0], [0, 4, 0], [1, 1, -1], [1, 1, 1]], true],
    ["cross on the far side of the corner", [o, [4, 0, 0], [0, 4, 0], [-1, -1, -1], [-1, -1, 1]], false],
    ["touch along an edge", [o, [4, 0, 0], [0, 4, 0], [2, 0, 0], [0, 0, 4]], true],
    ["touch along an edge inside the face", [o, [4, 0, 0], [0, 4, 0], [1, 1, 0], [0, 0, 4]], true],
    ["touch at the corner only", [o, [4, 0, 0], [0, 4, 0], [-1, 0, 1], [0, -1, 1]], false],
    ["continue each other's edge", [o, [4, 0, 0], [0, 4, 0], [-4, 0, 0], [0, 0, 4]], false],
    ["overlap in one plane", [o, [4, 0, 0], [0, 4, 0], [3, 1, 0], [5, -1, 0]], true],
    ["contain each other in one plane", [o, [4, 0, 0], [0, 4, 0], [2, 1, 0], [1, 2, 0]], true],
    ["lie side by side in one plane", [o, [4, 0, 0], [0, 4, 0], [-4, 1, 0], [-4, 4, 0]], false],
    ["lie side by side in one plane, edge to edge", [o, [4, 0, 0], [0, 4, 0], [0, 9, 0], [-4, 4, 0]], true],
  ];
  for (const [name, p, answer] of cases)
    it(`${answer ? "meet" : "do not meet"} beyond it when they ${name}`, () => {
      for (let turnA = 0; turnA < 3; turnA++) expect(cornerMeets(p, turnA, (turnA + 1) % 3)).toBe(answer);
      expect(reference(p, [0, 1, 2, 0, 3, 4])).toBe(answer);
    });

  it("are decided by the filter in general position and side by side in one plane, otherwise exactly", () => {
    const before = exactNeighbourTestCount();
    cornerMeets([o, [4, 0, 0], [0, 4, 0], [1, 1, -1], [1, 1.5, 1]]);
    cornerMeets([o, [4, 0, 0], [0, 4, 0], [-4, 1, 0], [-4, 4, 0]]);
    expect(exactNeighbourTestCount()).toBe(before);
    cornerMeets([o, [4, 0, 0], [0, 4, 0], [1, 1, 0], [0, 0, 4]]);
    expect(exactNeighbourTestCount()).toBe(before + 1);
  });
});

describe("two triangles with a common edge", () => {
  for (const [name, point] of kinds)
    it(`meet beyond it exactly when the reference says so, in any order of corners (${name}, seed 9)`, () => {
      fc.assert(
        fc.property(points(point, 4), turn, turn, (p, turnA, turnB) => {
          const answer = reference(p, [0, 1, 2, 0, 1, 3]);
          if (answer === null) return;
          expect(edgeMeets(p, turnA, turnB)).toBe(answer);
          const [a, b, c, d] = p as [Point, Point, Point, Point];
          expect(edgeMeets([b, a, d, c], turnB, turnA)).toBe(answer);
        }),
        { numRuns: randomCases(188), seed: 9 },
      );
    });

  it("meet beyond it when folded onto each other, but not when flat, bent or just short of folded", () => {
    const edge: Point[] = [
      [0, 0, 0],
      [4, 0, 0],
    ];
    expect(edgeMeets([...edge, [1, 2, 0], [3, 5, 0]])).toBe(true);
    expect(edgeMeets([...edge, [1, 2, 0], [3, -5, 0]])).toBe(false);
    expect(edgeMeets([...edge, [1, 2, 0], [3, 5, 1]])).toBe(false);
    expect(edgeMeets([...edge, [1, 2, 0], [3, 5, Number.MIN_VALUE]])).toBe(false);
  });
});

describe("a triangle", () => {
  it("is marked degenerate when its corners are collinear or coincide, and only then", () => {
    const mark = (...p: Point[]) => isDegenerate(complete(p, reachOf(p)), 0);
    expect(mark([0, 0, 0], [1, 1, 1], [3, 3, 3])).toBe(true);
    expect(mark([0, 0, 0], [0, 0, 0], [3, 3, 3])).toBe(true);
    expect(mark([1, 2, 3], [1, 2, 3], [1, 2, 3])).toBe(true);
    expect(mark([0, 0, 0], [1, 1, 1], [3, 3, 3 + 2 ** -51])).toBe(false);
    expect(mark([0, 0, 0], [1, 0, 0], [0, 2 ** -1060, 0])).toBe(false);
  });
});
