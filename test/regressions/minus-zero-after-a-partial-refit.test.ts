import { expect, it } from "vitest";
import { buildAabbTree, createMesh, refit } from "../../src/index.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";

// The copy for kernels kept −0 of vertices that a partial refit did not name, and boxes around them got it: equal numbers, other bytes.

it("a partial refit of a sheet at z = −0 leaves the bytes of a full refit", () => {
  const { positions, indices } = createPlaneGrid({ columns: 40, rows: 40 });
  const flat = Float32Array.from(positions, (x) => (x === 0 ? -0 : x));
  const trees = [0, 1].map(() => buildAabbTree(createMesh({ positions: flat.slice(), indices })));
  const vertex = 210;
  for (const { mesh } of trees) mesh.positions[3 * vertex] += 0.01;
  refit(trees[0], { vertices: [vertex] });
  refit(trees[1]);
  const [part, all] = trees.map((tree) => new Uint8Array(tree.buffer));
  expect(part).toEqual(all);
});
