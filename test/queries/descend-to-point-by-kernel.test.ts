import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  type ClosestPoint,
  type ClosestPointOptions,
  closestPoint,
  createMesh,
  MeshError,
  type QueryStats,
  refit,
  type TriangleMesh,
} from "../../src/index.ts";
import { loadDistanceKernels } from "../../src/kernels/distance-kernels.ts";
import { TRIANGLE_BYTES, TRIANGLES_FULL } from "../../src/kernels/distance-memory-map.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createIcosphere } from "../../src/mesh/primitives/index.ts";
import { pointDistanceByBruteForce } from "../../src/reference/index.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { affinePose, rigidPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The kernel serves a tree after a number of queries, or once another query has copied it. The twin is the descent in TypeScript, whose
// answer is the same to the last bit.

let kernelCalls = 0;

beforeAll(() => {
  const kernels = loadDistanceKernels();
  if (kernels === null) return; // then the suite is skipped
  const { descendToPoint } = kernels;
  kernels.descendToPoint = (nodes, corners, positions) => {
    kernelCalls++;
    return descendToPoint(nodes, corners, positions);
  };
});

/** Whether the kernel was used during a call. */
function servesKernel(work: () => void): boolean {
  return runsDuring("point", work) > 0;
}

/** An answer without its counters. */
function plain(answer: ClosestPoint | null): Omit<ClosestPoint, "stats"> | null {
  if (answer === null) return null;
  const { stats: _, ...rest } = answer;
  return rest;
}

/** Expects equal answers of both; returns the answer, and whether the kernel was used. */
function expectTwins(
  tree: AabbTree,
  point: ArrayLike<number>,
  options: ClosestPointOptions = {},
): { expected: ClosestPoint | null; served: boolean } {
  const expected = withoutKernels(() => closestPoint(tree, point, options));
  const served = servesKernel(() => {
    const answer = withKernels(() => closestPoint(tree, point, options));
    expect(plain(answer)).toEqual(plain(expected));
  });
  return { expected, served };
}

