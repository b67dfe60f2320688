import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshError, OptionError } from "../../src/errors.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import type { AabbTree } from "../../src/trees/layout.ts";
import { treeQuality } from "../../src/trees/quality.ts";
import { refit } from "../../src/trees/refit.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";
import { readF64, readU32, truthManifest, truthRoot } from "../truth.ts";

function deform(mesh: TriangleMesh, seed: number, amount: number): void {
  const next = random(seed);
  for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] += amount * (next() - 0.5);
}

describe("refit", () => {
  it("rejects a tree of oriented boxes, which cannot be refitted", () => {
    const tree = buildObbTree(smallTorus()) as unknown as AabbTree;
    expect(() => refit(tree)).toThrow('refit: expected a tree of the kind "aabb" or "r-tree", got "obb"');
    expect(() => treeQuality(tree)).toThrow(OptionError);
    expect(() => refit(undefined as unknown as AabbTree)).toThrow("got undefined");
  });

  it.each([1, 2, 3, 10])("keeps every box tight through deformations (leafSize %i)", (leafSize) => {
    for (const mesh of [
      randomSoup(1, 200),
      smallTorus(),
      smallTorus(9, 7, Float64Array),
      latticeSoup(2, 90),
    ]) {
      const tree = buildAabbTree(mesh, { leafSize });
      for (let step = 0; step < 5; step++) {
        deform(mesh, step, 0.3);
        refit(tree);
        expect(validateTree(tree)).toEqual([]);
      }
    }
  });

  it("gives the root box of a rebuild, and leaves structure and triangles unchanged", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 80 }), fc.boolean(), (seed, count, isSingle) => {
        const soup = randomSoup(seed, count);
        const mesh = isSingle ? createMesh({ positions: Float32Array.from(soup.positions) }) : soup;
        const tree = buildAabbTree(mesh);
        const triangles = tree.triangles.slice();
        deform(mesh, seed, 2);
        refit(tree);
        expect(validateTree(tree)).toEqual([]);
        expect(tree.triangles).toEqual(triangles);
        expect(tree.nodes.subarray(0, 6)).toEqual(buildAabbTree(mesh).nodes.subarray(0, 6));
      }),
      { numRuns: randomCases(25) },
    );
  });

  it("changes nothing, to the bit, when nothing has moved", () => {
    for (const mesh of [randomSoup(3, 300), smallTorus(), latticeSoup(4, 50)]) {
      const tree = buildAabbTree(mesh);
      const before = new Uint8Array(tree.buffer.slice(0));
      refit(tree);
      expect(new Uint8Array(tree.buffer)).toEqual(before);
    }
  });

  it("rounds outward for coordinates around zero and below f32's range", () => {
    for (const scale of [1e-300, 1e-45, 1e-38, 1, 1e30]) {
      const mesh = randomSoup(5, 40);
      const tree = buildAabbTree(mesh);
      for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] = (mesh.positions[i] - 0.5) * scale;
      refit(tree);
      expect(validateTree(tree)).toEqual([]);
    }
  });

  it("rejects a bad coordinate by name and leaves the tree unchanged", () => {
    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 101]) {
      for (const mesh of [randomSoup(6, 30), smallTorus()]) {
        const tree = buildAabbTree(mesh);
        const before = new Uint8Array(tree.buffer.slice(0));
        mesh.positions.fill(0.25);
        mesh.positions[5] = value;
        expect(() => refit(tree)).toThrow(MeshError);
        expect(() => refit(tree)).toThrow(/positions\[5\] \(vertex 1, z\)/);
        expect(new Uint8Array(tree.buffer)).toEqual(before);
      }
    }
  });
});

describe.skipIf(truthRoot() === null)("refit along the recorded deformations", () => {
  const sequences = truthRoot() === null ? [] : truthManifest().deformationSequences;
  it.each(sequences.map((sequence) => [sequence.id, sequence] as const))("keeps %s tight", (_, sequence) => {
    const exact = createMesh({
      positions: readF64(sequence.frames[0].verts),
      indices: readU32(sequence.tris),
    });
    const single = createMesh({ positions: Float32Array.from(exact.positions), indices: exact.indices });
    for (const mesh of [exact, single]) {
      const tree = buildAabbTree(mesh);
      for (const frame of sequence.frames) {
        mesh.positions.set(readF64(frame.verts));
        refit(tree);
        expect(validateTree(tree)).toEqual([]);
      }
    }
  });
});
