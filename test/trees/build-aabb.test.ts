import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshError, OptionError } from "../../src/errors.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { buildRTree } from "../../src/queries/pairs/r-trees.ts";
import { type AabbTreeOptions, buildAabbTree, type SplitRule } from "../../src/trees/build-aabb.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree } from "../../src/trees/layout.ts";
import { treeQuality } from "../../src/trees/quality.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { latticeSoup, randomSoup, smallTorus, trianglesAt } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

const RULES: SplitRule[] = ["sah", "midpoint", "median", "half-balanced", "best-axis"];

/** The triangles under a node, ascending. */
function trianglesUnder(tree: AabbTree, node: number): number[] {
  const link = tree.links[AABB_STRIDE * node + AABB_LINK];
  if (link >= 0)
    return [...trianglesUnder(tree, link), ...trianglesUnder(tree, link + 1)].sort((a, b) => a - b);
  const count = tree.links[AABB_STRIDE * node + AABB_COUNT];
  return [...tree.triangles.subarray(~link, ~link + count)].sort((a, b) => a - b);
}

/** The triangles left and right of the root. */
function rootSplit(mesh: TriangleMesh, options: AabbTreeOptions): [number[], number[]] {
  const tree = buildAabbTree(mesh, { leafSize: 1, ...options });
  const link = tree.links[AABB_LINK];
  return [trianglesUnder(tree, link), trianglesUnder(tree, link + 1)];
}

function leafCounts(tree: AabbTree): number[] {
  const counts = [];
  for (let at = 0; at < tree.links.length; at += AABB_STRIDE)
    if (tree.links[at + AABB_LINK] < 0) counts.push(tree.links[at + AABB_COUNT]);
  return counts;
}

/** For each inner node, the triangles in its left and right child. */
function childCounts(tree: AabbTree): [number, number][] {
  const counts: [number, number][] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    const link = tree.links[AABB_STRIDE * node + AABB_LINK];
    if (link >= 0) counts.push([trianglesUnder(tree, link).length, trianglesUnder(tree, link + 1).length]);
  }
  return counts;
}

function identicalTriangles(count: number): TriangleMesh {
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) positions.set([0, 0, 0, 1, 0, 0, 0, 1, 1], 9 * t);
  return createMesh({ positions });
}

/** Triangles around one midpoint, each larger than the one before. */
function nestedTriangles(count: number): TriangleMesh {
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const r = t + 1;
    positions.set([-r, -r, -r, r, r, r, 0, r, -r], 9 * t);
  }
  return createMesh({ positions });
}

/** Each triangle half as far from the origin as the one before, wrapped around the range of coordinates. */
function exponentialTriangles(count: number): TriangleMesh {
  const points = Array.from({ length: count }, (_, t) => {
    const x = 2 ** (99 - (t % 900) / 4);
    return [x, x * (1 + t / count), 0] as const;
  });
  return trianglesAt(points, 0);
}

