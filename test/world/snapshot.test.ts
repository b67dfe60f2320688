import { describe, expect, it } from "vitest";
import type { WorldStep } from "../../src/world/world-step.ts";
import { addRandom, createScene, type Scene } from "./scene.ts";

/** All that a step found, in plain numbers. */
function record({ pairs, begun, kept, ended, triangles, near, impacts }: WorldStep) {
  const list = ({ bodies, links }: typeof pairs) => [[...bodies], [...links]];
  return {
    pairs: list(pairs),
    begun: list(begun),
    kept: list(kept),
    ended: list(ended),
    triangles: triangles === null ? null : [[...triangles.starts], [...triangles.pairs]],
    near: near?.map(({ features, ...names }) => ({ ...names, distances: [...features.distances] })),
    impacts: impacts?.map(({ features, ...names }) => ({ ...names, times: features && [...features.times] })),
  };
}

/** Moves that depend on nothing but the frame. */
function move({ world, bodies }: Scene, frame: number): void {
  for (const { id, kind, mesh, body } of bodies.values()) {
    const swing = Math.sin(0.7 * frame + id);
    if (body !== null)
      world.setJoints(
        id,
        Float64Array.from({ length: body.articulation.valueCount }, (_, k) => Math.sin(frame + k + id)),
      );
    else if (kind === "deformable") {
      for (let i = 0; i < mesh!.positions.length; i++) mesh!.positions[i] += 0.2 * Math.sin(i * frame + id);
      world.deformed(id);
    } else if (kind === "rigid")
      world.setPose(id, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, swing, id / 4, -swing, 1]);
  }
}

describe("snapshots", () => {
  it("replay the same steps bit for bit, bodies that were removed or added since included (seed 31)", () => {
    const scene = createScene(31, 3);
    const { world } = scene;
    for (const kind of ["static", "rigid", "rigid", "deformable", "articulated", "rigid"] as const)
      addRandom(scene, kind);
    world.allow(1, 2);
    for (let frame = 0; frame < 3; frame++) {
      move(scene, frame);
      world.step();
    }
    const snapshot = world.snapshot();
    const play = () =>
      [3, 4, 5].map((frame) => {
        move(scene, frame);
        return record(world.step({ find: "triangles", near: 0.05, continuous: true }));
      });
    const first = play();
    expect(first.some(({ pairs }) => pairs[0].length > 0)).toBe(true);
    world.remove(1);
    world.disallow(0, 2);
    world.setGroups(2, 2, 2);
    addRandom(createSceneWith(scene), "rigid");
    world.step();
    world.restore(snapshot);
    expect(world.size).toBe(6);
    expect(play()).toEqual(first);
    world.restore(snapshot);
    expect(play()).toEqual(first);
  });

  it("give the next body the id that it would have had", () => {
    const scene = createScene(32, 3);
    addRandom(scene, "rigid");
    const snapshot = scene.world.snapshot();
    expect(addRandom(createSceneWith(scene), "rigid")).toBe(1);
    scene.world.restore(snapshot);
    expect(addRandom(createSceneWith(scene), "rigid")).toBe(1);
  });
});

/** The same world with another list of bodies, so that what is added is not moved. */
function createSceneWith(scene: Scene): Scene {
  return { ...scene, bodies: new Map() };
}
