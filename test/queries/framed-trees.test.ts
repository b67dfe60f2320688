import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collideBodies, createArticulatedBody, findLinkTriangles } from "../../src/articulated.ts";
import {
  type AabbTree,
  boundsOf,
  castRay,
  castRayAll,
  classify,
  closestPoint,
  collide,
  collidesItself,
  createMesh,
  cullFrustum,
  distance,
  findContacts,
  findImpacts,
  findManifold,
  findNearPairs,
  findPairs,
  findSelfImpacts,
  findSelfNearPairs,
  findSelfPairs,
  type Impact,
  isWithin,
  locatePoint,
  type OverlapDepth,
  overlapBox,
  overlapDepth,
  overlapSphere,
  penetration,
  selfTimeOfImpact,
  sweepBox,
  sweepSphere,
  type TriangleMesh,
  timeOfImpact,
  windingNumber,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createBox, createSpacecraft } from "../../src/mesh/primitives/index.ts";
import { findPairsByLayers } from "../../src/queries/pairs/find-pairs-by-layers.ts";
import { findPairsByBruteForce } from "../../src/reference/triangle-pairs.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { createWorld } from "../../src/world/world.ts";
import { chain } from "../articulated/bodies.ts";
import { byKernel, describeKernels } from "../kernels.ts";
import { latticeSoup, randomSoup, smallTorus, withMoved } from "../meshes.ts";
import { affinePose, latticePose, rigidPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// A tree with a frame answers every query as a tree without one, bit for bit:
// (1) with a frame on either side, chosen or any rotation, in kernels and in TypeScript;
// (2) for meshes of lattices, whose contacts are touches, and of huge, tiny, far and degenerate coordinates;
// (3) and with the errors of a tree without a frame, for poses that are refused.

type Pose = number[] | null;
type Query = (a: AabbTree, b: AabbTree, aToWorld: Pose, bToWorld: Pose, size: number) => unknown;

/** Queries of two trees; `size` is about that of the meshes. */
const PAIR_QUERIES: Record<string, Query> = {
  collide: (a, b, aToWorld, bToWorld) => collide(a, b, { aToWorld, bToWorld }),
  "collide, SAT, depth first": (a, b, aToWorld, bToWorld) =>
    collide(a, b, { aToWorld, bToWorld, test: "sat", order: "depth-first" }),
  "collide with a cache": (a, b, aToWorld, bToWorld) => {
    const cache = {};
    return [1, 2].map(() => collide(a, b, { aToWorld, bToWorld, cache }));
  },
  findPairs: (a, b, aToWorld, bToWorld) => findPairs(a, b, { aToWorld, bToWorld }),
  "findPairs, larger": (a, b, aToWorld, bToWorld) =>
    findPairs(a, b, { aToWorld, bToWorld, descend: "larger" }),
  findPairsByLayers: (a, b, aToWorld, bToWorld) => findPairsByLayers(a, b, { aToWorld, bToWorld }),
  distance: (a, b, aToWorld, bToWorld) => distance(a, b, { aToWorld, bToWorld }),
  isWithin: (a, b, aToWorld, bToWorld, size) =>
    [0, 0.1, 0.5].map((share) => isWithin(a, b, share * size, { aToWorld, bToWorld })),
};

const OTHER_QUERIES: Record<string, Query> = {
  findContacts: (a, b, aToWorld, bToWorld) => findContacts(a, b, { aToWorld, bToWorld }),
  findManifold: (a, b, aToWorld, bToWorld) => findManifold(a, b, { aToWorld, bToWorld }),
  classify: (a, b, aToWorld, bToWorld) => classify(a, b, { aToWorld, bToWorld }),
  penetration: (a, b, aToWorld, bToWorld) => penetration(a, b, { aToWorld, bToWorld }),
  findNearPairs: (a, b, aToWorld, bToWorld, size) => findNearPairs(a, b, 0.05 * size, { aToWorld, bToWorld }),
  findSelfNearPairs: (a, _b, toWorld, _to, size) => findSelfNearPairs(a, 0.02 * size, { toWorld }),
  findSelfPairs: (a, _b, toWorld) => findSelfPairs(a, { toWorld }),
  collidesItself: (a, _b, toWorld) => collidesItself(a, { toWorld }),
  // Of several triangles that meet first it names those found first, as above.
  timeOfImpact: (a, b, aToWorld, bToWorld, size) => {
    const motion = { from: aToWorld, to: shifted(aToWorld, size), path: "straight" } as const;
    return timesOf(timeOfImpact(a, b, motion, { from: bToWorld, to: bToWorld }));
  },
  findImpacts: (a, b, aToWorld, bToWorld, size) =>
    findImpacts(
      a,
      b,
      { from: aToWorld, to: shifted(aToWorld, size), path: "straight" },
      { from: bToWorld, to: bToWorld },
    ),
  selfTimeOfImpact: (a) => timesOf(selfTimeOfImpact(a, squeezed(a.mesh))),
  findSelfImpacts: (a) => findSelfImpacts(a, squeezed(a.mesh)),
  castRay: (a, _b, toWorld, _to, size) =>
    [0.1, 0.4, 0.7].map((y) => castRay(a, [-3 * size, y * size, 0.3 * size], [1, 0.1, 0.05], { toWorld })),
  castRayAll: (a, _b, toWorld, _to, size) =>
    castRayAll(a, [-3 * size, 0.2 * size, 0.3 * size], [1, 0.1, 0.05], { toWorld }),
  overlapBox: (a, _b, toWorld, _to, size) => overlapBox(a, boxOf(size), { toWorld }),
  overlapSphere: (a, _b, toWorld, _to, size) => overlapSphere(a, [0.3 * size, 0, 0], 0.5 * size, { toWorld }),
  sweepBox: (a, _b, toWorld, _to, size) => sweepBox(a, boxOf(0.1 * size), [2 * size, size, 0], { toWorld }),
  sweepSphere: (a, _b, toWorld, _to, size) =>
    sweepSphere(a, [-2 * size, 0, 0], 0.1 * size, [4 * size, size, 0], { toWorld }),
  closestPoint: (a, _b, toWorld, _to, size) =>
    [0.1, 1, 3].map((x) => closestPoint(a, [x * size, 0.2 * size, 0.1 * size], { toWorld })),
  cullFrustum: (a, _b, toWorld, _to, size) => cullFrustum(a, frustum(size), { toWorld }),
  locatePoint: (a, _b, toWorld, _to, size) =>
    locatePoint(a, [0.2 * size, 0.3 * size, 0.1 * size], { toWorld }),
  windingNumber: (a, _b, toWorld, _to, size) =>
    windingNumber(a, [0.2 * size, 0.3 * size, 0.1 * size], { toWorld }),
  boundsOf: (a, _b, toWorld) => boundsOf(a, toWorld),
};

function timesOf(impact: Impact): object {
  return { ...impact, triangleA: 0, triangleB: 0 };
}

function shifted(pose: Pose, size: number): number[] {
  const out = [...(pose ?? rotation([1, 0, 0, 0]))];
  out[12] += size;
  out[13] += 0.3 * size;
  return out;
}

function squeezed({ positions }: TriangleMesh): Float64Array {
  return Float64Array.from(positions, (value, i) => (i % 3 === 1 ? 0.2 * value : value));
}

function boxOf(size: number): number[] {
  return [-0.4 * size, -0.3 * size, -0.2 * size, 0.5 * size, 0.4 * size, 0.6 * size];
}

/** Six planes of a cube that is off the middle: inside is where a·x + b·y + c·z + d ≥ 0. */
function frustum(size: number): number[] {
  return [0, 1, 2].flatMap((axis) => {
    const normal = [0, 1, 2].map((k) => (k === axis ? 1 : 0));
    return [...normal, 0.2 * size, ...normal.map((x) => -x), 0.7 * size];
  });
}

/** The answer without its counters, or its error. */
function answerOf(work: () => unknown): unknown {
  try {
    return withoutCounters(work());
  } catch (error) {
    return String(error);
  }
}

const COUNTERS = new Set([
  "stats",
  "storage",
  "boxTests",
  "triangleTests",
  "exactTests",
  "exitAxes",
  "steps",
]);

function withoutCounters(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return (value as Float64Array).slice();
  if (Array.isArray(value)) return value.map(withoutCounters);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !COUNTERS.has(key))
      .map(([key, part]) => [key, withoutCounters(part)]),
  );
}

