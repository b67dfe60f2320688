import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BodyStats, createObstacles, findLinkContacts } from "../../../src/articulated.ts";
import { isConvex } from "../../../src/mesh/is-convex.ts";
import {
  createBox,
  createCapsule,
  createCylinder,
  createIcosphere,
  createSphere,
} from "../../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import { classify } from "../../../src/queries/classify/classify.ts";
import { type Penetration, penetration } from "../../../src/queries/penetration/penetration.ts";
import type { QueryStats } from "../../../src/queries/stats.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import type { AabbTree } from "../../../src/trees/layout.ts";
import { withMoved } from "../../meshes.ts";
import { affinePose, rigidPose } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

// Meshes that are convex but for rounding are measured by their hulls. Both bounds are proven here by the exact queries on the meshes.

/** Rounded to multiples of 2^-bits, as a file with few digits would. */
const rounded = (mesh: TriangleMesh, bits: number) =>
  withMoved(mesh, (...p) => p.map((x) => Math.round(x * 2 ** bits) / 2 ** bits));

const SHAPES: [string, TriangleMesh][] = [
  ["sphere", createSphere({ segments: 16, rings: 8 })],
  ["capsule", createCapsule({ segments: 12 })],
  ["cylinder, 20 bits", rounded(createCylinder({ segments: 14 }), 20)],
  ["icosphere, 16 bits", rounded(createIcosphere({ subdivisions: 1 }), 16)],
  [
    "box, f32",
    withMoved(createBox(), (x, y, z) => [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y, z + 0.1 * x].map(Math.fround)),
  ],
  ["capsule, f32", withMoved(createCapsule({ segments: 10 }), (...p) => p.map(Math.fround))],
];

/** With a hollow far inside, which no other solid fits in: the same depth, and no longer nearly convex. */
function withHollow(mesh: TriangleMesh): TriangleMesh {
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1].map((x) => 1e-3 * x);
  const v = mesh.vertexCount;
  return createMesh({
    positions: Float64Array.from([...mesh.positions, ...corners]),
    indices: Uint32Array.from([...mesh.indices!, ...[0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3].map((k) => v + k)]),
  });
}

const shifted = (pose: readonly number[], direction: readonly number[], length: number) =>
  pose.map((x, i) => (i > 11 && i < 15 ? x + length * direction[i - 12] : x));

/** Whether the solids share inner points, exactly. */
function overlap(a: AabbTree, b: AabbTree, bToWorld: number[]): boolean {
  const { relation } = classify(a, b, { bToWorld });
  return relation !== "separate" && relation !== "touching";
}

function checkBounds(
  a: AabbTree,
  b: AabbTree,
  bToWorld: number[],
  found: Penetration,
  turns: number[][],
): void {
  const { depth, lowerBound, direction } = found;
  const trace = 1e-12; // of rounding, for the poses are rounded
  expect(lowerBound).toBeLessThanOrEqual(depth);
  expect(overlap(a, b, shifted(bToWorld, direction, depth + trace))).toBe(false);
  for (const turn of [direction, ...turns])
    for (const share of [0.5, 0.99, 1])
      if (share * lowerBound > trace)
        expect(overlap(a, b, shifted(bToWorld, turn, share * lowerBound - trace))).toBe(true);
}

const unitVector = fc
  .tuple(...[0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((v) => Math.hypot(...v) > 0.1)
  .map((v) => v.map((x) => x / Math.hypot(...v)));

describe.each(SHAPES)("the depth of one %s", (_name, mesh) => {
  const tree = buildAabbTree(mesh);
  const hollow = buildAabbTree(withHollow(mesh));

  it.each(SHAPES)("and one %s lies between the bounds, whatever the direction (seed 14)", (_, other) => {
    const b = buildAabbTree(other);
    fc.assert(
      fc.property(
        fc.oneof(rigidPose, affinePose),
        fc.array(unitVector, { minLength: 4, maxLength: 4 }),
        (bToWorld, turns) => {
          const found = penetration(tree, b, { bToWorld });
          if (found === null) return;
          checkBounds(tree, b, bToWorld, found, turns);
        },
      ),
      { seed: 14, numRuns: randomCases(6) },
    );
  });

  it("agrees with the search on the meshes themselves (seed 15)", () => {
    fc.assert(
      fc.property(rigidPose, (bToWorld) => {
        const found = penetration(tree, tree, { bToWorld });
        const searched = penetration(hollow, tree, { bToWorld });
        if (found === null || searched === null) return;
        expect(searched.kind).toBe("upper-bound");
        expect(found.lowerBound).toBeLessThanOrEqual(searched.depth + 1e-12);
        expect(searched.lowerBound).toBeLessThanOrEqual(found.depth + 1e-12);
        expect(found.depth).toBeLessThanOrEqual(searched.depth + 1e-9);
      }),
      { seed: 15, numRuns: 6 },
    );
  });

  it("is known to the share of the mesh's rounding, without a look at triangle pairs beyond the first", () => {
    const stats = {} as QueryStats;
    const bToWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.31, 0.2, 0.1, 1];
    const { depth, lowerBound, kind } = penetration(tree, tree, { bToWorld, stats })!;
    expect(depth - lowerBound).toBeLessThan(2e-4 * depth);
    if (!_name.includes(",")) expect(kind).toBe("exact");
    expect(stats.triangleTests).toBeLessThan(100);
  });

  it("findLinkContacts measures nearly convex links as penetration does, without triangle tests", () => {
    const at = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0.2, 0.1, 1];
    const link = (toWorld: number[]) => createObstacles([{ name: "it", mesh, toWorld }]);
    const stats = {} as BodyStats;
    const [contact] = findLinkContacts(link(at(0)), link(at(0.31)), { stats });
    const expected = penetration(tree, tree, { aToWorld: at(0), bToWorld: at(0.31) })!;
    expect(contact.kind).toBe(expected.kind);
    expect(contact.depth).toBeCloseTo(expected.depth, 11);
    expect(contact.lowerBound).toBeCloseTo(expected.lowerBound, 11);
    expect(stats.triangleTests).toBe(0);
  });
});

it("f32 meshes that only touch have depth 0, exactly", () => {
  const ball = withMoved(createSphere({ segments: 16, rings: 8 }), (...p) => p.map(Math.fround));
  expect(isConvex(ball)).toBe(false);
  const tree = buildAabbTree(ball);
  const bToWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1]; // pole on pole
  expect(classify(tree, tree, { bToWorld }).relation).toBe("touching");
  expect(penetration(tree, tree, { bToWorld })).toMatchObject({ depth: 0, kind: "exact", lowerBound: 0 });
});
