import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type ConvexPair,
  createConvexPair,
  setConvexPair,
} from "../../../src/geometry/convex/convex-pair.ts";
import type { ConvexShape } from "../../../src/geometry/convex/convex-shape.ts";
import { createConvexShape } from "../../../src/geometry/convex/convex-shape.ts";
import { createConvexDepth, epa, MAX_POINTS } from "../../../src/geometry/convex/epa.ts";
import { createConvexDistance, gjk } from "../../../src/geometry/convex/gjk.ts";
import { createSimplex, type Simplex } from "../../../src/geometry/convex/simplex.ts";
import { SHAPES_END } from "../../../src/kernels/convex-kernels.ts";
import { MAX_POINTS as MAX_POINTS_IN_MEMORY, SHAPES } from "../../../src/kernels/convex-memory-map.ts";
import {
  type ConvexWorkspace,
  findOverlapByKernel,
  growByKernel,
  measureByKernel,
  openConvexWorkspace,
  placePair,
} from "../../../src/queries/penetration/convex-kernel.ts";
import { anyKind, anySeed, makeShape } from "../../geometry/convex/shapes.ts";
import { describeKernels, runsDuring } from "../../kernels.ts";
import { random } from "../../meshes.ts";
import { anyPose, identity, latticePose, rigidPose } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

// (1) the kernels answer as TypeScript, bit by bit: the simplex and the bound of GJK, the depth, direction, points and supports of EPA (2)
// whatever the shapes were that lay in the memory before (3) of boxes, one of them along the axes, kernels decide all steps.

it("EPA in both languages ends at one number of corners", () => {
  expect(MAX_POINTS_IN_MEMORY).toBe(MAX_POINTS);
});

describeKernels("kernels of convex pairs", () => {
  it("(1) answer as GJK and EPA in TypeScript, any shapes in any poses (seed 90)", () => {
    let deep = 0;
    fc.assert(
      fc.property(
        anyKind,
        anyKind,
        anySeed,
        fc.oneof(rigidPose, latticePose, anyPose),
        fc.oneof(rigidPose, latticePose, anyPose),
        (kindA, kindB, seed, aToWorld, bToWorld) => {
          const a = makeShape(kindA, seed);
          const b = makeShape(kindB, seed + 1);
          if (compare(a, aToWorld, b, bToWorld)) deep++;
        },
      ),
      { numRuns: randomCases(750), seed: 90 },
    );
    expect(deep).toBeGreaterThan(randomCases(150));
  });

  it("(1) answer as TypeScript where the heap outgrows its memory: spheres with one centre", () => {
    const fine = roundShape(2500, 3);
    const workspace = openConvexWorkspace()!;
    expect(compare(fine, identity(), fine, identity())).toBe(true);
    expect(workspace.polytope.heap.faces.buffer, "this query").not.toBe(workspace.kernels.memory.buffer);
    openConvexWorkspace();
    expect(workspace.polytope.heap.faces.buffer, "the next query").toBe(workspace.kernels.memory.buffer);
  });

  it("(2) keep shapes of many queries apart, in a memory that fills up and begins anew", () => {
    // Suites before this one may have left the memory empty or nearly full: 60 shapes are more than it holds.
    const shapes = Array.from({ length: 60 }, (_, i) => roundShape(900, i));
    const bytes = shapes.reduce(
      (sum, { points, neighbours }) => sum + points.byteLength + 4 * neighbours.length,
      0,
    );
    expect(bytes).toBeGreaterThan(SHAPES_END - SHAPES);
    const workspace = openConvexWorkspace()!;
    let begunAnew = 0;
    for (let i = 0; i < shapes.length; i++) {
      const { places } = workspace;
      compare(shapes[i], identity(), shapes[(7 * i) % 60], [
        1,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        1,
        0,
        1.5,
        0.05 * i,
        0,
        1,
      ]);
      if (workspace.places !== places) begunAnew++;
    }
    expect(begunAnew).toBeGreaterThan(0);
  });

  it("(3) measure boxes turned at random without TypeScript, and as TypeScript does (seed 91)", () => {
    const a = boxOf([0.4, 0.5, 1]);
    const workspace = openConvexWorkspace()!;
    const next = random(91);
    let deep = 0;
    for (let i = 0; i < 1000; i++) {
      const b = boxOf([0.2 + next(), 0.2 + next(), 0.2 + next()]);
      const bToWorld = turnedPose(next);
      if (!compare(a, identity(), b, bToWorld)) continue;
      const pair = createConvexPair();
      const simplex = createSimplex();
      setConvexPair(pair, a, identity(), b, bToWorld);
      placePair(workspace, pair);
      findOverlapByKernel(workspace, pair, simplex, createConvexDistance());
      if (simplex.count !== 4) continue;
      deep++;
      expect(portionsOf(workspace, pair, simplex), `placement ${i}`).toBe(1);
    }
    expect(deep).toBeGreaterThan(500);
  });

  it("(1) leave steps to TypeScript that only exact signs decide: turned boxes with parallel edges (seed 92)", () => {
    const workspace = openConvexWorkspace()!;
    let left = 0;
    fc.assert(
      fc.property(rigidPose, anySide, anySide, (pose, x, y) => {
        const a = boxOf([0.5, 1, 0.7]);
        const moved = [...pose.slice(0, 12), pose[12] + x / 4, pose[13] + y / 4, pose[14], 1];
        if (!compare(a, pose, a, moved)) return;
        const pair = createConvexPair();
        const simplex = createSimplex();
        setConvexPair(pair, a, pose, a, moved);
        placePair(workspace, pair);
        findOverlapByKernel(workspace, pair, simplex, createConvexDistance());
        if (simplex.count === 4 && portionsOf(workspace, pair, simplex) > 1) left++;
      }),
      { numRuns: randomCases(250), seed: 92 },
    );
    expect(left).toBeGreaterThan(5);
  });

  it("leave a shape that is too large to TypeScript", () => {
    const large = roundShape(45_000, 1);
    const pair = createConvexPair();
    setConvexPair(pair, large, identity(), roundShape(20, 2), identity());
    expect(placePair(openConvexWorkspace()!, pair)).toBe(false);
  });
});

