import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  buildObbTree,
  createMesh,
  findPairs,
  MeshError,
  OptionError,
  refit,
  type TriangleMesh,
} from "../../src/index.ts";
import { roundDown, roundUp } from "../../src/numerics/outward.ts";
import { AABB_COUNT, AABB_LINK, AABB_MAX, AABB_STRIDE } from "../../src/trees/layout.ts";
import { refitSwept } from "../../src/trees.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

function moved(mesh: TriangleMesh, seed: number, amount: number): Float64Array {
  const next = random(seed);
  return Float64Array.from(mesh.positions, (x) => x + amount * (next() - 0.5));
}

/** Every node's box by definition: the least and greatest coordinate of its triangles' corners at both times, outward. */
function expectTight(tree: AabbTree, end: ArrayLike<number>): void {
  const { links, nodes, corners, origin, mesh } = tree;
  const slotsOf = (node: number): number[] => {
    const link = links[AABB_STRIDE * node + AABB_LINK];
    if (link >= 0) return [...slotsOf(link), ...slotsOf(link + 1)];
    return Array.from({ length: links[AABB_STRIDE * node + AABB_COUNT] }, (_, i) => ~link + i);
  };
  for (let node = 0; node < tree.nodeCount; node++)
    for (let axis = 0; axis < 3; axis++) {
      const values = slotsOf(node).flatMap((slot) =>
        [0, 1, 2].flatMap((k) => {
          const i = 3 * corners[3 * slot + k] + axis;
          return [mesh.positions[i] - origin[axis], end[i] - origin[axis]];
        }),
      );
      expect(nodes[AABB_STRIDE * node + axis]).toBe(roundDown(Math.min(...values)));
      expect(nodes[AABB_STRIDE * node + AABB_MAX + axis]).toBe(roundUp(Math.max(...values)));
    }
}

describe("refitSwept", () => {
  it("encloses both ends of every vertex's motion, tightly and outward, in f32 and f64 (seed 71)", () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(1e-3, 0.5, 40), fc.boolean(), (seed, amount, isSingle) => {
        for (const mesh of [randomSoup(seed, 20), latticeSoup(seed, 20), smallTorus(5, 4)]) {
          const tree = buildAabbTree(mesh);
          const exact = moved(mesh, seed, amount);
          const end = isSingle ? Float32Array.from(exact) : exact;
          refitSwept(tree, end);
          expectTight(tree, end);
        }
      }),
      { numRuns: randomCases(10), seed: 71 },
    );
  });

  it("keeps an origin for meshes far from zero", () => {
    const near = randomSoup(3, 30);
    const mesh = createMesh({ positions: Float64Array.from(near.positions, (x) => x + 2 ** 30) });
    const tree = buildAabbTree(mesh);
    const end = moved(mesh, 4, 0.1);
    refitSwept(tree, end);
    expect(tree.origin[0]).toBeGreaterThan(2 ** 29);
    expectTight(tree, end);
  });

  it("leaves queries about the mesh as it is, tiny or not, with and without a frame", () => {
    for (const scale of [1, 1e-60])
      for (const frame of ["none", "best"] as const) {
        const mesh = createMesh({
          positions: Float64Array.from(smallTorus().positions, (x) => scale * x),
          indices: smallTorus().indices,
        });
        const tree = buildAabbTree(mesh, { frame });
        const bToWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.3 * scale, 0.2 * scale, 0.1 * scale, 1];
        const expected = findPairs(tree, buildAabbTree(mesh), { bToWorld }).pairs;
        refitSwept(tree, moved(mesh, 7, scale));
        for (let k = 0; k < 3; k++)
          expect(findPairs(tree, buildAabbTree(mesh), { bToWorld }).pairs).toEqual(expected);
        mesh.positions.set(moved(mesh, 7, scale));
        refit(tree);
        const after = findPairs(tree, buildAabbTree(mesh), { bToWorld }).pairs;
        expect(after).toEqual(findPairs(buildAabbTree(mesh), buildAabbTree(mesh), { bToWorld }).pairs);
        expect(after).not.toEqual(expected);
      }
  });

  it("is undone by refit, to the bit", () => {
    for (const mesh of [randomSoup(5, 60), smallTorus()]) {
      const tree = buildAabbTree(mesh);
      const before = new Uint8Array(tree.buffer.slice(0));
      refitSwept(tree, moved(mesh, 6, 1));
      expect(new Uint8Array(tree.buffer)).not.toEqual(before);
      refit(tree);
      expect(new Uint8Array(tree.buffer)).toEqual(before);
    }
  });

  it("rejects bad input by name and leaves the tree unchanged", () => {
    const mesh = smallTorus();
    const tree = buildAabbTree(mesh);
    const before = new Uint8Array(tree.buffer.slice(0));
    const { length } = mesh.positions;
    expect(() => refitSwept(tree, new Float32Array(length - 3))).toThrow(MeshError);
    expect(() => refitSwept(tree, new Float32Array(length - 3))).toThrow(`length ${length - 3}`);
    expect(() => refitSwept(tree, [1, 2, 3] as unknown as Float32Array)).toThrow(/positionsAtEnd: expected/);
    for (const value of [Number.NaN, Infinity, 2 ** 101]) {
      const end = Float64Array.from(mesh.positions);
      end[5] = value;
      expect(() => refitSwept(tree, end)).toThrow(/positionsAtEnd\[5\] \(vertex 1, z\)/);
    }
    expect(() => refitSwept(buildObbTree(mesh) as unknown as AabbTree, mesh.positions)).toThrow(OptionError);
    expect(new Uint8Array(tree.buffer)).toEqual(before);
  });
});