describe.each(RULES)("buildAabbTree, %s", (split) => {
  it.each([1, 2, 3, 10])("gives a valid tree with at most %i triangles per leaf", (leafSize) => {
    const meshes = [randomSoup(1, 200), latticeSoup(2, 300), smallTorus(), smallTorus(20, 12, Float64Array)];
    for (const mesh of meshes) {
      const tree = buildAabbTree(mesh, { split, leafSize });
      expect(validateTree(tree)).toEqual([]);
      expect(treeQuality(tree).largestLeaf).toBeLessThanOrEqual(leafSize);
    }
  });

  it("has n leaves and n − 1 inner nodes when leaves hold one triangle", () => {
    for (const count of [1, 2, 3, 4, 5, 8, 9, 17, 100, 1500]) {
      const tree = buildAabbTree(randomSoup(count, count), { split, leafSize: 1 });
      expect(tree.nodeCount).toBe(2 * count - 1);
      expect(leafCounts(tree)).toEqual(new Array(count).fill(1));
    }
  });

  it("is valid for any soup (fast-check: lattice, f32 and f64, all options)", () => {
    const soups = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      seed: fc.nat(),
      steps: fc.integer({ min: 1, max: 6 }),
      isExact: fc.boolean(),
      leafSize: fc.integer({ min: 1, max: 5 }),
      maxDepth: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      prune: fc.boolean(),
    });
    fc.assert(
      fc.property(soups, ({ count, seed, steps, isExact, leafSize, maxDepth, prune }) => {
        const mesh = isExact ? latticeSoup(seed, count, steps) : randomSoup(seed, count, steps / 10);
        const tree = buildAabbTree(mesh, { split, leafSize, maxDepth, prune });
        expect(validateTree(tree)).toEqual([]);
        if (maxDepth !== undefined) expect(tree.depth).toBeLessThanOrEqual(maxDepth);
      }),
      { numRuns: randomCases(38) },
    );
  });

  it("keeps the mesh's own arrays, whatever their kind", () => {
    const soup = randomSoup(3, 50);
    const indices = Uint16Array.from({ length: 150 }, (_, i) => (i * 7) % 150);
    for (const mesh of [
      soup,
      createMesh({ positions: soup.positions, indices }),
      createMesh({ positions: soup.positions, indices: Uint32Array.from(indices) }),
      createMesh({ positions: Float32Array.from(soup.positions), indices }),
    ])
      expect(validateTree(buildAabbTree(mesh, { split }))).toEqual([]);
  });

  it("rejects indices that were changed to vertex numbers out of range", () => {
    for (const bad of [600, 60_000, 0xfffffff0]) {
      const { positions, indices } = smallTorus(30, 20);
      const mesh = createMesh({ positions, indices: Uint32Array.from(indices!) });
      buildAabbTree(mesh, { split });
      mesh.indices!.fill(bad, 31, 60);
      const message = `indices[31] (triangle 10): ${bad} is out of range, the mesh has 600 vertices`;
      const refusal = new MeshError(message);
      expect(() => buildAabbTree(mesh, { split })).toThrow(refusal);
      for (const build of [buildObbTree, buildRTree]) expect(() => build(mesh)).toThrow(refusal);
    }
  });

  it("gives identical bytes for identical meshes", () => {
    for (const mesh of [randomSoup(4, 500), latticeSoup(5, 500)]) {
      const first = buildAabbTree(mesh, { split });
      buildAabbTree(randomSoup(6, 700), { split });
      expect(new Uint8Array(buildAabbTree(mesh, { split }).buffer)).toEqual(new Uint8Array(first.buffer));
    }
  });

  it("has a bounded depth on 2,000 exponentially spaced triangles", () => {
    const tree = buildAabbTree(exponentialTriangles(2000), { split, leafSize: 1 });
    expect(validateTree(tree)).toEqual([]);
    expect(tree.depth).toBeLessThanOrEqual(40 + 11 + 12 + 1);
  });

  it("copes with identical triangles and with equal midpoints", () => {
    for (const mesh of [identicalTriangles(1000), nestedTriangles(1000), identicalTriangles(3)]) {
      const tree = buildAabbTree(mesh, { split, leafSize: 1 });
      expect(validateTree(tree)).toEqual([]);
      // Halving gives 11; half-balanced may cut at a third each time, sah may cut off the last eight one by one.
      expect(tree.depth).toBeLessThanOrEqual({ "half-balanced": 17, sah: 16 }[split as string] ?? 11);
    }
  });

  it("stops at maxDepth, whatever the leaves hold", () => {
    const mesh = randomSoup(7, 300);
    expect(leafCounts(buildAabbTree(mesh, { split, maxDepth: 1 }))).toEqual([300]);
    const tree = buildAabbTree(mesh, { split, maxDepth: 4 });
    expect(tree.depth).toBe(4);
    expect(leafCounts(tree).length).toBeLessThanOrEqual(8);
    expect(validateTree(tree)).toEqual([]);
  });

  it("makes a single leaf of a single triangle", () => {
    const tree = buildAabbTree(randomSoup(8, 1), { split });
    expect(tree.nodeCount).toBe(1);
    expect(tree.depth).toBe(1);
    expect(validateTree(tree)).toEqual([]);
  });
});

