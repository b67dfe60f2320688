import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBox } from "../../../src/mesh/primitives/index.ts";
import type { TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import { planeParts } from "../../../src/queries/classify/parting-plane.ts";
import { poseTree } from "../../../src/queries/classify/posed-tree.ts";
import { type ContactCache, collide } from "../../../src/queries/pairs/collide.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { random } from "../../meshes.ts";
import { block, type Cell, polycube, relationOfCells } from "../../polycubes.ts";
import { identity, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

/** Whether two meshes meet and a separating plane is found. */
function parted(a: TriangleMesh, aToWorld: number[], b: TriangleMesh, bToWorld: number[]): boolean {
  const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
  const cache: ContactCache = {};
  if (!collide(treeA, treeB, { aToWorld, bToWorld, cache })) return false;
  const posedA = poseTree(treeA, aToWorld, "aToWorld");
  const posedB = poseTree(treeB, bToWorld, "bToWorld");
  return planeParts(posedA, posedB, cache.triangleA!, cache.triangleB!, true);
}

const at = (x: number, y: number, z: number) => [...identity().slice(0, 12), x, y, z, 1];
const box = createBox();

describe("planeParts", () => {
  it("is true for boxes that touch in a face, an edge or a corner", () => {
    for (const [x, y, z] of [
      [1, 0, 0],
      [1, 0.25, -0.5],
      [1, 1, 0],
      [1, 1, -1],
    ] as const)
      expect(parted(box, identity(), box, at(x, y, z))).toBe(true);
  });

  it("is true for a box whose corner touches a face from any side, by the plane of that face", () => {
    // A corner of the second box points at x = 0.5: turned by 45° about z and lifted so that the edge is in the plane.
    const turned = rotation([Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)]);
    const half = Math.abs(turned[0] * 0.5) + Math.abs(turned[4] * 0.5);
    turned[12] = 0.5 + half;
    expect(parted(box, identity(), box, turned)).toBe(true);
  });

  it("is false for boxes that overlap slightly", () => {
    expect(parted(box, identity(), box, at(1 - 2 ** -52, 0, 0))).toBe(false);
    expect(parted(box, identity(), box, at(1 - 2 ** -52, 0.25, 0.25))).toBe(false);
  });

  it("is never true for solids of cells that share a cell (seed 4)", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const next = random(seed);
        const some = (cells: Cell[]) => {
          const chosen = cells.filter(() => next() < 0.6);
          return chosen.length === 0 ? [cells[0]] : chosen;
        };
        const a = some(block([2, 2, 2]));
        const b = some(block([2, 2, 2], [Math.floor(3 * next()), Math.floor(3 * next()), 0]));
        if (!parted(polycube(a), identity(), polycube(b), identity())) return;
        found++;
        expect(relationOfCells(a, b)).toBe("touching");
      }),
      { seed: 4, numRuns: randomCases(50) },
    );
    expect(found).toBeGreaterThan(20);
  });
});
