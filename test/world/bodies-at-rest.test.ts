import { expect, it } from "vitest";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import { createWorld } from "../../src/world/world.ts";

const at = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];

it("bodies at rest cost no test: a step checks the pairs of what has moved, and answers for all", () => {
  const world = createWorld();
  const box = createBox({ size: [1, 1, 1] });
  const bodies = Array.from({ length: 40 }, (_, i) =>
    world.add({ kind: "rigid", mesh: box, toWorld: at(0.9 * i) }),
  );
  world.add({ kind: "deformable", mesh: createTorus({ majorSegments: 12, minorSegments: 8 }) });
  const first = world.step();
  const { count } = first.pairs;
  expect(count).toBeGreaterThanOrEqual(39);
  expect(first.stats.checkedPairs).toBeGreaterThanOrEqual(39);

  const rest = world.step();
  expect(rest.pairs.count).toBe(count);
  expect(rest.stats).toMatchObject({ checkedPairs: 0, boxTests: 0, triangleTests: 0, exactTests: 0 });

  world.setPose(bodies[39], at(0.9 * 39 + 0.01));
  const moved = world.step();
  expect(moved.pairs.count).toBe(count);
  expect(moved.stats.checkedPairs).toBe(1);
});
