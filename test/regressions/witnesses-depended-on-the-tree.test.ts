import { expect, it } from "vitest";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { findLinkDistances, nearestLinks } from "../../src/queries/articulated/link-distances.ts";
import { windingNumber } from "../../src/queries/classify/locate-point.ts";
import { distance } from "../../src/queries/distance/distance.ts";
import { createArticulatedBody } from "../../src/trees/articulated/articulated-body.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";

// Links that meet were named by the first two triangles that the descent came to, and solid angles were added in the order of the tree.

const SPLITS = ["sah", "midpoint", "median", "best-axis"] as const;
const a = sheet((u, v) => 0.3 * Math.sin(7 * u) * Math.cos(5 * v));
const b = sheet((u, v) => 0.3 * Math.cos(6 * u * v) - 0.1);

it("links that meet are named by the triangles that distance names, whatever the tree", () => {
  for (const split of SPLITS) {
    const [treeA, treeB] = [a, b].map((mesh) => buildAabbTree(mesh, { split }));
    const { triangleA, triangleB, pointA } = distance(treeA, treeB)!;
    const [bodyA, bodyB] = [treeA, treeB].map((tree) => createArticulatedBody([{ name: "link", tree }]));
    const expected = { distance: 0, triangleA, triangleB, pointA };
    expect(nearestLinks(bodyA, bodyB), split).toMatchObject(expected);
    expect(findLinkDistances(bodyA, bodyB)[0], split).toMatchObject(expected);
    expect([triangleA, triangleB], split).toEqual([0, 0]);
  }
});

it("a winding number has one last digit, whatever the tree", () => {
  // A soup's rim is long, so that all its triangles are added.
  const soup = createMesh({ positions: positionsOf(a) });
  const windings = SPLITS.map((split) => windingNumber(buildAabbTree(soup, { split }), [0.3, 0.2, 0.31]));
  expect(new Set(windings).size).toBe(1);
});

function positionsOf({ positions, indices }: TriangleMesh): Float64Array {
  return Float64Array.from([...indices!].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
}

function sheet(height: (u: number, v: number) => number, steps = 8): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const at = (i: number, j: number) => i * (steps + 1) + j;
  for (let i = 0; i <= steps; i++)
    for (let j = 0; j <= steps; j++)
      positions.push((2 * i) / steps - 1, (2 * j) / steps - 1, height(i / steps, j / steps));
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++) {
      indices.push(at(i, j), at(i, j + 1), at(i + 1, j));
      indices.push(at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
    }
  return createMesh({ positions: new Float64Array(positions), indices: new Uint32Array(indices) });
}
