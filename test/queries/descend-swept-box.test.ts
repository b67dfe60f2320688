import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_COORDINATE } from "../../src/geometry/coordinates.ts";
import {
  type AabbTree,
  bakePositions,
  buildAabbTree,
  createMesh,
  type QueryStats,
  type SweepOptions,
  sweepBox,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { sweepBoxByBruteForce } from "../../src/reference/index.ts";
import { anyPositions, anyUnits } from "../hostile-meshes.ts";
import { byKernel, describeKernels, runsDuring } from "../kernels.ts";
import { latticeSoup, random, smallTorus } from "../meshes.ts";
import { anyPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The kernel serves a tree once queries have paid for its copy, or at once where tests insist. The twin is the descent in TypeScript:
// the same answer to the last bit.

/** Expects the kernel's answer to equal that of the plain descent; says whether there is a hit. */
function expectSame(tree: AabbTree, box: number[], motion: number[], options: SweepOptions): boolean {
  const hit = withoutKernels(() => sweepBox(tree, box, motion, options));
  expect(withKernels(() => sweepBox(tree, box, motion, options))).toStrictEqual(hit);
  return hit !== null;
}

/**
 * Boxes and motions that are hard for a mesh in world space: that begin or end at its vertices, rest on it, slide along it, come from far
 * away, have no size, or are much larger or smaller than the mesh.
 */
function sweepsTo(positions: ArrayLike<number>, seed: number): [number[], number[]][] {
  const next = random(seed);
  const pick = (count: number) => Math.floor(count * next());
  const vertex = () => {
    const v = pick(positions.length / 3);
    return [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  };
  const sweeps: [number[], number[]][] = [];
  for (let k = 0; k < 10; k++) {
    const [p, q, r] = [vertex(), vertex(), vertex()];
    const reach = Math.max(...p.map((x, axis) => Math.abs(x - q[axis])), 1e-3 * Math.abs(p[0]));
    const half = [0, 1, 2].map(() => reach * [0, 2 ** -30, 0.01, 0.25, 0.25, 1, 1000][pick(7)]);
    // The box touches p with a face, an edge or a corner, or p is somewhere within it.
    const centre = p.map((x, axis) => x + half[axis] * [-1, 1, 1, next()][pick(4)]);
    const motion = [
      q.map((x, axis) => x - p[axis]),
      r.map((x, axis) => x - centre[axis]),
      [0, 1, 2].map(() => reach * (next() - 0.5)),
    ][pick(3)];
    const kind = pick(8);
    if (kind === 0) motion[pick(3)] = 0;
    if (kind === 1) motion.fill(0)[pick(3)] = reach * (pick(2) - 0.5);
    if (kind === 2) motion[pick(3)] *= 1e-14;
    if (kind === 3) for (let axis = 0; axis < 3; axis++) motion[axis] *= [1e-200, 1e-20, 1e-6][pick(3)];
    // It comes from there, or from much farther away, and may stop short.
    const away = [0, 0, 1, 1, 100, 1e7][pick(6)];
    const start = centre.map((x, axis) => x - away * motion[axis]);
    const far = motion.map((x) => x * (away === 0 ? 1 : away) * [0.5, 1, 1 + 1e-7, 2][pick(4)]);
    const box = [...start.map((x, axis) => x - half[axis]), ...start.map((x, axis) => x + half[axis])];
    if ([...box, ...far].every((x) => Math.abs(x) <= MAX_COORDINATE)) sweeps.push([box, far]);
  }
  return sweeps;
}

describeKernels("the descent of a moving box by a SIMD kernel", () => {
  it("gives the answers of the descent in TypeScript, bit for bit (seed 61)", () => {
    let served = 0;
    let hits = 0;
    fc.assert(
      fc.property(
        anyPositions,
        anyUnits,
        fc.constantFrom(1, 2, 2, 5, 16),
        fc.option(anyPose),
        fc.integer({ min: 0, max: 1e6 }),
        (mesh, [factor, shift, f32], leafSize, pose, seed) => {
          const scaled = Float64Array.from(mesh.positions, (x) => factor * (x + shift));
          const positions = f32 ? Float32Array.from(scaled) : scaled;
          const tree = buildAabbTree(createMesh({ ...mesh, positions }), { leafSize });
          const toWorld = pose?.map((x, k) => (k >= 12 && k < 15 ? x * factor : x)) ?? null;
          const world = toWorld === null ? positions : bakePositions(positions, toWorld);
          for (const [box, motion] of sweepsTo(world, seed))
            served += runsDuring("sweep", () => {
              if (expectSame(tree, box, motion, { toWorld })) hits++;
            });
        },
      ),
      { seed: 61, numRuns: randomCases(200) },
    );
    expect(served).toBeGreaterThan(randomCases(600));
    expect(hits).toBeGreaterThan(randomCases(400));
  });

  it("gives them on lattices at random rotations (seed 62)", () => {
    const next = random(62);
    let served = 0;
    for (let k = 0; k < 60; k++) {
      const mesh = latticeSoup(k, 40);
      const toWorld = rotation([next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5], [0, 0, 0]);
      const positions = bakePositions(mesh.positions, toWorld);
      const tree = buildAabbTree(createMesh({ ...mesh, positions }));
      const posed = buildAabbTree(mesh);
      for (const [box, motion] of sweepsTo(positions, k))
        served += runsDuring("sweep", () => {
          expectSame(tree, box, motion, {});
          expectSame(posed, box, motion, { toWorld });
        });
    }
    expect(served).toBeGreaterThan(700);
  });

  it("finds a triangle that brute force finds, or none where there is none (seed 63)", () => {
    for (let k = 0; k < 20; k++) {
      const mesh = k % 2 === 0 ? latticeSoup(k, 30) : smallTorus(8, 5);
      const tree = buildAabbTree(mesh);
      for (const [box, motion] of sweepsTo(mesh.positions, k)) {
        const hit = withKernels(() => sweepBox(tree, box, motion));
        const all = [...sweepBoxByBruteForce(mesh, box, motion)];
        if (hit === null) expect(all).toEqual([]);
        else expect(all).toContain(hit.triangle);
      }
    }
  });

  it("answers the lowest triangle of a floor on which a box comes down flat, of f32 and f64 vertices", () => {
    for (const type of [Float32Array, Float64Array]) {
      const floor = createPlaneGrid({ columns: 40, rows: 40 });
      const mesh = createMesh({ ...floor, positions: type.from(floor.positions) });
      const tree = buildAabbTree(mesh);
      const { min, max } = boundsOfPositions(mesh.positions);
      const flat = max.findIndex((x, axis) => x === min[axis]);
      for (const sign of [1, -1]) {
        const size = Math.max(...max.map((x, axis) => x - min[axis]));
        const centre = min.map((x, axis) => (x + max[axis]) / 2 + 0.003 * size);
        centre[flat] = max[flat] - sign * size;
        const box = [...centre.map((x) => x - 0.2 * size), ...centre.map((x) => x + 0.2 * size)];
        const motion = [0.01 * size, 0.02 * size, -0.01 * size];
        motion[flat] = 2 * sign * size;
        const stats: Partial<QueryStats> = {};
        const hit = byKernel("sweep", () => sweepBox(tree, box, motion, { stats }));
        expect(hit).toStrictEqual(withoutKernels(() => sweepBox(tree, box, motion)));
        // Of f32 vertices the kernel leaves out nodes with higher numbers on the floor.
        if (type === Float32Array) expect(stats.triangleTests).toBeLessThan(60);
        else expect(stats.triangleTests).toBeGreaterThan(400);
        expect(stats.exactTests).toBe(0);
      }
    }
  });

  it("answers the lowest triangle on floors whose triangles are shuffled, and in a box that begins among them (seed 64)", () => {
    const next = random(64);
    for (let k = 0; k < 40; k++) {
      const floor = createPlaneGrid({ columns: 24, rows: 24 });
      const tree = buildAabbTree(createMesh({ ...floor, indices: shuffleTriangles(floor.indices!, next) }));
      const { min, max } = boundsOfPositions(floor.positions);
      const flat = max.findIndex((x, axis) => x === min[axis]);
      const size = Math.max(...max.map((x, axis) => x - min[axis]));
      for (const away of [0, 1, -1]) {
        const centre = min.map((x) => x + size * next());
        centre[flat] = min[flat] + away * size;
        const half = 0.3 * size * next();
        const box = [...centre.map((x) => x - half), ...centre.map((x) => x + half)];
        const motion = [0, 1, 2].map(() => 0.1 * size * (next() - 0.5));
        motion[flat] = -2 * (away === 0 ? 1 : away) * size;
        expect(runsDuring("sweep", () => expectSame(tree, box, motion, {}))).toBe(1);
      }
    }
  });

  it("leaves to TypeScript what f32 cannot hold: models beyond 2^30, boxes that do not move, far starts", () => {
    const torus = smallTorus(12, 8);
    const large = createMesh({ ...torus, positions: Float64Array.from(torus.positions, (x) => 2 ** 40 * x) });
    const tree = buildAabbTree(torus);
    const refused = runsDuring("sweep", () => {
      expectSame(buildAabbTree(large), [0, 0, 0, 1, 1, 1], [2 ** 42, 2 ** 41, 0], {});
      expectSame(tree, [0, 0, 0, 1, 1, 1], [0, 0, 0], {});
      expectSame(tree, [2 ** 50, 0, 0, 2 ** 50 + 1, 1, 1], [-(2 ** 51), 0, 0], {});
    });
    expect(refused).toBe(0);
    expect(runsDuring("sweep", () => expectSame(tree, [9, 0, 0, 10, 1, 1], [-20, 0, 0], {}))).toBe(1);
  });
});

function shuffleTriangles(indices: ArrayLike<number>, next: () => number): Uint32Array {
  const order = Array.from({ length: indices.length / 3 }, (_, t) => ({ t, key: next() }));
  order.sort((a, b) => a.key - b.key);
  return Uint32Array.from(order.flatMap(({ t }) => [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]]));
}

function boundsOfPositions(positions: ArrayLike<number>): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3], positions[i]);
    max[i % 3] = Math.max(max[i % 3], positions[i]);
  }
  return { min, max };
}
