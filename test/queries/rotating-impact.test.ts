import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAabbTree, createMesh, type Impact, type ImpactStats, timeOfImpact } from "../../src/index.ts";
import { createBox, createIcosphere, createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { timeOfImpactBySampling } from "../../src/reference/index.ts";
import { random, randomSoup, smallTorus } from "../meshes.ts";
import { identity, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { gapBetween, moved, type Quaternion, randomTurn, turn } from "../turns.ts";

// Rotating motion: (1) no contact before `lower` (2) as near as the tolerance at `upper` (3) swapping a and b changes
// nothing but the last digits (4) a miss is one (5) sliding and rolling end.

function hitOf(impact: Impact): Impact & { kind: "hit" } {
  expect(impact.kind).toBe("hit");
  return impact as Impact & { kind: "hit" };
}

const still = identity();

describe("timeOfImpact of rotating meshes", () => {
  it("(1) (2) (3) (4) never comes after a contact that sampling finds, and finds the meshes close at its time (seed 91)", () => {
    const tolerance = 1e-6;
    let hits = 0;
    let misses = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.boolean(), (seed, bothTurn) => {
        const [a, b] = [randomSoup(seed, 4, 0.6), randomSoup(seed + 1, 5, 0.6)];
        const moving = randomTurn(seed + 2, 2.5);
        const other = bothTurn ? randomTurn(seed + 3, 2.5) : { motion: {}, poseAt: () => still };
        const motionA = bothTurn ? other.motion : null;
        const found = timeOfImpact(buildAabbTree(a), buildAabbTree(b), motionA, moving.motion, { tolerance });
        const swapped = timeOfImpact(buildAabbTree(b), buildAabbTree(a), moving.motion, motionA, {
          tolerance,
        });
        const [aAt, bAt] = [moved(a, other.poseAt), moved(b, moving.poseAt)];
        const sampled = timeOfImpactBySampling(aAt, bAt, 60);
        if (sampled !== null) expect(hitOf(found).lower).toBeLessThanOrEqual(sampled);
        expect(swapped.kind).toBe(found.kind);
        if (found.kind === "miss") misses++;
        if (found.kind !== "hit") return;
        expect(Math.abs(hitOf(swapped).upper - found.upper)).toBeLessThan(1e-4);
        if (found.upper === 0) return;
        hits++;
        expect(gapBetween(aAt(found.upper), bAt(found.upper))).toBeLessThan(tolerance * 1.000001);
      }),
      { numRuns: randomCases(75), seed: 91 },
    );
    expect(Math.min(hits, misses)).toBeGreaterThan(randomCases(10));
  });

  it("finds the angle at which a turning rod meets a wall: 30 of 90 degrees", () => {
    const rod = buildAabbTree(createBox({ size: [2, 1e-6, 1e-6] }));
    const wall = buildAabbTree(createBox({ size: [10, 0.2, 1], center: [0, 0.6, 0] }));
    const quarter = turn([1, 0, 0, 0], [0, 0, 0], [Math.SQRT1_2, 0, 0, Math.SQRT1_2], [0, 0, 0]);
    const { lower, upper } = hitOf(timeOfImpact(rod, wall, quarter.motion, null));
    expect(lower).toBeLessThanOrEqual(upper);
    expect(Math.abs(lower - 1 / 3)).toBeLessThan(1e-6);
  });

  it("agrees with the exact answer when the turn is tiny", () => {
    const torus = buildAabbTree(smallTorus());
    const [from, to] = [
      rotation([1, 0.2, 0.1, 0], [4, 0.3, 0.1]),
      rotation([1, 0.2, 0.1, 0], [-4, 0.1, 0.2]),
    ];
    const exact = hitOf(timeOfImpact(torus, torus, null, { from, to }));
    const turned = rotation([1, 0.2 + 1e-12, 0.1, 0], [-4, 0.1, 0.2]);
    const found = hitOf(timeOfImpact(torus, torus, null, { from, to: turned }));
    expect(Math.abs(found.upper - exact.upper)).toBeLessThan(1e-8);
    expect(found.lower).toBeLessThanOrEqual(exact.upper + 1e-12);
  });

  it("(5) ends soon where a ball rolls, a wheel spins in its bearing and a block slides, a hair apart", () => {
    const stats = {} as ImpactStats;
    const ball = createIcosphere({ radius: 1, subdivisions: 3 });
    const low = Math.min(...ball.positions.filter((_, i) => i % 3 === 1));
    const floor = buildAabbTree(createPlaneGrid({ width: 20, depth: 4, columns: 20, rows: 4 }));
    const half: Quaternion = [Math.SQRT1_2, 0, 0, -Math.SQRT1_2];
    // The corners are on the sphere: it never reaches below −1.
    const rolling = turn([1, 0, 0, 0], [0, 1.0001, 0], half, [Math.PI / 2, 1.0001, 0]);
    expect(low).toBeGreaterThanOrEqual(-1.0000001);
    expect(timeOfImpact(floor, buildAabbTree(ball), null, rolling.motion, { stats })).toEqual({
      kind: "miss",
    });
    expect(stats.boxTests + stats.triangleTests).toBeLessThan(200_000);

    const block = buildAabbTree(createBox());
    const sliding = turn(
      [1, 0, 0, 0],
      [-5, 0.5 + 1e-7, 0],
      [Math.cos(1), 0, Math.sin(1), 0],
      [5, 0.5 + 1e-7, 0],
    );
    const slide = timeOfImpact(floor, block, null, sliding.motion, { stats });
    expect(slide).toEqual({ kind: "miss" });
    expect(stats.boxTests + stats.triangleTests).toBeLessThan(200_000);

    const shell = buildAabbTree(createIcosphere({ radius: 1.02, subdivisions: 3 }));
    const spinning = turn([1, 0, 0, 0], [0, 0, 0], half, [0, 0, 0]);
    const bearing = timeOfImpact(shell, buildAabbTree(ball), null, spinning.motion, { stats });
    expect(bearing).toEqual({ kind: "miss" });
    expect(stats.boxTests + stats.triangleTests).toBeLessThan(3_000_000);
  });

  it("(5) never lets a spinning blade through paper, however fast it passes (seed 92)", () => {
    const paper = buildAabbTree(createPlaneGrid({ width: 2, depth: 2, columns: 5, rows: 5 }));
    const blade = buildAabbTree(createBox({ size: [0.01, 0.01, 1e-6] }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 6 }), (seed, power) => {
        const next = random(seed);
        const [x, z] = [1.6 * next() - 0.8, 1.6 * next() - 0.8];
        const height = 10 ** power;
        const quaternion = () => [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5] as Quaternion;
        const { motion } = turn(quaternion(), [x, height, z], quaternion(), [x, -height, z]);
        const { lower, upper } = hitOf(timeOfImpact(paper, blade, null, motion));
        expect(Math.abs(lower - 0.5)).toBeLessThan(0.02 / height);
        expect(upper).toBeGreaterThanOrEqual(lower);
      }),
      { numRuns: randomCases(20), seed: 92 },
    );
  });

  it("is a hit at time 0 if and only if the meshes meet at the start", () => {
    const box = buildAabbTree(createBox());
    const away = turn([1, 0, 0, 0], [1, 0, 0], [1, 1, 0, 0], [5, 0, 0]);
    expect(timeOfImpact(box, box, null, away.motion)).toMatchObject({
      kind: "hit",
      lower: 0,
      upper: 0,
      startsInContact: true,
    });
    const apart = turn([1, 0, 0, 0], [1.001, 0, 0], [1, 1, 0, 0], [5, 0, 0]);
    expect(timeOfImpact(box, box, null, apart.motion)).toEqual({ kind: "miss" });
  });

  it("is a miss for two meshes that move together", () => {
    const box = buildAabbTree(createBox());
    const next = buildAabbTree(createBox({ center: [1.01, 0, 0] }));
    const { motion } = turn([1, 0, 0, 0], [0, 0, 0], [0.3, 1, 0.5, 0], [7, 3, 1]);
    const stats = {} as ImpactStats;
    expect(timeOfImpact(box, next, motion, motion, { stats })).toEqual({ kind: "miss" });
    expect(stats.boxTests).toBeLessThan(50_000);
  });

  it("says indeterminate at the limit of steps", () => {
    const torus = buildAabbTree(smallTorus());
    const { motion } = turn([1, 0, 0, 0], [4, 0, 0], [1, 1, 0, 0], [-4, 0, 0]);
    const found = timeOfImpact(torus, torus, null, motion, { maxSteps: 60 });
    expect(found.kind).toBe("indeterminate");
    if (found.kind !== "indeterminate") return;
    expect(found.upper).toBe(1);
    expect(found.lower).toBeLessThanOrEqual(hitOf(timeOfImpact(torus, torus, null, motion)).lower);
  });

  it("turns about the point that about names", () => {
    // A box at x = 3 that turns half round about its own centre stays where it is; about the origin it goes to x = −3.
    const box = buildAabbTree(createMesh(createBox({ center: [3, 0, 0] })));
    const wall = buildAabbTree(createBox({ size: [1, 1, 1], center: [0, 3, 0] }));
    const to = rotation([0.001, 0, 0, 1]);
    expect(timeOfImpact(wall, box, null, { to }).kind).toBe("hit");
    const home = rotation([0.001, 0, 0, 1], [3, 0, 0]);
    const shifted = home.map((x, i) => (i < 12 || i > 14 ? x : x - 3 * home[i - 12]));
    expect(timeOfImpact(wall, box, null, { to: shifted, about: [3, 0, 0] })).toEqual({ kind: "miss" });
  });
});
