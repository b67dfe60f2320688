import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  collide,
  createMesh,
  createTrianglePairs,
  findPairs,
  type PairTree,
  refit,
  type SplitRule,
  type TriangleMesh,
} from "../../src/index.ts";
import { readF64, readU32, type TruthMesh, truthManifest, truthRoot } from "../truth.ts";

// Every exact answer at hand, with every split rule, both kinds of tree and both box tests.

const SPLITS: SplitRule[] = ["sah", "midpoint", "median", "half-balanced", "best-axis"];
const TESTS = ["sat-lite", "sat"] as const;

const BUILDS: [string, (mesh: TriangleMesh) => PairTree][] = [
  ...SPLITS.map((split): [string, (mesh: TriangleMesh) => PairTree] => [
    split,
    (mesh) => buildAabbTree(mesh, { split }),
  ]),
  ["obb", (mesh) => buildObbTree(mesh)],
];

const manifest = truthRoot() === null ? null : truthManifest();

function readMesh({ verts, tris }: TruthMesh): TriangleMesh {
  return createMesh({ positions: readF64(verts), indices: readU32(tris) });
}

describe.skipIf(manifest === null)("exact answers for pairs of meshes", () => {
  for (const { id, A, B, expected } of [
    ...(manifest?.pairCases ?? []),
    ...(manifest?.smallPairCases ?? []),
  ]) {
    it(`${id}: ${expected.pairCount} pairs`, () => {
      const [a, b] = [readMesh(A), readMesh(B)];
      const pairs = readU32(expected.pairs);
      for (const [name, build] of BUILDS) {
        const [treeA, treeB] = [build(a), build(b)];
        for (const test of TESTS) {
          const found = findPairs(treeA, treeB, { test });
          expect(found.count, `${name}, ${test}`).toBe(expected.pairCount);
          expect(sameNumbers(found.pairs, pairs), `${name}, ${test}`).toBe(true);
          expect(collide(treeA, treeB, { test }), `${name}, ${test}`).toBe(expected.intersects);
        }
      }
    });
  }
});

function sameNumbers(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

describe.skipIf(manifest === null)("exact answers along sweeps of poses", () => {
  for (const { id, poses, A, B, expected } of manifest?.poseSweeps ?? []) {
    it(`${id}: pair counts at ${poses} poses`, () => {
      const a = readMesh(A);
      const frames = readF64(B.frames);
      const counts = [...readU32(expected.pairCounts)];
      const positions = new Float64Array(3 * B.vertexCount);
      const b = createMesh({ positions, indices: readU32(B.tris) });
      const into = createTrianglePairs();
      for (const [name, build] of BUILDS) {
        for (const test of TESTS) {
          const treeA = build(a);
          positions.set(frames.subarray(0, positions.length));
          let treeB = build(b);
          const found = counts.map((_, pose) => {
            positions.set(frames.subarray(pose * positions.length, (pose + 1) * positions.length));
            if (treeB.kind === "aabb") refit(treeB);
            else treeB = build(b);
            const { count } = findPairs(treeA, treeB, { test, into });
            expect(collide(treeA, treeB, { test }), `${name}, ${test}, pose ${pose}`).toBe(count > 0);
            return count;
          });
          expect(found, `${name}, ${test}`).toEqual(counts);
        }
      }
    });
  }
});

describe.skipIf(manifest === null)("exact answers for robots, assemblies and a building", () => {
  for (const { id, verts, tris, bodies, onlyCrossGroupPairs, expected } of manifest?.multiBodyCases ?? []) {
    it(`${id}: triangle pairs of every pair of its ${bodies.length} bodies`, () => {
      const [positions, indices] = [readF64(verts), readU32(tris)];
      const meshes = bodies.map((body) =>
        createMesh({
          positions: positions.subarray(3 * body.vertexOffset, 3 * (body.vertexOffset + body.vertexCount)),
          indices: indices.subarray(3 * body.triangleOffset, 3 * (body.triangleOffset + body.triangleCount)),
        }),
      );
      const wanted = expected.intersectingBodyPairs.map(([i, j, count]) => `${i} ${j}: ${count}`);
      const into = createTrianglePairs();
      for (const [name, build] of BUILDS) {
        const trees = meshes.map(build);
        for (const test of TESTS) {
          const found: string[] = [];
          for (let i = 0; i < trees.length; i++) {
            for (let j = i + 1; j < trees.length; j++) {
              if (onlyCrossGroupPairs && bodies[i].group === bodies[j].group) continue;
              const { count } = findPairs(trees[i], trees[j], { test, into });
              if (count > 0) found.push(`${i} ${j}: ${count}`);
            }
          }
          expect(found.sort(), `${name}, ${test}`).toEqual([...wanted].sort());
        }
      }
    });
  }
});
