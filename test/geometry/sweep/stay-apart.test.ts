import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sweepExactly } from "../../../src/geometry/sweep/exact-sweep.ts";
import {
  fanStaysApart,
  hingeStaysApart,
  trianglesStayApart,
} from "../../../src/geometry/sweep/stay-apart.ts";
import { trianglesMeetByIntegers } from "../../../src/reference/index.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";

// (1) a yes is true: no features without a common vertex meet, nor do the triangles at the start (2) unfolded neighbours get a yes.

const seeds = fc.integer({ min: 0, max: 1e6 });

/** Vertices in the unit cube, and where they end: anywhere, or on a lattice. */
function moving(seed: number, count: number, lattice: boolean): [Float64Array, Float64Array] {
  const next = random(seed);
  const round = (x: number) => (lattice ? Math.round(3 * x) : x);
  const start = Float64Array.from({ length: 3 * count }, () => round(next()));
  return [start, start.map((x) => round(x + 0.6 * (next() - 0.5)))];
}

/** Whether any two features of the triangles that share no vertex meet. */
function featuresMeet(start: Float64Array, end: Float64Array, a: number[], b: number[]): boolean {
  const edges = (t: number[]) => t.map((vertex, k) => [vertex, t[(k + 1) % 3]]);
  const pairs = [
    ...a.map((vertex) => ({ isEdges: false, left: [vertex], right: b })),
    ...b.map((vertex) => ({ isEdges: false, left: [vertex], right: a })),
    ...edges(a).flatMap((left) => edges(b).map((right) => ({ isEdges: true, left, right }))),
  ];
  return pairs.some(({ isEdges, left, right }) => {
    if (left.some((vertex) => right.includes(vertex))) return false;
    const query = [start, end].flatMap((points) =>
      [...left, ...right].flatMap((vertex) => [...points.subarray(3 * vertex, 3 * vertex + 3)]),
    );
    return sweepExactly(Float64Array.from(query), 0, isEdges, new Float64Array(2));
  });
}

describe("neighbours that stay apart", () => {
  it("(1) meet nowhere but in their common vertex or edge (seed 311)", () => {
    const yes = { fan: 0, hinge: 0, triangles: 0 };
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, lattice) => {
        const [start, end] = moving(seed, 6, lattice);
        if (fanStaysApart(start, end, 0, 3, 6, 9, 12)) {
          yes.fan++;
          expect(featuresMeet(start, end, [0, 1, 2], [0, 3, 4])).toBe(false);
        }
        if (hingeStaysApart(start, end, 0, 3, 6, 9)) {
          yes.hinge++;
          expect(featuresMeet(start, end, [0, 1, 2], [0, 1, 3])).toBe(false);
        }
        const pair = [0, 9].flatMap((at) => [start, end].flatMap((p) => [...p.subarray(at, at + 9)]));
        if (trianglesStayApart(Float64Array.from(pair))) {
          yes.triangles++;
          expect(featuresMeet(start, end, [0, 1, 2], [3, 4, 5])).toBe(false);
          expect(trianglesMeetByIntegers(start, 0, start, 9)).toBe(false);
        }
      }),
      { numRuns: randomCases(750), seed: 311 },
    );
    expect(Math.min(yes.fan, yes.hinge, yes.triangles)).toBeGreaterThan(40);
  });

  it("(2) are found in a sheet that bends by up to 60° and moves a little (seed 312)", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const next = random(seed);
        // s, t, p and u: an edge with a triangle on either side, the second one folded up
        const angle = (Math.PI / 3) * next();
        const flat = [0, 0, 0, 1, 0, 0, 0.4, 1, 0, 0.6, -Math.cos(angle), Math.sin(angle)];
        const start = Float64Array.from(flat, (x) => x + 0.05 * (next() - 0.5));
        const end = start.map((x) => x + 0.05 * (next() - 0.5));
        expect(hingeStaysApart(start, end, 0, 3, 6, 9)).toBe(true);
        // around s: p between 0° and 60°, u between 120° and 180°
        const around = [0, 60, 120, 180].flatMap((degrees) => {
          const turn = (Math.PI * degrees) / 180;
          return [Math.cos(turn), Math.sin(turn), 0.3 * (next() - 0.5)];
        });
        const fan = Float64Array.from([0, 0, 0, ...around]);
        const moved = fan.map((x) => x + 0.05 * (next() - 0.5));
        expect(fanStaysApart(fan, moved, 0, 3, 6, 9, 12)).toBe(true);
      }),
      { numRuns: randomCases(75), seed: 312 },
    );
  });

  it("say nothing of triangles without area, or where two vertices coincide", () => {
    const zero = new Float64Array(36);
    expect(fanStaysApart(zero, zero, 0, 3, 6, 9, 12)).toBe(false);
    expect(hingeStaysApart(zero, zero, 0, 3, 6, 9)).toBe(false);
    expect(trianglesStayApart(zero)).toBe(false);
  });
});
