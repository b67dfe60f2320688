import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createBox,
  createCylinder,
  createIcosphere,
  createPlaneGrid,
} from "../../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import { overlapDepth } from "../../../src/queries/overlap-depth/overlap-depth.ts";
import { penetration } from "../../../src/queries/penetration/penetration.ts";
import type { QueryStats } from "../../../src/queries/stats.ts";
import { overlapDepthBySampling } from "../../../src/reference/slow-overlap-depth.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { smallTorus } from "../../meshes.ts";
import { affinePose, identity, rigidPose } from "../../poses.ts";

const at = (x: number, y: number, z: number) => [...identity().slice(0, 12), x, y, z, 1];
const box = buildAabbTree(createBox());

/** A tube along z: `outer` and `inner` radius, `length`; the bore of a bearing. */
function tube(outer: number, inner: number, length: number, sides = 24): TriangleMesh {
  return revolved(
    [
      [outer, 0],
      [outer, length],
      [inner, length],
      [inner, 0],
    ],
    sides,
  );
}

/** A closed profile of radii and heights, turned about z. */
function revolved(profile: readonly (readonly [number, number])[], sides: number): TriangleMesh {
  const positions: number[] = [];
  for (const [r, z] of profile)
    for (let k = 0; k < sides; k++)
      positions.push(r * Math.cos((2 * Math.PI * k) / sides), r * Math.sin((2 * Math.PI * k) / sides), z);
  const indices: number[] = [];
  for (let ring = 0; ring < profile.length; ring++)
    for (let k = 0; k < sides; k++) {
      const [p, q] = [ring * sides, ((ring + 1) % profile.length) * sides];
      const next = (k + 1) % sides;
      indices.push(p + k, p + next, q + next, p + k, q + next, q + k);
    }
  return createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
}

