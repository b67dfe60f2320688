import { describe, expect, it } from "vitest";
import { buildAabbTree, collide, createMesh, penetration, type TriangleMesh } from "../../../src/index.ts";
import { createBox, createDentedEllipsoid, createTorus } from "../../../src/mesh/primitives/index.ts";
import { penetrationByPatches } from "../../../src/papers.ts";
import { random } from "../../meshes.ts";
import { rotation } from "../../poses.ts";

// Contracts: (1) null exactly if the solids share no point (2) b moved by depth · direction, and a trace, is free (3) the lower bound is
// below the depth that any other method finds (4) of convex solids both bounds are the depth.

type Vector = [number, number, number];

function posesOf(seed: number, count: number, size: number): number[][] {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const q = [0, 0, 0, 0].map(() => next() - 0.5) as [number, number, number, number];
    return rotation(q, [0, 0, 0].map(() => size * (next() - 0.5)) as Vector);
  });
}

const meshes: [string, () => TriangleMesh, number][] = [
  ["dented ellipsoid", () => createDentedEllipsoid(), 1.2],
  ["torus", () => createTorus({ majorSegments: 14, minorSegments: 8 }), 3],
];

describe.each(meshes)("the depth by patches (two %ss, seed 3)", (_, create, size) => {
  const tree = buildAabbTree(create());
  it("(1, 2, 3) parts the solids, and bounds their depth from both sides", () => {
    let hits = 0;
    for (const bToWorld of posesOf(3, 25, size)) {
      const found = penetrationByPatches(tree, tree, { bToWorld });
      const searched = penetration(tree, tree, { bToWorld });
      expect(found === null).toBe(searched === null);
      if (found === null || searched === null) continue;
      hits++;
      const moved = bToWorld.slice();
      for (let k = 0; k < 3; k++) moved[12 + k] += (found.depth + 1e-9) * found.direction[k];
      expect(collide(tree, tree, { bToWorld: moved })).toBe(false);
      expect(found.lowerBound).toBeLessThanOrEqual(found.depth);
      expect(found.lowerBound).toBeLessThanOrEqual(searched.depth + 1e-12);
      expect(searched.lowerBound).toBeLessThanOrEqual(found.depth + 1e-12);
      expect(Math.hypot(...found.direction)).toBeCloseTo(1, 12);
      for (let k = 0; k < 3; k++)
        expect(found.pointA[k] - found.pointB[k]).toBeCloseTo(found.depth * found.direction[k], 12);
    }
    expect(hits).toBeGreaterThan(5);
  });
});

it("(4) is exact for two boxes", () => {
  const tree = buildAabbTree(createBox());
  const bToWorld = rotation([1, 0, 0, 0], [0.75, 0.1, 0.05]);
  const found = penetrationByPatches(tree, tree, { bToWorld })!;
  const expected = penetration(tree, tree, { bToWorld })!;
  expect(found.kind).toBe("exact");
  expect(found.depth).toBeCloseTo(expected.depth, 12);
  expect(found.lowerBound).toBeLessThanOrEqual(expected.depth);
  expect(found.lowerBound).toBeGreaterThan(expected.depth - 1e-11);
  expect(found.direction[0]).toBeCloseTo(1, 12);
});

it("refuses an open mesh and unknown options", () => {
  const open = buildAabbTree(createMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) }));
  expect(() => penetrationByPatches(open, open)).toThrow("the mesh is open");
  const box = buildAabbTree(createBox());
  expect(() => penetrationByPatches(box, box, { tests: "sat" } as never)).toThrow("tests");
});
