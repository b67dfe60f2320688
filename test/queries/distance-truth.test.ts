import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  buildRTree,
  closestPoint,
  createMesh,
  distance,
  isWithin,
  type PairTree,
  refit,
  type TriangleMesh,
} from "../../src/index.ts";
import { readF64, readU32, type TruthMesh, truthManifest, truthRoot } from "../truth.ts";

// Every available exact distance, with all kinds of tree.

const TOLERANCE = 1e-9;
const BUILDS: Record<string, (mesh: TriangleMesh) => PairTree> = {
  aabb: (mesh) => buildAabbTree(mesh),
  obb: (mesh) => buildObbTree(mesh),
  "r-tree": (mesh) => buildRTree(mesh),
};

const manifest = truthRoot() === null ? null : truthManifest();

function readMesh({ verts, tris }: TruthMesh): TriangleMesh {
  return createMesh({ positions: readF64(verts), indices: readU32(tris) });
}

/** The worst of relative differences, with zeros only where zeros are expected. */
function expectDistance(found: number, expected: number, what: string): void {
  if (expected === 0) expect(found, what).toBe(0);
  else expect(Math.abs(found / expected - 1), what).toBeLessThan(TOLERANCE);
}

describe.skipIf(manifest === null)("exact distances of pairs of meshes", () => {
  for (const { id, A, B, expected } of manifest?.distanceCases ?? []) {
    it(`${id}: ${expected.distance}`, () => {
      const [a, b] = [readMesh(A), readMesh(B)];
      for (const [name, build] of Object.entries(BUILDS)) {
        const [treeA, treeB] = [build(a), build(b)];
        const found = distance(treeA, treeB)!;
        expectDistance(found.distance, expected.distance, name);
        expect(isWithin(treeA, treeB, expected.distance * (1 + TOLERANCE)), name).toBe(true);
        expect(isWithin(treeA, treeB, expected.distance * (1 - TOLERANCE)), name).toBe(false);
        // a's point is as far from b as a is
        const { distance: back } = closestPoint(treeB, found.pointA)!;
        expect(Math.abs(back - expected.distance), name).toBeLessThan(1e-12 * (1 + expected.distance));
      }
    });
  }
});

describe.skipIf(manifest === null)("exact distances along sweeps of poses", () => {
  for (const { id, poses, A, B, expected } of manifest?.poseSweeps ?? []) {
    it(`${id}: ${poses} poses`, () => {
      const frames = readF64(B.frames);
      const distances = readF64(expected.distances);
      const positions = new Float64Array(3 * B.vertexCount);
      positions.set(frames.subarray(0, positions.length));
      const b = createMesh({ positions, indices: readU32(B.tris) });
      for (const [name, build] of Object.entries(BUILDS)) {
        const treeA = build(readMesh(A));
        let treeB = build(b);
        distances.forEach((exact, pose) => {
          positions.set(frames.subarray(pose * positions.length, (pose + 1) * positions.length));
          if (treeB.kind === "obb") treeB = build(b);
          else refit(treeB);
          expectDistance(distance(treeA, treeB)!.distance, exact, `${name}, pose ${pose}`);
        });
      }
    });
  }
});

describe.skipIf(manifest === null)("exact distances of a robot's links", () => {
  for (const { id, verts, tris, bodies, expected } of manifest?.multiBodyCases ?? []) {
    const { distances } = expected;
    if (distances === undefined) continue;
    it(`${id}: ${distances.length} pairs of links`, () => {
      const [positions, indices] = [readF64(verts), readU32(tris)];
      const meshes = bodies.map((body) =>
        createMesh({
          positions: positions.subarray(3 * body.vertexOffset, 3 * (body.vertexOffset + body.vertexCount)),
          indices: indices.subarray(3 * body.triangleOffset, 3 * (body.triangleOffset + body.triangleCount)),
        }),
      );
      for (const [name, build] of Object.entries(BUILDS)) {
        const trees = meshes.map(build);
        for (const [i, j, exact] of distances)
          expectDistance(distance(trees[i], trees[j])!.distance, exact, `${name}, ${i} ${j}`);
      }
    });
  }
});
