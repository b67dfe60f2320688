import { expect, it } from "vitest";
import { buildAabbTree, collide, createMesh } from "../../src/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { restoreTree, saveTree, validateTree } from "../../src/trees.ts";
import { sharedTree, shareMesh, shareTree } from "../../src/workers/share.ts";

const torus = createTorus({ majorSegments: 12, minorSegments: 6 });

it("shareMesh copies a mesh into shared memory once", () => {
  const shared = shareMesh(torus);
  expect(shared.positions).toEqual(torus.positions);
  expect(shared.indices).toEqual(torus.indices);
  expect(shared.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(shared.indices!.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(shareMesh(shared)).toBe(shared);
});

it("shareMesh copies only the viewed part of a larger buffer", () => {
  const positions = new Float64Array(1000).subarray(9, 18).fill(1);
  const shared = shareMesh(createMesh({ positions }));
  expect(shared.positions.buffer.byteLength).toBe(72);
  expect(shared.indices).toBeNull();
});

it("a tree in shared memory is valid, answers queries, and can be saved", () => {
  const tree = buildAabbTree(torus);
  const mesh = shareMesh(torus);
  const shared = sharedTree(shareTree(tree), mesh);
  expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(validateTree(shared)).toEqual([]);
  expect(collide(shared, tree)).toBe(true);
  const saved = saveTree(shared);
  expect(saved).toBeInstanceOf(ArrayBuffer);
  expect(Buffer.from(saved).equals(Buffer.from(saveTree(tree)))).toBe(true);
  expect(restoreTree(saved, mesh).nodeCount).toBe(tree.nodeCount);
});
