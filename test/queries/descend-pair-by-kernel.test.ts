import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bakePositions } from "../../src/geometry/affine.ts";
import {
  type AabbTree,
  buildAabbTree,
  type ContactCache,
  collide,
  createMesh,
  findPairs,
  type QueryStats,
  refit,
  type TriangleMesh,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { loadKernels } from "../../src/kernels/pair-kernels.ts";
import { COPIES, SURVIVORS } from "../../src/kernels/pair-memory-map.ts";
import { createSpacecraft } from "../../src/mesh/primitives/spacecraft.ts";
import { collideByBruteForce, findPairsByBruteForce } from "../../src/reference/index.ts";
import { copyFor } from "../../src/trees/copy-policy.ts";
import { copyOfTree, copyPositions, type TreeCopy } from "../../src/trees/tree-copies.ts";
import { refitSwept, restoreTree, saveTree } from "../../src/trees.ts";
import { importAnew } from "../fresh-modules.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The kernels are used from a tree's second query on, so every tree here is queried once before the test.

function askTwice(a: AabbTree, b: AabbTree): void {
  for (let times = 0; times < 2; times++) collide(a, b);
}

function hasCopy(tree: AabbTree): boolean {
  return copyOfTree(tree) !== null;
}

function scaled(
  { positions, indices }: TriangleMesh,
  factor: number,
  shift: number,
  f32: boolean,
): TriangleMesh {
  const moved = Float64Array.from(positions, (x) => factor * x + shift);
  return createMesh({ positions: f32 ? Float32Array.from(moved) : moved, indices });
}

const anyMesh = fc
  .tuple(
    fc.constantFrom("random", "lattice", "perturbed"),
    fc.integer({ min: 0, max: 1e6 }),
    fc.integer({ min: 1, max: 24 }),
    fc.constantFrom(1, 1, 2 ** -12, 2 ** 12, 2 ** -28, 2 ** 29, 2 ** 40),
    fc.constantFrom(0, 0, 1000),
    fc.boolean(),
  )
  .map(([kind, seed, count, factor, shift, f32]) => {
    const soup = kind === "random" ? randomSoup(seed, count, 0.6) : latticeSoup(seed, count);
    const next = random(seed);
    if (kind === "perturbed")
      for (let i = 0; i < soup.positions.length; i++)
        soup.positions[i] += (Math.floor(5 * next()) - 2) * 2 ** -22;
    return (by: number) => scaled(soup, factor * by, shift * factor, f32);
  });

describeKernels("a pair query by the kernels", () => {
  it("is available on this machine", () => {
    expect(loadKernels()).not.toBeNull();
  });

  it("equals brute force, for all meshes, scales and poses (seed 47)", () => {
    let served = 0;
    fc.assert(
      fc.property(
        anyMesh,
        anyMesh,
        fc.constantFrom(1, 2, 5, 16, 40),
        fc.constantFrom(1, 2 ** -20),
        fc.option(anyPose),
        fc.option(anyPose),
        (makeA, makeB, leafSize, by, aToWorld, bToWorld) => {
          const a = buildAabbTree(makeA(1), { leafSize });
          const b = buildAabbTree(makeB(by), { leafSize });
          askTwice(a, b);
          const poses = { aToWorld, bToWorld };
          served += runsDuring("pairs", () => {
            expect([...findPairs(a, b, poses).pairs]).toEqual([
              ...findPairsByBruteForce(a.mesh, b.mesh, poses),
            ]);
            expect(collide(a, b, poses)).toBe(collideByBruteForce(a.mesh, b.mesh, poses));
          });
        },
      ),
      { seed: 47, numRuns: randomCases(200) },
    );
    expect(served).toBeGreaterThan(randomCases(200)); // a half; many poses are beyond f32
  });

  it("finds the pairs of the plain descent, with nearly its box tests (torus × torus)", () => {
    const mesh = smallTorus(40, 20);
    for (let k = 0; k < 20; k++) {
      const [a, b] = [buildAabbTree(mesh), buildAabbTree(mesh)];
      const bToWorld = rotation([1, 0.3 * k, 0.7, 0.1 * k], [0.11 * k, 0.2, 0.05 * k]);
      const plain = findPairs(a, b, { bToWorld });
      expect(hasCopy(a)).toBe(false);
      findPairs(a, b, { bToWorld });
      const byKernels = findPairs(a, b, { bToWorld });
      expect(hasCopy(a)).toBe(true);
      expect(byKernels.pairs).toEqual(plain.pairs);
      // Margins for f32 let a few more pairs through.
      expect(byKernels.stats.boxTests).toBeGreaterThanOrEqual(plain.stats.boxTests);
      expect(byKernels.stats.boxTests).toBeLessThanOrEqual(1.01 * plain.stats.boxTests + 4);
    }
  });

  it("examines every overlapping pair once (slanted triangles)", () => {
    // In parallel planes, so none meet; but their boxes almost coincide, so all pairs of leaves overlap.
    const slanted = (first: number) => {
      const ends = Array.from({ length: 400 }, (_, k) => 1 + (2 * k + first) * 2 ** -14);
      return createMesh({ positions: Float64Array.from(ends.flatMap((x) => [x, 0, 0, 0, x, 0, 0, 0, x])) });
    };
    const [a, b] = [
      buildAabbTree(slanted(0), { frame: "none" }),
      buildAabbTree(slanted(1), { frame: "none" }),
    ];
    askTwice(a, b);
    const tests = [withKernels, withoutKernels].map((ask) => {
      const stats: Partial<QueryStats> = {};
      expect(ask(() => collide(a, b, { stats }))).toBe(false);
      return stats;
    });
    expect(tests[0].triangleTests).toBe(400 * 400);
    expect(tests[0].boxTests).toBe(tests[1].boxTests);
  });

  it("decides in f32 what is clear, and leaves the rest to the next stage", () => {
    const flat = createMesh({ positions: Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0) });
    const pierces = createMesh({ positions: Float64Array.of(0, 0, -1, 0.2, 0, 1, -0.2, 0, 1) });
    const touches = createMesh({ positions: Float64Array.of(0, 0, 0, 0.2, 0, 1, -0.2, 0, 1) });
    const near = createMesh({ positions: Float64Array.of(0, 0, 2 ** -40, 0.2, 0, 1, -0.2, 0, 1) });
    const decide = (mesh: TriangleMesh) => {
      const [a, b] = [buildAabbTree(flat), buildAabbTree(mesh)];
      askTwice(a, b);
      const stats = {} as QueryStats;
      const meet = collide(a, b, { stats });
      const first = new Int32Array(loadKernels()!.memory.buffer)[SURVIVORS >> 2];
      return { meet, inF32: first >= 0, exactTests: stats.exactTests };
    };
    expect(decide(pierces)).toEqual({ meet: true, inF32: true, exactTests: 0 });
    expect(decide(near)).toEqual({ meet: false, inF32: false, exactTests: 0 });
    expect(decide(touches)).toEqual({ meet: true, inF32: false, exactTests: 1 });
  });

  // Survivors of the last leaf pairs of a query are still in memory when it ends: a sample, so several poses are added up.
  for (const frame of ["none", "best"] as const)
    it(`decides in f64 what f32 cannot, once it has the f64 vertices (frame: ${frame})`, () => {
      const turned = rotation([1, 0.4, 0.3, 0.2]);
      const { positions, indices } = createSpacecraft({ detail: "fine" });
      let [without, withVertices] = [0, 0];
      for (const x of [0.1, 0.2, 0.3, 0.4]) {
        const mesh = createMesh({ positions: bakePositions(positions, turned), indices });
        const tree = buildAabbTree(mesh, { frame });
        const bToWorld = rotation([1, 0.1, 0.05, 0], [x, 0.05, 0.02]);
        const ask = () => {
          const ints = new Int32Array(loadKernels()!.memory.buffer).subarray(SURVIVORS >> 2);
          ints.subarray(0, 4096).fill(0);
          const { pairs, stats } = findPairs(tree, tree, { bToWorld });
          const memory = new Int32Array(loadKernels()!.memory.buffer).subarray(SURVIVORS >> 2);
          return { pairs, stats, undecided: memory.subarray(0, 4096).filter((slot) => slot < 0).length };
        };
        const plain = withoutKernels(() => findPairs(tree, tree, { bToWorld }));
        const first = withKernels(ask);
        refit(tree); // copies the f64 vertices; those of framed boxes are turned, so the second query after it copies the mesh's own
        const afterRefit = ask();
        const second = ask();
        for (const { pairs } of [first, afterRefit, second]) expect(pairs).toEqual(plain.pairs);
        expect(second.stats).toEqual(afterRefit.stats);
        if (frame === "none") expect(afterRefit.undecided).toBe(second.undecided);
        without += (frame === "none" ? first : afterRefit).undecided;
        withVertices += second.undecided;
        // Exact vertices follow a refit.
        for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] *= 1 + 2 ** -30;
        refit(tree);
        for (let times = 0; times < 3; times++)
          expect(findPairs(tree, tree, { bToWorld }).pairs).toEqual(
            withoutKernels(() => findPairs(tree, tree, { bToWorld })).pairs,
          );
      }
      expect(without).toBeGreaterThan(80);
      expect(withVertices).toBeLessThan(without / 4); // what is left goes to exact arithmetic
    });

  it("remembers the triangles that met", () => {
    const mesh = smallTorus(12, 8);
    const [a, b] = [buildAabbTree(mesh), buildAabbTree(mesh)];
    askTwice(a, b);
    const bToWorld = rotation([1, 0.3, 0.2, 0.1], [0.5, 0.1, 0]);
    const cache: ContactCache = {};
    expect(collide(a, b, { bToWorld, cache })).toBe(true);
    const pairs = findPairsByBruteForce(mesh, mesh, { bToWorld });
    const met = [...pairs].some(
      (_, i) => i % 2 === 0 && pairs[i] === cache.triangleA && pairs[i + 1] === cache.triangleB,
    );
    expect(met).toBe(true);

    // Apart now: the remembered pair is tested, and counted, before the descent; the kernel tests two neighbours against two.
    const stats = {} as QueryStats;
    const away = rotation([1, 0.3, 0.2, 0.1], [50, 0, 0]);
    expect(collide(a, b, { bToWorld: away, cache, stats })).toBe(false);
    expect(stats.triangleTests).toBe(4);
    withoutKernels(() => collide(a, b, { bToWorld: away, cache, stats }));
    expect(stats.triangleTests).toBe(1);
  });

  for (const Positions of [Float32Array, Float64Array])
    it(`is used for the first query after a refit, with the copy in its old place (${Positions.name})`, () => {
      const { positions, indices } = smallTorus(12, 8);
      const moving = createMesh({ positions: new Positions(positions), indices });
      const [a, b] = [buildAabbTree(moving), buildAabbTree(smallTorus(12, 8))];
      askTwice(a, b);
      const { nodes, corners, positions: vertices } = copyOfTree(a)!;
      let last: TreeCopy | null = null;
      for (let frame = 1; frame < 4; frame++) {
        for (let i = 0; i < positions.length; i++) moving.positions[i] = positions[i] + 0.1 * frame;
        refit(a);
        expect(hasCopy(a)).toBe(true); // fitted with the tree
        const pairs = findPairsByBruteForce(moving, b.mesh);
        expect(runsDuring("pairs", () => expect(findPairs(a, b).pairs).toEqual(pairs))).toBe(1);
        expect(copyOfTree(a)).toMatchObject({ nodes, corners, positions: vertices });
        if (last !== null) expect(copyOfTree(a)).toEqual(last);
        last = copyOfTree(a);
      }
    });

  it("is used for the very first query after a refit", () => {
    const [a, b] = [buildAabbTree(smallTorus(12, 8)), buildAabbTree(smallTorus(12, 8))];
    refit(a);
    refit(b);
    const pairs = findPairsByBruteForce(a.mesh, b.mesh);
    expect(runsDuring("pairs", () => expect(findPairs(a, b).pairs).toEqual(pairs))).toBe(1);
  });

  for (const [kind, Positions, far] of [
    ["f32", Float32Array, 0],
    ["f64", Float64Array, 0],
    ["f64 far from zero, relative to an origin", Float64Array, 1e6],
  ] as const)
    it(`fits tree and copy to the bits that a refit without kernels and a new copy have (${kind})`, () => {
      const { positions, indices } = smallTorus(41, 20); // an odd number of vertices, since kernels take two at a time
      const [one, other] = [0, 1].map(() =>
        buildAabbTree(createMesh({ positions: new Positions(positions), indices })),
      ) as [AabbTree, AabbTree];
      askTwice(one, one);
      const copy = copyOfTree(one)!;
      for (const tree of [one, other])
        for (let i = 0; i < positions.length; i++)
          tree.mesh.positions[i] = far + (i % 7 === 0 ? -0 : Math.sin(i) * positions[i]);
      // The first fit is relative to zero, and finds that zero is too far away.
      expect(runsDuring("fit", () => refit(one))).toBe(far === 0 ? 1 : 2);
      const { nodes, corners, positions: vertexPlace } = copy;
      expect(copyOfTree(one)).toMatchObject({ nodes, corners, positions: vertexPlace });
      withoutKernels(() => refit(other));
      expect(one.links).toEqual(other.links);
      const { buffer } = loadKernels()!.memory;
      expect(new Int32Array(buffer, copy.nodes, one.links.length)).toEqual(other.links);
      const vertices = new Float32Array(positions.length);
      copyPositions(other.mesh.positions, other.origin, vertices);
      // Kernels do not tell −0 from 0.
      const copied = new Float32Array(buffer, copy.positions, positions.length).map((x) => x + 0);
      expect(copied).toEqual(vertices.map((x) => x + 0));
      expect(one.origin[0] !== 0).toBe(far !== 0);
    });

  it("fits the copy of f64 vertices in every refit, whether or not a query has used it", () => {
    const tree = buildAabbTree(smallTorus(12, 8, Float64Array));
    askTwice(tree, tree);
    for (let i = 0; i < 3; i++) {
      refit(tree);
      expect(hasCopy(tree)).toBe(true);
    }
    expect(runsDuring("pairs", () => findPairs(tree, tree))).toBe(1);
  });

  it("leaves tree and copy as they are at an f64 vertex that a refit refuses", () => {
    const { positions, indices } = smallTorus(40, 20, Float64Array);
    const mesh = createMesh({ positions: positions.slice() as Float64Array, indices });
    const [tree, b] = [buildAabbTree(mesh), buildAabbTree(smallTorus(40, 20))];
    askTwice(tree, b);
    const { pairs } = findPairs(tree, b);
    const boxes = tree.links.slice();
    mesh.positions[41] = Infinity;
    expect(() => refit(tree)).toThrow(/positions\[41\]/);
    mesh.positions[41] = positions[41];
    expect(tree.links).toEqual(boxes);
    expect(runsDuring("pairs", () => expect(findPairs(tree, b).pairs).toEqual(pairs))).toBe(1);
  });

  it("keeps no copy of a vertex that a refit rejects", () => {
    const { positions, indices } = smallTorus(40, 20);
    const mesh = createMesh({ positions: positions.slice(), indices });
    const tree = buildAabbTree(mesh);
    askTwice(tree, tree);
    const boxes = tree.links.slice();
    mesh.positions[41] = Number.NaN;
    expect(() => refit(tree)).toThrow(/positions\[41\]/);
    expect(tree.links).toEqual(boxes);
    expect(hasCopy(tree)).toBe(false);
  });

  it("drops its copy at the refit of another tree over the same buffer", () => {
    const { positions, indices } = smallTorus(8, 6);
    const moving = createMesh({ positions: positions.slice(), indices });
    const [first, b] = [buildAabbTree(moving), buildAabbTree(smallTorus(8, 6))];
    const buffer = saveTree(first);
    const [a, other] = [restoreTree(buffer, moving), restoreTree(buffer, moving)] as [AabbTree, AabbTree];
    askTwice(a, b);
    expect(hasCopy(a)).toBe(true);
    for (let i = 0; i < positions.length; i++) moving.positions[i] = positions[i] + 0.3;
    refit(other);
    expect(findPairs(a, b).pairs).toEqual(findPairsByBruteForce(moving, b.mesh));
  });

  it("keeps trees over one buffer apart that have different meshes", () => {
    const torus = smallTorus(8, 6);
    const b = buildAabbTree(torus);
    const swept = buildAabbTree(torus);
    const positions = torus.positions.map((x) => x + 0.3);
    refitSwept(swept, positions);
    const atEnd: AabbTree = { ...swept, mesh: createMesh({ positions, indices: torus.indices }) };
    const cases = [swept, atEnd].map((tree) => ({ tree, pairs: findPairsByBruteForce(tree.mesh, torus) }));
    for (const times of [1, 2, 3])
      for (const { tree, pairs } of cases)
        for (let k = 0; k < times; k++) expect(findPairs(tree, b).pairs).toEqual(pairs);
  });

  it("copies no vertex that is not finite", () => {
    for (const bad of [Number.NaN, Infinity, 1e39]) {
      const { positions, indices } = smallTorus(12, 8);
      const mesh = createMesh({ positions: Float64Array.from(positions), indices });
      const tree = buildAabbTree(mesh);
      mesh.positions[41] = bad; // without a refit
      askTwice(tree, tree);
      expect(hasCopy(tree)).toBe(false);
      mesh.positions[41] = positions[41];
      refit(tree);
      askTwice(tree, tree);
      expect(hasCopy(tree)).toBe(true);
    }
  });

  it("starts over when kernel memory is full", () => {
    const trees = Array.from({ length: 8 }, (_, seed) => buildAabbTree(randomSoup(seed, 50)));
    const room = COPIES + 3 * 50 * 84;
    for (const tree of trees) {
      expect(copyFor(tree, "pairs", room)).toBeNull();
      if (copyFor(tree, "pairs", room) === null) {
        expect(trees.some(hasCopy)).toBe(false); // all are forgotten, this one is not asked yet
        copyFor(tree, "pairs", room);
        expect(copyFor(tree, "pairs", room)).not.toBeNull();
      }
    }
    expect(trees.filter(hasCopy).length).toBeLessThan(trees.length);
    for (const tree of trees)
      for (let times = 0; times < 3; times++)
        expect(findPairs(tree, trees[0]).pairs).toEqual(findPairsByBruteForce(tree.mesh, trees[0].mesh));
  });
});

