import { describe, expect, it } from "vitest";
import { buildAabbTree, classify, createMesh, type TriangleMesh } from "../../../src/index.ts";
import { withKernels, withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import { createBox } from "../../../src/mesh/primitives/index.ts";
import { touchInOnePlane } from "../../../src/queries/classify/contact-plane.ts";
import { poseTree } from "../../../src/queries/classify/posed-tree.ts";
import { collide, createContactCache } from "../../../src/queries/pairs/collide.ts";
import { createStats } from "../../../src/queries/stats.ts";
import { classifyByBruteForce } from "../../../src/reference/slow-classify.ts";

/** A frame around the z axis: between the squares of half sides `inner` and `outer`, from z 0 to 1. */
function frame(inner: number, outer: number): TriangleMesh {
  const corners = [inner, outer].flatMap((half) =>
    [0, 1].flatMap((z) => [-half, -half, z, half, -half, z, half, half, z, -half, half, z]),
  );
  const [innerLow, innerHigh, outerLow, outerHigh] = [0, 4, 8, 12];
  const band = (p: number, q: number) =>
    [0, 1, 2, 3].flatMap((k) => {
      const next = (k + 1) % 4;
      return [p + k, p + next, q + next, p + k, q + next, q + k];
    });
  const indices = [
    ...band(innerLow, innerHigh),
    ...band(outerLow, outerHigh),
    ...band(innerLow, outerLow),
    ...band(innerHigh, outerHigh),
  ];
  return createMesh({ positions: Float64Array.from(corners), indices: Uint32Array.from(indices) });
}

/** A bolt: a shank from z −1 to `bottom` and a head on it, as one surface of two boxes with a common face left out twice. */
function bolt(shank: number, head: number, bottom: number): TriangleMesh {
  const low = createBox({ size: 1 });
  const place = ({ positions, indices }: TriangleMesh, half: number, from: number, to: number) => ({
    positions: Array.from(positions, (x, i) => (i % 3 === 2 ? (x > 0 ? to : from) : 2 * half * x)),
    indices: Array.from(indices!),
  });
  const [first, second] = [place(low, shank, -1, bottom), place(low, head, bottom, bottom + 1)];
  const count = first.positions.length / 3;
  return createMesh({
    positions: Float64Array.from([...first.positions, ...second.positions]),
    indices: Uint32Array.from([...first.indices, ...second.indices.map((v) => v + count)]),
  });
}

function isProven(a: TriangleMesh, b: TriangleMesh): boolean {
  const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
  const cache = createContactCache();
  expect(collide(treeA, treeB, { cache })).toBe(true);
  const side = (tree: typeof treeA) => ({ posed: poseTree(tree, null, "pose") });
  return touchInOnePlane(side(treeA), side(treeB), cache.triangleA, cache.triangleB, createStats());
}

describe("solids whose contact lies in one plane", () => {
  const lug = frame(1, 3);
  const cases: [string, TriangleMesh, string, boolean][] = [
    ["a bolt with clearance, head on the lug", bolt(0.5, 2, 1), "touching", true],
    ["a bolt whose head covers the whole lug", bolt(0.5, 4, 1), "touching", true],
    ["a bolt that fills the hole touches in five planes", bolt(1, 2, 1), "touching", false],
    ["a shank that is too thick", bolt(1.25, 2, 1), "overlapping", false],
    ["a head that sits too deep", bolt(0.5, 2, 0.75), "overlapping", false],
    ["a head that fills the lug from its bottom on", bolt(0.5, 2, 0), "overlapping", false],
  ];
  it.each(cases)("%s", (_, part, relation, proven) => {
    for (const choose of [withKernels, withoutKernels])
      choose(() => {
        expect(classify(buildAabbTree(lug), buildAabbTree(part)).relation).toBe(relation);
        expect(isProven(lug, part)).toBe(proven);
        expect(isProven(part, lug)).toBe(proven);
      });
    expect(classifyByBruteForce(lug, part)).toBe(relation);
  });

  it("does not take a block inside a dent of another for touching, although they meet in one plane", () => {
    const [outer, inner] = [createBox({ size: 4 }), createBox({ size: 2 })];
    const onFloor = createMesh({
      positions: inner.positions.map((x, i) => (i % 3 === 2 ? x - 1 : x)),
      indices: inner.indices,
    });
    expect(isProven(outer, onFloor)).toBe(false);
    expect(classify(buildAabbTree(outer), buildAabbTree(onFloor)).relation).toBe("contains");
  });
});