describe("overlapDepth", () => {
  it.each([0.5, 0.25, 1e-3, 1e-9])("is %d for cubes that overlap by that much, sides flush", (overlap) => {
    const found = overlapDepth(box, box, { bToWorld: at(1 - overlap, 0, 0), precision: 0 })!;
    expect(found.kind).toBe("exact");
    expect(Math.abs(found.depth - overlap)).toBeLessThan(1e-12);
  });

  it.each([1e-70, 1e-90, 1e-150, 1e-250])(
    "is a quarter for cubes of size %d that overlap by a quarter",
    (size) => {
      const positions = Float64Array.from(createBox().positions, (x) => size * x);
      const tiny = buildAabbTree(createMesh({ positions, indices: createBox().indices }));
      const stats = {} as QueryStats;
      for (const [a, b, pose] of [
        [tiny, tiny, at(0.75 * size, 0, 0)],
        [box, box, [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, 0.75 * size, 0, 0, 1]],
      ] as const) {
        const still = a === tiny ? identity() : [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, 0, 0, 0, 1];
        const found = overlapDepth(a, b, { aToWorld: still, bToWorld: pose, stats })!;
        expect(found.kind).toBe("exact");
        expect(found.depth / size).toBeCloseTo(0.25, 12);
        expect((found.pointA[0] - found.pointB[0]) / size).toBeCloseTo(0.25, 12);
        expect(found.direction[0]).toBeCloseTo(1, 12);
        expect(stats.boxTests).toBe(found.stats.boxTests);
      }
      expect(overlapDepth(tiny, tiny, { bToWorld: at(2 * size, 0, 0) })!.depth).toBe(0);
    },
  );

  it("does not depend on how a face is cut into triangles", () => {
    const fine = buildAabbTree(subdivided(createBox(), 3));
    for (const overlap of [0.3, 1e-6]) {
      const found = overlapDepth(fine, box, { bToWorld: at(0.1, 1 - overlap, 0.2), precision: 0 })!;
      expect(Math.abs(found.depth - overlap)).toBeLessThan(1.01e-2 * overlap);
    }
  });

  it("is the excess thickness of a shaft in its bearing, not the way out", () => {
    const bearing = buildAabbTree(tube(10, 5, 8));
    const shaft = buildAabbTree(tube(5.1, 1, 60));
    const options = { bToWorld: at(0, 0, -20) };
    const found = overlapDepth(bearing, shaft, options)!;
    expect(found.depth).toBeGreaterThanOrEqual(found.lowerBound);
    expect(found.lowerBound).toBeGreaterThan(0.0985); // facets are nearer than the circles they stand for
    expect(found.depth).toBeLessThan(0.102);
    expect(penetration(bearing, shaft, options)!.depth).toBeGreaterThan(1);
  });

  it("is tight for a shaft in a bearing with a groove: pieces half in the groove do not widen the bounds", () => {
    const bore = 12.05 / Math.cos(Math.PI / 16); // the circle lies inside
    const bearing = revolved(
      [
        [bore, 0],
        [25, 0],
        [25, 10],
        [bore, 10],
        [bore, 7],
        [15, 7],
        [15, 3],
        [bore, 3],
      ],
      16,
    );
    const turn = [Math.cos(0.15), Math.sin(0.15), 0, 0, -Math.sin(0.15), Math.cos(0.15), 0, 0, 0, 0, 1, 0];
    const shaft = buildAabbTree(tube(12.3, 1, 60, 32));
    const found = overlapDepth(buildAabbTree(bearing), shaft, { bToWorld: [...turn, 0, 0, -20, 1] })!;
    expect(found.lowerBound).toBeGreaterThan(0.2);
    expect(found.depth).toBeLessThan(1.15 * found.lowerBound); // twice as much with ways from one corner only
  });

  it("examines few triangles of a fine part deep inside another", () => {
    const sphere = buildAabbTree(createIcosphere({ subdivisions: 2 }));
    const fine = buildAabbTree(createIcosphere({ subdivisions: 5, radius: 0.1 }));
    const { stats, lowerBound, depth } = overlapDepth(sphere, fine)!;
    expect(lowerBound).toBeGreaterThan(0.88);
    expect(depth).toBeLessThan(0.9);
    expect(stats.boxTests + stats.triangleTests).toBeLessThan(3e6); // 5.9e6 when all of them were looked at
  });

  it("is a finite bound with any precision", () => {
    const plane = buildAabbTree(createPlaneGrid());
    for (const other of [box, plane])
      expect(overlapDepth(other, box, { precision: Infinity })!.depth).toBeLessThan(1.01);
  });

  it("does not treat copies as a shallow overlap, with any precision", () => {
    const found = overlapDepth(box, box, { bToWorld: at(1e-3, 0, 0), precision: 0.5 })!;
    expect(found.kind).toBe("lower-bound");
    expect(found.depth).toBeGreaterThan(0.5);
  });

  it("is zero for meshes that touch or are apart", () => {
    for (const x of [1, 1.5])
      expect(overlapDepth(box, box, { bToWorld: at(x, 0, 0) })).toMatchObject({ depth: 0, kind: "exact" });
  });

  it("is the width of a common ball for copies, exact or nearly so", () => {
    for (const x of [0, 1e-6]) {
      const found = overlapDepth(box, box, { bToWorld: at(x, 0, 0) })!;
      expect(found.kind).toBe("lower-bound");
      expect(found.depth).toBeGreaterThan(0.5);
      expect(found.depth).toBeLessThanOrEqual(1);
    }
  });

  it("is how far the surface of an inner part gets from the other's", () => {
    const small = [...identity().map((x, i) => (i % 5 === 0 && i < 15 ? 0.2 : x))];
    const found = overlapDepth(box, box, { bToWorld: small })!;
    expect(found.depth).toBeCloseTo(0.4, 12);
  });

  it("accepts an open mesh against a solid, and returns null for two open ones", () => {
    const sheet = buildAabbTree(createPlaneGrid({ width: 1, depth: 1, columns: 2, rows: 2 }));
    expect(overlapDepth(sheet, box)!.depth).toBeCloseTo(0.5, 9);
    expect(overlapDepth(box, sheet)!.depth).toBeCloseTo(0.5, 9);
    expect(overlapDepth(sheet, sheet)).toBeNull();
  });

  it("names a point of each surface, depth apart", () => {
    const { pointA, pointB, direction, lowerBound } = overlapDepth(box, buildAabbTree(createIcosphere()), {
      bToWorld: at(1.2, 0.1, 0.05),
    })!;
    expect(Math.hypot(...pointA.map((x, k) => x - pointB[k]))).toBeCloseTo(lowerBound, 12);
    expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
  });

  const meshes = {
    cube: createBox(),
    cylinder: createCylinder({ segments: 6 }),
    torus: smallTorus(4, 3),
  };
  for (const [nameA, a] of Object.entries(meshes))
    for (const [nameB, b] of Object.entries(meshes).filter(([name]) => name >= nameA))
      it(`lies between the bounds that sampling gives (${nameA} × ${nameB}, seed 3)`, () => {
        const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
        fc.assert(
          fc.property(affinePose, rigidPose, (aToWorld, bToWorld) => {
            const found = overlapDepth(treeA, treeB, { aToWorld, bToWorld })!;
            const swapped = overlapDepth(treeB, treeA, { aToWorld: bToWorld, bToWorld: aToWorld })!;
            if (found.kind === "lower-bound") return;
            const sampled = overlapDepthBySampling(a, b, 2, { aToWorld, bToWorld });
            expect(found.depth).toBeGreaterThanOrEqual(sampled.lower * (1 - 1e-12) - 1e-12);
            expect(found.lowerBound).toBeLessThanOrEqual(sampled.upper * (1 + 1e-12) + 1e-12);
            expect(found.lowerBound).toBeLessThanOrEqual(found.depth);
            expect(swapped.lowerBound).toBeLessThanOrEqual(found.depth + 1e-12);
            expect(found.lowerBound).toBeLessThanOrEqual(swapped.depth + 1e-12);
          }),
          { seed: 3, numRuns: 2, endOnFailure: true },
        );
      });

  it("never exceeds the way out (seed 5)", () => {
    const torus = buildAabbTree(smallTorus());
    const ball = buildAabbTree(createIcosphere());
    fc.assert(
      fc.property(rigidPose, (bToWorld) => {
        const found = overlapDepth(torus, ball, { bToWorld })!;
        const way = penetration(torus, ball, { bToWorld });
        expect(found.lowerBound).toBeLessThanOrEqual((way?.depth ?? 0) + 1e-9);
      }),
      { seed: 5, numRuns: 3, endOnFailure: true },
    );
  });
});

/** Each triangle cut into four, `times` over. */
function subdivided(mesh: TriangleMesh, times: number): TriangleMesh {
  let corners = Array.from({ length: mesh.triangleCount }, (_, t) =>
    [0, 1, 2].map((k) => {
      const v = mesh.indices === null ? 3 * t + k : mesh.indices[3 * t + k];
      return Array.from(mesh.positions.subarray(3 * v, 3 * v + 3));
    }),
  );
  const middle = (p: number[], q: number[]) => p.map((x, k) => (x + q[k]) / 2);
  for (let i = 0; i < times; i++)
    corners = corners.flatMap(([p, q, r]) => {
      const [pq, qr, rp] = [middle(p, q), middle(q, r), middle(r, p)];
      return [
        [p, pq, rp],
        [pq, q, qr],
        [rp, qr, r],
        [pq, qr, rp],
      ];
    });
  return createMesh({ positions: Float64Array.from(corners.flat(2)) });
}