/** Whether the shapes overlap; fails unless both languages agree about all numbers. */
function compare(
  a: ConvexShape,
  aToWorld: ArrayLike<number>,
  b: ConvexShape,
  bToWorld: ArrayLike<number>,
): boolean {
  const workspace = openConvexWorkspace()!;
  const [plain, fast] = [createConvexPair(), createConvexPair()];
  const [simplex, fastSimplex] = [createSimplex(), createSimplex()];
  const [distance, fastDistance] = [createConvexDistance(), createConvexDistance()];
  const [depth, fastDepth] = [createConvexDepth(), createConvexDepth()];
  setConvexPair(plain, a, aToWorld, b, bToWorld);
  setConvexPair(fast, a, aToWorld, b, bToWorld);
  gjk(plain, simplex, true, distance);
  expect(placePair(workspace, fast)).toBe(true);
  findOverlapByKernel(workspace, fast, fastSimplex, fastDistance);
  expect([fastDistance.overlap, fastDistance.lower, ...left(fastSimplex, fast)]).toEqual([
    distance.overlap,
    distance.lower,
    ...left(simplex, plain),
  ]);
  if (!distance.overlap) return false;
  epa(plain, simplex, depth);
  const begun = [fast.cornerA, fast.cornerB];
  const runs = runsDuring("convex", () =>
    epa(fast, fastSimplex, fastDepth, workspace.polytope, growByKernel),
  );
  expect(fastDepth).toEqual(depth);
  expect([fast.cornerA, fast.cornerB]).toEqual([plain.cornerA, plain.cornerB]);
  // Again, from the simplex in the kernel's memory on.
  const whole = createConvexDepth();
  const again = openConvexWorkspace()!;
  [fast.cornerA, fast.cornerB] = begun;
  findOverlapByKernel(again, fast, fastSimplex, fastDistance);
  measureByKernel(again, fast, fastSimplex, whole);
  expect(whole).toEqual(depth);
  expect([fast.cornerA, fast.cornerB]).toEqual([plain.cornerA, plain.cornerB]);
  return runs === 1;
}

/** How many portions the kernel grows the polytope of a pair in: one, and one more for each step that it leaves to TypeScript. */
function portionsOf(workspace: ConvexWorkspace, pair: ConvexPair, simplex: Simplex): number {
  const { functions } = workspace.kernels;
  let portions = 0;
  const counted: ConvexWorkspace = {
    ...workspace,
    kernels: {
      ...workspace.kernels,
      functions: {
        findOverlap: functions.findOverlap,
        beginPolytope: functions.beginPolytope,
        finishDepth: functions.finishDepth,
        growPolytope: (closed, walks, again) => {
          portions++;
          return functions.growPolytope(closed, walks, again);
        },
      },
    },
  };
  measureByKernel(counted, pair, simplex, createConvexDepth());
  return portions;
}

const anySide = fc.double({ min: 0.2, max: 1.5, noNaN: true });

/** A pose with an even rotation (Shoemake 1992) and an offset of at most 0.8 along each axis. */
function turnedPose(next: () => number): number[] {
  const [share, first, second] = [next(), 2 * Math.PI * next(), 2 * Math.PI * next()];
  const [near, far] = [Math.sqrt(1 - share), Math.sqrt(share)];
  const [x, y] = [near * Math.sin(first), near * Math.cos(first)];
  const [z, w] = [far * Math.sin(second), far * Math.cos(second)];
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0],
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0],
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0],
    ...[1.6 * (next() - 0.5), 1.6 * (next() - 0.5), 1.6 * (next() - 0.5), 1],
  ];
}

/** A box with these half sides. */
function boxOf(sides: readonly number[]): ConvexShape {
  const points = new Float64Array(24);
  for (let i = 0; i < 24; i++) points[i] = sides[i % 3] * ((Math.floor(i / 3) >> (i % 3)) & 1 ? 1 : -1);
  return createConvexShape(points);
}

/** What GJK leaves for EPA. */
function left({ count, cornersA, cornersB }: Simplex, { cornerA, cornerB }: ConvexPair): number[] {
  return [...cornersA.subarray(0, count), ...cornersB.subarray(0, count), cornerA, cornerB];
}

function roundShape(count: number, seed: number): ConvexShape {
  const next = random(seed);
  const points = new Float64Array(3 * count);
  for (let i = 0; i < 3 * count; i += 3) {
    const v = [next() - 0.5, next() - 0.5, next() - 0.5];
    const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (let k = 0; k < 3; k++) points[i + k] = v[k] / length;
  }
  return createConvexShape(points);
}
