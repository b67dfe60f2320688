import { expect, it } from "vitest";
import { buildAabbTree, collide, createMesh } from "../../src/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { restoreTree, saveTree, validateTree } from "../../src/trees.ts";
import { sharedTree, shareMeshes, shareTree } from "../../src/workers/share.ts";

const torus = createTorus({ majorSegments: 12, minorSegments: 6 });

it("shareMeshes copies meshes into shared memory once, many into one buffer", () => {
  const soup = createMesh({ positions: new Float32Array(9).fill(2) });
  const short = createMesh({ positions: torus.positions, indices: Uint16Array.from(torus.indices!) });
  const meshes = [torus, soup, short];
  const shared = shareMeshes(meshes);
  const buffers = new Set<unknown>();
  for (const [i, { positions, indices, ...counts }] of shared.entries()) {
    expect({ positions, indices, ...counts }).toStrictEqual(meshes[i]);
    for (const array of [positions, indices]) if (array !== null) buffers.add(array.buffer);
  }
  expect([...buffers]).toEqual([expect.any(SharedArrayBuffer)]);
  const again = shareMeshes(shared);
  for (const [i, { positions, indices }] of again.entries()) {
    expect(positions).toBe(shared[i].positions);
    expect(indices).toBe(shared[i].indices);
  }
});

it("shareMeshes copies only the viewed part of a larger buffer", () => {
  const positions = new Float64Array(1000).subarray(9, 18).fill(1);
  const [shared] = shareMeshes([createMesh({ positions })]);
  expect(shared.positions).toStrictEqual(Float64Array.from(positions));
  expect(shared.positions.buffer.byteLength).toBe(72);
  expect(shared.indices).toBeNull();
});

it("shareMeshes begins a new buffer after 64 MB, and gives a larger array its own", () => {
  const sizes = [27e5, 9e6, 27e5, 27e5].map((length) => createMesh({ positions: new Float64Array(length) }));
  const shared = shareMeshes(sizes);
  const buffers = [...new Set(shared.map(({ positions }) => positions.buffer))];
  expect(buffers.map(({ byteLength }) => byteLength)).toEqual([2 ** 26, 72e6, 432e5]);
});

it("a tree in shared memory is valid, answers queries, and can be saved", () => {
  const tree = buildAabbTree(torus);
  const [mesh] = shareMeshes([torus]);
  const shared = sharedTree(shareTree(tree), mesh);
  expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(validateTree(shared)).toEqual([]);
  expect(collide(shared, tree)).toBe(true);
  const saved = saveTree(shared);
  expect(saved).toBeInstanceOf(ArrayBuffer);
  expect(Buffer.from(saved).equals(Buffer.from(saveTree(tree)))).toBe(true);
  expect(restoreTree(saved, mesh).nodeCount).toBe(tree.nodeCount);
});
