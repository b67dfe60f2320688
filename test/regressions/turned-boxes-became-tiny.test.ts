import { expect, test } from "vitest";
import { buildAabbTree, createMesh, findPairs, refit } from "../../src/index.ts";
import { validateTree } from "../../src/trees.ts";

// A partial refit of a tree with a frame took its framed boxes for those of a tiny mesh, and scaled them, where coordinates just above the
// limit of tiny meshes, 2^-40, were below it along the axes of the frame. No query scales framed boxes back: all pairs were lost.
test("a partial refit does not scale framed boxes", () => {
  const limit = 2 ** -40;
  const corners: number[] = [];
  for (let t = 0; t < 200; t++) {
    const x = t % 2 === 0 ? limit : -limit;
    const y = (t / 2000) * limit;
    corners.push(x, 0, y, 0.9 * x, y, 0, 0.8 * x, 0, y);
  }
  const mesh = createMesh({ positions: Float64Array.from(corners) });
  const half = Math.SQRT1_2;
  const tree = buildAabbTree(mesh, { frame: [half, half, 0, -half, half, 0, 0, 0, 1] });
  const plain = buildAabbTree(mesh, { frame: "none" });
  const expected = findPairs(plain, plain).pairs;
  expect(expected.length).toBeGreaterThan(0);
  refit(tree, { from: 5, to: 8 });
  expect(findPairs(tree, plain).pairs).toEqual(expected);
  expect(findPairs(plain, tree).pairs).toEqual(expected);
  expect(validateTree(tree)).toEqual([]);
});
