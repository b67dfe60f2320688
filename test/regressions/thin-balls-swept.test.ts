import { describe, expect, it } from "vitest";
import { buildAabbTree, createMesh, type SweepHit, sweepSphere } from "../../src/index.ts";
import { expectAtLeast } from "../expect-in-loops.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

// Found by sweeps of balls against an exact oracle: the foot of a ball thinner than the last place of an edge was rounded into the edge,
// products of four lengths below 2^-268 underflowed, half of a path pointed beside what the path meets, and a centre that is rounded to the
// point touched left no normal.

const treeOf = (...positions: number[]) =>
  buildAabbTree(createMesh({ positions: Float64Array.from(positions) }));

/** A ball at any scale: 52 t² − 68 t + 21 = 0 for the corner at the origin, so it arrives at 0.5 from below. */
function sweepToCorner(scale: number, positions: number[]): SweepHit {
  return sweepSphere(treeOf(...positions), [-3 * scale, -4 * scale, 0], 2 * scale, [
    6 * scale,
    4 * scale,
    0,
  ])!;
}

function expectVector(vector: ArrayLike<number> | null, expected: number[]): void {
  for (let k = 0; k < 3; k++) expect(vector![k]).toBeCloseTo(expected[k], 12);
}

describe("a thin ball", () => {
  const exponents = [0, -52, -54, -56, -60, -100, -537];
  // Each corner of the triangle comes first once.
  const turns = [
    [0, 0, 0, 1, 0, 0, 0, 1, 0],
    [1, 0, 0, 0, 1, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 1, 0, 0],
  ];

  it.each(exponents)("of half radius 2^%i arrives at a corner when it does", (exponent) => {
    for (const positions of turns) {
      const { time, normal, point } = sweepToCorner(2 ** exponent, positions);
      expect(time).toBeCloseTo(0.5, 12);
      expectVector(normal, [0, -1, 0]);
      expectVector(point, [0, 0, 0]);
    }
  });

  it.each(exponents)("of half radius 2^%i meets the nearer of two triangles first", (exponent) => {
    const s = 2 ** exponent;
    const nearer = [-0.5, -2.5, 1.5, -0.5, -2.5, 3, -0.5, -2.5, 2.5].map((x) => x * s);
    const { triangle, time } = sweepToCorner(s, [...turns[0], ...nearer]);
    expect(triangle).toBe(1);
    // the root of |(−2.5 + 6 t, −1.5 + 4 t, −1.5)| = 2
    expect(time).toBeCloseTo((42 - Math.sqrt(42 ** 2 - 4 * 52 * 6.75)) / 104, 12);
  });
});

describe("a point, or a ball that is thinner than the last place of its path,", () => {
  const radii = [0, 1e-18, 1e-17, 1e-16];
  const motion = [0.7, 0.9, 1.1];
  const half = motion.map((x) => x / 2);

  it.each(radii)("of radius %f meets a corner half-way, and not what is behind it", (radius) => {
    const far = motion.map((x) => 0.8 * x);
    const corner = [...half, 2, 0, 0, 0, -2, 0];
    const behind = [
      [1, -1, 0],
      [-1, -1, 0.1],
      [0, 1, 0],
    ].flatMap((offset) => offset.map((x, k) => far[k] + x));
    const { time, triangle, normal } = sweepSphere(treeOf(...corner, ...behind), [0, 0, 0], radius, motion)!;
    expect(time).toBeCloseTo(0.5, 9);
    expect(triangle).toBe(0);
    expect(Math.hypot(...normal!)).toBeCloseTo(1, 12);
  });

  it("meets corners and middles of edges half-way in any direction (seed 5)", () => {
    const next = random(5);
    const draw = () => Array.from({ length: 3 }, () => 2 * next() - 1);
    for (let k = 0; k < randomCases(600); k++) {
      const way = draw();
      const middle = way.map((x) => x / 2);
      const offset = draw().map((x) => Math.round(64 * x) / 64);
      // Multiples of the last place of `middle`, so that the middle of the edge is exact.
      const corners =
        k % 2 === 0
          ? [...middle, ...draw(), ...draw()]
          : [...middle.map((x, i) => x + offset[i]), ...middle.map((x, i) => x - offset[i]), ...draw()];
      const isExact = [0, 1, 2].every((i) => k % 2 === 0 || (corners[i] + corners[i + 3]) / 2 === middle[i]);
      const hit = sweepSphere(treeOf(...corners), [0, 0, 0], [0, 1e-17][k % 3 === 0 ? 1 : 0], way);
      if (!isExact && hit === null) continue;
      expectAtLeast(0.5 + 1e-9, hit!.time);
      expectAtLeast(hit!.normal![0] ** 2 + hit!.normal![1] ** 2 + hit!.normal![2] ** 2, 0.99);
    }
  });
});

describe("a tiny ball and triangle beside an ordinary triangle", () => {
  const ordinary = [5, 5, 5, 6, 5, 5, 5, 6, 5];

  it.each([-100, -260, -270, -280, -500, -530, -538, -1000])(
    "of the size 2^%i meet as larger ones do",
    (exponent) => {
      const s = 2 ** exponent;
      const positions = [0, 0, 0, s, 0, 0, 0, s, 0, ...ordinary];
      const face = sweepSphere(treeOf(...positions), [s / 4, s / 4, 4 * s], s, [0, 0, -6 * s])!;
      expect(face.time).toBe(0.5);
      expect(face.normal).toEqual([0, 0, 1]);
      expect(face.point).toEqual([s / 4, s / 4, 0]);
      const corner = sweepToCorner(s, positions);
      expect(corner.time).toBeCloseTo(0.5, 12);
      expectVector(corner.normal, [0, -1, 0]);
    },
  );
});
