import { expect, it } from "vitest";
import { buildAabbTree, type TriangleMesh } from "../../../src/index.ts";
import { createBox, createDentedEllipsoid, createTorus } from "../../../src/mesh/primitives/index.ts";
import {
  BALL_PAIR,
  type BallCover,
  coverLine,
  createBallCover,
  freeFrom,
  placeBalls,
  RADIUS,
} from "../../../src/queries/penetration/ball-cover.ts";
import { innerBallsOf } from "../../../src/queries/penetration/inner-balls.ts";
import {
  beginUncovered,
  createUncoveredSearch,
  findUncovered,
} from "../../../src/queries/penetration/uncovered.ts";
import { expectAtLeast, expectLess } from "../../expect-in-loops.ts";
import { random } from "../../meshes.ts";
import { rotation } from "../../poses.ts";

// Contracts: (1) no translation shorter than `least` is uncovered, in any direction (2) no ball reaches far beyond what is found, and
// `least` is near it (3) later ones are farther, in other directions, and nearer than asked.

const meshes: [string, () => TriangleMesh][] = [
  ["box", () => createBox({ size: [1, 2, 0.5] })],
  ["dented ellipsoid", () => createDentedEllipsoid()],
  ["torus", () => createTorus({ majorSegments: 20, minorSegments: 10 })],
];
const IDENTITY = Float64Array.from(rotation([0, 0, 0, 1], [0, 0, 0]));
const MOST = 2;

it.each(meshes)("(1, 2, 3) the nearest translations that balls leave uncovered (%s, seed 8)", (_, create) => {
  const balls = innerBallsOf(buildAabbTree(create()));
  const cover = createBallCover();
  const search = createUncoveredSearch();
  const next = random(8);
  let several = 0;
  for (let round = 0; round < 30; round++) {
    const turn = [0, 0, 0, 0].map(() => next() - 0.5) as [number, number, number, number];
    const offset = [0, 0, 0].map(() => next() - 0.5) as [number, number, number];
    placeBalls(cover, balls, IDENTITY, balls, Float64Array.from(rotation(turn, offset)), 16);
    beginUncovered(search, cover, MOST);
    const isFound = findUncovered(search, cover, MOST);
    const { least } = search;
    for (let i = 0; i < 300; i++) {
      const u = [next() - 0.5, next() - 0.5, next() - 0.5];
      coverLine(
        cover,
        u.map((x) => x / Math.hypot(...u)),
      );
      expectAtLeast(freeFrom(cover, 0), least);
    }
    if (!isFound) {
      expect(least).toBeLessThan(MOST / 16);
      continue;
    }
    let length = Math.hypot(...search.place);
    expect(length).toBeLessThan(1.1 * least + MOST / 64);
    const found: number[][] = [];
    for (;;) {
      const direction = Array.from(search.place, (x) => x / length);
      expect(deepestBall(cover, search.place)).toBeLessThan(0.05 * length);
      for (const other of found)
        expectLess(direction[0] * other[0] + direction[1] * other[1] + direction[2] * other[2], 0.95);
      found.push(direction);
      if (!findUncovered(search, cover, 1.2 * least)) break;
      const before = length;
      length = Math.hypot(...search.place);
      expect(length).toBeGreaterThan(0.95 * before - MOST / 256);
      expect(length).toBeLessThan(1.3 * least + MOST / 64);
    }
    if (found.length > 1) several++;
    expect(search.least).toBe(least);
  }
  expect(several).toBeGreaterThan(0);
});

/** How deep a translation is in a pair of balls, at most. */
function deepestBall({ pairs, count }: BallCover, place: Float64Array): number {
  let deepest = -Infinity;
  for (let p = 0; p < BALL_PAIR * count; p += BALL_PAIR) {
    const apart = Math.hypot(place[0] - pairs[p], place[1] - pairs[p + 1], place[2] - pairs[p + 2]);
    deepest = Math.max(deepest, pairs[p + RADIUS] - apart);
  }
  return deepest;
}
