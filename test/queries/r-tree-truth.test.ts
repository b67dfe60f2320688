import { describe, expect, it } from "vitest";
import { buildRTree, collide, createMesh, findPairs, refit, type TriangleMesh } from "../../src/index.ts";
import { sameNumbers } from "../same-numbers.ts";
import { readF64, readU32, type TruthMesh, truthManifest, truthRoot } from "../truth.ts";

// Every available exact answer, with R-trees and every algorithm for them. Version 1 tests all pairs of the triangles that are left of
// both, which takes a hundred times as long: it has the small meshes and one pose in sixteen.

const MANY_TESTS = 1e7;
const ALGORITHMS = ["together", "version-2", "version-2-merged", "blocks", "version-1"] as const;

const manifest = truthRoot() === null ? null : truthManifest();

function readMesh({ verts, tris }: TruthMesh): TriangleMesh {
  return createMesh({ positions: readF64(verts), indices: readU32(tris) });
}

describe.skipIf(manifest === null)("R-trees: exact answers for pairs of meshes", () => {
  for (const { id, A, B, expected } of [
    ...(manifest?.pairCases ?? []),
    ...(manifest?.smallPairCases ?? []),
  ]) {
    it(`${id}: ${expected.pairCount} pairs`, () => {
      const [a, b] = [readMesh(A), readMesh(B)];
      const pairs = readU32(expected.pairs);
      const packed = [buildRTree(a), buildRTree(b)] as const;
      const inserted = [buildRTree(a, { pack: false, maxChildren: 5 }), packed[1]] as const;
      for (const algorithm of ALGORITHMS) {
        if (algorithm === "version-1" && A.triangleCount * B.triangleCount > MANY_TESTS) continue;
        if (expected.pairCount > 20_000 && algorithm !== "together" && algorithm !== "version-2") continue;
        // Many pairs mean many exact tests, which are the same whatever the tree.
        const isHeavy = algorithm === "version-1" || expected.pairCount > 10_000;
        for (const [treeA, treeB] of isHeavy ? [packed] : [packed, inserted]) {
          const found = findPairs(treeA, treeB, { algorithm });
          expect(found.count, algorithm).toBe(expected.pairCount);
          expect(sameNumbers(found.pairs, pairs), algorithm).toBe(true);
          expect(collide(treeA, treeB, { algorithm }), algorithm).toBe(expected.intersects);
        }
      }
      if (expected.pairCount > 10_000) return;
      const bySat = findPairs(packed[0], packed[1], { test: "sat", descend: "larger" });
      expect(bySat.count).toBe(expected.pairCount);
    });
  }
});

describe.skipIf(manifest === null)("R-trees: exact answers along sweeps of poses", () => {
  for (const { id, poses, A, B, expected } of manifest?.poseSweeps ?? []) {
    it(`${id}: pair counts at ${poses} poses, b refitted`, () => {
      const a = readMesh(A);
      const frames = readF64(B.frames);
      const counts = [...readU32(expected.pairCounts)];
      const positions = frames.slice(0, 3 * B.vertexCount);
      const b = createMesh({ positions, indices: readU32(B.tris) });
      const treeA = buildRTree(a);
      const treeB = buildRTree(b);
      const into = findPairs(treeA, treeB);
      const found = counts.map((count, pose) => {
        positions.set(frames.subarray(pose * positions.length, (pose + 1) * positions.length));
        refit(treeB);
        for (const algorithm of ALGORITHMS.slice(1)) {
          if (algorithm === "version-1" && pose % 16 !== 0) continue;
          expect(findPairs(treeA, treeB, { algorithm, into }).count, `${algorithm}, pose ${pose}`).toBe(
            count,
          );
          expect(collide(treeA, treeB, { algorithm }), `${algorithm}, pose ${pose}`).toBe(count > 0);
        }
        expect(collide(treeA, treeB), `pose ${pose}`).toBe(count > 0);
        return findPairs(treeA, treeB, { into }).count;
      });
      expect(found).toEqual(counts);
    });
  }
});

describe.skipIf(manifest === null)("R-trees: exact answers for robots, assemblies and a building", () => {
  for (const { id, verts, tris, bodies, onlyCrossGroupPairs, expected } of manifest?.multiBodyCases ?? []) {
    it(`${id}: triangle pairs of every pair of its ${bodies.length} bodies`, () => {
      const [positions, indices] = [readF64(verts), readU32(tris)];
      const trees = bodies.map((body) =>
        buildRTree(
          createMesh({
            positions: positions.subarray(3 * body.vertexOffset, 3 * (body.vertexOffset + body.vertexCount)),
            indices: indices.subarray(
              3 * body.triangleOffset,
              3 * (body.triangleOffset + body.triangleCount),
            ),
          }),
        ),
      );
      const wanted = expected.intersectingBodyPairs.map(([i, j, count]) => `${i} ${j}: ${count}`);
      const into = findPairs(trees[0], trees[0]);
      for (const algorithm of ALGORITHMS) {
        const found: string[] = [];
        for (let i = 0; i < trees.length; i++) {
          for (let j = i + 1; j < trees.length; j++) {
            if (onlyCrossGroupPairs && bodies[i].group === bodies[j].group) continue;
            const { count } = findPairs(trees[i], trees[j], { algorithm, into });
            if (count > 0) found.push(`${i} ${j}: ${count}`);
          }
        }
        expect(found.sort(), algorithm).toEqual([...wanted].sort());
      }
    });
  }
});
