import { describe, expect, it } from "vitest";
import { findPairs, findSelfPairs } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { createWorld } from "../../src/world/world.ts";

/** A sheet of 2 · steps² triangles in z = 0. */
function createSheet(steps: number): TriangleMesh {
  const width = steps + 1;
  const positions = Float32Array.from({ length: 3 * width * width }, (_, i) => {
    const vertex = Math.floor(i / 3);
    return i % 3 === 0 ? vertex % width : i % 3 === 1 ? Math.floor(vertex / width) : 0;
  });
  const indices: number[] = [];
  for (let v = 0; v < width * steps; v++)
    if (v % width < steps) indices.push(v, v + 1, v + width + 1, v, v + width + 1, v + width);
  return createMesh({ positions, indices: Uint32Array.from(indices) });
}

describe("a deformable body", () => {
  it("meets what its vertices meet, whether all of them or a range was named, while its tree is rebuilt over steps", () => {
    const mesh = createSheet(40);
    const probe = createBox({ size: [3, 3, 3] });
    const world = createWorld();
    const cloth = world.add({ kind: "deformable", mesh, rebuildAt: 1.05 });
    const toWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 20, 20, 0, 1];
    world.add({ kind: "static", mesh: probe, toWorld });
    const tree = buildAabbTree(probe);
    for (let frame = 0; frame < 12; frame++) {
      const from = frame % 3 === 0 ? 0 : 100 * frame;
      const to = frame % 3 === 0 ? mesh.vertexCount : from + 120;
      for (let v = from; v < to; v++)
        if (v % 7 === 0) mesh.positions[3 * v + (v % 3)] += 3 * Math.sin(v * frame);
      if (frame % 3 === 0) world.deformed(cloth);
      else world.deformed(cloth, { from, to });
      const { triangles, pairs } = world.step({ find: "triangles" });
      const own = findSelfPairs(buildAabbTree(mesh));
      const others = findPairs(buildAabbTree(mesh), tree, { bToWorld: toWorld });
      const expected = [own, others].filter(({ count }) => count > 0);
      expect(pairs.count).toBe(expected.length);
      expect([...triangles!.pairs]).toEqual(expected.flatMap((found) => [...found.pairs]));
    }
  });

  it("costs no refit while it is near nothing", () => {
    const mesh = createSheet(10);
    const world = createWorld();
    const cloth = world.add({ kind: "deformable", mesh, self: false });
    const box = createBox({ size: [1, 1, 1] });
    world.add({ kind: "rigid", mesh: box, toWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 90, 1] });
    mesh.positions[2] = 80;
    world.deformed(cloth);
    expect(world.step().stats).toMatchObject({ bodyPairs: 0, boxTests: 0 });
    mesh.positions[2] = 90;
    world.deformed(cloth);
    expect(world.step().pairs.count).toBe(1);
  });

  it("refuses a range that is not one of its vertices", () => {
    const world = createWorld();
    const cloth = world.add({ kind: "deformable", mesh: createSheet(1) });
    for (const range of [
      { from: 0, to: 5 },
      { from: 3, to: 2 },
      { from: -1, to: 2 },
      { from: 0.5, to: 2 },
    ])
      expect(() => world.deformed(cloth, range)).toThrow(/is not a range of the mesh's 4 vertices/);
  });
});
