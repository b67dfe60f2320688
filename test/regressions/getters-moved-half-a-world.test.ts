import { expect, it } from "vitest";
import { createArticulatedBody } from "../../src/articulated.ts";
import { OptionError } from "../../src/errors.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { createWorld } from "../../src/world/world.ts";
import { chain } from "../articulated/bodies.ts";

const tree = buildAabbTree(createBox({ size: [1, 1, 1] }));

// setPoses read ids and matrices twice, to check and to move: a getter that said something else the second time ended it with some bodies
// moved, by an error without a type.
it("moves all bodies or none by lists of getters", () => {
  const world = createWorld();
  const [a, b] = [world.add({ kind: "rigid", tree }), world.add({ kind: "rigid", tree })] as const;
  const matrices = [...at(5), ...at(7)];
  let reads = 0;
  const changing = (list: number[], index: number, later: () => number) =>
    Object.defineProperty([...list], index, { get: () => (reads++ === 0 ? list[index] : later()) });
  world.setPoses(
    [a, b],
    changing(matrices, 28, () => Number.NaN),
  );
  expect([world.boundsOf(a)[0], world.boundsOf(b)[0]]).toEqual([4.5, 6.5]);

  reads = 0;
  world.setPoses(
    changing([a, b], 1, () => 99),
    [...at(1), ...at(2)],
  );
  expect([world.boundsOf(a)[0], world.boundsOf(b)[0]]).toEqual([0.5, 1.5]);

  const removing = Object.defineProperty([...matrices], 31, { get: () => thenOne(world.remove(b)) });
  expect(() => world.setPoses([a, b], removing)).toThrow(OptionError);
  expect(world.boundsOf(a)[0]).toBe(0.5);
});

// The body was looked up before its pose was read: a getter that stepped a world of many bodies left a record that nobody reads any more.
it("moves a body by a pose of which a getter steps the world", () => {
  const world = createWorld();
  const ids = Array.from({ length: 300 }, (_, i) => world.add({ kind: "rigid", tree, toWorld: at(-9 * i) }));
  const pose = Object.defineProperty(at(5), 15, { get: () => thenOne(world.step()) });
  world.setPose(ids[7], pose);
  expect(world.boundsOf(ids[7])[0]).toBe(4.5);
});

// setJoints read values twice, to move links and to keep the values: a getter that said NaN the second time broke the next setPose.
it("moves joints by what a getter says first", () => {
  const worlds = [createWorld(), createWorld()] as const;
  const ids = worlds.map((world) =>
    world.add({ kind: "articulated", body: createArticulatedBody(chain(3)), self: false }),
  );
  const values = [0.6, 0, 0, 0.8, 0, 0, 0, 1, 0, 0, 0, 1];
  let reads = 0;
  const changing = Object.defineProperty([...values], 3, { get: () => (reads++ === 0 ? 0.8 : Number.NaN) });
  worlds[0].setJoints(ids[0], changing);
  worlds[1].setJoints(ids[1], values);
  for (const [k, world] of worlds.entries()) world.setPose(ids[k], at(3));
  expect([...worlds[0].boundsOf(ids[0])]).toEqual([...worlds[1].boundsOf(ids[1])]);
  expect(worlds[0].boundsOf(ids[0]).every(Number.isFinite)).toBe(true);
});

function at(x: number): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
}

function thenOne(_: unknown): number {
  return 1;
}