function turned(mesh: TriangleMesh, [w, x, y, z]: [number, number, number, number]): TriangleMesh {
  const m = rotation([w, x, y, z]);
  return withMoved(mesh, (px, py, pz) =>
    [0, 1, 2].map((row) => m[row] * px + m[4 + row] * py + m[8 + row] * pz),
  );
}

/** The axes of a rotation, nine numbers. */
function axesOf(quaternion: [number, number, number, number]): number[] {
  const m = rotation(quaternion);
  return [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
}

const box = createBox({ size: [1, 0.2, 0.1], segments: [6, 2, 1] });
const OBLIQUE: [number, number, number, number] = [0.8, 0.3, -0.4, 0.2];
const MESHES: Record<string, TriangleMesh> = {
  "oblique box": turned(box, OBLIQUE),
  "torus, f32": smallTorus(10, 6),
  "oblique torus": turned(smallTorus(12, 6), OBLIQUE),
  soup: randomSoup(3, 60, 0.4),
  lattice: latticeSoup(7, 40, 4),
  "lattice box": createBox({ size: [2, 1, 1], segments: [4, 2, 2] }),
};
const NAMES = Object.keys(MESHES);

const unit = fc.double({ min: -1, max: 1, noNaN: true });
const quaternion = fc
  .tuple(unit, unit, unit, unit)
  .filter(([w, x, y, z]) => w * w + x * x + y * y + z * z > 0.01);
const pose: fc.Arbitrary<Pose> = fc.oneof(
  fc.constant(null),
  rigidPose,
  affinePose,
  latticePose,
) as fc.Arbitrary<Pose>;
const scene = fc.record({
  nameA: fc.constantFrom(...NAMES),
  nameB: fc.constantFrom(...NAMES),
  aToWorld: pose,
  bToWorld: pose,
  frameA: quaternion,
  frameB: quaternion,
});

/** Trees without frames, then trees with frames on both sides, on one, and with the best ones found. */
function pairsOfTrees(meshA: TriangleMesh, meshB: TriangleMesh, frameA: number[], frameB: number[]) {
  const plainA = buildAabbTree(meshA, { frame: "none" });
  const plainB = buildAabbTree(meshB, { frame: "none" });
  const framedA = buildAabbTree(meshA, { frame: frameA });
  const framedB = buildAabbTree(meshB, { frame: frameB });
  const best = (mesh: TriangleMesh) => buildAabbTree(mesh, { frame: "best" });
  return {
    expected: [plainA, plainB],
    others: [
      [framedA, framedB],
      [framedA, plainB],
      [plainA, framedB],
      [best(meshA), best(meshB)],
      [buildAabbTree(meshA), buildAabbTree(meshB)],
    ],
  } as { expected: [AabbTree, AabbTree]; others: [AabbTree, AabbTree][] };
}

function expectSameAnswers(
  queries: Record<string, Query>,
  trees: ReturnType<typeof pairsOfTrees>,
  aToWorld: Pose,
  bToWorld: Pose,
  size = 1,
): void {
  const [a, b] = trees.expected;
  for (const [name, query] of Object.entries(queries)) {
    const expected = withoutKernels(() => answerOf(() => query(a, b, aToWorld, bToWorld, size)));
    for (const [k, [otherA, otherB]] of trees.others.entries()) {
      const ask = () => answerOf(() => query(otherA, otherB, aToWorld, bToWorld, size));
      expect(withoutKernels(ask), `${name}, trees ${k}`).toEqual(expected);
      expect(withKernels(ask), `${name}, trees ${k}, kernels`).toEqual(expected);
    }
  }
}

describe("a tree with a frame", () => {
  for (const seed of [1, 2])
    it(`answers pair and distance queries as one without (seed ${seed})`, { timeout: 120_000 }, () => {
      fc.assert(
        fc.property(scene, ({ nameA, nameB, aToWorld, bToWorld, frameA, frameB }) => {
          const trees = pairsOfTrees(MESHES[nameA], MESHES[nameB], axesOf(frameA), axesOf(frameB));
          expectSameAnswers(PAIR_QUERIES, trees, aToWorld, bToWorld);
        }),
        { seed, numRuns: randomCases(13), endOnFailure: true },
      );
    });

  it("answers all other queries as one without (seed 3)", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(scene, ({ nameA, nameB, aToWorld, bToWorld, frameA, frameB }) => {
        const trees = pairsOfTrees(MESHES[nameA], MESHES[nameB], axesOf(frameA), axesOf(frameB));
        expectSameAnswers(OTHER_QUERIES, { ...trees, others: trees.others.slice(0, 1) }, aToWorld, bToWorld);
      }),
      { seed: 3, numRuns: randomCases(6), endOnFailure: true },
    );
  });

  it("bounds depths of surfaces as one without does: by other numbers, between which the depth lies (seed 3)", () => {
    let count = 0;
    fc.assert(
      fc.property(scene, ({ nameA, nameB, aToWorld, bToWorld, frameA, frameB }) => {
        const { expected, others } = pairsOfTrees(
          MESHES[nameA],
          MESHES[nameB],
          axesOf(frameA),
          axesOf(frameB),
        );
        const found = [expected, ...others].map(([a, b]) => {
          const ask = () => answerOf(() => overlapDepth(a, b, { aToWorld, bToWorld })) as OverlapDepth | null;
          const depth = withoutKernels(ask);
          expect(withKernels(ask)).toEqual(depth);
          return depth;
        });
        if (found.some((depth) => depth === null || typeof depth !== "object")) {
          expect(found).toEqual(found.map(() => found[0])); // none at all, or one error
          return;
        }
        const depths = found as OverlapDepth[];
        expect(Math.max(...depths.map(({ lowerBound }) => lowerBound))).toBeLessThanOrEqual(
          Math.min(...depths.map(({ depth }) => depth)),
        );
        count++;
      }),
      { seed: 3, numRuns: randomCases(20), endOnFailure: true },
    );
    expect(count).toBeGreaterThan(10);
  });

  it("loses no touch of lattices to the rounding of a frame (seed 4)", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        latticePose,
        quaternion,
        quaternion,
        fc.constantFrom(0, 20, 40),
        (soup, bToWorld, frameA, frameB, power) => {
          // A lattice whose steps are a power of two, far from zero: all that is rounded is the frame.
          const far = (mesh: TriangleMesh) =>
            withMoved(mesh, (x, y, z) => [x + 2 ** power, y, z - 2 ** power]);
          const meshA = far(latticeSoup(soup, 30, 6));
          const meshB = latticeSoup(soup + 1, 30, 6);
          const pose = bToWorld.slice();
          pose[12] += 2 ** power;
          pose[14] -= 2 ** power;
          const expected = findPairsByBruteForce(meshA, meshB, { bToWorld: pose });
          for (const run of [withKernels, withoutKernels]) {
            const a = buildAabbTree(meshA, { frame: axesOf(frameA) });
            const b = buildAabbTree(meshB, { frame: axesOf(frameB) });
            expect(Array.from(run(() => findPairs(a, b, { bToWorld: pose })).pairs)).toEqual(
              Array.from(expected),
            );
            expect(run(() => collide(a, b, { bToWorld: pose }))).toBe(expected.length > 0);
          }
        },
      ),
      { seed: 4, numRuns: randomCases(30), endOnFailure: true },
    );
  });

  const SIZES = [2 ** -1000, 2 ** -300, 2 ** -45, 2 ** -35, 1e-6, 1e6, 2 ** 60, 2 ** 96, 2 ** 99];
  for (const size of SIZES)
    it(`answers at a size of ${size.toExponential(1)}`, { timeout: 60_000 }, () => {
      const scaled = (mesh: TriangleMesh) =>
        withMoved(mesh, (x, y, z) => [size * x, size * y, size * z].map((v) => v / 4));
      const [meshA, meshB] = [scaled(MESHES["oblique box"]), scaled(MESHES["oblique torus"])];
      const trees = pairsOfTrees(meshA, meshB, axesOf([0.3, 0.4, 0.5, 0.6]), axesOf([0.9, -0.1, 0.2, 0.4]));
      const bToWorld = rotation([0.9, 0.2, 0.1, -0.3], [0.1 * size, 0.05 * size, 0]);
      const queries = size > 2 ** 50 ? PAIR_QUERIES : { ...PAIR_QUERIES, ...FEW };
      expectSameAnswers(queries, trees, null, bToWorld, size / 4);
    });
  const { closestPoint: nearest, castRay: ray, findSelfPairs: self } = OTHER_QUERIES;
  const FEW = { nearest, ray, self };

  it("answers for degenerate meshes: one point, a line, a plane", () => {
    const point = createMesh({ positions: new Float64Array(9 * 30).fill(0.25) });
    const line = createMesh({
      positions: Float64Array.from({ length: 270 }, (_, i) => Math.floor(i / 3) * [1, 2, -1][i % 3] * 0.01),
    });
    const plane = withMoved(createBox({ size: [1, 1, 1], segments: [4, 4, 1] }), (x, y) => [x, y, x + y]);
    const meshes = [point, line, plane];
    for (const meshA of meshes)
      for (const meshB of meshes) {
        const trees = pairsOfTrees(meshA, meshB, axesOf([0.3, 0.4, 0.5, 0.6]), axesOf([0.9, -0.1, 0.2, 0.4]));
        expectSameAnswers(PAIR_QUERIES, trees, null, null);
      }
  });

  it("refuses poses with the errors of one without, and answers nearly singular ones", () => {
    const trees = pairsOfTrees(
      MESHES["oblique box"],
      MESHES.lattice,
      axesOf([0.3, 0.4, 0.5, 0.6]),
      axesOf([0.9, -0.1, 0.2, 0.4]),
    );
    const flat = (z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, z, 0, 0.1, 0, 0, 1];
    const poses = [
      flat(0),
      flat(1e-17),
      flat(1e-14),
      flat(1e-9),
      flat(1e-5),
      flat(2 ** 99),
      flat(2 ** 101),
      flat(1e-60),
    ];
    for (const toWorld of poses) {
      expectSameAnswers(PAIR_QUERIES, trees, toWorld, null);
      expectSameAnswers(PAIR_QUERIES, trees, null, toWorld);
    }
    const away = rotation([1, 0, 0, 0], [2 ** 99.9, 0, 0]);
    expectSameAnswers(PAIR_QUERIES, trees, away, null);
  });

  it("serves worlds and links of articulated bodies", () => {
    const mesh = MESHES["oblique box"];
    const rows = (["none", "best"] as const).map((frame) => {
      const tree = buildAabbTree(mesh, { frame });
      const world = createWorld();
      for (let k = 0; k < 6; k++)
        world.add({ kind: "rigid", tree, toWorld: rotation([1, 0.3 * k, 0.1, 0], [0.25 * k, 0, 0]) });
      const step = world.step({ find: "triangles" });
      const hit = world.castRay([-5, 0.01, 0.02], [1, 0, 0]);
      const links = chain(4, [mesh], 0.8).map((link) => ({ ...link, tree }));
      const [a, b] = [createArticulatedBody(links), createArticulatedBody(links)];
      return withoutCounters([step, hit, collideBodies(a, b), findLinkTriangles(a, b)]);
    });
    expect(rows[1]).toEqual(rows[0]);
    expect(JSON.stringify(rows[0])).toContain("true");
  });
});

