import { expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { createState, createWorldOver } from "../../src/world/world.ts";

// A body that was added and removed between two steps was still among the bodies that no step had seen. If the step put slots in order,
// that body's slot was another one's by then: the place of the other body at the last step was overwritten, and it met nothing on its way.
it("a world finds what bodies meet on their way in a step that orders slots, after a new body was removed", () => {
  const tree = buildAabbTree(createBox({ size: [1, 1, 1] }));
  const state = createState({});
  const world = createWorldOver(state);
  const add = (x: number, y: number) => world.add({ kind: "rigid", tree, toWorld: pose(x, y) });
  const bodies = Array.from({ length: 300 }, (_, i) => add(10 * i, 0));
  for (let i = 90; i < 110; i++) add(10 * i, 50);
  world.step({ continuous: true });
  for (let i = 0; i < 60; i++) add(3000 + 10 * i, 0);
  world.step({ continuous: true });
  expect(state.slotOrder.added).toBe(60);

  for (let i = 0; i < 46; i++) add(3600 + 10 * i, 0);
  world.remove(bodies[100]);
  world.remove(add(9000, 0));
  for (let i = 90; i < 110; i++) if (i !== 100) world.setPose(bodies[i], pose(10 * i, 100));
  const { impacts } = world.step({ continuous: true });
  expect(state.slotOrder.added).toBe(0); // slots were ordered
  expect(impacts!.map(({ bodyA }) => bodyA).sort((a, b) => a - b)).toEqual(
    bodies.slice(90, 110).filter((id) => id !== bodies[100]),
  );
});

function pose(x: number, y: number): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1];
}
