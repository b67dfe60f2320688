import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  collidesItself,
  createMesh,
  findSelfPairs,
  refit,
  type SplitRule,
} from "../../src/index.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import type { SelfLayerCache } from "../../src/papers.ts";
import { byKernel } from "../kernels.ts";
import { sameNumbers } from "../same-numbers.ts";
import { readF64, readU32, truthManifest, truthRoot } from "../truth.ts";

// Every available exact answer about self-intersection.

const manifest = truthRoot() === null ? null : truthManifest();
/** Meshes beyond this size are tested with the default tree alone, and not by the slowest way. */
const LARGE = 30_000;
/** They take turns from mesh to mesh, and answer by kernels; the default rule answers in all ways. */
const OTHERS: SplitRule[] = ["midpoint", "median"];

/** The triangles with a separate vertex for each corner. */
function unweld(positions: Float64Array, indices: Uint32Array): Float64Array {
  const soup = new Float64Array(3 * indices.length);
  indices.forEach((vertex, c) => {
    soup.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * c);
  });
  return soup;
}

describe.skipIf(manifest === null)("exact answers for meshes that meet themselves", () => {
  for (const [turn, { id, mesh: files, expected }] of [
    ...(manifest?.selfCases ?? []),
    ...(manifest?.smallSelfCases ?? []),
  ].entries())
    it(`${id}: ${expected.pairCount} pairs, welded and unwelded`, () => {
      const [positions, indices] = [readF64(files.verts), readU32(files.tris)];
      const [pairs, degenerate] = [readU32(expected.pairs), readU32(expected.degenerate)];
      const mesh = createMesh({ positions, indices });
      let strangerCount = 0;
      for (let k = 0; k < pairs.length; k += 2)
        if (!shareVertex(indices, pairs[k], pairs[k + 1])) strangerCount++;
      for (const split of files.triangleCount > LARGE
        ? ["sah" as const]
        : ["sah" as const, OTHERS[turn % 2]]) {
        const tree = buildAabbTree(mesh, { split });
        const found = findSelfPairs(tree);
        expect(found.count, split).toBe(expected.pairCount);
        expect(sameNumbers(found.pairs, pairs), split).toBe(true);
        expect(sameNumbers(found.degenerateTriangles, degenerate), split).toBe(true);
        const byKernels = byKernel("self", () => findSelfPairs(tree));
        expect(sameNumbers(byKernels.pairs, pairs), `${split}, by kernels`).toBe(true);
        if (split !== "sah") continue;
        const plain = withoutKernels(() => findSelfPairs(tree));
        expect(sameNumbers(plain.pairs, pairs), `${split}, without kernels`).toBe(true);
        expect(sameNumbers(findSelfPairs(tree, { by: "layers" }).pairs, pairs), `${split}, by layers`).toBe(
          true,
        );
        const everyLayer = files.triangleCount > LARGE ? null : findSelfPairs(tree, { by: "every-layer" });
        if (everyLayer !== null)
          expect(sameNumbers(everyLayer.pairs, pairs), `${split}, by every layer`).toBe(true);
        expect(collidesItself(tree), split).toBe(expected.selfIntersects);
        const strangers = findSelfPairs(tree, { exclude: "shared-vertex" });
        expect(strangers.count, split).toBe(strangerCount);
      }
      const soup = createMesh({ positions: unweld(positions, indices) });
      const found = findSelfPairs(buildAabbTree(soup), { topology: "position" });
      expect(sameNumbers(found.pairs, pairs), "unwelded").toBe(true);
      expect(sameNumbers(found.degenerateTriangles, degenerate), "unwelded").toBe(true);
    });
});

function shareVertex(indices: Uint32Array, triangleA: number, triangleB: number): boolean {
  for (let i = 3 * triangleA; i < 3 * triangleA + 3; i++)
    for (let j = 3 * triangleB; j < 3 * triangleB + 3; j++) if (indices[i] === indices[j]) return true;
  return false;
}

describe.skipIf(manifest === null)("exact answers along deformations", () => {
  for (const { id, tris, vertexCount, frames } of manifest?.deformationSequences ?? [])
    it(`${id}: self pairs in ${frames.length} frames, refitted and rebuilt`, () => {
      const mesh = createMesh({ positions: readF64(frames[0].verts), indices: readU32(tris) });
      expect(mesh.vertexCount).toBe(vertexCount);
      const tree = buildAabbTree(mesh);
      const into = findSelfPairs(tree);
      const [cache, everyCache]: SelfLayerCache[] = [{}, {}];
      for (const { frame, verts, expected } of frames) {
        mesh.positions.set(readF64(verts));
        refit(tree);
        const pairs = readU32(expected.pairs);
        expect(sameNumbers(findSelfPairs(tree, { into }).pairs, pairs), `frame ${frame}, refitted`).toBe(
          true,
        );
        const byKernels = byKernel("self", () => findSelfPairs(buildAabbTree(mesh)));
        expect(sameNumbers(byKernels.pairs, pairs), `frame ${frame}, rebuilt, by kernels`).toBe(true);
        const plain = withoutKernels(() => findSelfPairs(tree));
        expect(sameNumbers(plain.pairs, pairs), `frame ${frame}, refitted, without kernels`).toBe(true);
        const byLayers = findSelfPairs(tree, { by: "layers", cache });
        expect(sameNumbers(byLayers.pairs, pairs), `frame ${frame}, by layers`).toBe(true);
        const everyLayer = findSelfPairs(tree, { by: "every-layer", cache: everyCache });
        expect(sameNumbers(everyLayer.pairs, pairs), `frame ${frame}, by every layer`).toBe(true);
        expect(collidesItself(tree)).toBe(expected.pairCount > 0);
      }
    });
});
