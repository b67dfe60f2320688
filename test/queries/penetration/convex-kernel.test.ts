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
  findOverlapByKernel,
  growByKernel,
  openConvexWorkspace,
  placePair,
} from "../../../src/queries/penetration/convex-kernel.ts";
import { anyKind, anySeed, makeShape } from "../../geometry/convex/shapes.ts";
import { describeKernels, runsDuring } from "../../kernels.ts";
import { random } from "../../meshes.ts";
import { anyPose, identity, latticePose, rigidPose } from "../../poses.ts";

// (1) the kernels answer as TypeScript, bit by bit: the simplex and the bound of GJK, the depth, direction, points and supports of EPA (2)
// whatever the shapes were that lay in the memory before.

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
      { numRuns: 1500, seed: 90 },
    );
    expect(deep).toBeGreaterThan(300);
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
  const runs = runsDuring("convex", () =>
    epa(fast, fastSimplex, fastDepth, workspace.polytope, growByKernel),
  );
  expect(fastDepth).toEqual(depth);
  expect([fast.cornerA, fast.cornerB]).toEqual([plain.cornerA, plain.cornerB]);
  return runs === 1;
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
