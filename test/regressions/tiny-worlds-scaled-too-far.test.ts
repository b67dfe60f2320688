import { expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  buildRTree,
  castRay,
  closestPoint,
  collide,
  createMesh,
  distance,
  findPairs,
  findSelfPairs,
  isWithin,
  overlapBox,
} from "../../src/index.ts";
import { findPairsByLayers } from "../../src/papers.ts";

// Found by a fuzz run. Queries about tiny meshes are put in a larger world, and some were scaled too far, or back too short.

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const TURNED = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const THIRDS = [1 / 3, 0, 0, 0, 0, -1 / 3, 0, 0, 0, 0, 1 / 3, 0, 0, 0, 0, 1];
const movedBy = (x: number, y: number) => [...IDENTITY.slice(0, 12), x, y, 0, 1];
const LEAST = Number.MIN_VALUE;
const BUILDS = [buildAabbTree, buildObbTree, buildRTree] as const;
const mesh = (...positions: number[]) => createMesh({ positions: new Float64Array(positions) });

it("a mesh that is the point 0 may have any pose: it was scaled to Infinity", () => {
  const zero = buildAabbTree(mesh(0, 0, 0, 0, 0, 0, 0, 0, 0));
  for (const toWorld of [IDENTITY, TURNED, THIRDS, IDENTITY.map((x, i) => (i === 15 ? 1 : 1e9 * x))]) {
    expect(findPairs(zero, zero, { aToWorld: toWorld, bToWorld: toWorld }).count).toBe(1);
    expect(findSelfPairs(zero, { toWorld }).count).toBe(0);
    expect(castRay(zero, [0, 0, 0], [1, 0, 0], { toWorld })?.t).toBe(0);
    expect(closestPoint(zero, [0, 0, 0], { toWorld })?.distance).toBe(0);
    expect(overlapBox(zero, [0, 0, 0, 1, 1, 1], { toWorld }).count).toBe(1);
  }
});

it("a tiny mesh at a pose beside one that is less tiny keeps its size, in any tree", () => {
  const tiny = mesh(-0, LEAST, -3.6e-309, 6.5e-310, -1.1e-309, LEAST, -LEAST, 0, 0);
  const large = mesh(1e-91, -1e-91, 0, 1e-91, 1e-91, -1e-91, 1e-91, 0, 1e-91);
  for (const build of BUILDS) {
    const [a, b] = [build(tiny), build(large)];
    expect(collide(a, b, { aToWorld: THIRDS })).toBe(false);
    expect(distance(a, b, { aToWorld: THIRDS })?.distance).toBe(1e-91);
    expect(closestPoint(a, [0, 3e-91, -4e-91], { toWorld: TURNED })?.distance).toBe(5e-91);
  }
});

it("a subnormal distance is its own limit", () => {
  // 2^-1074 · √2 and √2/2 lie between two numbers.
  const a = mesh(0, 0, 0, 9 * LEAST, 9 * LEAST, 0, 0, 0, 9 * LEAST);
  for (const [x, y] of [
    [1, -1],
    [1, 0],
    [7, -4],
  ] as const) {
    const b = mesh(x * LEAST, y * LEAST, 0, x * LEAST, y * LEAST, LEAST, x * LEAST, y * LEAST, 2 * LEAST);
    const exact = ((x - y) * Math.SQRT1_2 || 1) * LEAST;
    for (const build of BUILDS) {
      const [treeA, treeB] = [build(a), build(b)];
      expect(distance(treeA, treeB)?.distance).toBe(exact);
      expect(distance(treeA, treeB, { maxDistance: exact })?.distance).toBe(exact);
      expect(distance(treeA, treeB, { maxDistance: exact - LEAST })).toBeNull();
      expect(isWithin(treeA, treeB, exact)).toBe(true);
      expect(isWithin(treeA, treeB, exact - LEAST)).toBe(false);
      const point = [x * LEAST, y * LEAST, LEAST];
      expect(closestPoint(treeA, point, { maxDistance: exact })?.distance).toBe(exact);
      expect(closestPoint(treeA, point, { maxDistance: exact - LEAST })).toBeNull();
    }
  }
});

it("a distance below half the least number is not zero", () => {
  // The plane x + y + 2z = 1, in least numbers: 1/√6 of one from the origin.
  const plane = mesh(9 * LEAST, -8 * LEAST, 0, -8 * LEAST, 9 * LEAST, 0, -9 * LEAST, -8 * LEAST, 9 * LEAST);
  const origin = mesh(0, 0, 0, 0, 0, 0, 0, 0, 0);
  for (const build of BUILDS) {
    const [a, b] = [build(plane), build(origin)];
    expect(collide(a, b)).toBe(false);
    expect(distance(a, b)?.distance).toBe(LEAST);
    expect(isWithin(a, b, 0)).toBe(false);
    expect(isWithin(a, b, LEAST)).toBe(true);
    expect(closestPoint(a, [0, 0, 0])?.distance).toBe(LEAST);
    expect(closestPoint(a, [0, 0, 0], { maxDistance: 0 })).toBeNull();
  }
});

it("a mesh that is the point zero, at a pose that says nothing and beside vertices of no triangle", () => {
  const positions = new Float64Array([0, 0, 0, 3, 4, 5]);
  const zero = createMesh({ positions, indices: new Uint16Array([0, 0, 0]) });
  for (const build of BUILDS) {
    const tree = build(zero);
    for (const aToWorld of [null, IDENTITY, TURNED])
      for (const bToWorld of [null, IDENTITY, THIRDS]) {
        expect(collide(tree, tree, { aToWorld, bToWorld })).toBe(true);
        expect(distance(tree, tree, { aToWorld, bToWorld })?.distance).toBe(0);
      }
    expect(
      distance(tree, tree, { aToWorld: movedBy(3e-300, 0), bToWorld: movedBy(0, 4e-300) })?.distance,
    ).toBe(5e-300);
  }
});

it("a model of 2^90 beside one of 1e-308, layer by layer: its boxes were NaN", () => {
  const tiny = createMesh({
    positions: new Float64Array([
      0,
      0,
      0,
      3e-320,
      2e-320,
      4.4e-308,
      -2e-309,
      -3e-310,
      -1e-310,
      LEAST,
      0,
      -LEAST,
    ]),
    indices: new Uint16Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
  });
  const far = 2 ** 90;
  const large = mesh(
    far,
    0,
    0,
    -far,
    far,
    0,
    -far,
    -far,
    0,
    -far,
    far,
    0,
    -far,
    far,
    far,
    far,
    far,
    0,
    far,
    0,
    0,
    -far,
    0,
    0,
    0,
    0,
    far,
  );
  const [a, b] = [buildAabbTree(tiny, { leafSize: 1 }), buildAabbTree(large, { leafSize: 1 })];
  expect(findPairs(a, b).count).toBeGreaterThan(0);
  expect(findPairsByLayers(a, b).pairs).toEqual(findPairs(a, b).pairs);
  expect(findPairsByLayers(b, a).pairs).toEqual(findPairs(b, a).pairs);
});
