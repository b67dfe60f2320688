import { expect, it } from "vitest";
import { withKernels, withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import { collideOffPlane } from "../../../src/queries/pairs/collide-off-plane.ts";
import { findPairs } from "../../../src/queries/pairs/find-pairs.ts";
import { createStats } from "../../../src/queries/stats.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { byKernel, describeKernels } from "../../kernels.ts";
import { latticeSoup, random, randomSoup } from "../../meshes.ts";
import { identity } from "../../poses.ts";

// Triangles without a common bit are not tested, by the kernel or by TypeScript; the others are, exactly.
describeKernels("collideOffPlane", () => {
  it.each([1, 2, 3, 4])("finds a pair with a common side where findPairs has one (seed %i)", (seed) => {
    const next = random(seed);
    const toWorld = Float64Array.from(identity());
    const answers = { true: 0, false: 0 };
    for (let run = 0; run < 60; run++) {
      const soup = run % 2 === 0 ? latticeSoup : randomSoup;
      const [a, b] = [soup(100 * seed + run, 20), soup(100 * seed + run + 50, 14)].map((mesh) => ({
        tree: buildAabbTree(mesh),
        toWorld,
      }));
      const share = run % 3 === 0 ? 1 : 0.2;
      const reach = (count: number) =>
        Uint8Array.from({ length: count }, () => (next() < share ? Math.floor(4 * next()) : 0));
      const [reachA, reachB] = [reach(20), reach(14)];
      const { pairs } = findPairs(a.tree, b.tree);
      let expected = false;
      for (let i = 0; i < pairs.length; i += 2)
        if ((reachA[pairs[i]] & reachB[pairs[i + 1]]) !== 0) expected = true;
      const ask = () => collideOffPlane(a, reachA, b, reachB, createStats());
      expect(withoutKernels(ask)).toBe(expected);
      for (let k = 0; k < 2; k++) withKernels(() => findPairs(a.tree, b.tree)); // a tree is copied at its second query
      expect(byKernel("pairs", ask)).toBe(expected);
      // What a query off a plane leaves in the memory of kernels does not matter to the next one.
      expect(byKernel("pairs", () => findPairs(a.tree, b.tree)).pairs).toEqual(pairs);
      answers[`${expected}`]++;
    }
    expect(answers.true).toBeGreaterThan(5);
    expect(answers.false).toBeGreaterThan(5);
  });

  it("tests no triangle in the plane", () => {
    const mesh = latticeSoup(3, 30);
    const placed = { tree: buildAabbTree(mesh), toWorld: Float64Array.from(identity()) };
    const none = new Uint8Array(30);
    for (let k = 0; k < 2; k++) withKernels(() => findPairs(placed.tree, placed.tree));
    for (const by of [withKernels, withoutKernels]) {
      const stats = createStats();
      expect(by(() => collideOffPlane(placed, none, placed, none, stats))).toBe(false);
      expect(stats.boxTests).toBeGreaterThan(0);
      expect(stats.triangleTests).toBe(0);
    }
  });
});
