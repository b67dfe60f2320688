import fc from "fast-check";
import { expect, it } from "vitest";
import { buildAabbTree, buildRTree, createMesh, type TriangleMesh } from "../../src/index.ts";
import { vertexOf } from "../../src/mesh/triangle-mesh.ts";
import type { AabbTree, RTree } from "../../src/trees/layout.ts";
import { EDGE_BITS, NO_EDGE, nextCorner, numberedFeatures } from "../../src/trees/numbered-features.ts";
import { removeTriangle } from "../../src/trees.ts";
import { expectSame } from "../expect-in-loops.ts";
import { random, smallTorus } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

// (1) every vertex and edge of the triangles has one owner, a slot that has it (2) edges are numbered in the order of their vertices
// (3) a feature's own corner is in the triangle with the lowest number (4) few slots own features.

function randomMesh(seed: number): TriangleMesh {
  const next = random(seed);
  const positions = Float64Array.from({ length: 24 }, next);
  const indices = Uint32Array.from({ length: 36 }, () => Math.floor(8 * next()));
  return createMesh({ positions, indices });
}

function check(tree: AabbTree | RTree, triangles: number[]) {
  const { mesh, corners } = tree;
  const { owned, edges, edgeCount, edgeCorners, vertexCorners } = numberedFeatures(tree);
  const slots = triangles.map((triangle) => tree.triangles.indexOf(triangle));
  const vertexOwners = new Map<number, number>();
  const edgeOwners = new Map<number, number>();
  const names: string[] = [];
  for (const slot of slots)
    for (let k = 0; k < 3; k++) {
      const c = 3 * slot + k;
      const [from, to] = [corners[c], corners[nextCorner(c)]].sort((p, q) => p - q);
      expectSame(edges[c] === NO_EDGE, from === to);
      if (from !== to) {
        const name = `${String(from).padStart(5)} ${String(to).padStart(5)}`;
        expectSame(names[edges[c]] ?? name, name);
        names[edges[c]] = name;
      }
      if ((owned[slot] >> k) & 1) vertexOwners.set(corners[c], (vertexOwners.get(corners[c]) ?? 0) + 1);
      if ((owned[slot] >> (EDGE_BITS + k)) & 1) edgeOwners.set(edges[c], (edgeOwners.get(edges[c]) ?? 0) + 1);
    }
  const used = new Set(slots.flatMap((slot) => [...corners.subarray(3 * slot, 3 * slot + 3)]));
  expect(new Set(vertexOwners.keys())).toEqual(used);
  expect(names).toHaveLength(edgeCount);
  expect([...edgeOwners.keys()].sort((p, q) => p - q)).toEqual(names.map((_, edge) => edge));
  expect([...vertexOwners.values(), ...edgeOwners.values()].every((count) => count === 1)).toBe(true);
  expect(names).toEqual([...names].sort());
  const lowest = (vertices: number[]) =>
    triangles.find((t) => vertices.every((v) => [0, 1, 2].some((k) => vertexOf(mesh, t, k) === v)));
  for (const vertex of used) {
    expectSame(corners[vertexCorners[vertex]], vertex);
    expectSame(tree.triangles[Math.floor(vertexCorners[vertex] / 3)], lowest([vertex])!);
  }
  edgeCorners.forEach((c, edge) => {
    expectSame(edges[c], edge);
    expectSame(tree.triangles[Math.floor(c / 3)], lowest([corners[c], corners[nextCorner(c)]])!);
  });
  return owned;
}

it("(1) (2) (3) features are numbered once: random triangles of eight vertices, some named twice (seed 1)", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const mesh = randomMesh(seed);
      check(buildAabbTree(mesh), [...Array(12).keys()]);
    }),
    { seed: 1, numRuns: randomCases(100) },
  );
});

it("(1) (2) (3) features are numbered once: an R-tree without some of its triangles (seed 2)", () => {
  const tree = buildRTree(randomMesh(2));
  for (const gone of [0, 5, 11]) removeTriangle(tree, gone);
  check(tree, [1, 2, 3, 4, 6, 7, 8, 9, 10]);
});

it("(4) features of a torus have few owners: at most two thirds of the slots own edges, and a quarter vertices", () => {
  const mesh = smallTorus(30, 20);
  const owned = check(buildAabbTree(mesh), [...Array(mesh.triangleCount).keys()]);
  expect(owned.filter((bits) => bits >> EDGE_BITS > 0).length).toBeLessThan((2 / 3) * owned.length);
  expect(owned.filter((bits) => (bits & 7) > 0).length).toBeLessThan(owned.length / 4);
});
