import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  collide,
  createMesh,
  findPairs,
  type QueryStats,
} from "../../src/index.ts";
import { createIcosphere } from "../../src/mesh/primitives/index.ts";
import { allocateTree } from "../../src/trees/buffer.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree } from "../../src/trees/layout.ts";
import { refit } from "../../src/trees/refit.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { random, randomSoup } from "../meshes.ts";
import { rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// What the descent counts and keeps: (1) the exit axis is the first that separates, by definition
// (2) the queue loses no pair when its buckets are full (3) nor when a tree is deeper than any builder makes it
// (4) the node that is split is the larger one by the chosen measure.

type Vector = number[];

/** A tree of one leaf, whose box is that of its one triangle: from the low to the high corner. */
function boxTree(low: Vector, high: Vector): AabbTree {
  const middle = [low[0], high[1], low[2]];
  return buildAabbTree(createMesh({ positions: Float32Array.from([...low, ...high, ...middle]) }));
}

function corners(low: Vector, high: Vector): Vector[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [0, 1, 2].map((axis) => ((k >> axis) & 1 ? high : low)[axis]));
}

function move(pose: number[], [x, y, z]: Vector): Vector {
  return [0, 1, 2].map((r) => pose[r] * x + pose[4 + r] * y + pose[8 + r] * z + pose[12 + r]);
}

