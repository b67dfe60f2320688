import { expect, test } from "vitest";
import { buildAabbTree, createMesh } from "../../src/index.ts";
import { restoreTree, saveTree, validateTree } from "../../src/trees.ts";

// The axes of a frame were made orthonormal within 10 units in the last place, a few times in ten thousand. `restoreTree` and `validateTree`
// refused such a tree, which has 8 at most: its margins are made for these.
test("every frame of a caller becomes one that can be saved", () => {
  const mesh = createMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) });
  for (const frame of [
    // biome-ignore format: axes read in rows
    [0.47080715750445556, 0.08404986368703171, -0.8782233433795563, -0.8550570766429573, 0.288653904450591, -0.4307624857485027, 0.21729706883751243, 0.9537371461045336, 0.20776775499341782],
    // biome-ignore format: axes read in rows
    [0.4755501875663525, 0.7593337439229746, -0.44414444097109373, -0.010406612419144035, 0.5097089488822447, 0.8602839588457493, 0.8796270354664895, -0.40448615893411677, 0.25029427821498373],
  ]) {
    const tree = buildAabbTree(mesh, { frame });
    expect(validateTree(tree)).toEqual([]);
    expect(restoreTree(saveTree(tree), mesh).kind).toBe("aabb");
  }
});
