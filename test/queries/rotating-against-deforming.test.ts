import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  createMesh,
  type Impact,
  type ImpactStats,
  type Motion,
  PoseError,
  type TriangleMesh,
  timeOfImpact,
} from "../../src/index.ts";
import { createBox, createIcosphere, createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import {
  type MeshAtTime,
  timeOfImpactByAdvancement,
  timeOfImpactByBruteForce,
  timeOfImpactBySampling,
} from "../../src/reference/index.ts";
import { random, randomSoup, smallTorus } from "../meshes.ts";
import { identity, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { gapBetween, moved, type Quaternion, randomTurn, turn } from "../turns.ts";

// One mesh rotates, the vertices of the other move in straight lines: (1) no contact before `lower` (2) as near as the
// tolerance at `upper` (3) swapping a and b changes nothing but the last digits (4) a miss is one (5) next to no rotation
// is the exact answer of straight motion (6) deformation that is a translation is the answer of rigid motion.

interface Deformation {
  motion: Motion;
  meshAt: MeshAtTime;
}

/** Every vertex on a way of its own; with poses at both ends, or only poses that no rigid motion joins. */
function randomDeformation(
  mesh: TriangleMesh,
  seed: number,
  kind: "plain" | "posed" | "straight",
): Deformation {
  const next = random(seed);
  const shift = [0, 1, 2].map(() => 1.5 * (next() - 0.5));
  const positionsAtEnd = Float64Array.from(mesh.positions, (x, i) =>
    kind === "straight" ? x : x + shift[i % 3] + 0.6 * (next() - 0.5),
  );
  const scales = () => [0.5 + next(), 0.5 + next(), -0.5 - next()];
  const pose = () => {
    if (kind === "plain") return identity();
    const quaternion: Quaternion = [next(), next() - 0.5, next() - 0.5, next() - 0.5];
    return rotation(quaternion, [next() - 0.5, next() - 0.5, next() - 0.5], scales());
  };
  const [from, to] = [pose(), pose()];
  const motion: Motion = kind === "straight" ? { from, to, path: "straight" } : { positionsAtEnd, from, to };
  const [start, end] = [bakePositions(mesh.positions, from), bakePositions(positionsAtEnd, to)];
  return { motion, meshAt: straight(start, end, mesh) };
}

function straight(start: ArrayLike<number>, end: ArrayLike<number>, { indices }: TriangleMesh): MeshAtTime {
  return (time) =>
    createMesh({ positions: Float64Array.from(start, (x, i) => x + time * (end[i] - x)), indices });
}

function hitOf(impact: Impact): Impact & { kind: "hit" } {
  expect(impact.kind).toBe("hit");
  return impact as Impact & { kind: "hit" };
}

const seeds = fc.integer({ min: 0, max: 1e6 });
const kinds = fc.constantFrom("plain" as const, "posed" as const, "straight" as const);

describe("timeOfImpact of a rotating mesh and a deforming one", () => {
  it("(1) (2) (3) (4) never comes after a contact that sampling finds, and finds the meshes close at its time (seed 93)", () => {
    const tolerance = 1e-6;
    const count = { hit: 0, start: 0, miss: 0 };
    fc.assert(
      fc.property(seeds, kinds, (seed, kind) => {
        const [a, b] = [randomSoup(seed, 4, 0.6), randomSoup(seed + 1, 5, 0.6)];
        const turning = randomTurn(seed + 2, 2.5);
        const deforming = randomDeformation(b, seed + 3, kind);
        const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
        const found = timeOfImpact(treeA, treeB, turning.motion, deforming.motion, { tolerance });
        const swapped = timeOfImpact(treeB, treeA, deforming.motion, turning.motion, { tolerance });
        const aAt = moved(a, turning.poseAt);
        const sampled = timeOfImpactBySampling(aAt, deforming.meshAt, 60);
        if (sampled !== null) expect(hitOf(found).lower).toBeLessThanOrEqual(sampled);
        expect(swapped.kind).toBe(found.kind);
        if (found.kind === "miss") count.miss++;
        if (found.kind !== "hit") return;
        expect(Math.abs(hitOf(swapped).upper - found.upper)).toBeLessThan(1e-4);
        count[found.upper === 0 ? "start" : "hit"]++;
        if (found.upper === 0) return;
        expect(gapBetween(aAt(found.upper), deforming.meshAt(found.upper))).toBeLessThan(
          tolerance * 1.000001,
        );
      }),
      { numRuns: randomCases(60), seed: 93 },
    );
    expect(Math.min(count.hit, count.miss)).toBeGreaterThan(randomCases(10));
  });

  it("(1) (4) agrees with advancement by distances, which misses nothing either (seed 94)", () => {
    const tolerance = 1e-3;
    const count = { hit: 0, miss: 0 };
    fc.assert(
      fc.property(seeds, (seed) => {
        const [a, b] = [randomSoup(seed, 2, 1.5), randomSoup(seed + 1, 2, 1.5)];
        const turning = randomTurn(seed + 2, 2);
        const deforming = randomDeformation(b, seed + 3, "plain");
        const found = timeOfImpact(buildAabbTree(a), buildAabbTree(b), turning.motion, deforming.motion, {
          tolerance,
        });
        const [aAt, bAt] = [moved(a, turning.poseAt), deforming.meshAt];
        // At most: the point turned about goes 2√3 by the offsets and 4.5 by the turns; arcs have a radius of 5 and
        // an angle of π; the vertices of b go 1.05 √3.
        const expected = timeOfImpactByAdvancement(aAt, bAt, 8 + 5 * Math.PI + 1.9, tolerance);
        count[expected === null ? "miss" : "hit"]++;
        // What passes by nearer than the tolerance, without contact, may be either.
        if (expected === null) expect(found.kind).toBe("miss");
        else if (found.kind === "miss") expect(timeOfImpactBySampling(aAt, bAt, 500)).toBe(null);
        else expect(Math.abs(hitOf(found).upper - expected)).toBeLessThan(0.01);
      }),
      { numRuns: randomCases(13), seed: 94 },
    );
    expect(Math.min(count.hit, count.miss)).toBeGreaterThan(randomCases(3));
  });

  it("(5) agrees with brute force on straight motion when the turn is tiny (seed 95)", () => {
    const count = { hit: 0, miss: 0 };
    fc.assert(
      fc.property(seeds, (seed) => {
        const next = random(seed);
        const [a, b] = [randomSoup(seed, 3, 0.8), randomSoup(seed + 1, 3, 0.8)];
        const offset = () => [3 * (next() - 0.5), 3 * (next() - 0.5), 3 * (next() - 0.5)];
        const [from, to] = [
          rotation([1, 0.2, 0.1, 0], offset()),
          rotation([1, 0.2 + 1e-13, 0.1, 0], offset()),
        ];
        const { motion, meshAt } = randomDeformation(b, seed + 2, "plain");
        const straightMotion = (at: MeshAtTime) => ({ mesh: at(0), positionsAtEnd: at(1).positions });
        const exact = timeOfImpactByBruteForce(
          straightMotion(straight(bakePositions(a.positions, from), bakePositions(a.positions, to), a)),
          straightMotion(meshAt),
        );
        const found = timeOfImpact(buildAabbTree(a), buildAabbTree(b), { from, to }, motion);
        expect(found.kind).toBe(exact === null ? "miss" : "hit");
        count[exact === null ? "miss" : "hit"]++;
        if (found.kind !== "hit" || exact === null) return;
        expect(found.lower).toBeLessThanOrEqual(exact.upper + 1e-12);
        expect(exact.upper - found.upper).toBeLessThan(1e-6);
      }),
      { numRuns: randomCases(30), seed: 95 },
    );
    expect(Math.min(count.hit, count.miss)).toBeGreaterThan(10);
  });

  it("(6) agrees with rigid motion when the deformation is a translation, also far from zero (seed 96)", () => {
    const tolerance = 1e-6;
    const count = { hit: 0, miss: 0 };
    fc.assert(
      fc.property(seeds, fc.constantFrom(0, 2 ** 20), (seed, far) => {
        const next = random(seed);
        const place = (mesh: TriangleMesh) =>
          createMesh({ positions: Float64Array.from(mesh.positions, (x) => x + far) });
        const [a, b] = [place(randomSoup(seed, 4, 0.6)), place(randomSoup(seed + 1, 5, 0.6))];
        const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
        const way = [2 * next() - 1, 2 * next() - 1, 2 * next() - 1];
        // a turns about a point of its own
        const quaternion = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5] as Quaternion;
        const about = [far + 0.5, far + 0.5, far + next()];
        const to = rotation(quaternion);
        const turned = bakePositions(Float64Array.from(about), to);
        for (let k = 0; k < 3; k++) to[12 + k] = about[k] - turned[k] + next() - 0.5;
        const motionA = { to, about };
        const positionsAtEnd = Float64Array.from(b.positions, (x, i) => x + way[i % 3]);
        const shifted = identity().map((x, i) => x + (way[i - 12] ?? 0));
        const deformed = timeOfImpact(treeA, treeB, motionA, { positionsAtEnd }, { tolerance });
        const rigid = timeOfImpact(treeA, treeB, motionA, { to: shifted }, { tolerance });
        expect(deformed.kind).toBe(rigid.kind);
        if (rigid.kind === "miss") count.miss++;
        if (rigid.kind !== "hit") return;
        count.hit++;
        expect(Math.abs(hitOf(deformed).upper - rigid.upper)).toBeLessThan(1e-4);
      }),
      { numRuns: randomCases(60), seed: 96 },
    );
    expect(Math.min(count.hit, count.miss)).toBeGreaterThan(randomCases(5));
  });

  it("finds the time at which a rod meets a wall that bulges", () => {
    // The rod's end is at height sin(πt/2), the wall's lower side comes down from 0.9 to 0.1.
    const rod = buildAabbTree(createBox({ size: [2, 1e-6, 1e-6] }));
    const wall = createPlaneGrid({ width: 10, depth: 2, columns: 4, rows: 4 });
    const at = (height: number) => Float64Array.from(wall.positions, (x, i) => (i % 3 === 1 ? height : x));
    const tree = buildAabbTree(createMesh({ positions: at(0.9), indices: wall.indices }));
    const quarter = turn([1, 0, 0, 0], [0, 0, 0], [Math.SQRT1_2, 0, 0, Math.SQRT1_2], [0, 0, 0]);
    const { lower, upper } = hitOf(timeOfImpact(rod, tree, quarter.motion, { positionsAtEnd: at(0.1) }));
    let [early, late] = [0, 1];
    while (late - early > 1e-12) {
      const middle = (early + late) / 2;
      if (Math.sin((middle * Math.PI) / 2) < 0.9 - 0.8 * middle) early = middle;
      else late = middle;
    }
    expect(lower).toBeLessThanOrEqual(upper);
    expect(Math.abs(lower - early)).toBeLessThan(1e-6);
  });

  it("never lets a spinning blade through a sheet that flutters (seed 97)", () => {
    const flat = createPlaneGrid({ width: 2, depth: 2, columns: 6, rows: 6 });
    const blade = buildAabbTree(createBox({ size: [0.01, 0.01, 1e-6] }));
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 5 }), (seed, power) => {
        const next = random(seed);
        const flutter = () =>
          Float64Array.from(flat.positions, (x, i) => (i % 3 === 1 ? 0.3 * (next() - 0.5) : x));
        const sheet = buildAabbTree(createMesh({ positions: flutter(), indices: flat.indices }));
        const [x, z] = [1.6 * next() - 0.8, 1.6 * next() - 0.8];
        const height = 10 ** power;
        const quaternion = () => [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5] as Quaternion;
        const { motion } = turn(quaternion(), [x, height, z], quaternion(), [x, -height, z]);
        const { lower } = hitOf(timeOfImpact(sheet, blade, { positionsAtEnd: flutter() }, motion));
        expect(Math.abs(lower - 0.5)).toBeLessThan(0.2 / height);
      }),
      { numRuns: randomCases(20), seed: 97 },
    );
  });

  it("ends soon where a ball spins in a skin that swells, and a block slides on a floor that stretches, a hair apart", () => {
    const stats = {} as ImpactStats;
    const half: Quaternion = [Math.SQRT1_2, 0, 0, -Math.SQRT1_2];
    const skin = createIcosphere({ radius: 1.02, subdivisions: 2 });
    const ball = buildAabbTree(createIcosphere({ radius: 0.97, subdivisions: 2 }));
    const spinning = turn([1, 0, 0, 0], [0, 0, 0], half, [0, 0, 0]);
    const swelling = { positionsAtEnd: Float64Array.from(skin.positions, (x) => 1.01 * x) };
    const bearing = timeOfImpact(buildAabbTree(skin), ball, swelling, spinning.motion, { stats });
    expect(bearing).toEqual({ kind: "miss" });
    expect(stats.boxTests + stats.triangleTests).toBeLessThan(1_000_000);

    const floor = createPlaneGrid({ width: 20, depth: 4, columns: 20, rows: 4 });
    const stretched = { positionsAtEnd: Float64Array.from(floor.positions, (x) => 1.3 * x) };
    const sliding = turn(
      [1, 0, 0, 0],
      [-5, 0.5 + 1e-7, 0],
      [Math.cos(1), 0, Math.sin(1), 0],
      [5, 0.5 + 1e-7, 0],
    );
    const block = buildAabbTree(createBox());
    const slide = timeOfImpact(buildAabbTree(floor), block, stretched, sliding.motion, { stats });
    expect(slide).toEqual({ kind: "miss" });
    expect(stats.boxTests + stats.triangleTests).toBeLessThan(200_000);
  });

  it("is a hit at time 0 if and only if the meshes meet at the start", () => {
    const box = createBox();
    const tree = buildAabbTree(box);
    const deforming = { positionsAtEnd: Float64Array.from(box.positions, (x) => 0.5 * x) };
    const away = turn([1, 0, 0, 0], [1, 0, 0], [1, 1, 0, 0], [5, 0, 0]);
    expect(timeOfImpact(tree, tree, deforming, away.motion)).toMatchObject({
      kind: "hit",
      lower: 0,
      upper: 0,
    });
    const apart = turn([1, 0, 0, 0], [1.001, 0, 0], [1, 1, 0, 0], [5, 0, 0]);
    expect(timeOfImpact(tree, tree, deforming, apart.motion)).toEqual({ kind: "miss" });
  });

  it("says indeterminate at the limit of steps", () => {
    const torus = smallTorus();
    const tree = buildAabbTree(torus);
    const deforming = {
      positionsAtEnd: Float64Array.from(torus.positions, (x, i) => x * (1 + 0.1 * (i % 3))),
    };
    const { motion } = turn([1, 0, 0, 0], [4, 0, 0], [1, 1, 0, 0], [-4, 0, 0]);
    const found = timeOfImpact(tree, tree, deforming, motion, { maxSteps: 60 });
    expect(found.kind).toBe("indeterminate");
    if (found.kind !== "indeterminate") return;
    expect(found.upper).toBe(1);
    expect(found.lower).toBeLessThanOrEqual(hitOf(timeOfImpact(tree, tree, deforming, motion)).lower);
  });

  it("names the motion whose pose takes a vertex too far", () => {
    const tree = buildAabbTree(createBox());
    const { motion } = turn([1, 0, 0, 0], [4, 0, 0], [1, 1, 0, 0], [-4, 0, 0]);
    const far = [2 ** 110, 0, 0, 0, 0, 2 ** 110, 0, 0, 0, 0, 2 ** 110, 0, 0, 0, 0, 1];
    const call = () => timeOfImpact(tree, tree, motion, { to: far, path: "straight" });
    expect(call).toThrow(PoseError);
    expect(call).toThrow("motionB.to: moves vertex 0");
  });
});
