import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type AabbTree,
  bakePositions,
  buildAabbTree,
  type ContactCache,
  collide,
  createMesh,
  type Distance,
  distance,
  isWithin,
  MeshError,
  type QueryStats,
  refit,
  type TriangleMesh,
} from "../../src/index.ts";
import { loadDistanceKernels } from "../../src/kernels/distance-kernels.ts";
import { FULL, GENERATION, PAIR_BYTES } from "../../src/kernels/distance-memory-map.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { distanceByBruteForce } from "../../src/reference/index.ts";
import { importAnew } from "../fresh-modules.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { affinePose, anyPose, rigidPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The kernels serve a tree once it has a copy, which the second `collide` makes. The twin is the descent in TypeScript, whose answer
// is the same to the last bit.

let kernelCalls = 0;

beforeAll(() => {
  const kernels = loadDistanceKernels();
  if (kernels === null) return; // then the suite is skipped
  const { descendForDistance } = kernels;
  kernels.descendForDistance = (nodesA, nodesB) => {
    kernelCalls++;
    return descendForDistance(nodesA, nodesB);
  };
});

/** Whether the kernels were used during a call. */
function servesKernels(work: () => void): boolean {
  return runsDuring("distance", work) > 0;
}

function build(mesh: TriangleMesh, leafSize = 2): AabbTree {
  const tree = buildAabbTree(mesh, { leafSize });
  for (let times = 0; times < 2; times++) collide(tree, tree);
  return tree;
}

/** An answer without its counters. */
function plain(answer: Distance | null): Omit<Distance, "stats"> | null {
  if (answer === null) return null;
  const { stats: _, ...rest } = answer;
  return rest;
}

function moved(pose: number[] | null, by: number, factor: number): number[] | null {
  return pose?.map((value, k) => (k < 12 || k > 14 ? value : (value + (k === 12 ? by : 0)) * factor)) ?? null;
}

const anyMesh = fc
  .tuple(
    fc.constantFrom("random", "lattice", "perturbed"),
    fc.integer({ min: 0, max: 1e6 }),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(0.05, 0.3, 0.8),
  )
  .map(([kind, seed, count, size]) => {
    const soup = kind === "random" ? randomSoup(seed, count, size) : latticeSoup(seed, count);
    const next = random(seed);
    if (kind === "perturbed")
      for (let i = 0; i < soup.positions.length; i++)
        soup.positions[i] += (Math.floor(5 * next()) - 2) * 2 ** -22;
    return soup.positions;
  });

/** The scale of a query, an offset of the meshes in units of it, and whether they are f32. */
const anyUnits = fc.tuple(
  fc.constantFrom(1, 1, 1, 2 ** -12, 2 ** 12, 2 ** -28, 2 ** 27, 2 ** 40),
  fc.constantFrom(0, 0, 1000, 2 ** 20),
  fc.boolean(),
);

