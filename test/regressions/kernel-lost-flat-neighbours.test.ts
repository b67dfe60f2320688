import { describe, expect, it } from "vitest";
import { buildAabbTree, collidesItself, createMesh, findSelfPairs } from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";

// The kernel for neighbours took a plane through the common corner to part them. Its normal was added up in another order in
// each lane, so where it should have been zero each corner was held against a plane of its own, made of rounding errors.

const A = [0, 1];
const V = [-2, -3];
const B = [1, 0];
const C = [-1, 3];
const D = [2, -2];

/** Copies of the triangles (A, V, B) and (V, C, D), one above the other; `turn` rotates the corners of both. */
function makeCopies(copies: number, factor: number, turnI: number, turnJ: number) {
  const positions: number[] = [];
  const indices: number[] = [];
  const turned = (corners: number[], by: number) => corners.map((_, k) => corners[(k + by) % 3]);
  for (let k = 0; k < copies; k++) {
    const first = 5 * k;
    for (const [x, y] of [A, V, B, C, D]) positions.push(x * factor, y * factor, k);
    indices.push(
      ...turned([first, first + 1, first + 2], turnI),
      ...turned([first + 1, first + 3, first + 4], turnJ),
    );
  }
  return buildAabbTree(
    createMesh({ positions: new Float64Array(positions), indices: new Uint32Array(indices) }),
  );
}

describe("coplanar neighbours, one within the other's angle at their common corner", () => {
  it("are found where kernels serve by the number of triangles", () => {
    const tree = makeCopies(500, 1 / 3, 0, 0);
    expect(findSelfPairs(tree).count).toBe(500);
    expect(findSelfPairs(tree, { by: "layers" }).count).toBe(500);
    expect(collidesItself(tree)).toBe(true);
  });

  it("are found by the kernels in every rotation, alone and in company", () => {
    for (const factor of [1 / 3, 1 / 7, 0.1, 5 / 3])
      for (const copies of [1, 7])
        for (let turns = 0; turns < 9; turns++) {
          const tree = makeCopies(copies, factor, turns % 3, Math.floor(turns / 3));
          const byKernels = withKernels(() => findSelfPairs(tree));
          expect(byKernels.pairs).toEqual(withoutKernels(() => findSelfPairs(tree)).pairs);
          expect(byKernels.count).toBe(copies);
        }
  });
});
