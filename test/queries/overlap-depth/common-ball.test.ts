import { describe, expect, it } from "vitest";
import { movePoint } from "../../../src/geometry/affine.ts";
import { createBox, createCylinder, createTorus } from "../../../src/mesh/primitives/index.ts";
import { vertexOf } from "../../../src/mesh/triangle-mesh.ts";
import { locatePoint } from "../../../src/queries/classify/locate-point.ts";
import { closestPoint } from "../../../src/queries/distance/closest-point.ts";
import { commonBall } from "../../../src/queries/overlap-depth/common-ball.ts";
import { createOverlapPair } from "../../../src/queries/overlap-depth/overlap-pair.ts";
import { castRayAll } from "../../../src/queries/shapes/cast-ray.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import type { AabbTree } from "../../../src/trees/layout.ts";
import { random } from "../../meshes.ts";
import { rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

type Placed = { tree: AabbTree; toWorld: Float64Array };

/** The diameter of the widest ball around the middle of any ray from the sampled triangles, without leaving any ray out. */
function diameterByAllRays(a: Placed, b: Placed): number {
  let widest = 0;
  for (const { tree, toWorld } of [a, b]) {
    const { mesh, triangles } = tree;
    const step = Math.max(1, Math.floor(triangles.length / 24));
    for (let slot = step >> 1; slot < triangles.length; slot += step) {
      const [p, q, r] = [0, 1, 2].map((corner) => {
        const v = 3 * vertexOf(mesh, triangles[slot], corner);
        const world = new Float64Array(3);
        movePoint(toWorld, mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2], world, 0);
        return world;
      });
      const [u, v] = [q, r].map((end) => end.map((x, axis) => x - p[axis]));
      const normal = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
      const start = [0, 1, 2].map((axis) => (p[axis] + q[axis] + r[axis]) / 3);
      for (const sign of [1, -1]) {
        const direction = normal.map((x) => (sign * x) / Math.hypot(...normal));
        const next = castRayAll(tree, start, direction, { toWorld }).find(
          ({ triangle, t }) => triangle !== triangles[slot] && t > 0,
        );
        if (next === undefined) continue;
        const centre = start.map((x, axis) => x + 0.5 * next.t * direction[axis]);
        const room = [a, b].map((solid) => {
          const isInside = locatePoint(solid.tree, centre, { toWorld: solid.toWorld }).side === "inside";
          return isInside ? closestPoint(solid.tree, centre, { toWorld: solid.toWorld })!.distance : 0;
        });
        widest = Math.max(widest, 2 * Math.min(...room));
      }
    }
  }
  return widest;
}

describe("a ball that lies in two solids", () => {
  it("is the widest of all rays', however many are left out (seed 4)", () => {
    const next = random(4);
    const trees = [
      createBox(),
      createCylinder({ segments: 12 }),
      createTorus({ majorSegments: 14, minorSegments: 10 }),
    ].map((mesh) => buildAabbTree(mesh));
    const found = { none: 0, some: 0 };
    for (let run = 0; run < randomCases(30); run++) {
      const place = (tree: AabbTree, size: number): Placed => {
        const shift = [0, 1, 2].map(() => size * (next() - 0.5));
        return { tree, toWorld: Float64Array.from(rotation([1, next(), next(), next()], shift)) };
      };
      const a = place(trees[run % 3], 1);
      const isCopy = run % 2 === 0;
      const b = isCopy ? { ...a, toWorld: a.toWorld.slice() } : place(trees[(run >> 1) % 3], 2);
      if (isCopy) b.toWorld[12] += 0.05 * next();
      const expected = diameterByAllRays(a, b);
      for (const atLeast of [0, 0.5 * expected, 0.9 * expected, expected + 0.01]) {
        const { diameter } = commonBall(createOverlapPair(a.tree, a.toWorld, b.tree, b.toWorld)!, atLeast);
        if (atLeast < expected) expect(diameter).toBeCloseTo(expected, 9);
        else expect(diameter).toBe(0);
      }
      found[expected > 0 ? "some" : "none"]++;
    }
    expect(found.some).toBeGreaterThan(randomCases(15));
  });
});
