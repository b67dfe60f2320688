import { describe, expect, it } from "vitest";
import { approachPose, createApproaches, measureModel, TOLERANCE } from "../../bench/approaches.mjs";
import {
  bakePositions,
  buildAabbTree,
  buildObbTree,
  collide,
  createMesh,
  distance,
  type TriangleMesh,
} from "../../src/index.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import { distanceByBruteForce } from "../../src/reference/index.ts";
import { smallTorus } from "../meshes.ts";

// The generator of poses at given distances, for `npm run bench -- figueiredo`.

const DISTANCES = [0.4, 0.25, 0.1, 0.01, 0];
const SEED = 5;
const COUNT = 3;

/** Neither around the origin nor of one size. */
function crate(): TriangleMesh {
  const { positions, indices } = createBox({ size: [0.5, 0.7, 1.1] });
  const aside = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, -1, 0.5, 1];
  return createMesh({ positions: bakePositions(positions, aside), indices });
}

function approach(a: TriangleMesh, b: TriangleMesh, count: number, seed = SEED) {
  const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
  const measures = [measureModel(a.positions), measureModel(b.positions)] as const;
  const approaches = createApproaches({
    seed,
    count,
    a: measures[0],
    b: measures[1],
    distances: DISTANCES,
    distance: (bToWorld) => distance(treeA, treeB, { bToWorld })!.distance,
    collides: (bToWorld) => collide(treeA, treeB, { bToWorld }),
  });
  const poses = approaches.map((found) => found.ways.map((t) => approachPose(...measures, found, t)));
  return { approaches, poses, size: Math.max(measures[0].size, measures[1].size), treeA, treeB };
}

describe(`approaches (seed ${SEED})`, () => {
  const pairs: [string, TriangleMesh, TriangleMesh][] = [
    ["torus × torus", smallTorus(), smallTorus()],
    ["torus × crate", smallTorus(), crate()],
    ["crate × torus", crate(), smallTorus(9, 5)],
  ];

  it.each(pairs)("%s: every pose is at its distance, as other trees see it", (_, a, b) => {
    const { poses, size } = approach(a, b, COUNT);
    const [treeA, treeB] = [buildObbTree(a), buildObbTree(b)];
    for (const onWay of poses)
      DISTANCES.forEach((relative, k) => {
        const found = distance(treeA, treeB, { bToWorld: onWay[k] })!.distance;
        expect(Math.abs(found - relative * size)).toBeLessThanOrEqual(TOLERANCE * size);
      });
  });

  it("crate × crate: every pose is at its distance, by brute force", () => {
    const box = crate();
    const { poses, size } = approach(box, box, COUNT);
    for (const onWay of poses)
      DISTANCES.forEach((relative, k) => {
        const found = distanceByBruteForce(box, box, { bToWorld: onWay[k] });
        expect(Math.abs(found - relative * size)).toBeLessThanOrEqual((TOLERANCE + 1e-12) * size);
      });
  });

  it.each(pairs)("%s: at 0 they are apart by a rounding, and meet one number further", (_, a, b) => {
    const { approaches, poses, treeA, treeB, size } = approach(a, b, COUNT);
    approaches.forEach(({ ways }, i) => {
      const [apart, meet] = [ways.length - 2, ways.length - 1];
      const gap = distance(treeA, treeB, { bToWorld: poses[i][apart] })!.distance;
      expect(gap).toBeGreaterThan(0);
      expect(gap).toBeLessThan(1e-14 * size);
      expect(collide(treeA, treeB, { bToWorld: poses[i][meet] })).toBe(true);
      const middle = (ways[apart] + ways[meet]) / 2;
      expect([ways[apart], ways[meet]]).toContain(middle); // no number between them
    });
  });

  it("b comes from outside: it is farther away at all distances before", () => {
    const torus = smallTorus();
    const { approaches, treeA, treeB, size } = approach(torus, torus, COUNT);
    const measures = measureModel(torus.positions);
    for (const found of approaches)
      DISTANCES.forEach((relative, k) => {
        const t = found.ways[k];
        expect(t).toBeLessThan(found.ways[k - 1] ?? Infinity);
        for (let step = 1; step <= 20; step++) {
          const bToWorld = approachPose(measures, measures, found, t + 0.05 * step * size);
          expect(distance(treeA, treeB, { bToWorld })!.distance).toBeGreaterThan(relative * size);
        }
      });
  });

  it("a longer list begins with the shorter one, and another seed is another list", () => {
    const torus = smallTorus();
    const six = approach(torus, torus, 6).approaches;
    expect(approach(torus, torus, 3).approaches).toEqual(six.slice(0, 3));
    expect(approach(torus, torus, 3, SEED + 1).approaches).not.toEqual(six.slice(0, 3));
  });

  it("gives up when b flies through a's hole every time", () => {
    const ring = createTorus({ majorRadius: 10, minorRadius: 0.1, majorSegments: 12, minorSegments: 3 });
    const bead = createBox({ size: [0.1, 0.1, 0.1] });
    const measures = [measureModel(ring.positions), measureModel(bead.positions)] as const;
    let asked = 0;
    const through = () =>
      createApproaches({
        seed: 1,
        count: 1,
        a: measures[0],
        b: measures[1],
        distances: [0],
        distance: () => {
          asked++;
          return 1;
        },
        collides: () => false,
      });
    expect(through).toThrow(/b came near a in 0 of/);
    expect(asked).toBeLessThan(10_000);
  });
});