describe("the split rules", () => {
  it("midpoint: triangles beyond the middle of the longest axis are positive, those on the plane negative", () => {
    // The box spans −0.5 … 10.5 on x, so the plane is at 5.
    const points = [0, 1, 5, 5.01, 9, 10].map((x) => [x, 0.1 * x, 0] as const);
    expect(rootSplit(trianglesAt(points, 0.5), { split: "midpoint" })).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });

  it("midpoint: the midpoint of the triangle's box counts, not the mean of its corners", () => {
    // x from 0 to 10; triangle 1 has box midpoint 5.5 and corner mean 4.
    const positions = new Float64Array([
      0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 9, 0, 0, 1, 1, 0, 9, 0, 0, 10, 0, 0, 10, 1, 0,
    ]);
    positions[15] = 2;
    const mesh = createMesh({ positions });
    expect(rootSplit(mesh, { split: "midpoint" })).toEqual([[0], [1, 2]]);
    expect(rootSplit(mesh, { split: "best-axis" })).toEqual([[0, 1], [2]]);
  });

  it("midpoint: equal halves, regardless of location, when one side is empty", () => {
    const [left, right] = rootSplit(nestedTriangles(6), { split: "midpoint" });
    expect([left.length, right.length]).toEqual([3, 3]);
  });

  it("midpoint: the longest axis is used, even if it does not separate well", () => {
    const points = [
      [0, 0, 0],
      [0, 1, 0],
      [0, 2, 0],
      [0, 3, 9],
    ] as const;
    expect(rootSplit(trianglesAt(points), { split: "midpoint" })).toEqual([[0, 1, 2], [3]]);
  });

  it("median: the sides differ by one at most, at every node", () => {
    for (const mesh of [randomSoup(9, 333), latticeSoup(10, 200), exponentialTriangles(500)]) {
      const tree = buildAabbTree(mesh, { split: "median", leafSize: 1 });
      for (const [left, right] of childCounts(tree)) expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
    }
    const points = [7, 1, 9, 3, 100, 5].map((x) => [x, 0, 0] as const);
    expect(rootSplit(trianglesAt(points), { split: "median" })).toEqual([
      [1, 3, 5],
      [0, 2, 4],
    ]);
  });

  it("half-balanced: the larger side is at most twice the smaller at every node", () => {
    for (const mesh of [randomSoup(11, 333), latticeSoup(12, 200), exponentialTriangles(500)]) {
      const tree = buildAabbTree(mesh, { split: "half-balanced", leafSize: 1 });
      for (const [left, right] of childCounts(tree))
        expect(Math.max(left, right)).toBeLessThanOrEqual(2 * Math.min(left, right));
    }
  });

  it("half-balanced: takes the permitted cut with the least overlap", () => {
    // Six triangles of half-width 1; the only gap is between the second and the third.
    const points = [0, 0.5, 3, 3.5, 4, 4.5].map((x) => [x, 0, 0] as const);
    expect(rootSplit(trianglesAt(points, 1), { split: "half-balanced" })).toEqual([
      [0, 1],
      [2, 3, 4, 5],
    ]);
  });

  it("best-axis: takes the most even of the three axes", () => {
    const points = [
      [0, 0, 0],
      [1, 9, 0],
      [2, 0, 1],
      [100, 9, 1],
      [3, 0, 1],
      [4, 9, 1],
    ] as const;
    expect(rootSplit(trianglesAt(points), { split: "best-axis" })).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  it("best-axis: takes the lower of equally even axes", () => {
    const points = [
      [0, 0, 0],
      [0, 9, 9],
      [1, 0, 9],
      [1, 9, 0],
    ] as const;
    expect(rootSplit(trianglesAt(points), { split: "best-axis" })).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it("sah: cuts a stray cluster off, and puts overlapping triangles together", () => {
    const points = Array.from({ length: 40 }, (_, i) => [i < 10 ? i : 1000 + i, i % 3, i % 5] as const);
    const [left, right] = rootSplit(trianglesAt(points), { split: "sah" });
    expect([left.length, right.length]).toEqual([10, 30]);
  });

  it("sah: a stray triangle far away does not coarsen the rest", () => {
    const torus = smallTorus(40, 20);
    const positions = new Float64Array([...torus.positions, 1e12, 0, 0, 1e12, 1, 0, 1e12, 0, 1]);
    const last = torus.vertexCount;
    const mesh = createMesh({
      positions,
      indices: new Uint32Array([...torus.indices!, last, last + 1, last + 2]),
    });
    const tree = buildAabbTree(mesh);
    expect(validateTree(tree)).toEqual([]);
    const plain = treeQuality(buildAabbTree(torus));
    expect(tree.nodeCount).toBeLessThan(1.1 * plain.nodes);
    expect(tree.depth).toBeLessThan(plain.depth + 6);
    expect(summedSize(tree)).toBeLessThan(1.1 * summedSize(buildAabbTree(torus)));
  });

  it("sah: beats the paper's rule on a torus", () => {
    const torus = smallTorus(60, 40);
    const sah = treeQuality(buildAabbTree(torus, { split: "sah" })).sahCost;
    const midpoint = treeQuality(buildAabbTree(torus, { split: "midpoint" })).sahCost;
    expect(sah).toBeLessThan(0.95 * midpoint);
  });
});

/** The summed extents in x and y of all boxes that do not contain the stray triangle. */
function summedSize(tree: AabbTree): number {
  let sum = 0;
  for (let at = 0; at < tree.nodes.length; at += AABB_STRIDE) {
    const size = tree.nodes[at + 3] - tree.nodes[at] + tree.nodes[at + 4] - tree.nodes[at + 1];
    if (size < 100) sum += size;
  }
  return sum;
}

describe("the option prune of buildAabbTree", () => {
  it("prune false: a set that the rule cannot separate becomes a leaf", () => {
    for (const split of ["sah", "midpoint", "best-axis"] as const) {
      const tree = buildAabbTree(identicalTriangles(20), { split, prune: false });
      expect(leafCounts(tree)).toEqual([20]);
      expect(validateTree(tree)).toEqual([]);
    }
  });

  it("prune true: such a set is halved until no leaf is too large", () => {
    for (const split of ["sah", "midpoint", "best-axis"] as const)
      expect(Math.max(...leafCounts(buildAabbTree(identicalTriangles(20), { split })))).toBeLessThanOrEqual(
        2,
      );
  });
});

describe("bad input of buildAabbTree", () => {
  it("names the option and the value", () => {
    const mesh = randomSoup(13, 4);
    const build = (options: object) => () => buildAabbTree(mesh, options);
    expect(build({ split: "best" })).toThrow(
      new OptionError("split: best is not one of sah, midpoint, median, half-balanced, best-axis"),
    );
    expect(build({ split: "toString" })).toThrow(OptionError);
    expect(build({ leafSize: 0 })).toThrow(
      new OptionError("leafSize: 0 is not a whole number of at least 1"),
    );
    expect(build({ leafSize: 1.5 })).toThrow(OptionError);
    expect(build({ leafSize: "2" })).toThrow(OptionError);
    expect(build({ maxDepth: 0 })).toThrow(OptionError);
    expect(build({ maxDepth: Number.NaN })).toThrow(OptionError);
    expect(build({ prune: 1 })).toThrow(new OptionError("prune: 1 is not true or false"));
  });

  it("names a coordinate that became bad after the mesh was made", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 101)]) {
      for (const mesh of [randomSoup(14, 4), smallTorus()]) {
        mesh.positions[7] = value;
        expect(() => buildAabbTree(mesh)).toThrow(MeshError);
        expect(() => buildAabbTree(mesh)).toThrow(/positions\[7\] \(vertex 2, y\)/);
      }
    }
  });
});
