import { describe, expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  buildObbTree,
  createMesh,
  findSelfPairs,
  MeshError,
  OptionError,
  refit,
  type TriangleMesh,
  treeQuality,
} from "../../src/index.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createTorus, createTorusKnot } from "../../src/mesh/primitives/index.ts";
import {
  advanceRebuild,
  degradation,
  type RebuildOptions,
  startRebuild,
  validateTree,
} from "../../src/trees.ts";
import { random, randomSoup, smallTorus } from "../meshes.ts";

/** Calls until the tree is there, with `between` after each; returns the tree and how many calls it took. */
function rebuild(
  source: TriangleMesh | AabbTree,
  options?: RebuildOptions,
  budget?: number,
  between: () => void = () => {},
): { tree: AabbTree; calls: number } {
  const under = startRebuild(source, options);
  for (let calls = 1; calls < 10_000; calls++) {
    const tree = advanceRebuild(under, budget);
    if (tree !== null) return { tree, calls };
    between();
  }
  throw new Error("it does not end");
}

function bigTorus(Positions = Float32Array as new (n: number) => Float32Array | Float64Array): TriangleMesh {
  return smallTorus(150, 100, Positions);
}

describe("a rebuild over several frames", () => {
  it.each([
    ["f32", Float32Array],
    ["f64", Float64Array],
  ])("makes a valid tree while all vertices move between the calls (%s, seed 3)", (_, Positions) => {
    const next = random(3);
    const mesh = bigTorus(Positions);
    const old = buildAabbTree(mesh);
    const { tree, calls } = rebuild(old, {}, 5000, () => {
      for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] += 0.02 * (next() - 0.5);
      refit(old);
    });
    expect(calls).toBeGreaterThan(6);
    expect(validateTree(tree)).toEqual([]);
    expect(tree.mesh).toBe(mesh);
    expect(degradation(tree)).toBe(1);
    refit(old);
    expect(findSelfPairs(tree).pairs.join()).toBe(findSelfPairs(old).pairs.join());
  });

  it("makes the same bytes with the same calls, and other valid trees with other budgets", () => {
    const mesh = bigTorus();
    const first = rebuild(mesh, { leafSize: 3 }, 3000);
    const second = rebuild(mesh, { leafSize: 3 }, 3000);
    expect(second.calls).toBe(first.calls);
    expect(Buffer.compare(new Uint8Array(first.tree.buffer), new Uint8Array(second.tree.buffer))).toBe(0);
    for (const budget of [1, 100, 20_000, Infinity]) {
      const { tree, calls } = rebuild(mesh, {}, budget);
      expect(validateTree(tree)).toEqual([]);
      if (budget === Infinity) expect(calls).toBe(1);
      else expect(calls).toBeGreaterThan(1);
    }
  });

  it("is as good as a full build: box tests of a self query within 5 %", () => {
    for (const mesh of [
      createTorus({ majorSegments: 200, minorSegments: 100 }),
      createTorusKnot({ knotSegments: 800, tubeSegments: 24 }),
      randomSoup(5, 20_000, 0.02),
    ]) {
      const { tree } = rebuild(mesh);
      const full = buildAabbTree(mesh);
      const tests = findSelfPairs(tree).stats.boxTests / findSelfPairs(full).stats.boxTests;
      expect(tests).toBeLessThan(1.05);
      expect(treeQuality(tree).sahCost / treeQuality(full).sahCost).toBeLessThan(1.05);
    }
  });

  it("equals a full build, to the bit, if no vertex moves: in kernels and without, with a frame, tiny", () => {
    const tilted = [0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1];
    const soup = randomSoup(9, 9000, 0.02);
    const tiny = createMesh({ positions: soup.positions.map((x) => 2 ** -60 * x) });
    for (const mesh of [smallTorus(40, 20), bigTorus(), bigTorus(Float64Array), soup, tiny])
      for (const frame of ["none", tilted] as const) {
        const full = new Uint8Array(buildAabbTree(mesh, { frame }).buffer);
        const trees = [rebuild(mesh, { frame }, 3000), withoutKernels(() => rebuild(mesh, { frame }, 3000))];
        for (const { tree } of trees) expect(Buffer.compare(full, new Uint8Array(tree.buffer))).toBe(0);
        expect(trees[0].calls).toBe(trees[1].calls);
      }
  });

  it("is not disturbed by other rebuilds and builds between its calls", () => {
    const meshes = [bigTorus(), randomSoup(7, 9000, 0.02)];
    const full = meshes.map((mesh) => buildAabbTree(mesh, { frame: "none" }));
    for (const run of [(work: () => void) => work(), withoutKernels])
      run(() => {
        const under = meshes.map((mesh) => startRebuild(mesh, { frame: "none" }));
        for (let call = 0; call < 1000 && under.some(({ tree }) => tree === null); call++) {
          for (const each of under) advanceRebuild(each, 1000);
          buildAabbTree(meshes[call % 2]);
        }
        for (const [i, { tree }] of under.entries())
          expect(Buffer.compare(new Uint8Array(full[i].buffer), new Uint8Array(tree!.buffer))).toBe(0);
      });
  });

  it("throws at an index of a tree's mesh that has become invalid, and at vertices that are gone", () => {
    const tree = buildAabbTree(bigTorus());
    (tree.mesh.indices as Uint32Array)[50_000] = 1e6;
    const under = startRebuild(tree);
    expect(() => advanceRebuild(under, Infinity)).toThrow("indices[50000]");
    structuredClone(tree.mesh.positions, { transfer: [tree.mesh.positions.buffer as ArrayBuffer] });
    expect(() => advanceRebuild(under, Infinity)).toThrow(MeshError);
    expect(() => startRebuild(tree)).toThrow(MeshError);
  });

  it("ends where midpoints cannot be separated, where triangles are tiny, far away or unevenly spread", () => {
    const count = 20_000;
    const point = createMesh({
      positions: new Float64Array(9 * count).map((_, i) => [0, 0, 0, 1, 0, 0, 0, 1, 0][i % 9]),
    });
    const soup = randomSoup(6, count, 0.01);
    const tiny = createMesh({ positions: soup.positions.map((x) => 2 ** -60 * x) });
    const far = createMesh({ positions: soup.positions.map((x) => 1e7 + x) });
    const uneven = createMesh({ positions: soup.positions.map((x, i) => x * 2 ** -Math.floor(i / 9000)) });
    for (const mesh of [point, tiny, far, uneven]) {
      const { tree } = rebuild(mesh);
      expect(validateTree(tree)).toEqual([]);
      expect(degradation(tree)).toBe(1);
    }
    expect(treeQuality(rebuild(point, { prune: false }).tree).largestLeaf).toBe(count);
    expect(treeQuality(rebuild(point).tree).largestLeaf).toBe(2);
  });

  it("keeps to maxDepth and leafSize", () => {
    const mesh = bigTorus();
    for (const maxDepth of [1, 2, 4, 9]) {
      const { tree } = rebuild(mesh, { maxDepth });
      expect(validateTree(tree)).toEqual([]);
      expect(tree.depth).toBe(maxDepth);
    }
    expect(treeQuality(rebuild(mesh, { leafSize: 7 }).tree).largestLeaf).toBeLessThanOrEqual(7);
  });

  it("needs no kernels", () => {
    withoutKernels(() => expect(validateTree(rebuild(bigTorus()).tree)).toEqual([]));
  });

  it("throws at a bad coordinate, and goes on when it is mended", () => {
    const mesh = bigTorus(Float64Array);
    const under = startRebuild(mesh);
    const good = mesh.positions[7];
    mesh.positions[7] = Number.NaN;
    const advanceToEnd = () => {
      for (let call = 0; call < 1000; call++) if (advanceRebuild(under) !== null) return;
    };
    expect(advanceToEnd).toThrow(MeshError);
    expect(advanceToEnd).toThrow("positions[7] (vertex 2, y): NaN is not finite");
    mesh.positions[7] = good;
    advanceToEnd();
    expect(validateTree(under.tree!)).toEqual([]);
    expect(advanceRebuild(under)).toBe(under.tree);
  });

  it("rejects what it cannot build, and a budget that is not a number", () => {
    const mesh = smallTorus();
    expect(() => startRebuild(buildObbTree(mesh) as unknown as AabbTree)).toThrow('got "obb"');
    expect(() => startRebuild(null as unknown as TriangleMesh)).toThrow(MeshError);
    expect(() => startRebuild(mesh, { leafSize: 0 })).toThrow("leafSize: 0");
    expect(() => startRebuild(mesh, { split: "median" } as RebuildOptions)).toThrow(OptionError);
    const under = startRebuild(mesh);
    for (const budget of [0, -1, Number.NaN, "9" as unknown as number])
      expect(() => advanceRebuild(under, budget)).toThrow("budget:");
    expect(() => advanceRebuild({} as typeof under)).toThrow("expected a rebuild");
  });
});