describeKernels("kernels over framed boxes", () => {
  const ship = turned(createSpacecraft(), OBLIQUE);
  const [plain, framed] = [buildAabbTree(ship, { frame: "none" }), buildAabbTree(ship)];

  it("answer collide, findPairs and distance of an oblique spacecraft", () => {
    expect(framed.frame).not.toBeNull();
    for (let k = 0; k < 20; k++) {
      const bToWorld = rotation([1, 0.2 * k, 0.7 - 0.1 * k, 0.3], [0.1 * k, 0.05 * k, 0]);
      const expected = withoutKernels(() => findPairs(plain, plain, { bToWorld })).pairs;
      expect(byKernel("pairs", () => findPairs(framed, framed, { bToWorld })).pairs).toEqual(expected);
      expect(byKernel("pairs", () => collide(framed, framed, { bToWorld }))).toBe(expected.length > 0);
    }
    const bToWorld = rotation([1, 0.2, 0.7, 0.3], [9, 9, 9]);
    const expected = withoutCounters(withoutKernels(() => distance(plain, plain, { bToWorld })));
    expect(withoutCounters(byKernel("distance", () => distance(framed, framed, { bToWorld })))).toEqual(
      expected,
    );
  });

  it("take a fraction of the box tests that boxes along the model's axes take", () => {
    const bToWorld = rotation([1, 0.2, 0.7, 0.3], [0.5, 0.2, 0.1]);
    const { boxTests } = findPairs(framed, framed, { bToWorld }).stats;
    expect(boxTests).toBeLessThan(0.5 * findPairs(plain, plain, { bToWorld }).stats.boxTests);
  });
});
