import { describe, expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  buildObbTree,
  buildRTree,
  createMesh,
  OptionError,
  type Pose,
  type QueryStats,
} from "../../src/index.ts";
import { createSpacecraft, createTorus } from "../../src/mesh/primitives/index.ts";
import { collideRecursively } from "../../src/papers.ts";
import { collideByBruteForce } from "../../src/reference/index.ts";
import { AABB_LINK, AABB_STRIDE } from "../../src/trees/layout.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";

const TESTS = ["sat-lite", "sat"] as const;

/** A random map with an offset within ±reach: a rotation, or with `isAffine` any matrix. */
function randomPose(next: () => number, reach: number, isAffine = false): Pose {
  const unit = () => 2 * next() - 1;
  const offset = [unit(), unit(), unit()].map((x) => reach * x);
  if (isAffine)
    return [unit(), unit(), unit(), 0, unit(), unit(), unit(), 0, unit(), unit(), unit(), 0, ...offset, 1];
  const q = [unit(), unit(), unit(), unit()];
  const [x, y, z, w] = q.map((value) => value / Math.hypot(...q));
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    ...[...offset, 1],
  ];
}

describe("collideRecursively", () => {
  it.each([
    ["random soups", () => randomSoup(1, 25, 0.5), () => randomSoup(2, 25, 0.5), 0.7],
    ["lattice soups", () => latticeSoup(3, 12), () => latticeSoup(4, 12), 4],
    ["tori", () => smallTorus(9, 6), () => smallTorus(12, 8), 2],
  ] as const)(
    "agrees with brute force, by both kinds of trees and both tests (%s, seed 5)",
    (_, a, b, reach) => {
      const next = random(5);
      const meshes = [a(), b()];
      const trees = [
        meshes.map((mesh) => buildAabbTree(mesh, { split: "midpoint", leafSize: 1 })),
        meshes.map((mesh) => buildObbTree(mesh, { leafSize: 1 })),
      ] as const;
      let hits = 0;
      for (let k = 0; k < 60; k++) {
        const poses = {
          aToWorld: randomPose(next, 0.1, k % 3 === 0),
          bToWorld: randomPose(next, reach, k % 3 === 1),
        };
        const expected = collideByBruteForce(meshes[0], meshes[1], poses);
        if (expected) hits++;
        for (const test of TESTS) {
          expect(collideRecursively(trees[0][0], trees[0][1], { ...poses, test })).toBe(expected);
          expect(collideRecursively(trees[1][0], trees[1][1], { ...poses, test })).toBe(expected);
        }
      }
      expect(hits).toBeGreaterThan(5);
      expect(hits).toBeLessThan(55);
    },
  );

  it("tests the pairs of boxes that section 3 of the paper names, and no others (a torus and a spacecraft, seed 6)", () => {
    const next = random(6);
    const [torus, craft] = [createTorus({ majorSegments: 20, minorSegments: 10 }), createSpacecraft()];
    const [a, b] = [torus, craft].map((mesh) => buildAabbTree(mesh, { split: "midpoint", leafSize: 1 }));
    const stats = {} as QueryStats;
    let [boxTests, triangleTests, hits] = [0, 0, 0];
    for (let k = 0; k < 40; k++) {
      const [aToWorld, bToWorld] = [randomPose(next, 1), randomPose(next, 3)];
      for (const test of TESTS) {
        const meet = collideRecursively(a, b, { aToWorld, bToWorld, test, stats });
        const counts = [meet, stats.boxTests, stats.triangleTests];
        expect(testByThePaper(a, aToWorld, b, bToWorld, test)).toEqual(counts);
        boxTests += stats.boxTests;
        triangleTests += stats.triangleTests;
        hits += Number(meet);
      }
    }
    expect(boxTests).toBeGreaterThan(5000);
    expect(triangleTests).toBeGreaterThan(100);
    expect(hits).toBeGreaterThan(10);
    expect(hits).toBeLessThan(70);
  });

  it("rejects R-trees, trees of two kinds, trees too deep for a recursion and misspelt options", () => {
    const mesh = smallTorus(5, 4);
    const aabb = buildAabbTree(mesh);
    expect(() => collideRecursively(buildRTree(mesh) as never, buildRTree(mesh) as never)).toThrow(
      OptionError,
    );
    expect(() => collideRecursively(aabb, buildObbTree(mesh) as never)).toThrow(OptionError);
    expect(() => collideRecursively({ ...aabb, depth: 1995 }, aabb)).toThrow(
      /1995 and \d+ levels are too deep/,
    );
    expect(() => collideRecursively(aabb, aabb, { order: "depth-first" } as never)).toThrow(/order/);
  });
});