function cross(a: Vector, b: Vector): Vector {
  return [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

function project(points: Vector[], axis: Vector): [number, number] {
  const along = points.map((p) => p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2]);
  return [Math.min(...along), Math.max(...along)];
}

/** The gap on each of the 15 axes, relative to the extent; negative where the boxes overlap. */
function gaps(a: Vector[], b: Vector[], pose: number[]): number[] {
  const units = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const edges = [0, 4, 8].map((k) => [pose[k], pose[k + 1], pose[k + 2]]);
  const normals = [cross(edges[1], edges[2]), cross(edges[2], edges[0]), cross(edges[0], edges[1])];
  const products = units.flatMap((unit) => edges.map((edge) => cross(unit, edge)));
  return [...units, ...normals, ...products].map((axis) => {
    const [minA, maxA] = project(a, axis);
    const [minB, maxB] = project(b, axis);
    return Math.max(minB - maxA, minA - maxB) / (maxA - minA + maxB - minB || 1);
  });
}

/** Moves b along a direction until a gap of about a hundredth opens: then every kind of axis is the first at times. */
function pulledApart(a: Vector[], low: Vector, high: Vector, pose: number[], along: Vector): number[] {
  const at = (t: number) => pose.map((x, k) => (k >= 12 && k < 15 ? x + t * along[k - 12] : x));
  const gapAt = (t: number) =>
    Math.max(
      ...gaps(
        a,
        corners(low, high).map((p) => move(at(t), p)),
        pose,
      ),
    );
  let [near, far] = [0, 100];
  for (let step = 0; step < 20; step++) {
    const middle = (near + far) / 2;
    if (gapAt(middle) > 0.005) far = middle;
    else near = middle;
  }
  return at(far);
}

describe("the descent of AABB trees", () => {
  it("(1) counts a box test at the first of the 15 axes that separates, by their definition (seed 41)", () => {
    const next = random(41);
    const vector = () => [0, 1, 2].map(() => Math.fround(2 * next() - 1));
    const stats = {} as QueryStats;
    const seen = new Set<number>();
    for (let run = 0; run < randomCases(750); run++) {
      const [lowA, lowB] = [vector(), vector()];
      const [highA, highB] = [lowA, lowB].map((low) => low.map((x) => Math.fround(x + 0.05 + next())));
      const shear = run % 2 === 0 ? [1, 1, 1] : [0.5 + next(), -0.5 - next(), 2];
      const pose = rotation([next(), next() - 0.5, next() - 0.5, next() - 0.5], vector(), shear);
      const bToWorld = pulledApart(corners(lowA, highA), lowB, highB, pose, vector());
      const moved = corners(lowB, highB).map((p) => move(bToWorld, p));
      const found = gaps(corners(lowA, highA), moved, bToWorld);
      const [a, b] = [boxTree(lowA, highA), boxTree(lowB, highB)];
      for (const [test, axes] of [
        ["sat", 15],
        ["sat-lite", 6],
      ] as const) {
        const first = found.slice(0, axes).findIndex((gap) => gap > 0);
        // Parallel edges have no product, and a gap within rounding of zero may be decided either way.
        if (found.slice(0, first < 0 ? axes : first + 1).some((gap) => Math.abs(gap) < 1e-9)) continue;
        collide(a, b, { bToWorld, test, stats });
        const expected = new Uint32Array(16);
        expected[first < 0 ? 15 : first] = 1;
        seen.add(first);
        expect(stats.exitAxes, `run ${run}, ${test}`).toEqual(expected);
      }
    }
    expect(seen.size).toBe(16); // every axis, and none
  });

  it("(1) counts each of the four box tests of a step at its axis (seed 42)", () => {
    const next = random(42);
    const corner = () => [0, 1, 2].map(() => Math.fround(2 * next() - 1));
    type Box = readonly [Vector, Vector];
    const boxFrom = (low: Vector): Box => [low, low.map((x) => Math.fround(x + 0.05 + 0.6 * next()))];
    const union = ([p, q]: Box, [r, s]: Box): Box => [
      p.map((x, k) => Math.min(x, r[k])),
      q.map((x, k) => Math.max(x, s[k])),
    ];
    let compared = 0;
    for (let run = 0; run < randomCases(750); run++) {
      const [a, b] = [0, 1].map(() => [boxFrom(corner()), boxFrom(corner())] as const);
      const sizes = [union(...a), union(...b)].map(([p, q]) => q.reduce((sum, x, k) => sum + x - p[k], 0));
      // One twice as large as the other would be split alone.
      if (Math.max(...sizes) > 1.9 * Math.min(...sizes)) continue;
      const bToWorld = rotation([next(), next() - 0.5, next() - 0.5, next() - 0.5], corner());
      const trees = [a, b].map((pair) => {
        const positions = pair.flatMap(([low, high]) => [...low, ...high, low[0], high[1], low[2]]);
        return buildAabbTree(createMesh({ positions: Float32Array.from(positions) }), { leafSize: 1 });
      });
      for (const test of ["sat", "sat-lite"] as const) {
        const exitOf = (p: Box, q: Box) => {
          const moved = corners(...q).map((point) => move(bToWorld, point));
          const found = gaps(corners(...p), moved, bToWorld).slice(0, test === "sat" ? 15 : 6);
          const first = found.findIndex((gap) => gap > 0);
          return found.some((gap) => Math.abs(gap) < 1e-9) ? Number.NaN : first < 0 ? 15 : first;
        };
        const exits = [exitOf(union(...a), union(...b))];
        if (exits[0] === 15) for (const p of a) for (const q of b) exits.push(exitOf(p, q));
        if (exits.some(Number.isNaN)) continue;
        const expected = new Uint32Array(16);
        for (const exit of exits) expected[exit]++;
        expect(findPairs(trees[0], trees[1], { bToWorld, test }).stats.exitAxes, `run ${run}`).toEqual(
          expected,
        );
        if (exits.length === 5) compared++;
      }
    }
    expect(compared).toBeGreaterThan(randomCases(500));
  });

  it("(2) expands as many pairs best first as depth first, where buckets overflow: concentric spheres", () => {
    const outer = createIcosphere({ radius: 1, subdivisions: 5 });
    const inner = createIcosphere({ radius: 0.985, subdivisions: 5 });
    for (const build of [buildAabbTree, buildObbTree]) {
      const [a, b] = [build(outer), build(inner)];
      const counts = (["best-first", "depth-first"] as const).map((order) => {
        const stats = {} as QueryStats;
        expect(collide(a, b, { order, stats })).toBe(false);
        return stats.boxTests;
      });
      expect(counts[0]).toBe(counts[1]);
      expect(counts[0]).toBeGreaterThan(10_000);
    }
  });

  it("(3) finds every pair of a tree far deeper than builders make it: a chain of 1,500 levels", () => {
    const mesh = randomSoup(9, 1500, 0.1);
    const deep = chainTree(mesh.triangleCount, mesh);
    expect(validateTree(deep)).toEqual([]);
    expect(deep.depth).toBe(1500);
    const shallow = buildAabbTree(mesh);
    const expected = findPairs(shallow, shallow);
    expect(findPairs(deep, deep).pairs).toEqual(expected.pairs);
    expect(findPairs(deep, shallow).pairs).toEqual(expected.pairs);
  });

  it("(3) keeps its answers when queries of very different sizes follow each other", () => {
    const small = buildAabbTree(randomSoup(1, 3));
    const large = buildAabbTree(randomSoup(2, 400, 0.3));
    const first = [...findPairs(large, large).pairs];
    const next = random(3);
    for (let i = 0; i < 50; i++) {
      findPairs(small, large, { bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, next(), next(), next(), 1] });
      collide(small, small);
    }
    expect([...findPairs(large, large).pairs]).toEqual(first);
  });
});

