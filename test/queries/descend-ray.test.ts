import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { MAX_COORDINATE } from "../../src/geometry/coordinates.ts";
import {
  type AabbTree,
  bakePositions,
  buildAabbTree,
  castRay,
  castRayAll,
  collide,
  createMesh,
  type QueryStats,
  type RayOptions,
  refit,
  type TriangleMesh,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { loadRayKernels } from "../../src/kernels/ray-kernels.ts";
import { FOUND_BYTES, FULL } from "../../src/kernels/ray-memory-map.ts";
import { createPlaneGrid, createTorus } from "../../src/mesh/primitives/index.ts";
import { widenTree } from "../../src/queries/shapes/widen-tree.ts";
import { castRayByBruteForce } from "../../src/reference/index.ts";
import { copyOfTree } from "../../src/trees/tree-copies.ts";
import { anyPositions, anyUnits } from "../hostile-meshes.ts";
import { describeKernels } from "../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The kernel serves a tree once rays have paid for its copy, or at once where tests insist. The twin is the descent in
// TypeScript: the same answer to the last bit.

let kernelCalls = 0;

beforeAll(() => {
  const kernels = loadRayKernels();
  if (kernels === null) return; // then the suite is skipped
  const { descendRay } = kernels;
  kernels.descendRay = (nodes, corners, positions) => {
    kernelCalls++;
    return descendRay(nodes, corners, positions);
  };
});

/** How often the kernel was called meanwhile. */
function callsIn(work: () => void): number {
  const before = kernelCalls;
  work();
  return kernelCalls - before;
}

type Vector = [number, number, number];

/** Expects both answers of the kernel to equal those of the plain descent. */
function expectSame(tree: AabbTree, from: Vector, along: Vector, options: RayOptions): void {
  const first = withoutKernels(() => castRay(tree, from, along, options));
  const all = withoutKernels(() => castRayAll(tree, from, along, options));
  withKernels(() => {
    expect(castRay(tree, from, along, options)).toStrictEqual(first);
    expect(castRayAll(tree, from, along, options)).toStrictEqual(all);
  });
}

function cornersOf({ indices, vertexCount }: TriangleMesh): ArrayLike<number> {
  return indices ?? Array.from({ length: vertexCount }, (_, v) => v);
}

/** Rays of all kinds to a mesh in world space: between vertices and points of edges and faces, along edges, from far away. */
function raysTo(positions: Float64Array, indices: ArrayLike<number>, seed: number): [Vector, Vector][] {
  const next = random(seed);
  const pick = (count: number) => Math.floor(count * next());
  const vertex = (v: number): Vector => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  const mix = (a: Vector, b: Vector, s: number) => a.map((x, k) => x + s * (b[k] - x)) as Vector;
  const place = (): Vector => {
    const t = 3 * pick(indices.length / 3);
    const [a, b, c] = [0, 1, 2].map((k) => vertex(indices[t + k])) as [Vector, Vector, Vector];
    const kind = pick(4);
    if (kind === 0) return a;
    if (kind === 1) return mix(a, b, 0.5);
    return mix(a, mix(b, c, next()), next());
  };
  const rays: [Vector, Vector][] = [];
  for (let k = 0; k < 12; k++) {
    const [p, q] = [place(), place()];
    const away = [-1, -3, -1000, -1e7][pick(4)];
    const from = pick(3) === 0 ? p : mix(q, mix(p, place(), 0.5), away);
    const along = q.map((x, axis) => x - from[axis]) as Vector;
    const kind = pick(8);
    if (kind === 0) along[pick(3)] = 0;
    if (kind === 1) along.fill(0)[pick(3)] = pick(2) - 0.5;
    if (kind === 2) for (let axis = 0; axis < 3; axis++) along[axis] *= [1e-200, 1e-20, 1e20][pick(3)];
    if (kind === 3) along[pick(3)] *= 1e-14;
    const isValid = [...from, ...along].every((x) => Math.abs(x) <= MAX_COORDINATE);
    if (isValid && along.some((x) => x !== 0)) rays.push([from, along]);
  }
  return rays;
}

describeKernels("the descent of a ray by a SIMD kernel", () => {
  it("gives the answers of the descent in TypeScript, bit for bit (seed 59)", () => {
    let served = 0;
    let hits = 0;
    fc.assert(
      fc.property(
        anyPositions,
        anyUnits,
        fc.constantFrom(1, 2, 2, 5, 16),
        fc.option(anyPose),
        fc.constantFrom("both" as const, "both" as const, "front" as const, "back" as const),
        fc.constantFrom(0.5, 1 - 1e-7, 1 - 1e-15, 1, 1 + 1e-15, 1 + 1e-7),
        fc.integer({ min: 0, max: 1e6 }),
        (mesh, [factor, shift, f32], leafSize, pose, side, share, seed) => {
          const scaled = Float64Array.from(mesh.positions, (x) => factor * (x + shift));
          const positions = f32 ? Float32Array.from(scaled) : scaled;
          const tree = buildAabbTree(createMesh({ ...mesh, positions }), { leafSize });
          const toWorld = pose?.map((x, k) => (k >= 12 && k < 15 ? x * factor : x)) ?? null;
          const world = toWorld === null ? Float64Array.from(positions) : bakePositions(positions, toWorld);
          for (const [from, along] of raysTo(world, cornersOf(tree.mesh), seed)) {
            if (callsIn(() => expectSame(tree, from, along, { toWorld, side })) > 0) served++;
            const hit = castRay(tree, from, along, { toWorld, side });
            if (hit === null) continue;
            hits++;
            expectSame(tree, from, along, { toWorld, side, maxT: share * hit.t });
          }
        },
      ),
      { seed: 59, numRuns: randomCases(75) },
    );
    expect(served).toBeGreaterThan(randomCases(400));
    expect(hits).toBeGreaterThan(randomCases(250));
  });

  it("equals brute force in integers (seed 60)", () => {
    const next = random(60);
    const far = 2 ** 34; // times which a direction is not rounded
    for (const mesh of [randomSoup(3, 60, 0.5), latticeSoup(5, 60), smallTorus(8, 6)]) {
      const tree = buildAabbTree(mesh);
      const world = Float64Array.from(mesh.positions);
      for (let k = 0; k < 8; k++)
        for (const [from, along] of raysTo(world, cornersOf(mesh), Math.floor(1e6 * next()))) {
          const expected = castRayByBruteForce(mesh, from, along, far);
          withKernels(() => {
            const found = castRayAll(tree, from, along, { maxT: far });
            expect(found.map(({ triangle }) => triangle).sort()).toEqual(
              expected.map(({ triangle }) => triangle).sort(),
            );
            expect(castRay(tree, from, along, { maxT: far })).toEqual(found[0] ?? null);
          });
        }
    }
  });

  it("leaves to f64 what f32 cannot tell: rays that graze sheets rough by 2^-24 (seeds 1 to 4)", () => {
    for (let seed = 1; seed <= 4; seed++) {
      const next = random(seed);
      const flat = createPlaneGrid({ columns: 30, rows: 30 });
      const rough = Float64Array.from(flat.positions, (x, i) => (i % 3 === 1 ? next() * 2 ** -24 : x));
      const positions = bakePositions(rough, rotation([1, next(), next(), next()]));
      const tree = buildAabbTree(createMesh({ positions, indices: flat.indices }));
      const vertex = () => {
        const v = 3 * Math.floor((next() * positions.length) / 3);
        return positions.slice(v, v + 3);
      };
      for (let k = 0; k < 100; k++) {
        const [p, q] = [vertex(), vertex()];
        const along = [0, 1, 2].map((axis) => q[axis] - p[axis] + (next() - 0.5) * 2 ** -24) as Vector;
        expectSame(tree, [0, 1, 2].map((axis) => p[axis] - along[axis]) as Vector, along, {});
      }
    }
  });

  it("returns its hits when its list is full enough", () => {
    const tree = buildAabbTree(createPlaneGrid({ columns: 40, rows: 40 }));
    const { positions } = tree.mesh;
    const [from, along]: [Vector, Vector] = [
      [2 * positions[0], 0, positions[2]],
      [-positions[0], 0, 0],
    ];
    withKernels(() => {
      castRay(tree, from, along);
      const hits = castRayAll(tree, from, along);
      expect(hits.length).toBeGreaterThan((2 * FULL) / FOUND_BYTES);
      expect(callsIn(() => castRayAll(tree, from, along))).toBeGreaterThan(2);
      // the first hit ends the descent although f32 is sure of none
      const stats = {} as QueryStats;
      expect(castRay(tree, from, along, { stats })).toEqual(hits[0]);
      expect(stats.exactTests).toBeLessThan(hits.length / 2);
    });
    expectSame(tree, from, along, {});
  });

  it("needs as many tests as the plain descent, or a few more (torus)", () => {
    const tree = buildAabbTree(createTorus({ majorSegments: 100, minorSegments: 25 }));
    const next = random(7);
    const [plain, byKernel] = [{} as QueryStats, {} as QueryStats];
    const sums = [0, 0, 0, 0];
    for (let k = 0; k < 200; k++) {
      const from = [0, 1, 2].map(() => 4 * next() - 2);
      const along = from.map((x) => next() - 0.5 - x);
      withoutKernels(() => castRay(tree, from, along, { stats: plain }));
      withKernels(() => castRay(tree, from, along, { stats: byKernel }));
      const counts = [plain.boxTests, byKernel.boxTests, plain.triangleTests, byKernel.triangleTests];
      counts.forEach((count, i) => {
        sums[i] += count;
      });
    }
    expect(sums[1] / sums[0]).toBeGreaterThan(0.8);
    expect(sums[1] / sums[0]).toBeLessThan(1.3);
    expect(sums[3] / sums[2]).toBeGreaterThan(0.8);
    expect(sums[3] / sums[2]).toBeLessThan(1.5);
  });

  it("is called once rays have paid for a copy, and again after each refit", () => {
    const mesh = smallTorus(30, 12);
    const tree = buildAabbTree(mesh);
    const cast = (times: number) => () => {
      for (let k = 0; k < times; k++) castRay(tree, [3, 0.11, 0.13], [-1, 0, 0]);
    };
    for (let step = 1; step < 4; step++) {
      expect(callsIn(cast(10))).toBe(0);
      cast(100)();
      expect(callsIn(cast(10))).toBe(10);
      for (let i = 0; i < mesh.positions.length; i += 3) mesh.positions[i] += 0.125;
      refit(tree);
      expectSame(tree, [3, 0.11, 0.13], [-1, 0, 0], {});
      refit(tree);
    }
  });

  it("adds its nodes to a copy made by other queries, which keep theirs", () => {
    const tree = buildAabbTree(smallTorus(30, 12));
    for (let times = 0; times < 2; times++) collide(tree, tree);
    const copy = copyOfTree(tree)!;
    expect(copy.nodes).toBeGreaterThan(0);
    expect(copy.wide).toBe(0);
    expect(callsIn(() => expectSame(tree, [3, 0.11, 0.13], [-1, 0, 0], {}))).toBeGreaterThan(0);
    expect(copyOfTree(tree)).toMatchObject({ nodes: copy.nodes, corners: copy.corners });
    expect(copyOfTree(tree)!.wide).toBeGreaterThan(0);
  });

  it("is not used for a tree whose nodes do not fit", () => {
    const tree = buildAabbTree(smallTorus(30, 12));
    for (let times = 0; times < 2; times++) collide(tree, tree);
    const full = {
      buffer: new ArrayBuffer(0),
      grow(): number {
        throw new RangeError("no more");
      },
    };
    expect(widenTree(tree, copyOfTree(tree)!, full).wide).toBe(-1);
    expect(callsIn(() => expectSame(tree, [3, 0.11, 0.13], [-1, 0, 0], {}))).toBe(0);
  });

  it("leaves numbers beyond f32, large leaves and non-finite vertices to the plain descent", () => {
    const { positions, indices } = smallTorus(12, 8, Float64Array);
    const ray = (factor: number): [Vector, Vector] => [
      [3 * factor, 0.11 * factor, 0.13 * factor],
      [-factor, 0, 0],
    ];
    const callsFor = (tree: AabbTree, factor: number) => callsIn(() => expectSame(tree, ...ray(factor), {}));
    for (const factor of [2 ** -40, 2 ** 40])
      expect(
        callsFor(buildAabbTree(createMesh({ positions: positions.map((x) => x * factor), indices })), factor),
      ).toBe(0);
    expect(callsFor(buildAabbTree(createMesh({ positions, indices }), { leafSize: 40 }), 1)).toBe(0);
    const broken = buildAabbTree(createMesh({ positions: positions.slice(), indices }));
    broken.mesh.positions[5] = Number.NaN;
    expect(callsFor(broken, 1)).toBe(0);
    // from so far away that f32 would know nothing about the model
    const tree = buildAabbTree(createMesh({ positions, indices }));
    expect(callsIn(() => expectSame(tree, [2 ** 60, 0.1, 0.2], [-1, 0, 0], {}))).toBe(0);
    expect(callsFor(tree, 1)).toBeGreaterThan(0);
  });
});