const anyMesh = fc
  .tuple(
    fc.constantFrom("random", "lattice", "torus", "sphere"),
    fc.integer({ min: 0, max: 1e6 }),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(([kind, seed, count]): TriangleMesh => {
    if (kind === "torus") return smallTorus(20, 10);
    if (kind === "sphere") return createIcosphere({ subdivisions: 2 });
    return kind === "random" ? randomSoup(seed, count, 0.3) : latticeSoup(seed, count);
  });
/** The scale of a query, an offset of the mesh in units of it, and whether it is f32. */
const anyUnits = fc.tuple(
  fc.constantFrom(1, 1, 1, 2 ** -12, 2 ** 12, 2 ** -28, 2 ** 27, 2 ** 40),
  fc.constantFrom(0, 0, 1000, 2 ** 20),
  fc.boolean(),
);

/** Points on and around a mesh: corners, of edges, of faces, those moved by a little, and others. */
function pointsAround({ positions }: TriangleMesh, seed: number, unit: number): number[][] {
  const next = random(seed);
  const vertex = () => {
    const v = 3 * Math.floor((next() * positions.length) / 3);
    return [positions[v], positions[v + 1], positions[v + 2]];
  };
  const [a, b, c] = [vertex(), vertex(), vertex()];
  const little = unit * 2 ** -Math.floor(50 * next());
  const middle = a.map((x, k) => (x + b[k]) / 2);
  const inside = a.map((x, k) => (x + b[k] + c[k]) / 3);
  const near = [a, middle, inside].map((p) => p.map((x) => x + little * (next() - 0.5)));
  const far = [1, 30, 1e4].map((size) => a.map((x) => x + unit * size * (next() - 0.5)));
  return [a, middle, inside, ...near, ...far];
}

describeKernels("the descent towards a point by the SIMD kernel", () => {
  it("gives the answer of the descent in TypeScript, bit for bit (seed 60)", () => {
    let served = 0;
    let nulls = 0;
    fc.assert(
      fc.property(
        anyMesh,
        anyUnits,
        fc.constantFrom(1, 2, 2, 5, 16),
        fc.option(fc.oneof(rigidPose, rigidPose, affinePose)),
        fc.integer({ min: 0, max: 1e6 }),
        fc.constantFrom(0.5, 1 - 1e-7, 1 - 1e-12, 1, 1 + 1e-12, 1 + 1e-7, 2),
        (mesh, [factor, shift, f32], leafSize, toWorld, seed, share) => {
          const scaled = Float64Array.from(mesh.positions, (x) => factor * (x + shift));
          const positions = f32 ? Float32Array.from(scaled) : scaled;
          const tree = buildAabbTree(createMesh({ positions, indices: mesh.indices }), { leafSize });
          for (const point of pointsAround(tree.mesh, seed, factor)) {
            const { expected, served: isServed } = expectTwins(tree, point, { toWorld });
            if (isServed) served++;
            const maxDistance = share * expected!.distance;
            const within = expectTwins(tree, point, { toWorld, maxDistance }).expected;
            expect(within === null).toBe(expected!.distance > maxDistance);
            if (within === null) nulls++;
          }
        },
      ),
      { seed: 60, numRuns: randomCases(50) },
    );
    expect(served).toBeGreaterThan(randomCases(200));
    expect(nulls).toBeGreaterThan(randomCases(75));
  });

  it("equals brute force on points of the surface, near it and far away (torus, seed 61)", () => {
    const tree = buildAabbTree(smallTorus(20, 10));
    for (const point of Array.from({ length: 5 }, (_, k) => pointsAround(tree.mesh, 61 + k, 1)).flat()) {
      const { distance } = withKernels(() => closestPoint(tree, point))!;
      const least = pointDistanceByBruteForce(tree.mesh, point);
      expect(Math.abs(distance - least)).toBeLessThanOrEqual(2 ** -43 * least);
    }
  });

  it("breaks ties by the order of coordinates, at the centre of a sphere and at every vertex", () => {
    const sphere = buildAabbTree(createIcosphere({ subdivisions: 3 }));
    expect(expectTwins(sphere, [0, 0, 0]).served).toBe(true);
    const { positions } = sphere.mesh;
    for (let v = 0; v < positions.length; v += 3)
      expect(expectTwins(sphere, positions.subarray(v, v + 3)).expected!.distance).toBe(0);
  });

  it("hands triangles that f32 cannot tell apart to f64 (seeds 1 to 4)", () => {
    for (let seed = 1; seed <= 4; seed++) {
      const next = random(seed);
      // Planes whose distances from the point differ by less than what vertices as f32 lose.
      const centre = [1 + next(), 1 + next(), 1 + next()];
      const around = tangents(300, seed, 0.1, 2 ** -11).map((x, i) => 2 ** -12 * x + centre[i % 3]);
      const farAway = [0, 0, 0, 0, 1, 0, 0, 0, 1]; // without it boxes were relative to an origin nearby
      const tree = buildAabbTree(createMesh({ positions: Float64Array.of(...around, ...farAway) }));
      expect(expectTwins(tree, centre).served).toBe(true);
    }
  });

  it("returns to TypeScript whenever its list of triangles is full", () => {
    const count = TRIANGLES_FULL / TRIANGLE_BYTES + 2000;
    const tree = buildAabbTree(createMesh({ positions: tangents(count, 5, 0.01, 0) }));
    const calls = kernelCalls;
    const { expected } = expectTwins(tree, [0, 0, 0]);
    expect(kernelCalls - calls).toBeGreaterThan(1);
    expect(expected!.stats.triangleTests).toBe(count);
  });

  it("takes about as many tests as the descent in TypeScript (torus)", () => {
    const tree = buildAabbTree(smallTorus(60, 24));
    const sum = [0, 0, 0, 0];
    const next = random(7);
    for (let k = 0; k < 100; k++) {
      const point = [3, 3, 2].map((size) => size * (next() - 0.5));
      const [stats, byKernel] = [{} as QueryStats, {} as QueryStats];
      withoutKernels(() => closestPoint(tree, point, { stats }));
      withKernels(() => closestPoint(tree, point, { stats: byKernel }));
      [stats.boxTests, stats.triangleTests, byKernel.boxTests, byKernel.triangleTests].forEach((n, i) => {
        sum[i] += n;
      });
    }
    expect(sum[2]).toBeGreaterThan(0.95 * sum[0]);
    expect(sum[2]).toBeLessThan(1.05 * sum[0]);
    // two leaves of one node are tested together
    expect(sum[3]).toBeLessThan(1.2 * sum[1]);
    expect(sum[3]).toBeGreaterThan(0.95 * sum[1]);
  });

  it("is used after enough queries for the tree's size, and at once after a refit", () => {
    const { positions, indices } = smallTorus(100, 50);
    const moving = createMesh({ positions: positions.slice(), indices });
    const tree = buildAabbTree(moving);
    const asks = () => {
      let times = 0;
      while (!servesKernel(() => closestPoint(tree, [times, 0, 0]))) times++;
      return times;
    };
    const least = asks();
    expect(least).toBeGreaterThan(50);
    expect(least).toBeLessThan(100);
    for (let i = 0; i < positions.length; i += 3) moving.positions[i] = positions[i] + 1;
    refit(tree);
    expect(asks()).toBe(0); // the copy was fitted with the tree
    expectTwins(tree, [0.2, 0.1, 0.3]);
  });

  it("is not used for poses that stretch, nor for models beyond the range of f32", () => {
    const tree = buildAabbTree(smallTorus(12, 8));
    const tiny = buildAabbTree(
      createMesh({ positions: Float64Array.from({ length: 9 }, (_, k) => 2 ** -40 * (k % 4)) }),
    );
    expect(
      expectTwins(tree, [1, 2, 3], { toWorld: rotation([1, 0.2, 0, 0], [0, 0, 0], [1, 1.01, 1]) }).served,
    ).toBe(false);
    expect(
      expectTwins(tree, [1, 2, 3], { toWorld: rotation([1, 0.2, 0, 0], [0, 1, 0], [2, 2, -2]) }).served,
    ).toBe(true);
    expect(expectTwins(tree, [2 ** 31, 0, 0]).served).toBe(false);
    expect(expectTwins(tiny, [2 ** -41, 0, 0]).served).toBe(false);
  });

  it("throws MeshError for vertices that are not finite, before and after the tree is copied", () => {
    const { positions, indices } = smallTorus(12, 8);
    for (const early of [true, false]) {
      const broken = createMesh({ positions: positions.slice(), indices });
      const tree = buildAabbTree(broken);
      if (!early) withKernels(() => closestPoint(tree, [1, 1, 1]));
      if (early) broken.positions.fill(Number.NaN);
      else for (let v = 0; v < positions.length; v += 3) broken.positions[v] = Infinity;
      for (let times = 0; times < 3; times++)
        expect(() => withKernels(() => closestPoint(tree, [1, 1, 1]))).toThrow(MeshError);
    }
  });
});

/** Triangles that touch the unit sphere around zero, or are farther away from it by up to `more`. */
function tangents(count: number, seed: number, size: number, more: number): Float64Array {
  const next = random(seed);
  const positions = new Float64Array(9 * count);
  for (let at = 0; at < positions.length; at += 9) {
    const turn = rotation([next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5]);
    const height = 1 + more * next();
    for (let i = 0; i < 9; i++) {
      const [x, y] = [i < 3 || i > 5 ? -size : 2 * size, i < 6 ? -size : 2 * size];
      positions[at + i] = turn[i % 3] * x + turn[4 + (i % 3)] * y + turn[8 + (i % 3)] * height;
    }
  }
  return positions;
}
