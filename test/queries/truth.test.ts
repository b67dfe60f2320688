import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  collide,
  createMesh,
  findPairs,
  type PairTree,
  refit,
  type SplitRule,
  type TriangleMesh,
  type TrianglePairs,
} from "../../src/index.ts";
import { sameNumbers } from "../same-numbers.ts";
import { readF64, readU32, type TruthMesh, truthManifest, truthRoot } from "../truth.ts";

// Every exact answer at hand, with the default split rule and both box tests. The other rules and OBB trees take turns from case to case,
// two in each, with one of the box tests. Where thousands of pairs go to exact arithmetic, which no tree changes, two builds serve.

const SPLITS: SplitRule[] = ["sah", "midpoint", "median", "half-balanced", "best-axis"];
const TESTS = ["sat-lite", "sat"] as const;

const BUILDS: [string, (mesh: TriangleMesh) => PairTree][] = [
  ...SPLITS.map((split): [string, (mesh: TriangleMesh) => PairTree] => [
    split,
    (mesh) => buildAabbTree(mesh, { split }),
  ]),
  ["obb", (mesh) => buildObbTree(mesh)],
];

/** More pairs than this are mostly the time of exact arithmetic. */
const MANY_PAIRS = 20_000;

type Build = (typeof BUILDS)[number][1];

/** Calls `ask` with every build and box test whose turn it is. */
function eachBuild(
  turn: number,
  pairCount: number,
  ask: (name: string, build: Build, test: (typeof TESTS)[number]) => void,
): void {
  BUILDS.forEach(([name, build], i) => {
    const place = (i - 1 + turn) % (BUILDS.length - 1);
    if (i !== 0 && place >= (pairCount > MANY_PAIRS ? 1 : 2)) return;
    for (const test of i === 0 && pairCount <= MANY_PAIRS ? TESTS : [TESTS[(i + turn) % 2]])
      ask(`${name}, ${test}`, build, test);
  });
}

const manifest = truthRoot() === null ? null : truthManifest();

function readMesh({ verts, tris }: TruthMesh): TriangleMesh {
  return createMesh({ positions: readF64(verts), indices: readU32(tris) });
}

describe.skipIf(manifest === null)("exact answers for pairs of meshes", () => {
  for (const [turn, { id, A, B, expected }] of [
    ...(manifest?.pairCases ?? []),
    ...(manifest?.smallPairCases ?? []),
  ].entries()) {
    it(`${id}: ${expected.pairCount} pairs`, () => {
      const [a, b] = [readMesh(A), readMesh(B)];
      const pairs = readU32(expected.pairs);
      eachBuild(turn, expected.pairCount, (name, build, test) => {
        const [treeA, treeB] = [build(a), build(b)];
        const found = findPairs(treeA, treeB, { test });
        expect(found.count, name).toBe(expected.pairCount);
        expect(sameNumbers(found.pairs, pairs), name).toBe(true);
        expect(collide(treeA, treeB, { test }), name).toBe(expected.intersects);
      });
    });
  }
});

describe.skipIf(manifest === null)("exact answers along sweeps of poses", () => {
  for (const [turn, { id, poses, A, B, expected }] of (manifest?.poseSweeps ?? []).entries()) {
    it(`${id}: pair counts at ${poses} poses`, () => {
      const a = readMesh(A);
      const frames = readF64(B.frames);
      const counts = [...readU32(expected.pairCounts)];
      const positions = new Float64Array(3 * B.vertexCount);
      const b = createMesh({ positions, indices: readU32(B.tris) });
      let last: TrianglePairs | undefined;
      eachBuild(turn, 0, (name, build, test) => {
        const treeA = build(a);
        positions.set(frames.subarray(0, positions.length));
        let treeB = build(b);
        const found = counts.map((_, pose) => {
          positions.set(frames.subarray(pose * positions.length, (pose + 1) * positions.length));
          if (treeB.kind === "aabb") refit(treeB);
          else treeB = build(b);
          last = findPairs(treeA, treeB, { test, into: last });
          const { count } = last;
          expect(collide(treeA, treeB, { test }), `${name}, pose ${pose}`).toBe(count > 0);
          return count;
        });
        expect(found, name).toEqual(counts);
      });
    });
  }
});

describe.skipIf(manifest === null)("exact answers for robots, assemblies and a building", () => {
  for (const [turn, { id, verts, tris, bodies, onlyCrossGroupPairs, expected }] of (
    manifest?.multiBodyCases ?? []
  ).entries()) {
    it(`${id}: triangle pairs of every pair of its ${bodies.length} bodies`, () => {
      const [positions, indices] = [readF64(verts), readU32(tris)];
      const meshes = bodies.map((body) =>
        createMesh({
          positions: positions.subarray(3 * body.vertexOffset, 3 * (body.vertexOffset + body.vertexCount)),
          indices: indices.subarray(3 * body.triangleOffset, 3 * (body.triangleOffset + body.triangleCount)),
        }),
      );
      const wanted = expected.intersectingBodyPairs.map(([i, j, count]) => `${i} ${j}: ${count}`);
      let last: TrianglePairs | undefined;
      eachBuild(turn, 0, (name, build, test) => {
        const trees = meshes.map(build);
        const found: string[] = [];
        for (let i = 0; i < trees.length; i++) {
          for (let j = i + 1; j < trees.length; j++) {
            if (onlyCrossGroupPairs && bodies[i].group === bodies[j].group) continue;
            last = findPairs(trees[i], trees[j], { test, into: last });
            const { count } = last;
            if (count > 0) found.push(`${i} ${j}: ${count}`);
          }
        }
        expect(found.sort(), name).toEqual([...wanted].sort());
      });
    });
  }
});
