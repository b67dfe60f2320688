import { expect, it } from "vitest";
import type { AabbTree } from "../../src/index.ts";
import { COPIES } from "../../src/kernels/pair-memory-map.ts";
import { importAnew } from "../fresh-modules.ts";
import { describeKernels } from "../kernels.ts";
import { randomSoup } from "../meshes.ts";

// With more trees in use than the memory of the kernels has room for, nearly every query copied a tree, and forgot the copies of others
// before these had paid: 60 trees of 100,000 triangles, far apart, took 350 times as long as without kernels.

// A memory that has been full for long makes copies rarely from then on. So these tests have modules of their own: suites that run after
// them in this process expect copies.
const [{ buildAabbTree, findPairs }, { withoutKernels }, { copyFor }, { copyOfTree }] = await importAnew<
  [
    typeof import("../../src/index.ts"),
    typeof import("../../src/kernels/kernel-choice.ts"),
    typeof import("../../src/trees/copy-policy.ts"),
    typeof import("../../src/trees/tree-copies.ts"),
  ]
>("src/index.ts", "src/kernels/kernel-choice.ts", "src/trees/copy-policy.ts", "src/trees/tree-copies.ts");

describeKernels("more trees in use than have room in the memory of the kernels", () => {
  const TRIANGLES = 50;
  const trees = Array.from({ length: 8 }, (_, seed) => buildAabbTree(randomSoup(seed, TRIANGLES)));
  const room = COPIES + 3 * TRIANGLES * 84;

  /** Asks for every tree in turn; how many copies were made. */
  function copiesMade(rounds: number): number {
    let copies = 0;
    const ask = (tree: AabbTree) => {
      const had = copyOfTree(tree) !== null;
      if (copyFor(tree, "pairs", room) !== null && !had) copies++;
    };
    for (let round = 0; round < rounds; round++) for (const tree of trees) ask(tree);
    return copies;
  }

  it("are copied ever more rarely", () => {
    expect(copiesMade(10)).toBeGreaterThan(0);
    expect(copiesMade(500)).toBeLessThan(100); // 4000 queries
  });

  it("are answered as without kernels", () => {
    for (const a of trees)
      for (const b of trees)
        expect(findPairs(a, b).pairs).toEqual(withoutKernels(() => findPairs(a, b).pairs));
  });
});
