import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  createMesh,
  findImpacts,
  findSelfImpacts,
  type Motion,
  type SplitRule,
  selfTimeOfImpact,
  type TriangleMesh,
  timeOfImpact,
} from "../../src/index.ts";
import { openImpactKernels } from "../../src/kernels/impact-kernels.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { kernelRuns } from "../../src/kernels/kernel-runs.ts";
import { PAGE } from "../../src/kernels/wasm-memory.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// (1) answers and counters of the kernels are those of the TypeScript: which of several contacts at one time is named, too (2) a limit of
// steps ends both at one pair (3) a heap of any size (4) kernels come in when a search of two meshes has become long, not before.

const SPLITS: SplitRule[] = ["sah", "midpoint", "median"];
const build = (mesh: TriangleMesh, seed: number) =>
  buildAabbTree(mesh, { split: SPLITS[seed % 3], leafSize: 1 + (seed % 4) });
const seeds = fc.integer({ min: 0, max: 1e6 });

/** With counters, for kernels forced and off. */
function expectEqual(ask: (stats: object) => unknown): unknown {
  const stats = {};
  const plainStats = {};
  const answer = withKernels(() => ask(stats));
  expect(answer).toEqual(withoutKernels(() => ask(plainStats)));
  expect(stats).toEqual(plainStats);
  return answer;
}

/** A grid whose vertices are moved off their plane, in whole steps where everything is to be a borderline case. */
function bumpyGrid(seed: number, isLattice: boolean): TriangleMesh {
  const { positions, indices } = createPlaneGrid({ width: 6, depth: 5, columns: 6, rows: 5 });
  return createMesh({ positions: jitter(positions, seed, isLattice ? 0 : 0.8, isLattice), indices });
}

function jitter(
  positions: ArrayLike<number>,
  seed: number,
  amount: number,
  isLattice: boolean,
): Float64Array {
  const next = random(seed);
  return Float64Array.from(positions, (x) => {
    const by = amount * (next() - 0.5);
    return isLattice ? Math.round(x + by) : x + by;
  });
}

function anyMesh(seed: number, isLattice: boolean): TriangleMesh {
  const kind = seed % 3;
  if (kind === 0) return bumpyGrid(seed, isLattice);
  return isLattice ? latticeSoup(seed, 12) : randomSoup(seed, 20, 1);
}

