import { expect, it } from "vitest";
import { buildAabbTree, collide, createMesh, findPairs, type TriangleMesh } from "../../../src/index.ts";
import { createTorus } from "../../../src/mesh/primitives/index.ts";
import {
  addKnownPair,
  createKnownPairs,
  createPassage,
  findObstacle,
  isObstructed,
  type KnownPairs,
  lastExit,
  passPair,
} from "../../../src/queries/penetration/known-pairs.ts";
import { type Motion, takeMotion } from "../../../src/queries/penetration/solids-meet.ts";
import { random } from "../../meshes.ts";
import { rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

// Contracts: (1) a pair meets, by the exact test, between where a line enters it and where the line leaves it, and not beyond (2) an
// obstacle is the pair that ends last among those that meet (3) the last exit is the end of some pair, and none ends between it and the travel.

const NOWHERE = new Float64Array(3);

it("(1) a line enters and leaves a pair where the exact test says (seed 21)", () => {
  const next = random(21);
  const out = createPassage();
  let passed = 0;
  for (let round = 0; round < randomCases(750); round++) {
    const { motion, known } = onePair(next);
    const line = { base: anyVector(next, 0.3), direction: unit(next) };
    passPair(known, 0, line, -Infinity, Infinity, out);
    const meetsAt = (travel: number) => {
      const offset = [0, 1, 2].map((k) => line.base[k] + travel * line.direction[k]);
      return collide(motion.a, motion.b, {
        aToWorld: motion.aToWorld,
        bToWorld: moved(motion.bToWorld, offset),
      });
    };
    if (!(out.exit > out.enter)) {
      for (let travel = -1; travel <= 1; travel += 0.25) expect(meetsAt(travel)).toBe(false);
      continue;
    }
    passed++;
    const trace = 1e-9;
    const width = out.exit - out.enter;
    if (width < 4 * trace) continue;
    for (const share of [0.01, 0.5, 0.99]) expect(meetsAt(out.enter + share * width)).toBe(true);
    expect(meetsAt(out.enter - trace)).toBe(false);
    expect(meetsAt(out.exit + trace)).toBe(false);
    const along = out.normal.reduce((sum, x, k) => sum + x * line.direction[k], 0);
    expect(along).toBeGreaterThan(0);
  }
  expect(passed).toBeGreaterThan(randomCases(100));
});

it("(2, 3) obstacles and exits are those of all pairs, one by one (seed 22)", () => {
  const next = random(22);
  const motion = motionOf(
    createTorus({ majorSegments: 16, minorSegments: 8 }),
    createTorus({ majorSegments: 12, minorSegments: 7 }),
    rotation([0.3, 0.1, 0.4, 0.8], [0.5, 0.2, 0.1]),
  );
  const { pairs, count } = findPairs(motion.a, motion.b, { bToWorld: motion.bToWorld });
  expect(count).toBeGreaterThan(20);
  const known = createKnownPairs();
  for (let i = 0; i < count; i++) addKnownPair(known, motion, pairs[2 * i], pairs[2 * i + 1]);
  const one = createPassage();
  const out = createPassage();
  let obstructed = 0;
  for (let round = 0; round < randomCases(1000); round++) {
    const line = { base: round % 2 === 0 ? NOWHERE : anyVector(next, 0.1), direction: unit(next) };
    const travel = 0.4 * next();
    let exit = -Infinity;
    let before = -Infinity;
    for (let i = 0; i < count; i++) {
      passPair(known, i, line, -Infinity, Infinity, one);
      if (!(one.exit > one.enter)) continue;
      if (one.enter <= travel && one.exit > travel) exit = Math.max(exit, one.exit);
      if (one.exit <= travel) before = Math.max(before, one.exit);
    }
    const obstacle = findObstacle(known, line, travel, out);
    expect(obstacle >= 0).toBe(exit > -Infinity);
    expect(isObstructed(known, line, travel)).toBe(obstacle >= 0);
    if (obstacle >= 0) {
      obstructed++;
      expect(out.exit).toBe(exit);
      expect(obstacle).toBeLessThan(count);
    }
    expect(lastExit(known, line, travel)).toBe(before);
  }
  expect(obstructed).toBeGreaterThan(randomCases(100));
});

/** Two triangles near each other. */
function onePair(next: () => number): { motion: Motion; known: KnownPairs } {
  const soup = () => createMesh({ positions: Float64Array.from({ length: 9 }, () => next() - 0.5) });
  const motion = motionOf(soup(), soup(), rotation([1, 0, 0, 0]));
  const known = createKnownPairs();
  addKnownPair(known, motion, 0, 0);
  return { motion, known };
}

function motionOf(a: TriangleMesh, b: TriangleMesh, bToWorld: number[]): Motion {
  const motion = takeMotion();
  motion.a = buildAabbTree(a);
  motion.b = buildAabbTree(b);
  motion.aToWorld.set(rotation([1, 0, 0, 0]));
  motion.bToWorld.set(bToWorld);
  return motion;
}

function moved(pose: Float64Array, offset: readonly number[]): Float64Array {
  return pose.map((x, i) => (i >= 12 && i < 15 ? x + offset[i - 12] : x));
}

function anyVector(next: () => number, size: number): Float64Array {
  return Float64Array.from([0, 1, 2], () => size * (next() - 0.5));
}

function unit(next: () => number): Float64Array {
  const v = anyVector(next, 1);
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
}
