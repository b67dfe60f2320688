import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  buildObbTree,
  createMesh,
  locatePoint,
  OptionError,
  PoseError,
  type QueryStats,
  type TriangleMesh,
  windingNumber,
} from "../../../src/index.ts";
import {
  createBox,
  createIcosphere,
  createTorus,
  createTorusKnot,
} from "../../../src/mesh/primitives/index.ts";
import { locatePointByIntegers, windingNumberByAngles } from "../../../src/reference/index.ts";
import { random, randomSoup, smallTorus } from "../../meshes.ts";
import { anyPose, latticePose, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

const SOLIDS: Record<string, TriangleMesh> = {
  torus: createTorus({ majorSegments: 12, minorSegments: 8 }),
  icosphere: createIcosphere({ subdivisions: 1 }),
  knot: createTorusKnot({ knotSegments: 24, tubeSegments: 5 }),
  box: createBox({ size: 2, segments: 2 }),
};

/** Some triangles reversed: what is inside does not depend on winding. */
function withMixedWinding({ positions, indices }: TriangleMesh, seed: number): TriangleMesh {
  const next = random(seed);
  const mixed = indices!.slice();
  for (let i = 0; i < mixed.length; i += 3)
    if (next() < 0.5) [mixed[i], mixed[i + 1]] = [mixed[i + 1], mixed[i]];
  return createMesh({ positions, indices: mixed });
}

describe("locatePoint", () => {
  for (const [name, mesh] of Object.entries(SOLIDS))
    it(`agrees with integers at random points, at vertices' coordinates and on edges (${name})`, () => {
      const mixed = withMixedWinding(mesh, 5);
      const trees = [buildAabbTree(mixed), buildObbTree(mixed)];
      const vertex = fc.nat(mesh.vertexCount - 1);
      const free = fc.double({ min: -1.5, max: 1.5, noNaN: true });
      const seen = new Set<string>();
      fc.assert(
        fc.property(
          anyPose,
          fc.tuple(vertex, vertex, vertex),
          fc.tuple(free, free, free),
          fc.nat(9),
          (toWorld, [p, q, r], spot, choice) => {
            const world = bakePositions(mesh.positions, toWorld);
            const point = [
              choice & 1 ? world[3 * p] : spot[0],
              choice & 2 ? world[3 * q + 1] : spot[1],
              choice & 4 ? world[3 * r + 2] : spot[2],
            ];
            if (choice === 8) point.splice(0, 3, ...world.subarray(3 * p, 3 * p + 3));
            if (choice === 9)
              for (let axis = 0; axis < 3; axis++)
                point[axis] = 0.5 * (world[3 * p + axis] + world[3 * q + axis]);
            const wanted = locatePointByIntegers(mixed, point, { toWorld });
            seen.add(wanted);
            for (const tree of trees)
              expect(locatePoint(tree, point, { toWorld })).toEqual({ side: wanted, method: "ray-parity" });
          },
        ),
        { numRuns: randomCases(10) },
      );
      expect([...seen].sort()).toEqual(["inside", "on", "outside"]);
    });

  it("agrees with integers at every lattice point in and around a box, in lattice poses", () => {
    const tree = buildAabbTree(SOLIDS.box);
    fc.assert(
      fc.property(latticePose, (toWorld) => {
        for (let i = 0; i < 343; i++) {
          const point = [(i % 7) - 3, (Math.floor(i / 7) % 7) - 3, Math.floor(i / 49) - 3];
          expect(locatePoint(tree, point, { toWorld }).side).toBe(
            locatePointByIntegers(SOLIDS.box, point, { toWorld }),
          );
        }
      }),
      { numRuns: 2 },
    );
  });

  it("counts, and visits a small part of the tree", () => {
    const tree = buildAabbTree(createIcosphere({ subdivisions: 4 }));
    const stats = {} as QueryStats;
    expect(locatePoint(tree, [0.1, 0.2, 0.3], { stats }).side).toBe("inside");
    expect(stats.boxTests).toBeGreaterThan(0);
    expect(stats.boxTests).toBeLessThan(100);
    expect(stats.triangleTests).toBeLessThan(20);
  });

  it("treats soups as closed if they are, and reports open meshes", () => {
    const { positions, indices } = SOLIDS.box;
    const soup = createMesh({
      positions: Float64Array.from([...indices!].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
    });
    expect(locatePoint(buildAabbTree(soup), [0.5, 0.5, 0.5]).method).toBe("ray-parity");
    const open = buildAabbTree(createMesh({ positions, indices: indices!.slice(0, -6) }));
    expect(locatePoint(open, [0, 0, 0])).toEqual({ side: "inside", method: "winding-number" });
    expect(locatePoint(open, [0, 0, 3])).toEqual({ side: "outside", method: "winding-number" });
    expect(locatePoint(open, [-1, -1, -1])).toEqual({ side: "on", method: "winding-number" });
  });

  it("drops what it cached for a soup whose seams were opened in place", () => {
    const { positions, indices } = SOLIDS.box;
    const soup = createMesh({
      positions: Float64Array.from([...indices!].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
    });
    const tree = buildAabbTree(soup);
    expect(locatePoint(tree, [0, 0, 0]).method).toBe("ray-parity");
    soup.positions[0] += 0.01;
    expect(locatePoint(buildAabbTree(soup), [0, 0, 0]).method).toBe("winding-number");
  });

  it("rejects values that are not points, poses or trees", () => {
    const tree = buildAabbTree(SOLIDS.box);
    expect(() => locatePoint(tree, [0, Number.NaN, 0])).toThrow(OptionError);
    expect(() => locatePoint(tree, [0, 0])).toThrow(OptionError);
    expect(() => locatePoint(tree, null as never)).toThrow(OptionError);
    expect(() => locatePoint(undefined as never, [0, 0, 0])).toThrow(OptionError);
    expect(() => locatePoint(tree, [0, 0, 0], { toWorld: [1, 2] })).toThrow(PoseError);
    const flat = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    expect(() => locatePoint(tree, [0, 0, 0], { toWorld: flat })).toThrow(PoseError);
  });
});

describe("windingNumber", () => {
  it("agrees with Girard's theorem, on open and closed meshes in any pose (seed 31)", () => {
    const next = random(31);
    for (const mesh of [randomSoup(3, 40, 0.6), smallTorus(), createBox()]) {
      const tree = buildAabbTree(mesh);
      for (let k = 0; k < 25; k++) {
        const point = [3 * next() - 1.5, 3 * next() - 1.5, 3 * next() - 1.5];
        const toWorld = rotation([next(), next(), next(), 1], [next(), 0, 0], [1, 2, -0.5]);
        expect(windingNumber(tree, point, { toWorld })).toBeCloseTo(
          windingNumberByAngles(mesh, point, { toWorld }),
          9,
        );
      }
    }
  });

  it("is one inside, zero outside, a half in the middle of half a cube", () => {
    const tree = buildAabbTree(createBox({ size: 2 }));
    expect(windingNumber(tree, [0.3, 0.2, -0.1])).toBeCloseTo(1, 12);
    expect(windingNumber(tree, [0.3, 0.2, -3])).toBeCloseTo(0, 12);
    const mirrored = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(windingNumber(tree, [0.3, 0.2, -0.1], { toWorld: mirrored })).toBeCloseTo(-1, 12);
    const { positions, indices } = createBox({ size: 2 });
    const half = createMesh({ positions, indices: indices!.slice(0, 12) }); // the two faces across x, of six
    expect(windingNumber(buildAabbTree(half), [0, 0, 0])).toBeCloseTo(1 / 3, 12);
  });

  /** Some triangles left out, a few reversed and one listed twice: edges of the rim are used up to three times. */
  function opened({ positions, indices }: TriangleMesh, seed: number): TriangleMesh {
    const next = random(seed);
    const kept: number[] = [];
    for (let i = 0; i < indices!.length; i += 3) {
      const [p, q, r] = indices!.subarray(i, i + 3);
      const choice = next();
      if (choice < 0.02) continue;
      kept.push(...(choice < 0.04 ? [q, p, r] : [p, q, r]));
      if (choice > 0.99) kept.push(p, q, r);
    }
    return createMesh({ positions, indices: Uint32Array.from(kept) });
  }

  it("agrees with Girard's theorem where a rim with its fan replaces the sum (seeds 1 to 4)", () => {
    for (let seed = 1; seed <= 4; seed++) {
      const mesh = opened(createTorus({ majorSegments: 40, minorSegments: 20 }), seed);
      const trees = [buildAabbTree(mesh), buildObbTree(mesh)];
      const next = random(seed);
      let byRim = 0;
      for (let k = 0; k < 60; k++) {
        const spot = [3 * next() - 1.5, 3 * next() - 1.5, 3 * next() - 1.5];
        const toWorld = k % 2 ? null : rotation([next(), next(), next(), 1], [next(), 0, 0], [1, 2, -0.5]);
        const expected = windingNumberByAngles(mesh, spot, { toWorld });
        const stats = {} as QueryStats;
        for (const tree of trees)
          expect(windingNumber(tree, spot, { toWorld, stats })).toBeCloseTo(expected, 9);
        if (stats.triangleTests < mesh.triangleCount / 2) byRim++;
        const { side, method } = locatePoint(trees[0], spot, { toWorld });
        expect(method).toBe("winding-number");
        if (Math.abs(Math.abs(expected) - 0.5) > 1e-9)
          expect(side).toBe(Math.abs(expected) > 0.5 ? "inside" : "outside");
      }
      expect(byRim).toBeGreaterThan(50);
    }
  });

  it("sums all triangles for points on the fan that closes the rim, and on its edges", () => {
    const { positions, indices } = createBox({ size: 2, segments: 8 });
    // without the side x = 1: its rim lies in that plane, and so does the fan
    const open: number[] = [];
    for (let i = 0; i < indices!.length; i += 3) {
      const triangle = [...indices!.subarray(i, i + 3)];
      if (!triangle.every((v) => positions[3 * v] === 1)) open.push(...triangle);
    }
    const mesh = createMesh({ positions, indices: Uint32Array.from(open) });
    const tree = buildAabbTree(mesh);
    for (const y of [-0.5, 0, 0.25, 1 - 2 ** -40])
      for (const x of [1, 1 - 2 ** -52, 1 + 2 ** -51, 0.5, 2]) {
        const spot = [x, y, y];
        expect(windingNumber(tree, spot)).toBeCloseTo(windingNumberByAngles(mesh, spot), 7);
      }
    const stats = {} as QueryStats;
    windingNumber(tree, [1, 0.1, 0.1], { stats });
    expect(stats.triangleTests).toBeGreaterThanOrEqual(mesh.triangleCount);
    windingNumber(tree, [0.9, 0.1, 0.1], { stats });
    expect(stats.triangleTests).toBeLessThan(mesh.triangleCount / 2);
  });

  it("is an integer around a closed mesh, from the crossings of a ray", () => {
    const tree = buildAabbTree(SOLIDS.torus);
    const stats = {} as QueryStats;
    expect(windingNumber(tree, [1, 0.01, 0.02], { stats })).toBe(1);
    expect(stats.triangleTests).toBeLessThan(10);
  });
});
