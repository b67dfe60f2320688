import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  collidesItself,
  createMesh,
  findSelfPairs,
  type QueryStats,
  refit,
  type SelfOptions,
  type TriangleMesh,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { openSelfKernels } from "../../src/kernels/self-kernels.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { descendSelfSimd } from "../../src/queries/self/descend-self-simd.ts";
import { importAnew } from "../fresh-modules.ts";
import { describeKernels } from "../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

const NONE_EXCLUDED = 4;

/** How many pairs the kernels find, and how many they leave undecided; null for a tree that they cannot serve. */
function decidedByKernels(tree: AabbTree): { met: number; left: number } | null {
  const counts = { met: 0, left: 0 };
  const served = withKernels(() =>
    descendSelfSimd(
      tree,
      tree.corners,
      0,
      NONE_EXCLUDED,
      (_, count) => {
        counts.left += count;
        return false;
      },
      (_, count) => {
        counts.met += count;
        return false;
      },
    ),
  );
  return served === null ? null : counts;
}

/** Compares the kernels with the plain descent; find-self-pairs.test.ts compares both with brute force. */
function expectTwins(tree: AabbTree, options: SelfOptions = {}): void {
  const byKernels = withKernels(() => findSelfPairs(tree, options));
  const plain = withoutKernels(() => findSelfPairs(tree, options));
  expect(byKernels.pairs).toEqual(plain.pairs);
  expect(byKernels.degenerateTriangles).toEqual(plain.degenerateTriangles);
  const { boxTests, triangleTests } = plain.stats;
  expect(byKernels.stats).toMatchObject({ boxTests, triangleTests });
  expect(withKernels(() => collidesItself(tree, options))).toBe(plain.count > 0);
}

/** Triangles among few vertices, which lie on a lattice, a little beside it, or anywhere. */
const anyMesh = fc
  .tuple(
    fc.constantFrom("anywhere", "lattice", "beside"),
    fc.nat(1e6),
    fc.integer({ min: 3, max: 40 }),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(1, 1, 2 ** -12, 2 ** 12, 2 ** -29, 2 ** 29, 2 ** 40),
    fc.constantFrom(0, 0, 1000),
    fc.boolean(),
  )
  .map(([kind, seed, vertexCount, count, factor, shift, f32]) => {
    const next = random(seed);
    const coordinate = () => {
      if (kind === "anywhere") return 4 * next();
      const beside = kind === "beside" ? (Math.floor(5 * next()) - 2) * 2 ** -21 : 0;
      return Math.floor(4 * next()) + beside;
    };
    const positions = new Float64Array(3 * vertexCount).map(() => factor * (coordinate() + shift));
    const indices = new Uint16Array(3 * count).map(() => Math.floor(vertexCount * next()));
    return createMesh({ positions: f32 ? Float32Array.from(positions) : positions, indices });
  });

/** A waving sheet that passes through itself; rows and columns are not parallel to the axes. */
function wavingSheet(columns: number, rows: number, phase: number): TriangleMesh {
  const sheet = createPlaneGrid({ columns, rows, width: 2, depth: 2 });
  const { positions } = sheet;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, , z] = positions.subarray(i, i + 3) as unknown as [number, number, number];
    const y = 0.4 * z + 0.3 * Math.sin(5 * x) + 0.2 * Math.cos(3 * z + x);
    positions.set([Math.sin(4 * x + phase), y, z + 0.2 * x], i);
  }
  return sheet;
}

