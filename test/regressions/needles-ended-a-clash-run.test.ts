import { expect, it } from "vitest";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { overlapDepth } from "../../src/queries/overlap-depth/overlap-depth.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";

// Two closed tetrahedra 400,000 and 30,000 long and 3 wide. The room around a common point was asked of `closestPoint`, which found none, and
// `overlapDepth` ended with a TypeError.

const indices = Uint16Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3);
// biome-ignore format: a vertex a row
const a = createMesh({ indices, positions: Float64Array.of(
  -1.6, 0.1, 0.9,
  -0.5, 1.5, 1.7,
  0.6, 1.5, -0.8,
  -125585, 197271, -251786,
) });
// biome-ignore format: a vertex a row
const b = createMesh({ indices, positions: Float64Array.of(
  -1.3, -0.9, -1.1,
  1.8, -0.9, 1,
  1.6, 1.1, 0.2,
  -28475, 11211, 3327,
) });

it("overlapDepth bounds the depth of two needles", () => {
  const { depth, kind, lowerBound } = overlapDepth(buildAabbTree(a), buildAabbTree(b), { precision: 1e-3 })!;
  expect(kind).toBe("upper-bound");
  expect(lowerBound).toBeGreaterThan(0.66);
  expect(depth).toBeLessThan(0.68);
});

it("findClashes reports two needles as one clash", () => {
  const { clashes, status } = findClashes([
    { key: "a", mesh: a },
    { key: "b", mesh: b },
  ]);
  expect(status).toBe("complete");
  expect(clashes).toMatchObject([{ kind: "overlapping", depth: { kind: "upper-bound" } }]);
});
