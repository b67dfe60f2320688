import { expect, it } from "vitest";
import { findClashes } from "../../src/clash/find-clashes.ts";
import {
  createBox,
  createCylinder,
  createIcosphere,
  createPlaneGrid,
} from "../../src/mesh/primitives/index.ts";
import type { TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { rotation } from "../poses.ts";

// With a tolerance the search stopped at the tolerance plus rounding. That is more than the tolerance: a depth of 0.0625 was "≤ 0.07", and
// a clash, with a tolerance of 0.07. And the numbers of the clash were those of the tolerance.

const SOLIDS: [string, TriangleMesh][] = [
  ["cylinder", createCylinder({ segments: 24 })],
  ["sphere", createIcosphere({ subdivisions: 2 })],
  ["box", createBox()],
];

function partsOf(solid: TriangleMesh, seed: number) {
  const sheet = createPlaneGrid({ columns: 7, rows: 5 });
  return [
    {
      key: "sheet",
      mesh: sheet,
      toWorld: rotation([1, 0.1 * seed, 0.3, -0.07 * seed], [0.05 * seed, 0.3, 0.02]),
    },
    { key: "solid", mesh: solid },
  ];
}

it.each(SOLIDS)(
  "a depth that is proven to be within the tolerance is tolerated (sheet in a %s)",
  (_, solid) => {
    for (let seed = 1; seed <= 4; seed++) {
      const parts = partsOf(solid, seed);
      const [plain] = findClashes(parts).clashes;
      const { depth, lowerBound } = plain.depth!;
      for (const share of [1, 1.001, 1.05, 1.5, 10]) {
        const { clashes, counts } = findClashes(parts, { tolerance: share * depth });
        expect(clashes).toEqual([]);
        expect(counts.tolerated).toBe(1);
      }
      for (const share of [0.1, 0.5, 0.9, 0.999]) {
        const { clashes } = findClashes(parts, { tolerance: share * lowerBound });
        expect(clashes).toEqual([plain]);
      }
    }
  },
);