describeKernels("the descent for a distance by SIMD kernels", () => {
  it("gives the answer of the descent in TypeScript, bit for bit (seed 52)", () => {
    let served = 0;
    let nulls = 0;
    fc.assert(
      fc.property(
        anyMesh,
        anyMesh,
        anyUnits,
        fc.constantFrom(1, 2, 2, 5, 16, 40),
        fc.option(fc.oneof(rigidPose, rigidPose, affinePose)),
        fc.option(anyPose),
        fc.constantFrom(0, 1, 4),
        fc.constantFrom(0.5, 1 - 1e-7, 1 - 1e-12, 1, 1 + 1e-12, 1 + 1e-7, 2),
        (positionsA, positionsB, [factor, shift, f32], leafSize, poseA, poseB, apart, share) => {
          const [a, b] = [positionsA, positionsB].map((positions) => {
            const scaled = Float64Array.from(positions, (x) => factor * (x + shift));
            return build(createMesh({ positions: f32 ? Float32Array.from(scaled) : scaled }), leafSize);
          }) as [AabbTree, AabbTree];
          const options = { aToWorld: moved(poseA, 0, factor), bToWorld: moved(poseB, apart, factor) };
          const expected = withoutKernels(() => distance(a, b, options))!;
          if (servesKernels(() => expect(plain(distance(a, b, options))).toEqual(plain(expected)))) served++;
          const maxDistance = share * expected.distance;
          const near = distance(a, b, { ...options, maxDistance });
          expect(plain(near)).toEqual(expected.distance <= maxDistance ? plain(expected) : null);
          if (near === null) nulls++;
          expect(isWithin(a, b, maxDistance, options)).toBe(expected.distance <= maxDistance);
          const cache: ContactCache = { slotA: 0, slotB: 0 };
          expect(plain(distance(a, b, { ...options, cache }))).toEqual(plain(expected));
        },
      ),
      { seed: 52, numRuns: randomCases(100) },
    );
    expect(served).toBeGreaterThan(randomCases(30));
    expect(nulls).toBeGreaterThan(randomCases(15));
  });

  it("equals brute force (seed 53)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, rigidPose, anyPose, (positionsA, positionsB, aToWorld, poseB) => {
        const [a, b] = [positionsA, positionsB].map((positions) =>
          build(createMesh({ positions: positions.slice(0, 90) })),
        );
        const options = { aToWorld, bToWorld: moved(poseB, 3, 1) };
        const found = distance(a, b, options)!;
        const least = distanceByBruteForce(a.mesh, b.mesh, options);
        expect(Math.abs(found.distance - least)).toBeLessThanOrEqual(1e-12 * least);
      }),
      { seed: 53, numRuns: randomCases(10) },
    );
  });

  it("hands pairs that f32 cannot tell apart to f64 (seeds 1 to 4)", () => {
    for (let seed = 1; seed <= 4; seed++) {
      const next = random(seed);
      // Two sheets, 1/512 from each other, rough by 2^-23; the first one turned vertex by vertex, the other one by its pose.
      const [flatA, flatB] = [0, 1].map(() => createPlaneGrid({ columns: 40, rows: 40 })) as [
        TriangleMesh,
        TriangleMesh,
      ];
      for (const { positions } of [flatA, flatB])
        for (let i = 1; i < positions.length; i += 3) positions[i] = next() * 2 ** -23;
      const turn = rotation([1, next(), next(), next()]);
      const positions = bakePositions(flatA.positions, turn);
      const a = build(createMesh({ positions, indices: flatA.indices }));
      const away = [4, 5, 6].map((k) => turn[k] / 512); // along the turned y
      const options = { bToWorld: turn.map((value, k) => value + (away[k - 12] ?? 0)) };
      const b = build(flatB);
      const expected = withoutKernels(() => distance(a, b, options));
      expect(servesKernels(() => expect(plain(distance(a, b, options))).toEqual(plain(expected)))).toBe(true);
    }
  });

  it("takes about as many tests as the descent in TypeScript (torus × torus)", () => {
    const tree = build(smallTorus(60, 24));
    for (let k = 0; k < 10; k++) {
      const bToWorld = rotation([1, 0.3 * k, 0.7, 0.1 * k], [3 + 0.3 * k, 0.2, 0.05 * k]);
      const stats = {} as QueryStats;
      const byKernels = {} as QueryStats;
      const expected = withoutKernels(() => distance(tree, tree, { bToWorld, stats }));
      expect(plain(distance(tree, tree, { bToWorld, stats: byKernels }))).toEqual(plain(expected));
      expect(byKernels.boxTests).toBeGreaterThan(0.9 * stats.boxTests);
      expect(byKernels.boxTests).toBeLessThan(1.1 * stats.boxTests + 20);
      expect(byKernels.triangleTests).toBeGreaterThan(0);
      expect(byKernels.triangleTests).toBeLessThan(1.5 * stats.triangleTests + 20);
    }
  });

  it("stops at a pair that is certainly within the clearance", () => {
    const tree = build(smallTorus(60, 24));
    const bToWorld = rotation([1, 0.3, 0.7, 0.1], [3.5, 0.2, 0.1]);
    const { distance: least, stats } = distance(tree, tree, { bToWorld })!;
    const early = {} as QueryStats;
    expect(isWithin(tree, tree, 2 * least, { bToWorld, stats: early })).toBe(true);
    expect(early.boxTests).toBeLessThan(0.5 * stats.boxTests);
  });

  it("returns to TypeScript whenever its list of pairs is full", () => {
    const cells = 50;
    const sheet = build(createPlaneGrid({ columns: cells, rows: cells }));
    const bToWorld = rotation([1, 0, 0, 0], [0, 0.5, 0]);
    const calls = kernelCalls;
    const answer = distance(sheet, sheet, { bToWorld })!;
    expect(kernelCalls - calls).toBeGreaterThan(2);
    expect(answer.stats.triangleTests).toBeGreaterThan(FULL / PAIR_BYTES);
    expect(plain(answer)).toEqual(plain(withoutKernels(() => distance(sheet, sheet, { bToWorld }))));
  });

  it("clears all supports before the numbers of directions run out", () => {
    const tree = build(smallTorus(30, 12));
    const bToWorld = rotation([1, 0.3, 0.7, 0.1], [3.5, 0.2, 0.1]);
    const expected = plain(distance(tree, tree, { bToWorld }));
    const ints = new Int32Array(loadDistanceKernels()!.memory.buffer);
    ints[GENERATION >> 2] = 2 ** 30 + 1;
    for (let k = 0; k < 3; k++) expect(plain(distance(tree, tree, { bToWorld }))).toEqual(expected);
    expect(ints[GENERATION >> 2]).toBeLessThan(1000);
  });

  it("answers for the vertices at the last refit", () => {
    const { positions, indices } = smallTorus(30, 12);
    const moving = createMesh({ positions: positions.slice(), indices });
    const [a, b] = [build(moving), build(smallTorus(30, 12))];
    for (let step = 1; step < 4; step++) {
      for (let i = 0; i < positions.length; i += 3) moving.positions[i] = positions[i] + 3 * step;
      refit(a);
      const expected = withoutKernels(() => distance(a, b));
      for (let times = 0; times < 3; times++) expect(plain(distance(a, b))).toEqual(plain(expected));
    }
  });

  it("throws MeshError for vertices that are not finite", () => {
    const { positions, indices } = smallTorus(12, 8);
    for (const bad of [Number.NaN, Infinity]) {
      const broken = createMesh({ positions: positions.slice(), indices });
      const [a, b] = [buildAabbTree(broken), build(smallTorus(12, 8))];
      broken.positions.fill(bad);
      const bToWorld = rotation([1, 0.3, 0.7, 0.1], [9, 0.2, 0.1]);
      for (let times = 0; times < 3; times++) expect(() => distance(a, b, { bToWorld })).toThrow(MeshError);
    }
  });

  it("throws for one vertex that is not finite exactly where the descent in TypeScript does", () => {
    const { positions, indices } = smallTorus(12, 8);
    const bToWorld = rotation([1, 0, 0, 0], [0, 0.1, 3]);
    const b = build(smallTorus(12, 8));
    let told = 0;
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
      const broken = createMesh({ positions: positions.slice(), indices });
      const a = buildAabbTree(broken);
      broken.positions[3 * vertex + (vertex % 3)] = Number.NaN;
      const ask = () => {
        try {
          return plain(distance(a, b, { bToWorld }));
        } catch (error) {
          return error;
        }
      };
      const expected = withoutKernels(ask);
      if (expected instanceof MeshError) told++;
      for (let times = 0; times < 3; times++) expect(ask()).toEqual(expected);
    }
    expect(told).toBeGreaterThan(30);
  });

  it("gives the answer of the descent in TypeScript for models that a pose stretches beyond f32 (seeds 1 to 20)", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const next = random(seed);
      const flat = (by: number[]) => (_: number, i: number) => by[i % 3] * (next() - 0.5);
      const a = build(
        createMesh({ positions: new Float64Array(9 * 20).map(flat([2 ** 28, 2 ** 20, 2 ** 20])) }),
      );
      const b = build(
        createMesh({ positions: new Float64Array(9 * 20).map(flat([1, 1, 1].map(() => 2 ** -102))) }),
      );
      const bToWorld = rotation([1, next(), next(), next()], [0, 2 ** 26, 0], [2 ** 130, 2 ** 58, 2 ** 58]);
      const expected = withoutKernels(() => distance(a, b, { bToWorld }));
      expect(plain(distance(a, b, { bToWorld }))).toEqual(plain(expected));
    }
  });

  it("is not used for a pose of a that stretches one axis, nor for trees without a copy", () => {
    const mesh = smallTorus(12, 8);
    const [asked, fresh] = [build(mesh), buildAabbTree(mesh)];
    const bToWorld = rotation([1, 0.3, 0.7, 0.1], [9, 0.2, 0.1]);
    const stretched = rotation([1, 0.2, 0.1, 0.4], [0, 0, 0], [1, 1, 1.001]);
    const scaled = rotation([1, 0.2, 0.1, 0.4], [0, 0, 0], [3, -3, 3]);
    const serves = (a: AabbTree, b: AabbTree, aToWorld: number[] | null) =>
      servesKernels(() => distance(a, b, { aToWorld, bToWorld }));
    expect(serves(asked, fresh, null)).toBe(false);
    expect(serves(asked, asked, stretched)).toBe(false);
    expect(serves(asked, asked, scaled)).toBe(true);
    expect(servesKernels(() => distance(asked, asked, { bToWorld: moved(stretched, 9, 1) }))).toBe(true);
  });
});

describe("without WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("distance answers in TypeScript", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const [library, kernels] = await importAnew<
      [typeof import("../../src/index.ts"), typeof import("../../src/kernels/distance-kernels.ts")]
    >("src/index.ts", "src/kernels/distance-kernels.ts");
    const mesh = smallTorus(12, 8);
    const tree = library.buildAabbTree(mesh);
    const bToWorld = rotation([1, 0.3, 0.2, 0.1], [3.5, 0.1, 0]);
    const expected = plain(distance(buildAabbTree(mesh), buildAabbTree(mesh), { bToWorld }));
    for (let times = 0; times < 3; times++)
      expect(plain(library.distance(tree, tree, { bToWorld }))).toEqual(expected);
    expect(kernels.loadDistanceKernels()).toBeNull();
  });
});
