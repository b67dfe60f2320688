import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TRIANGLE } from "../../../src/geometry/overlap/triangle-triangle.ts";
import { createMesh } from "../../../src/mesh/triangle-mesh.ts";
import { locate } from "../../../src/queries/classify/locate-point.ts";
import { poseTree } from "../../../src/queries/classify/posed-tree.ts";
import { createWorldSurface, meetsTriangle } from "../../../src/queries/overlap-depth/world-surface.ts";
import { collide } from "../../../src/queries/pairs/collide.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { random, smallTorus } from "../../meshes.ts";
import { block, polycube } from "../../polycubes.ts";
import { anyPose } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

const SCALE = 100;

describe("a surface cached in the world", () => {
  const cells = buildAabbTree(polycube(block([2, 2, 1]), { cuts: 2 }));
  const torus = buildAabbTree(smallTorus(12, 8));

  it("meets the triangles that collide finds, on lattices and off them, in any pose (seed 6)", () => {
    const counts = { met: 0, missed: 0 };
    fc.assert(
      fc.property(anyPose, fc.nat(1e6), (pose, seed) => {
        const next = random(seed);
        for (const tree of [cells, torus]) {
          const surface = createWorldSurface(tree, Float64Array.from(pose), SCALE);
          for (let run = 0; run < 10; run++) {
            const size = run % 2 === 0 ? 0.3 : 2;
            const centre = [0, 1, 2].map(() => 3 * next() - 1);
            const positions = Float64Array.from({ length: 9 }, (_, i) => {
              const x = centre[i % 3] + size * (next() - 0.5);
              return run % 3 === 0 ? Math.round(2 * x) / 2 : x;
            });
            const probe = new Float64Array(TRIANGLE);
            probe.set(positions);
            const wanted = collide(buildAabbTree(createMesh({ positions })), tree, { bToWorld: pose });
            expect(meetsTriangle(surface, probe)).toBe(wanted);
            counts[wanted ? "met" : "missed"]++;
          }
        }
      }),
      { seed: 6, numRuns: randomCases(15) },
    );
    expect(counts.met).toBeGreaterThan(randomCases(25));
    expect(counts.missed).toBeGreaterThan(randomCases(50));
  });

  it("locates points as without a cache (seed 7)", () => {
    const counts: Record<number, number> = {};
    fc.assert(
      fc.property(anyPose, fc.nat(1e6), (pose, seed) => {
        const next = random(seed);
        const kept = createWorldSurface(cells, Float64Array.from(pose), SCALE).posed;
        const plain = poseTree(cells, pose, "toWorld");
        for (let run = 0; run < 20; run++) {
          const point = Float64Array.from({ length: 3 }, () => Math.round(4 * (3 * next() - 1)) / 4);
          const side = locate(plain, point);
          expect(locate(kept, point)).toBe(side);
          counts[side] = (counts[side] ?? 0) + 1;
        }
        expect(kept.boxTests).toBe(plain.boxTests);
      }),
      { seed: 7, numRuns: 30 },
    );
    for (const side of [-1, 0, 1]) expect(counts[side]).toBeGreaterThan(5);
  });
});