describeKernels("where memory cannot grow", () => {
  it("copies are dropped, and queries of trees that do not fit run in TypeScript", async () => {
    const [{ buildAabbTree, findPairs }, { copyFor }, { loadKernels }, { withoutKernels }, { copyOfTree }] =
      await importAnew<
        [
          typeof import("../../src/index.ts"),
          typeof import("../../src/trees/copy-policy.ts"),
          typeof import("../../src/kernels/pair-kernels.ts"),
          typeof import("../../src/kernels/kernel-choice.ts"),
          typeof import("../../src/trees/tree-copies.ts"),
        ]
      >(
        "src/index.ts",
        "src/trees/copy-policy.ts",
        "src/kernels/pair-kernels.ts",
        "src/kernels/kernel-choice.ts",
        "src/trees/tree-copies.ts",
      );
    const { memory } = loadKernels()!;
    const [a, b] = [1, 2].map((seed) => buildAabbTree(randomSoup(seed, 6000))) as [AabbTree, AabbTree];
    const large = buildAabbTree(randomSoup(3, 20_000));
    const ask = (tree: AabbTree) => [copyFor(tree, "pairs"), copyFor(tree, "pairs")][1] !== null;
    expect(ask(a)).toBe(true); // half as much memory again
    memory.grow = () => {
      throw new RangeError("WebAssembly.Memory.grow(): Unable to grow instance memory");
    };
    expect(ask(b)).toBe(false);
    expect(copyOfTree(a)).toBeNull();
    expect(ask(b)).toBe(true);
    expect(ask(large)).toBe(false);
    const aside = { bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.9, 0.9, 0, 1] }; // few pairs: they take the time
    const { pairs } = withoutKernels(() => findPairs(a, b, aside));
    expect(pairs.length).toBeGreaterThan(500);
    for (let times = 0; times < 3; times++) {
      expect(ask(large)).toBe(false);
      expect(findPairs(a, b, aside).pairs).toEqual(pairs);
    }
  });
});

describe("without WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("queries run in TypeScript", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const [plain, kernels] = await importAnew<
      [typeof import("../../src/index.ts"), typeof import("../../src/kernels/pair-kernels.ts")]
    >("src/index.ts", "src/kernels/pair-kernels.ts");
    const mesh = smallTorus(12, 8);
    const [a, b] = [plain.buildAabbTree(mesh), plain.buildAabbTree(mesh)];
    const bToWorld = rotation([1, 0.3, 0.2, 0.1], [0.5, 0.1, 0]);
    for (let times = 0; times < 3; times++)
      expect(plain.findPairs(a, b, { bToWorld }).pairs).toEqual(
        findPairsByBruteForce(mesh, mesh, { bToWorld }),
      );
    expect(kernels.loadKernels()).toBeNull();
  });
});