describeKernels("straight motion", () => {
  it("(3) grows the heap: slanted triangles that come down at different times, and never touch (seed 74)", () => {
    const next = random(74);
    const slanted = (height: () => number, count: number) => {
      const positions: number[] = [];
      for (let i = 0; i < count; i++) {
        const [x, z, y] = [2 * next() - 1, 2 * next() - 1, height()];
        positions.push(x, y + 0.5 * x, z, x + 1, y + 0.5 * x + 0.5, z, x, y + 0.5 * x, z + 1);
      }
      return buildAabbTree(createMesh({ positions: Float64Array.from(positions) }), { leafSize: 1 });
    };
    const a = slanted(() => 0, 500);
    const b = slanted(() => 1 + 2 * next(), 500);
    const end = b.mesh.positions.map((y, i, all) => {
      const x = all[i - 1];
      return i % 3 === 1 ? 0.5 * x + 0.01 * (y - 0.5 * x) : y;
    });
    expect(expectEqual((stats) => timeOfImpact(a, b, null, { positionsAtEnd: end }, { stats }))).toEqual({
      kind: "miss",
    });
    // The meshes and the first heap take five pages; this test comes first, so that no other one has taken more.
    expect(openImpactKernels()!.memory.buffer.byteLength).toBeGreaterThan(5 * PAGE);
  });

  it("(1) of one mesh is searched alike, by twins of every proof (seed 71)", () => {
    let hits = 0;
    const runs = kernelRuns.impact;
    fc.assert(
      fc.property(seeds, fc.boolean(), fc.constantFrom(0.1, 1, 3), (seed, isLattice, speed) => {
        const mesh = anyMesh(seed, isLattice);
        const tree = build(mesh, seed);
        const end = jitter(mesh.positions, seed + 1, speed, isLattice);
        const impact = expectEqual((stats) => selfTimeOfImpact(tree, end, { stats }));
        if ((impact as { kind: string }).kind === "hit") hits++;
        expectEqual((stats) => findSelfImpacts(tree, end, { stats, maxImpacts: 1 + (seed % 9) }));
      }),
      { numRuns: randomCases(30), seed: 71 },
    );
    expect(kernelRuns.impact - runs).toBe(2 * randomCases(30));
    expect(hits).toBeGreaterThan(randomCases(10));
  });

  it("(1) of two meshes that deform, or are only translated, is searched alike (seed 72)", () => {
    const kinds = { hit: 0, miss: 0, indeterminate: 0 };
    const runs = kernelRuns.impact;
    fc.assert(
      fc.property(seeds, fc.boolean(), fc.boolean(), (seed, isLattice, isTranslated) => {
        const a = build(anyMesh(seed, isLattice), seed);
        const other = anyMesh(seed + 1, isLattice);
        const height = seed % 4;
        const positions = other.positions.map((x, i) => (i % 3 === 1 ? x + height : x));
        const b = build(createMesh({ positions, indices: other.indices }), seed + 1);
        const [motionA, motionB] = isTranslated
          ? [null, translation(seed, isLattice)]
          : [deformation(a, seed, isLattice), deformation(b, seed + 2, isLattice)];
        const impact = expectEqual((stats) => timeOfImpact(a, b, motionA, motionB, { stats }));
        kinds[(impact as { kind: keyof typeof kinds }).kind]++;
        expectEqual((stats) => findImpacts(a, b, motionA, motionB, { stats, maxImpacts: 1 + (seed % 9) }));
      }),
      { numRuns: randomCases(30), seed: 72 },
    );
    expect(kernelRuns.impact - runs).toBeGreaterThan(randomCases(30));
    expect(Math.min(kinds.hit, kinds.miss)).toBeGreaterThan(randomCases(3));
  });

  it("(1) at a lattice's many contacts of one time names the same two triangles", () => {
    const grid = createPlaneGrid({ width: 8, depth: 8, columns: 8, rows: 8 });
    const a = buildAabbTree(grid);
    const b = buildAabbTree(createMesh({ positions: grid.positions.map((x) => x), indices: grid.indices }));
    const motion = { from: shift(0.25, 2, 0.5), to: shift(0.25, -2, 0.5) };
    const impact = expectEqual((stats) => timeOfImpact(a, b, null, motion, { stats }));
    expect(impact).toMatchObject({ kind: "hit", lower: 0.5, upper: 0.5 });
  });

  it("(2) ends after any number of steps at one state (seed 73)", () => {
    const next = random(73);
    const a = buildAabbTree(smallTorus());
    for (let maxSteps = 1; maxSteps < 400; maxSteps += 1 + Math.floor(20 * next())) {
      const end = a.mesh.positions.map((x, i) => (i % 3 === 0 ? -x : 0.3 * x));
      expectEqual((stats) => selfTimeOfImpact(a, end, { stats, maxSteps }));
      const motion = { from: shift(0.1, 0.2, 5), to: shift(0, 0, -5) };
      expectEqual((stats) => timeOfImpact(a, a, null, motion, { stats, maxSteps }));
    }
  });

  it("(4) is left to TypeScript while a search of two meshes is short", () => {
    const sheet = (y: number) => {
      const grid = createPlaneGrid({ width: 2, depth: 2, columns: 24, rows: 24 });
      const positions = grid.positions.map((x, i) =>
        i % 3 === 1 ? y + 0.2 * Math.sin(5 * grid.positions[i - 1]) : x,
      );
      return buildAabbTree(createMesh({ positions, indices: grid.indices }));
    };
    const [a, near, far] = [sheet(0), sheet(0.02), sheet(2)];
    const motion = { from: shift(0, 0, 0), to: shift(0, 0, 0.1) };
    expect(runsDuring("impact", () => timeOfImpact(a, far, null, motion))).toBe(0);
    expect(runsDuring("impact", () => timeOfImpact(a, near, null, motion))).toBe(1);
    expect(runsDuring("impact", () => selfTimeOfImpact(a, a.mesh.positions))).toBe(1);
    const stats = {};
    const plainStats = {};
    const impact = timeOfImpact(a, near, null, motion, { stats });
    expect(impact).toEqual(withoutKernels(() => timeOfImpact(a, near, null, motion, { stats: plainStats })));
    expect(stats).toEqual(plainStats);
  });
});

const shift = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

function translation(seed: number, isLattice: boolean): Motion {
  const next = random(seed + 5);
  const from = isLattice ? shift(0, 0, 0) : [...rotation([next(), next() - 0.5, next() - 0.5, next() - 0.5])];
  const to = [...from];
  for (let i = 12; i < 15; i++) {
    const by = 6 * (next() - 0.5);
    to[i] += isLattice ? Math.round(by) : by;
  }
  return { from, to };
}

function deformation(tree: AabbTree, seed: number, isLattice: boolean): Motion | null {
  if (seed % 5 === 0) return null;
  return { positionsAtEnd: jitter(tree.mesh.positions, seed, 1.5, isLattice) };
}
