import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  buildRTree,
  classify,
  createMesh,
  distance,
  isWithin,
  type TriangleMesh,
} from "../../src/index.ts";
import { classifyByBruteForce, distanceByBruteForce } from "../../src/reference/index.ts";
import { random, smallTorus } from "../meshes.ts";
import { rotation } from "../poses.ts";

// Found in review: with gaps far below the coordinates' size, `distance` and its slow twin differed, by a factor of 1.4
// and more. The twin was wrong: its slabs were f64, whose rounding is as wide as such gaps, and could be negative. And the
// twin of `classify` took steps of a fixed length, too long beside coordinates of 1e-100.

const BUILDS = [buildAabbTree, buildObbTree, buildRTree] as const;

describe("a gap far below the coordinates' size", () => {
  // Columns of length 3, square to each other: coordinates in no plane of the axes, and distances thrice as long, exactly.
  const turn = ([x, y, z]: number[]) => [2 * x + 2 * y - z, -x + 2 * y + 2 * z, 2 * x - y + 2 * z];
  const cases: [string, number[][], (gap: number) => number[][]][] = [
    [
      "parallel faces",
      [
        [0, 0, 0],
        [9, 0, 0],
        [0, 9, 0],
      ],
      (g) => [
        [1, 1, g],
        [5, 2, g],
        [2, 7, g],
      ],
    ],
    [
      "a corner over a face",
      [
        [0, 0, 0],
        [9, 0, 0],
        [0, 9, 0],
      ],
      (g) => [
        [2, 3, g],
        [7, 1, 5],
        [-8, 9, 6],
      ],
    ],
    [
      "two edges",
      [
        [-9, 0, 0],
        [8, 0, 0],
        [1, 2, -7],
      ],
      (g) => [
        [3, -9, g],
        [3, 8, g],
        [1, 1, 9],
      ],
    ],
    [
      "a corner beside an edge",
      [
        [0, 0, 0],
        [9, 0, 0],
        [4, 0, -9],
      ],
      (g) => [
        [5, 0, g],
        [4, 5, 8],
        [7, -6, 9],
      ],
    ],
    [
      "two corners",
      [
        [0, 0, 0],
        [9, 3, -8],
        [-7, 2, -9],
      ],
      (g) => [
        [0, 0, g],
        [8, 1, 9],
        [-6, -5, 8],
      ],
    ],
  ];

  it.each(cases)("is measured to the last bit: %s", (_, first, second) => {
    for (const bits of [1, 10, 20, 27, 35, 45]) {
      const gap = 2 ** -bits;
      const [a, b] = [first, second(gap)].map((t) =>
        createMesh({ positions: Float64Array.from(t.flatMap(turn)) }),
      ) as [TriangleMesh, TriangleMesh];
      expect(distanceByBruteForce(a, b)).toBe(3 * gap);
      expect(distanceByBruteForce(b, a)).toBe(3 * gap);
      for (const build of BUILDS) expect(distance(build(a), build(b))!.distance).toBe(3 * gap);
    }
  });

  const next = random(31);
  const tetrahedron = () =>
    createMesh({
      positions: Float64Array.from({ length: 12 }, () => next() - 0.5),
      indices: Uint16Array.of(0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0),
    });
  const moved = ({ positions, indices }: TriangleMesh, way: number[], length: number) =>
    createMesh({ positions: Float64Array.from(positions, (x, i) => x + length * way[i % 3]), indices });

  it("is what the slow twin measures, in every pose (tetrahedra, seed 31)", () => {
    for (let run = 0; run < 20; run++) {
      const [a, b] = [tetrahedron(), tetrahedron()];
      const gap = 10 ** -(8 + 8 * next());
      const way = [next() - 0.5, next() - 0.5, next() - 0.5];
      // As far along the way as leaves about that gap.
      let [near, far] = [0, 16];
      for (let k = 0; k < 60; k++) {
        const middle = (near + far) / 2;
        if (isWithin(buildAabbTree(a), buildAabbTree(moved(b, way, middle)), gap)) near = middle;
        else far = middle;
      }
      const scale = [1 + 4 * next(), -1 - next(), 0.25 + next()];
      const pose = run % 2 === 0 ? null : rotation([1, next(), next(), next()], [next(), 9, -3], scale);
      agree(a, moved(b, way, far), pose);
    }
  });

  it("is what the slow twin measures between tori that stand on each other, nearly (seed 31)", () => {
    const torus = smallTorus(5, 4, Float64Array);
    for (const gap of [1e-9, 1e-13])
      agree(torus, moved(torus, [0, 0, 1], 0.8 + gap), rotation([1, next(), next(), next()], [3, 2, 1]));
  });

  it("is what the slow twin measures among coordinates from 1e-190 to 1 (seed 32)", () => {
    const wide = random(32);
    for (let run = 0; run < 40; run++) {
      const numbers = Float64Array.from({ length: 18 }, () => (wide() - 0.5) * 10 ** (-190 * wide()));
      const lift = 10 ** (-150 * wide());
      for (let k = 2; k < 18; k += 3)
        numbers[k] = k < 9 ? -Math.abs(numbers[k]) : lift + Math.abs(numbers[k]);
      const [a, b] = [0, 9].map((i) => createMesh({ positions: numbers.slice(i, i + 9) }));
      agree(a, b, null);
    }
  });

  /** In both orders and all trees; `distance` promises a few units in the last place. */
  function agree(a: TriangleMesh, b: TriangleMesh, pose: number[] | null): void {
    const wanted = distanceByBruteForce(a, b, { aToWorld: pose, bToWorld: pose });
    for (const build of BUILDS)
      for (const [p, q] of [
        [a, b],
        [b, a],
      ] as const) {
        const found = distance(build(p), build(q), { aToWorld: pose, bToWorld: pose })!.distance;
        expect(Math.abs(found - wanted)).toBeLessThanOrEqual(2 ** -43 * wanted);
        expect(found === 0).toBe(wanted === 0);
      }
  }
});

describe("solids among coordinates from 1e-100 to 3", () => {
  const solid = (...corners: number[]) =>
    createMesh({
      positions: Float64Array.from(corners),
      indices: Uint16Array.of(0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0),
    });

  it("overlap according to the slow twin of classify, too", () => {
    const a = solid(...[0, 3e-100, 0], ...[0, 1e-100, 3e-100], ...[3, 3, 0], ...[3, 1, 2]);
    const b = solid(
      ...[1, 3e-100, 3],
      ...[1e-100, 2e-100, 0],
      ...[2e-100, 3e-100, 3e-100],
      ...[1e-100, 2, 3e-100],
    );
    expect(classify(buildAabbTree(a), buildAabbTree(b)).relation).toBe("overlapping");
    expect(classifyByBruteForce(a, b)).toBe("overlapping");
  });
});