/** A box in the world: its centre and half edges. */
type WorldBox = { centre: number[]; edges: number[][] };

/**
 * The paper's words as a recursion of its own: whether triangles meet, the pairs of boxes and the pairs of triangles tested. Boxes are
 * projected onto the axes, in the world.
 */
function testByThePaper(
  a: AabbTree,
  aToWorld: Pose,
  b: AabbTree,
  bToWorld: Pose,
  test: "sat" | "sat-lite",
): [boolean, number, number] {
  let [boxTests, triangleTests] = [0, 0];
  const visit = (atA: number, atB: number): boolean => {
    boxTests++;
    const boxA = worldBox(a, atA, aToWorld);
    const boxB = worldBox(b, atB, bToWorld);
    if (areApart(boxA, boxB, test)) return false;
    const linkA = a.links[atA + AABB_LINK];
    const linkB = b.links[atB + AABB_LINK];
    if (linkA < 0 && linkB < 0) {
      triangleTests++;
      const meshes = [soupOf(a, ~linkA), soupOf(b, ~linkB)] as const;
      return collideByBruteForce(meshes[0], meshes[1], { aToWorld, bToWorld });
    }
    const splitsA = linkB < 0 || (linkA >= 0 && volumeOf(boxA) >= volumeOf(boxB));
    const first = AABB_STRIDE * (splitsA ? linkA : linkB);
    for (const child of [first, first + AABB_STRIDE])
      if (splitsA ? visit(child, atB) : visit(atA, child)) return true;
    return false;
  };
  return [visit(0, 0), boxTests, triangleTests];
}

function soupOf({ mesh, triangles }: AabbTree, slot: number) {
  const corners = [0, 1, 2].map((corner) => mesh.indices![3 * triangles[slot] + corner]);
  return createMesh({
    positions: Float64Array.from(
      corners.flatMap((v) => Array.from(mesh.positions.subarray(3 * v, 3 * v + 3))),
    ),
  });
}

function worldBox({ nodes, origin }: AabbTree, at: number, pose: Pose): WorldBox {
  const column = (axis: number) => [pose[4 * axis], pose[4 * axis + 1], pose[4 * axis + 2]];
  const middle = [0, 1, 2].map((axis) => origin[axis] + (nodes[at + axis] + nodes[at + 3 + axis]) / 2);
  const centre = [0, 1, 2].map((row) =>
    middle.reduce((sum, x, axis) => sum + column(axis)[row] * x, pose[12 + row]),
  );
  const edges = [0, 1, 2].map((axis) =>
    column(axis).map((x) => (x * (nodes[at + 3 + axis] - nodes[at + axis])) / 2),
  );
  return { centre, edges };
}

function areApart(a: WorldBox, b: WorldBox, test: "sat" | "sat-lite"): boolean {
  const normals = [a, b].flatMap(({ edges: [u, v, w] }) => [cross(v, w), cross(w, u), cross(u, v)]);
  const axes =
    test === "sat-lite" ? normals : [...normals, ...a.edges.flatMap((u) => b.edges.map((v) => cross(u, v)))];
  const between = a.centre.map((x, k) => x - b.centre[k]);
  const reach = (axis: number[]) =>
    [...a.edges, ...b.edges].reduce((sum, edge) => sum + Math.abs(dot(edge, axis)), 0);
  return axes.some((axis) => Math.abs(dot(between, axis)) > reach(axis));
}

function volumeOf({ edges: [u, v, w] }: WorldBox): number {
  return Math.abs(dot(u, cross(v, w)));
}

function dot(u: readonly number[], v: readonly number[]): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross([a, b, c]: readonly number[], [d, e, f]: readonly number[]): number[] {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}
