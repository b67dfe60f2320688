import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  buildObbTree,
  buildRTree,
  collide,
  createMesh,
  findPairs,
  type PairTree,
  refit,
  type SplitRule,
  type TriangleMesh,
} from "../../src/index.ts";
import { collideByBruteForce, findPairsByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { affinePose, anyPose, latticePose, rigidPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The contracts of DESIGN §3 for a pair of meshes, as properties:
// (1) fast = brute force (2) posed = baked, bit for bit (3) swapping a and b swaps the pairs
// (4) corner rotation and triangle order change nothing but the numbers (5) refit = rebuild
// (6) tree, split rule, leaf size, box test, order of descent: none changes the answer.

const SPLITS: SplitRule[] = ["sah", "midpoint", "median", "half-balanced", "best-axis"];

type Build = (mesh: TriangleMesh) => PairTree;
const BUILDS: Record<string, Build> = {
  obb: (mesh) => buildObbTree(mesh),
  "r-tree": (mesh) => buildRTree(mesh),
  "r-tree/2 to 4": (mesh) => buildRTree(mesh, { minChildren: 2, maxChildren: 4 }),
  "r-tree by insertion": (mesh) => buildRTree(mesh, { pack: false, maxChildren: 3 }),
};
for (const split of SPLITS)
  for (const leafSize of [1, 2, 5])
    BUILDS[`${split}/${leafSize}`] = (mesh) => buildAabbTree(mesh, { split, leafSize });

const anyBuild = fc.constantFrom(...Object.keys(BUILDS)).map((name) => BUILDS[name]);
const anyTest = fc.constantFrom("sat" as const, "sat-lite" as const);
const anyDescend = fc.constantFrom("both" as const, "larger" as const, "larger-volume" as const);
const anyOrder = fc.constantFrom("best-first" as const, "depth-first" as const);

/** Small meshes of three kinds: generic, on a lattice, and on a lattice but for a unit or two in the last place. */
const anyMesh = fc
  .tuple(
    fc.constantFrom("random", "lattice", "perturbed"),
    fc.integer({ min: 0, max: 1e6 }),
    fc.integer({ min: 1, max: 24 }),
  )
  .map(([kind, seed, count]) => makeMesh(kind, seed, count));

function makeMesh(kind: string, seed: number, count: number): TriangleMesh {
  if (kind === "random") return randomSoup(seed, count, 0.6);
  const lattice = latticeSoup(seed, count);
  if (kind === "lattice") return lattice;
  const next = random(seed);
  const positions = Float64Array.from(
    lattice.positions,
    (x) => x + 1 + (Math.floor(5 * next()) - 2) * 2 ** -52,
  );
  return createMesh({ positions });
}

function swapped(pairs: Uint32Array): number[] {
  const list: [number, number][] = [];
  for (let i = 0; i < pairs.length; i += 2) list.push([pairs[i + 1], pairs[i]]);
  return list.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat();
}

describe("a pair query", () => {
  it("(1) equals brute force, whatever the trees, the test and the poses (seed 21)", () => {
    fc.assert(
      fc.property(
        anyMesh,
        anyMesh,
        anyBuild,
        anyTest,
        anyDescend,
        anyOrder,
        fc.option(anyPose),
        fc.option(anyPose),
        (a, b, build, test, descend, order, aToWorld, bToWorld) => {
          const expected = findPairsByBruteForce(a, b, { aToWorld, bToWorld });
          const [treeA, treeB] = [build(a), build(b)];
          const found = findPairs(treeA, treeB, { aToWorld, bToWorld, test, descend });
          expect([...found.pairs]).toEqual([...expected]);
          expect(found.count).toBe(expected.length / 2);
          expect(collide(treeA, treeB, { aToWorld, bToWorld, test, descend, order })).toBe(
            expected.length > 0,
          );
          expect(collideByBruteForce(a, b, { aToWorld, bToWorld })).toBe(expected.length > 0);
        },
      ),
      { numRuns: randomCases(150), seed: 21 },
    );
  });

  it("(2) is equal for posed and baked meshes, bit for bit (seed 22)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, anyPose, anyPose, (a, b, build, aToWorld, bToWorld) => {
        const posed = findPairs(build(a), build(b), { aToWorld, bToWorld });
        const bakedA = createMesh({ positions: bakePositions(a.positions, aToWorld), indices: a.indices });
        const bakedB = createMesh({ positions: bakePositions(b.positions, bToWorld), indices: b.indices });
        expect([...findPairs(build(bakedA), build(bakedB)).pairs]).toEqual([...posed.pairs]);
      }),
      { numRuns: randomCases(100), seed: 22 },
    );
  });

  it("(2) stays exact for touching lattice meshes under lattice poses, which only exact arithmetic can decide (seed 23)", () => {
    let exactTests = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        anyBuild,
        latticePose,
        latticePose,
        (seed, build, aToWorld, bToWorld) => {
          const a = latticeSoup(seed, 12);
          const b = latticeSoup(seed + 1, 12);
          const found = findPairs(build(a), build(b), { aToWorld, bToWorld });
          exactTests += found.stats.exactTests;
          expect([...found.pairs]).toEqual([...findPairsByBruteForce(a, b, { aToWorld, bToWorld })]);
        },
      ),
      { numRuns: 200, seed: 23 },
    );
    expect(exactTests).toBeGreaterThan(500); // what the second filter, by projection, leaves
  });

  it("(2) loses no contact between flat boxes that only the margins of the pose keep overlapping (seed 28)", () => {
    // Both lie in one lattice plane and in the same pose: shared vertices coincide in the world to the last bit, and
    // the relative pose is the identity only up to rounding.
    const flat = fc.integer({ min: 0, max: 1e6 }).map((seed) => {
      const mesh = latticeSoup(seed, 6);
      for (let i = seed % 3; i < mesh.positions.length; i += 3) mesh.positions[i] = 1;
      return mesh;
    });
    // Nearly singular ones too: there the residual of the inverse makes the margin.
    const squashed = fc.tuple(affinePose, fc.integer({ min: 10, max: 34 })).map(([pose, bits]) => {
      for (let row = 0; row < 3; row++) pose[4 + row] = pose[row] + pose[4 + row] * 2 ** -bits;
      return pose;
    });
    const tilted = fc.oneof(rigidPose, affinePose, squashed);
    fc.assert(
      fc.property(flat, flat, anyBuild, anyTest, tilted, (a, b, build, test, pose) => {
        const found = findPairs(build(a), build(b), { aToWorld: pose, bToWorld: pose, test });
        const expected = findPairsByBruteForce(a, b, { aToWorld: pose, bToWorld: pose });
        expect([...found.pairs]).toEqual([...expected]);
      }),
      { numRuns: randomCases(125), seed: 28 },
    );
  });

  it("(2) loses no contact under poses that stretch a million times (seed 24)", () => {
    const stretched = fc.tuple(affinePose, fc.integer({ min: 0, max: 2 })).map(([pose, column]) => {
      for (let row = 0; row < 3; row++) pose[4 * column + row] *= 2 ** -20;
      return pose;
    });
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, stretched, stretched, (a, b, build, aToWorld, bToWorld) => {
        const found = findPairs(build(a), build(b), { aToWorld, bToWorld });
        expect([...found.pairs]).toEqual([...findPairsByBruteForce(a, b, { aToWorld, bToWorld })]);
      }),
      { numRuns: randomCases(75), seed: 24 },
    );
  });

  it("(2) holds for f64 meshes far from zero that poses bring together (seed 29)", () => {
    const offset = 2 ** 30;
    const shifted = (pose: number[]) => {
      for (let row = 0; row < 3; row++)
        pose[12 + row] -= offset * (pose[row] + pose[4 + row] + pose[8 + row]);
      return pose;
    };
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, anyPose, anyPose, (a, b, build, poseA, poseB) => {
        const far = [a, b].map((mesh) =>
          createMesh({
            positions: Float64Array.from(mesh.positions, (x) => x + offset),
            indices: mesh.indices,
          }),
        );
        const options = { aToWorld: shifted(poseA), bToWorld: shifted(poseB) };
        const found = findPairs(build(far[0]), build(far[1]), options);
        expect([...found.pairs]).toEqual([...findPairsByBruteForce(far[0], far[1], options)]);
      }),
      { numRuns: randomCases(50), seed: 29 },
    );
  });

  it("(3) gives the same pairs when a and b are swapped (seed 25)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, anyPose, anyPose, (a, b, build, aToWorld, bToWorld) => {
        const [treeA, treeB] = [build(a), build(b)];
        const forth = findPairs(treeA, treeB, { aToWorld, bToWorld });
        const back = findPairs(treeB, treeA, { aToWorld: bToWorld, bToWorld: aToWorld });
        expect(swapped(back.pairs)).toEqual([...forth.pairs]);
      }),
      { numRuns: randomCases(75), seed: 25 },
    );
  });

  it("(4) does not depend on where triangles begin or in which order they come (seed 26)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, (a, b, build) => {
        const n = a.triangleCount;
        // triangle t becomes triangle n − 1 − t, and starts at its second corner
        const indices = new Uint32Array(3 * n);
        for (let t = 0; t < n; t++)
          for (let corner = 0; corner < 3; corner++)
            indices[3 * (n - 1 - t) + corner] = 3 * t + ((corner + 1) % 3);
        const reordered = createMesh({ positions: a.positions, indices });
        const renumbered: [number, number][] = [];
        const { pairs, count } = findPairs(build(reordered), build(b));
        for (let i = 0; i < count; i++) renumbered.push([n - 1 - pairs[2 * i], pairs[2 * i + 1]]);
        renumbered.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
        expect(renumbered.flat()).toEqual([...findPairs(build(a), build(b)).pairs]);
      }),
      { numRuns: randomCases(75), seed: 26 },
    );
  });

  it("(5) gives equal answers after a refit and after a rebuild (seed 27)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, fc.constantFrom(...SPLITS), fc.integer(), (a, b, split, seed) => {
        const tree = buildAabbTree(a, { split });
        const next = random(seed);
        for (let i = 0; i < a.positions.length; i++) a.positions[i] += 0.4 * (next() - 0.5);
        refit(tree);
        const other = buildAabbTree(b);
        expect([...findPairs(tree, other).pairs]).toEqual([
          ...findPairs(buildAabbTree(a, { split }), other).pairs,
        ]);
      }),
      { numRuns: randomCases(50), seed: 27 },
    );
  });

  it("(6) finds equal pairs of two tori with every tree and test, with or without exact arithmetic", () => {
    const torus = smallTorus(12, 8);
    const turned = [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 0.9, 0.1, 0.3, 1];
    for (const bToWorld of [null, turned]) {
      const expected = findPairsByBruteForce(torus, torus, { bToWorld });
      expect(expected.length).toBeGreaterThan(0);
      for (const build of Object.values(BUILDS)) {
        const [a, b] = [build(torus), build(torus)];
        for (const test of ["sat", "sat-lite"] as const)
          expect(findPairs(a, b, { bToWorld, test }).pairs).toEqual(expected);
      }
    }
  });
});
