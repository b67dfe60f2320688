import { expect, it } from "vitest";
import { buildAabbTree, type TriangleMesh } from "../../../src/index.ts";
import { MAX_BALLS, MAX_CUBES, MAX_LISTED } from "../../../src/kernels/cover-memory-map.ts";
import { createBox, createDentedEllipsoid, createTorus } from "../../../src/mesh/primitives/index.ts";
import {
  BALL_PAIR,
  type BallCover,
  createBallCover,
  placeBalls,
  RADIUS,
} from "../../../src/queries/penetration/ball-cover.ts";
import { innerBallsOf } from "../../../src/queries/penetration/inner-balls.ts";
import {
  beginUncovered,
  createUncoveredSearch,
  findUncovered,
  type UncoveredSearch,
} from "../../../src/queries/penetration/uncovered.ts";
import { nextUncovered, openUncovered } from "../../../src/queries/penetration/uncovered-kernel.ts";
import { describeKernels, runsDuring } from "../../kernels.ts";
import { random } from "../../meshes.ts";
import { rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

// Contracts: (1) kernels find what TypeScript finds, bit by bit: bounds, places, directions, one after the other (2) whatever the number of
// balls is, and how far the search is to go (3) where their lists are full, TypeScript goes on.

const meshes: [string, () => TriangleMesh][] = [
  ["box", () => createBox({ size: [1, 2, 0.5] })],
  ["dented ellipsoid", () => createDentedEllipsoid()],
  ["torus", () => createTorus({ majorSegments: 20, minorSegments: 10 })],
];
const IDENTITY = Float64Array.from(rotation([0, 0, 0, 1], [0, 0, 0]));

describeKernels("kernels of the search for uncovered translations", () => {
  it.each(meshes)("(1) answer as TypeScript, placed balls (%s, seed 14)", (_, create) => {
    const balls = innerBallsOf(buildAabbTree(create()));
    const cover = createBallCover();
    const next = random(14);
    let found = 0;
    for (let round = 0; round < 60; round++) {
      const turn = [0, 0, 0, 0].map(() => next() - 0.5) as [number, number, number, number];
      const offset = [0, 0, 0].map(() => next() - 0.5) as [number, number, number];
      placeBalls(cover, balls, IDENTITY, balls, Float64Array.from(rotation(turn, offset)), 16);
      found += compare(cover, 0.3 + 2 * next(), next);
    }
    expect(found).toBeGreaterThan(60);
  });

  it("(1, 2) answer as TypeScript, any number of any balls (seed 15)", () => {
    const next = random(15);
    let found = 0;
    for (let round = 0; round < randomCases(75); round++)
      found += compare(anyCover(next, Math.floor(60 * next())), 1, next);
    expect(found).toBeGreaterThan(randomCases(25));
  });

  it("(3) go on in TypeScript with lists that are full: balls with one border (seed 16)", () => {
    const next = random(16);
    const cover = anyCover(next, MAX_BALLS);
    // Balls of nearly one place and size: a cube at their common border meets all of them, and none holds it.
    for (let p = 0; p < BALL_PAIR * MAX_BALLS; p += BALL_PAIR) {
      for (let k = 0; k < 3; k++) cover.pairs[p + k] = 0.02 * (next() - 0.5);
      cover.pairs[p + RADIUS] = 1 + 0.001 * next();
    }
    const fast = createUncoveredSearch();
    openUncovered(fast, cover, 1.2);
    expect(fast.byKernel).toBe(true);
    while (nextUncovered(fast, cover, 1.2));
    expect(fast.byKernel, "lists were full").toBe(false);
    compare(cover, 1.2, next);
  });

  it("leave more balls than their memory holds to TypeScript", () => {
    const cover = anyCover(random(17), MAX_BALLS + 1);
    expect(runsDuring("cover", () => openUncovered(createUncoveredSearch(), cover, 1))).toBe(0);
  });
});

it("the memory holds the cubes of TypeScript's search, and a list of all balls", () => {
  expect(createUncoveredSearch().cubes.length).toBe(4 * MAX_CUBES);
  expect(MAX_LISTED).toBeGreaterThan(MAX_BALLS);
});

/** How many translations were found; fails unless both languages find them alike. */
function compare(cover: BallCover, most: number, next: () => number): number {
  const [plain, fast] = [createUncoveredSearch(), createUncoveredSearch()];
  beginUncovered(plain, cover, most);
  expect(runsDuring("cover", () => openUncovered(fast, cover, most))).toBe(1);
  let limit = most;
  for (let found = 0; ; found++) {
    const isFound = findUncovered(plain, cover, limit);
    expect(nextUncovered(fast, cover, limit)).toBe(isFound);
    expect(resultOf(fast)).toEqual(resultOf(plain));
    if (!isFound) return found;
    limit *= 1 - 0.1 * next();
  }
}

function resultOf({ least, place, away, foundCount, found }: UncoveredSearch): number[] {
  return [least, foundCount, ...place, ...away, ...found.subarray(0, 3 * foundCount)];
}

/** Balls of any size, most of them around the origin. */
function anyCover(next: () => number, count: number): BallCover {
  const cover = createBallCover();
  cover.pairs = new Float64Array(BALL_PAIR * count);
  cover.count = count;
  for (let p = 0; p < BALL_PAIR * count; p += BALL_PAIR) {
    for (let k = 0; k < 3; k++) cover.pairs[p + k] = 0.8 * (next() - 0.5);
    cover.pairs[p + RADIUS] = 0.1 + 0.5 * next();
  }
  return cover;
}
