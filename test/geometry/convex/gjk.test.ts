import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConvexPair, setConvexPair } from "../../../src/geometry/convex/convex-pair.ts";
import { createConvexShape } from "../../../src/geometry/convex/convex-shape.ts";
import { createConvexDistance, gjk } from "../../../src/geometry/convex/gjk.ts";
import { createSimplex } from "../../../src/geometry/convex/simplex.ts";
import { affinePose, anyPose, identity, rigidPose, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";
import { anyKind, anySeed, makePoints, makeShape, measure, reachAlong } from "./shapes.ts";

// The result carries its own proof, checked by the plain formula over all corners: (1) the plane perpendicular to
// `direction` separates the shapes by `lower` (2) the two points lie in the shapes, `upper` apart (3) so the distance lies
// between, and the bounds agree to rounding (4) swapping the shapes changes nothing.

describe("gjk", () => {
  it("(1)–(3) proves its distance, for shapes of every kind and any pose (seed 40)", () => {
    let apart = 0;
    let open = 0;
    fc.assert(
      fc.property(anyKind, anyKind, anySeed, anyPose, anyPose, (kindA, kindB, seed, aToWorld, pose) => {
        const [a, b] = [makeShape(kindA, seed), makeShape(kindB, seed + 1)];
        const bToWorld = pose.map((x, i) => (i === 12 ? x + 1.5 : x));
        const { distance: d, scale } = measure(a, aToWorld, b, bToWorld);
        const noise = 1e-14 * scale;
        if (d.overlap) return;
        apart++;
        const opposite = d.direction.map((x) => -x);
        const gap = -reachAlong(b, bToWorld, opposite) - reachAlong(a, aToWorld, d.direction);
        expect(Math.abs(gap - d.lower)).toBeLessThanOrEqual(noise);
        expect(
          Math.abs(Math.hypot(...d.pointA.map((x, k) => x - d.pointB[k])) - d.upper),
        ).toBeLessThanOrEqual(noise);
        // Needles a billionth thick may rarely end with bounds that differ by part of their width; the result says so.
        expect(d.upper - d.lower).toBeLessThanOrEqual(
          (kindA === "needle" || kindB === "needle" ? 1e-9 : 1e-12) * scale,
        );
        if (d.upper - d.lower > 1e-12 * scale) open++;
        // a point outside a shape would have to be farther along some direction than all of its corners
        for (const n of [d.direction, opposite, [1, 0, 0], [0, -1, 0], [0.6, 0, 0.8]]) {
          expect(dot(n, d.pointA)).toBeLessThanOrEqual(reachAlong(a, aToWorld, n) + noise);
          expect(dot(n, d.pointB)).toBeLessThanOrEqual(reachAlong(b, bToWorld, n) + noise);
        }
      }),
      { numRuns: randomCases(250), seed: 40 },
    );
    expect(apart).toBeGreaterThan(randomCases(150));
    expect(open).toBeLessThanOrEqual(0.005 * apart);
  });

  it("reports overlap only if no direction separates the shapes (seed 41)", () => {
    fc.assert(
      fc.property(
        anyKind,
        anyKind,
        anySeed,
        rigidPose,
        affinePose,
        (kindA, kindB, seed, aToWorld, bToWorld) => {
          const [a, b] = [makeShape(kindA, seed), makeShape(kindB, seed + 1)];
          const { distance, depth, scale } = measure(a, aToWorld, b, bToWorld);
          if (!distance.overlap) return;
          expect(depth!.upper).toBeGreaterThan(-1e-14 * scale);
          for (let k = 0; k < 40; k++) {
            const n = [Math.cos(k) * Math.sin(3 * k), Math.sin(k) * Math.sin(3 * k), Math.cos(3 * k)];
            const reach =
              reachAlong(a, aToWorld, n) +
              reachAlong(
                b,
                bToWorld,
                n.map((x) => -x),
              );
            expect(reach).toBeGreaterThan(-1e-14 * scale);
          }
        },
      ),
      { numRuns: randomCases(75), seed: 41 },
    );
  });

  it("(4) is symmetric (seed 42)", () => {
    fc.assert(
      fc.property(anyKind, anyKind, anySeed, anyPose, anyPose, (kindA, kindB, seed, aToWorld, bToWorld) => {
        const [a, b] = [makeShape(kindA, seed), makeShape(kindB, seed + 1)];
        const there = measure(a, aToWorld, b, bToWorld);
        const back = measure(b, bToWorld, a, aToWorld);
        expect(Math.abs(there.distance.upper - back.distance.upper)).toBeLessThanOrEqual(1e-12 * there.scale);
      }),
      { numRuns: randomCases(125), seed: 42 },
    );
  });

  it("gives known distances of simple shapes", () => {
    const box = makeShape("box", 0);
    const at = (x: number, y: number, z: number) => rotation([1, 0, 0, 0], [x, y, z]);
    for (const [pose, expected] of [
      [at(5, 0, 0), 3],
      [at(5, 1, -1), 3],
      [at(5, 6, 0), 5],
      [at(4, 4, 3), 3],
      [at(2 + 2 ** -30, 0, 0), 2 ** -30],
    ] as const) {
      const { distance } = measure(box, identity(), box, pose);
      expect(distance.upper).toBeCloseTo(expected, 13);
      expect(distance.lower).toBeCloseTo(expected, 13);
    }
    for (const pose of [identity(), at(2, 0, 0), at(2, 2, 2), at(1, 1, 1)])
      expect(measure(box, identity(), box, pose).distance.overlap).toBe(true);
  });

  it("restarts from the last simplex: coherent motion costs few supports (seed 43)", () => {
    const [a, b] = [makePoints("round", 1), makePoints("round", 2)].map((points) =>
      createConvexShape(points.subarray(0, 120)),
    );
    const pair = createConvexPair();
    const out = createConvexDistance();
    const kept = createSimplex();
    let warm = 0;
    let cold = 0;
    for (let frame = 0; frame < 200; frame++) {
      const angle = 0.01 * frame;
      const pose = rotation(
        [Math.cos(angle), Math.sin(angle), 0.1, 0],
        [2.2 + 0.1 * Math.sin(angle), 0.3, 0],
      );
      setConvexPair(pair, a, identity(), b, pose);
      gjk(pair, kept, false, out);
      warm += out.supports;
      const { upper } = out;
      gjk(pair, createSimplex(), false, out);
      cold += out.supports;
      expect(Math.abs(out.upper - upper)).toBeLessThan(1e-13);
    }
    expect(warm).toBeLessThan(0.5 * cold);
    expect(warm / 200).toBeLessThan(3);
  });
});

function dot(n: ArrayLike<number>, p: Float64Array): number {
  return n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
}