describeKernels("the self-collision kernels", () => {
  it("compile and link", () => {
    expect(openSelfKernels()).not.toBeNull();
  });

  it("find the pairs of the plain descent, with equal counters, whatever the mesh and its scale (seed 50)", () => {
    let served = 0;
    fc.assert(
      fc.property(
        anyMesh,
        fc.constantFrom(1, 2, 5, 16, 40),
        fc.constantFrom<SelfOptions["exclude"]>("none", "none", "shared-edge", "shared-vertex", 2, 3),
        fc.constantFrom("index" as const, "position" as const),
        fc.option(anyPose),
        (mesh, leafSize, exclude, topology, toWorld) => {
          const tree = buildAabbTree(mesh, { leafSize });
          if (decidedByKernels(tree) !== null) served++;
          expectTwins(tree, { exclude, topology, toWorld });
        },
      ),
      { seed: 50, numRuns: randomCases(200) },
    );
    expect(served).toBeGreaterThan(randomCases(115));
  });

  for (const [name, mesh] of [
    ["random soup", randomSoup(7, 300, 0.3)],
    ["lattice soup", latticeSoup(8, 90)],
    ["waving sheet", wavingSheet(40, 30, 1)],
    ["torus", smallTorus(16, 10)],
  ] as const)
    it(`find the pairs of the plain descent in a ${name}, f32 and f64, near and far from zero`, () => {
      for (const shift of [0, 1000])
        for (const Positions of [Float32Array, Float64Array]) {
          const positions = new Positions(mesh.positions).map((x) => x + shift);
          expectTwins(buildAabbTree(createMesh({ positions, indices: mesh.indices })));
        }
    });

  it("decide clear cases in f32, with and without a common corner, and leave the others undecided", () => {
    const decide = (positions: number[], indices: number[]) =>
      decidedByKernels(
        buildAabbTree(
          createMesh({ positions: Float32Array.from(positions), indices: Uint16Array.from(indices) }),
        ),
      );
    const flat = [-1, -1, 0, 1, -1, 0, 0, 1, 0];
    const apart = [0, 1, 2, 3, 4, 5];
    const oneCorner = [0, 1, 2, 0, 3, 4];
    expect(decide([...flat, 0, 0, -1, 0.2, 0, 1, -0.2, 0, 1], apart)).toEqual({ met: 1, left: 0 });
    expect(decide([...flat, 0, 0, 0.5, 0.2, 0, 1, -0.2, 0, 1], apart)).toEqual({ met: 0, left: 0 });
    expect(decide([...flat, 0, 0, 0, 0.2, 0, 1, -0.2, 0, 1], apart)).toEqual({ met: 0, left: 1 });
    expect(decide([...flat, 0, 0, -1, 0.2, 0, 1], oneCorner)).toEqual({ met: 1, left: 0 });
    expect(decide([...flat, -2, -2, -1, -2, -1, 1], oneCorner)).toEqual({ met: 0, left: 0 });
    expect(decide([...flat, 0, 0, 1, 0.2, 0, 1], oneCorner)).toEqual({ met: 0, left: 0 });
    expect(decide([...flat, 0, 0, 0, 0.2, 0, 1], oneCorner)).toEqual({ met: 0, left: 1 });
    expect(decide([...flat, -3, -1, 0, -2, -2, 0], oneCorner)).toEqual({ met: 0, left: 0 }); // beside it, flat
    expect(decide([...flat, 0, 0, 0, 1, 1, 0], oneCorner)).toEqual({ met: 0, left: 1 }); // on it, flat
    expect(decide([...flat, 0, 0, 1], [0, 1, 2, 0, 1, 3])).toEqual({ met: 0, left: 0 }); // a fold
    expect(decide([...flat, 0, -2, 0], [0, 1, 2, 1, 0, 3])).toEqual({ met: 0, left: 1 }); // flat
    expect(decide(flat, [0, 1, 2, 1, 2, 0])).toEqual({ met: 0, left: 1 }); // a duplicate
  });

  it("decide nearly all of a waving sheet in f32", () => {
    const tree = buildAabbTree(wavingSheet(60, 40, 1));
    const { count, stats } = findSelfPairs(tree);
    const { met, left } = decidedByKernels(tree)!;
    expect(count).toBeGreaterThan(100);
    expect(met).toBeGreaterThan(0.9 * count);
    expect(left).toBeLessThan(0.05 * stats.triangleTests);
  });

  it("see moved vertices after each refit", () => {
    const mesh = wavingSheet(40, 30, 0);
    const tree = buildAabbTree(mesh);
    expect(mesh.triangleCount).toBeGreaterThan(2000); // large enough for the kernels
    for (let frame = 1; frame < 5; frame++) {
      mesh.positions.set(wavingSheet(40, 30, 0.4 * frame).positions);
      refit(tree);
      const { pairs } = findSelfPairs(tree);
      expect(pairs).toEqual(withoutKernels(() => findSelfPairs(buildAabbTree(mesh))).pairs);
      expect(pairs.length).toBeGreaterThan(0);
    }
  });

  it("stop at the first batch with a hit, and count the tests up to then", () => {
    const tree = buildAabbTree(wavingSheet(60, 40, 1));
    const [first, all] = [{} as QueryStats, {} as QueryStats];
    expect(collidesItself(tree, { stats: first })).toBe(true);
    findSelfPairs(tree, { stats: all });
    expect(first.triangleTests).toBeGreaterThan(0);
    expect(first.triangleTests).toBeLessThan(all.triangleTests);
    expect(first.boxTests).toBeLessThan(all.boxTests);
  });

  it("leave large leaves, and coordinates beyond f32's arithmetic, to the plain descent", () => {
    expect(decidedByKernels(buildAabbTree(randomSoup(3, 60), { leafSize: 40 }))).toBeNull();
    const huge = smallTorus(8, 6, Float64Array);
    for (let i = 0; i < huge.positions.length; i++) huge.positions[i] *= 2 ** 40;
    expect(decidedByKernels(buildAabbTree(huge))).toBeNull();
    expectTwins(buildAabbTree(huge));
  });
});

describe("findSelfPairs without WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("answers in TypeScript", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const [plain, kernels] = await importAnew<
      [typeof import("../../src/index.ts"), typeof import("../../src/kernels/self-kernels.ts")]
    >("src/index.ts", "src/kernels/self-kernels.ts");
    const mesh = wavingSheet(30, 20, 1);
    expect(mesh.triangleCount).toBeGreaterThan(1000);
    const tree = plain.buildAabbTree(mesh);
    expect(plain.findSelfPairs(tree).pairs).toEqual(findSelfPairs(buildAabbTree(mesh)).pairs);
    expect(kernels.openSelfKernels()).toBeNull();
  });
});
