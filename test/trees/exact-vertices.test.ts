import { expect, it } from "vitest";
import { type AabbTree, buildAabbTree, createMesh, findPairs, refit } from "../../src/index.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { loadedMemory } from "../../src/kernels/pair-kernels.ts";
import { framedBoxes } from "../../src/trees/frame/framed-boxes.ts";
import { copyOfTree } from "../../src/trees/tree-copies.ts";
import { byKernel, describeKernels } from "../kernels.ts";
import { random, smallTorus } from "../meshes.ts";
import { rotation } from "../poses.ts";

// A refit copies f64 vertices into the kernels' memory to round them, and leaves them there as the exact vertices of pair queries:
// (1) they are those of the mesh, to the bit, after a full refit and after a partial one; (2) the first query after a refit answers as the
// plain way does; (3) framed boxes, whose own vertices are turned, decide by the vertices of the mesh.

/** The f64 vertices in the copy of a tree; null without any. */
function exactIn(tree: AabbTree): Float64Array | null {
  const copy = copyOfTree(tree)!;
  if (copy.exact <= 0) return null;
  return new Float64Array(loadedMemory()!.buffer, copy.exact, tree.mesh.positions.length).slice();
}

function createTorus(frame: "best" | "none"): AabbTree {
  const { positions, indices } = smallTorus(14, 9);
  return buildAabbTree(createMesh({ positions: Float64Array.from(positions), indices }), { frame });
}

function shake({ mesh: { positions } }: AabbTree, next: () => number, share = 1): number[] {
  const moved: number[] = [];
  for (let v = 0; v < positions.length / 3; v++) {
    if (next() >= share) continue;
    moved.push(v);
    for (let i = 3 * v; i < 3 * v + 3; i++) positions[i] += 0.05 * (next() - 0.5);
  }
  return moved;
}

describeKernels("exact vertices of f64 meshes", () => {
  for (const shift of [0, 1000])
    it(`are in the copy after every refit but the first, all vertices or some, ${shift} from zero (seed 71)`, () => {
      const next = random(71);
      const [tree, other] = [createTorus("none"), createTorus("none")];
      const { positions } = tree.mesh;
      for (let i = 0; i < positions.length; i++) positions[i] += shift;
      const bToWorld = rotation([1, 0.2, 0.1, 0.3], [shift + 0.4, shift + 0.1, shift]);
      let partial = 0;
      for (let frame = 0; frame < 20; frame++) {
        const isPartial = frame % 3 === 2;
        const vertices = shake(tree, next, isPartial ? 0.02 : 1);
        const stats = { boxesFitted: 0 };
        refit(tree, isPartial ? { vertices, stats } : { stats });
        if (stats.boxesFitted < tree.nodeCount) partial++;
        if (frame > 0) expect(exactIn(tree)).toEqual(positions);
        const first = byKernel("pairs", () => findPairs(tree, other, { bToWorld }));
        const plain = withoutKernels(() => findPairs(tree, other, { bToWorld }));
        expect(first.pairs).toEqual(plain.pairs);
        expect(first.count).toBeGreaterThan(0);
      }
      expect(partial).toBeGreaterThan(2);
    });

  it("of framed boxes are those of the mesh, not the turned ones (seed 72)", () => {
    const next = random(72);
    const [tree, other] = [createTorus("best"), createTorus("best")];
    const bToWorld = rotation([1, 0.2, 0.1, 0.3], [0.4, 0.1, 0]);
    for (let frame = 0; frame < 12; frame++) {
      const isPartial = frame % 3 === 2;
      const vertices = shake(tree, next, isPartial ? 0.02 : 1);
      refit(tree, isPartial ? { vertices } : {});
      for (let times = 0; times < 3; times++)
        expect(byKernel("pairs", () => findPairs(tree, other, { bToWorld })).pairs).toEqual(
          withoutKernels(() => findPairs(tree, other, { bToWorld })).pairs,
        );
      const boxes = framedBoxes(tree);
      if (boxes !== null && frame > 0) expect(exactIn(boxes)).toEqual(tree.mesh.positions);
    }
  });

  it("are as they were after a refit that throws", () => {
    const [tree, other] = [createTorus("none"), createTorus("none")];
    for (let times = 0; times < 3; times++) refit(tree);
    const { positions } = tree.mesh;
    const [x] = positions;
    positions[0] = Number.NaN;
    expect(() => refit(tree)).toThrow("not finite");
    positions[0] = x;
    const bToWorld = rotation([1, 0.2, 0.1, 0.3], [0.4, 0.1, 0]);
    for (let times = 0; times < 3; times++)
      expect(findPairs(tree, other, { bToWorld }).pairs).toEqual(
        withoutKernels(() => findPairs(tree, other, { bToWorld })).pairs,
      );
  });
});