/** One triangle per leaf; each inner node has a leaf and the rest as children. */
function chainTree(count: number, mesh: ReturnType<typeof randomSoup>): AabbTree {
  const tree = allocateTree("aabb", mesh, 2 * count - 1, count);
  for (let slot = 0; slot < count; slot++) {
    tree.triangles[slot] = slot;
    tree.corners.set([3 * slot, 3 * slot + 1, 3 * slot + 2], 3 * slot);
  }
  const setLeaf = (node: number, slot: number) => {
    tree.links[AABB_STRIDE * node + AABB_LINK] = ~slot;
    tree.links[AABB_STRIDE * node + AABB_COUNT] = 1;
  };
  let node = 0;
  for (let slot = 0; slot < count - 1; slot++) {
    const left = 2 * slot + 1;
    tree.links[AABB_STRIDE * node + AABB_LINK] = left;
    setLeaf(left, slot);
    node = left + 1;
  }
  setLeaf(node, count - 1);
  refit(tree);
  return tree;
}

describe("the node to split", () => {
  // a is long and flat: larger by the sum of extents, without volume. Both triangles of b cross its box, none of a's box halves
  // reaches b.
  const soup = (positions: number[]) =>
    buildAabbTree(createMesh({ positions: Float32Array.from(positions) }), { leafSize: 1 });
  const a = soup([0, 0, 0, 0.1, 1, 0, 0, 1, 0, 10, 0, 0, 10, 1, 0, 9.9, 1, 0]);
  const b = soup([4.5, 0, -1, 4.5, 0, 1, 4.6, 0.1, 1, 5.5, 1, -1, 5.5, 1, 1, 5.4, 0.9, 1]);

  it.each([
    ["larger", 3], // the roots, then the children of a, both apart from b
    ["larger-volume", 7], // the roots, the children of b, and those of a for each of them
  ] as const)("(4) is chosen by descend: %s, which takes %i box tests", (descend, boxTests) => {
    const stats = {} as QueryStats;
    expect(collide(a, b, { descend, order: "depth-first", stats })).toBe(false);
    expect(stats.boxTests).toBe(boxTests);
    expect(findPairs(a, b, { descend }).stats.boxTests).toBe(boxTests);
  });

  it("(4) compares volumes in one space: b shrunk to a millionth is not split first", () => {
    const bToWorld = [1e-2, 0, 0, 0, 0, 1e-2, 0, 0, 0, 0, 1e-2, 0, 4.9, 0.4, 0, 1];
    const cube = soup([0, 0, -1, 0, 0.1, -1, 0.1, 0, -1, 10, 1, 1, 9.9, 1, 1, 10, 0.9, 1]);
    const { stats } = findPairs(cube, b, { bToWorld, descend: "larger-volume" });
    expect(stats.boxTests).toBe(3);
  });
});
