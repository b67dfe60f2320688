import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  createMesh,
  findImpacts,
  findNearPairs,
  findSelfNearPairs,
  timeOfImpact,
} from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createWorld } from "../../src/world/world.ts";
import { addRandom, createScene, truthOf } from "./scene.ts";

function moved(x: number, y = 0, z = 0): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

describe("a step with near", () => {
  it("lists the features of all pairs of links that are near, thickness added (seed 41)", () => {
    const scene = createScene(41, 5);
    const { world, bodies } = scene;
    for (const kind of ["static", "rigid", "deformable", "articulated", "deformable", "rigid"] as const)
      addRandom(scene, kind);
    for (const { id } of bodies.values()) world.setGroups(id, 1, 0xffffffff);
    for (const near of [0, 0.3, 1]) {
      const { near: found } = world.step({ near });
      const expected: string[] = [];
      const list = [...bodies.values()];
      for (const [i, a] of list.entries())
        for (const b of list.slice(i)) {
          if (a === b) {
            if (a.kind !== "deformable" || !a.self) continue;
            const { count } = findSelfNearPairs(buildAabbTree(a.mesh!), near, { toWorld: a.toWorld[0] });
            if (count > 0) expected.push(`${a.id} ${a.id} 0 0: ${count}`);
            continue;
          }
          a.meshes.forEach((meshA, linkA) => {
            b.meshes.forEach((meshB, linkB) => {
              if (meshA === null || meshB === null) return;
              const options = { aToWorld: a.toWorld[linkA], bToWorld: b.toWorld[linkB] };
              const { count } = findNearPairs(buildAabbTree(meshA), buildAabbTree(meshB), near, options);
              if (count > 0) expected.push(`${a.id} ${b.id} ${linkA} ${linkB}: ${count}`);
            });
          });
        }
      const rows = found!
        .filter(({ bodyA, bodyB, linkA, linkB }) => bodyA !== bodyB || linkA === linkB)
        .map(
          ({ bodyA, bodyB, linkA, linkB, features }) =>
            `${bodyA} ${bodyB} ${linkA} ${linkB}: ${features.count}`,
        );
      expect(rows).toEqual(expected);
    }
    expect(world.step({ near: 1 }).pairs.count).toBe(truthOf(scene).length);
  });

  it("adds the thickness of both bodies", () => {
    const world = createWorld();
    const mesh = createBox({ size: [1, 1, 1] });
    world.add({ kind: "rigid", mesh, thickness: 0.25 });
    world.add({ kind: "rigid", mesh, thickness: 0.5, toWorld: moved(2) });
    expect(world.step({ near: 0.125 }).near).toEqual([]);
    expect(world.step({ near: 0.25 }).near).toHaveLength(1);
    expect(world.step().near).toBeNull();
  });
});

describe("a continuous step", () => {
  const mesh = createBox({ size: [1, 1, 1] });
  const tree = buildAabbTree(mesh);

  it("finds bodies that pass through each other between two steps", () => {
    const world = createWorld();
    world.add({ kind: "static", tree });
    const bullet = world.add({ kind: "rigid", tree, toWorld: moved(-10) });
    expect(world.step({ continuous: true }).impacts).toEqual([]);
    world.setPose(bullet, moved(10));
    const { pairs, impacts } = world.step({ continuous: true });
    expect(pairs.count).toBe(0);
    const alone = timeOfImpact(tree, tree, null, { from: moved(-10), to: moved(10) });
    expect(impacts).toMatchObject([{ bodyA: 0, bodyB: 1, upper: 0.45, features: null }]);
    expect(alone).toMatchObject({ lower: impacts![0].lower, upper: impacts![0].upper });
    expect(world.step({ continuous: true }).impacts).toEqual([]);
  });

  it("finds what a turn sweeps over, though neither end of it does", () => {
    const world = createWorld();
    const rod = buildAabbTree(createBox({ size: [8, 0.1, 0.1] }));
    world.add({ kind: "static", tree, toWorld: moved(2.5, 2.5) });
    const id = world.add({ kind: "rigid", tree: rod });
    world.step({ continuous: true });
    const quarter = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    world.setPose(id, quarter);
    const { pairs, impacts } = world.step({ continuous: true });
    expect(pairs.count).toBe(0);
    expect(impacts).toHaveLength(1);
    const alone = timeOfImpact(
      tree,
      rod,
      { from: moved(2.5, 2.5), to: moved(2.5, 2.5) },
      { from: moved(0), to: quarter },
    );
    expect(alone).toMatchObject({ kind: "hit", lower: impacts![0].lower });
  });

  it("lists the features that a cloth hits, and says when it begins in contact", () => {
    const world = createWorld();
    world.add({ kind: "static", tree });
    const sheet = createMesh({
      positions: Float32Array.of(-2, -2, 2, 2, -2, 2, 2, 2, 2, -2, 2, 2),
      indices: Uint16Array.of(0, 1, 2, 0, 2, 3),
    });
    const before = sheet.positions.slice();
    const cloth = world.add({ kind: "deformable", mesh: sheet });
    world.step({ continuous: true });
    for (let i = 2; i < 12; i += 3) sheet.positions[i] = -2;
    world.deformed(cloth);
    const [impact] = world.step({ continuous: true }).impacts!;
    const start = buildAabbTree(createMesh({ positions: before, indices: sheet.indices! }));
    const alone = findImpacts(tree, start, null, { positionsAtEnd: sheet.positions });
    expect(impact.features!.count).toBe(alone.count);
    expect(impact).toMatchObject({ lower: alone.times[0], upper: alone.times[1], startsInContact: false });
    for (let i = 2; i < 12; i += 3) sheet.positions[i] = 0;
    world.deformed(cloth);
    world.step({ continuous: true });
    sheet.positions[2] = 0.1;
    world.deformed(cloth);
    expect(world.step({ continuous: true }).impacts).toMatchObject([{ startsInContact: true, lower: 0 }]);
  });
});
