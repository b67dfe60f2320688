import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConvexShape } from "../../../src/geometry/convex/convex-shape.ts";
import { createMesh } from "../../../src/mesh/triangle-mesh.ts";
import { convexDepthByAllDirections } from "../../../src/reference/index.ts";
import { anyPose, identity, latticePose, rigidPose, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";
import { anyKind, anySeed, makePoints, makeShape, measure, reachAlong, type ShapeKind } from "./shapes.ts";

// (1) the depth is the least over all face and edge directions (2) `upper` equals the plain formula along `direction` (3)
// `lower` does not exceed the depth (4) flat, thin and needle-like shapes terminate too, with bounds that agree.

const SOLID: ShapeKind[] = ["random", "lattice", "box", "thin", "needle"];

describe("epa", () => {
  it("(1)–(3) agrees with the least depth over all face and edge directions (seed 50)", () => {
    let deep = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...SOLID),
        fc.constantFrom(...SOLID),
        anySeed,
        fc.oneof(rigidPose, latticePose, anyPose),
        anyPose,
        (kindA, kindB, seed, aToWorld, bToWorld) => {
          const [a, b] = [makeShape(kindA, seed), makeShape(kindB, seed + 1)];
          const { depth: d, scale } = measure(a, aToWorld, b, bToWorld);
          if (d === null) return;
          const noise = 1e-12 * scale;
          const reach =
            reachAlong(a, aToWorld, d.direction) +
            reachAlong(
              b,
              bToWorld,
              d.direction.map((x) => -x),
            );
          expect(Math.abs(reach - d.upper)).toBeLessThanOrEqual(1e-14 * scale);
          expect(Math.hypot(...d.direction)).toBeCloseTo(1, 14);
          expect(d.upper - d.lower).toBeLessThanOrEqual(noise);
          if (a.dimension < 3 || b.dimension < 3) return;
          deep++;
          const [meshA, meshB] = [a, b].map(({ points, faces }) =>
            createMesh({ positions: points, indices: faces }),
          );
          const twin = convexDepthByAllDirections(meshA, meshB, { aToWorld, bToWorld });
          expect(d.lower).toBeLessThanOrEqual(twin.depth + noise);
          // the twin's plain cross products lose the normals of slivers
          if (kindA !== "thin" && kindB !== "thin" && kindA !== "needle" && kindB !== "needle")
            expect(Math.abs(d.upper - twin.depth)).toBeLessThanOrEqual(noise);
        },
      ),
      { numRuns: randomCases(250), seed: 50 },
    );
    expect(deep).toBeGreaterThan(randomCases(75));
  });

  it("(4) ends with agreeing bounds and points for every kind of shape, in any pose (seed 51)", () => {
    fc.assert(
      fc.property(
        anyKind,
        anyKind,
        anySeed,
        anyPose,
        anyPose,
        fc.boolean(),
        (kindA, kindB, seed, p, q, same) => {
          const a = makeShape(kindA, seed);
          const b = same ? a : makeShape(kindB, seed + 1);
          const bToWorld = same ? p : q;
          const { depth: d, scale } = measure(a, p, b, bToWorld);
          if (d === null) return;
          expect(d.upper - d.lower).toBeLessThanOrEqual(1e-12 * scale);
          if (a.dimension < 3 && same) expect(d.upper).toBeLessThanOrEqual(1e-12 * scale);
          for (let axis = 0; axis < 3; axis++)
            expect(d.pointA[axis] - d.pointB[axis]).toBeCloseTo(d.upper * d.direction[axis], 11);
          for (const n of [d.direction, [1, 0, 0], [0, -1, 0], [0, 0, 1]]) {
            const noise = 1e-11 * scale;
            expect(dot(n, d.pointA)).toBeLessThanOrEqual(reachAlong(a, p, n) + noise);
            expect(dot(n, d.pointB)).toBeLessThanOrEqual(reachAlong(b, bToWorld, n) + noise);
          }
        },
      ),
      { numRuns: randomCases(300), seed: 51 },
    );
  });

  it("gives the known depth of boxes: overlapping, nested, identical, turned, touching", () => {
    const box = makeShape("box", 0);
    const at = (x: number, y: number, z: number) => rotation([1, 0, 0, 0], [x, y, z]);
    for (const [pose, expected] of [
      [at(1.5, 0, 0), 0.5],
      [at(0, -1.75, 0.5), 0.25],
      [identity(), 2],
      [rotation([1, 0, 0, 0], [0, 0, 0.25], [0.5, 0.5, 0.5]), 1.25],
      [rotation([1, 0, 0, 1], [2, 0, 0]), 0],
      [at(2, 2, 2), 0],
      [at(2, 1, 0), 0],
    ] as const) {
      const { depth } = measure(box, identity(), box, [...pose]);
      expect(depth!.upper).toBeCloseTo(expected, 14);
      expect(depth!.lower).toBeCloseTo(expected, 14);
    }
  });

  it("terminates for two concentric round shapes with valid bounds", () => {
    const points = Float64Array.from(
      Array.from({ length: 4000 }, (_, i) => {
        const z = 1 - (2 * i + 1) / 4000;
        const r = Math.sqrt(1 - z * z);
        return [r * Math.cos(2.4 * i), r * Math.sin(2.4 * i), z];
      }).flat(),
    );
    const ball = createConvexShape(points);
    const { depth } = measure(ball, identity(), ball, rotation([1, 0.3, 0.2, 0.1]));
    expect(depth!.lower).toBeGreaterThan(1.9);
    expect(depth!.upper).toBeLessThanOrEqual(2);
    expect(depth!.lower).toBeLessThanOrEqual(depth!.upper);
  });

  it("measures a needle through a sheet (seed 52)", () => {
    const needle = createConvexShape(makePoints("needle", 52));
    const sheet = createConvexShape(makePoints("thin", 52));
    const pose = rotation([1, 0, 1, 0], [0, 0, 1]); // rotates x to vertical
    const { depth, scale } = measure(needle, pose, sheet, identity());
    expect(depth!.upper).toBeGreaterThan(1e-10);
    expect(depth!.upper - depth!.lower).toBeLessThan(1e-15 * scale);
  });
});

function dot(n: ArrayLike<number>, p: Float64Array): number {
  return n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
}
