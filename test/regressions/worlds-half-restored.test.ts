import { expect, it } from "vitest";
import { MeshError, OptionError } from "../../src/errors.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { createArticulatedBody } from "../../src/trees/articulated/articulated-body.ts";
import { createWorld } from "../../src/world/world.ts";

const triangle = (x: number) => createMesh({ positions: new Float64Array([x, 0, 0, x + 1, 0, 0, x, 1, 0]) });
const wall = (x: number) => createMesh({ positions: new Float64Array([x, -1, -1, x, 1, -1, x, 0, 1]) });

// `restore` emptied the world before it found that positions could not be written: a TypeError, and bodies were gone.
it("a world refuses to restore a mesh that was transferred, and stays as it was", () => {
  const world = createWorld();
  const first = world.add({ kind: "rigid", mesh: triangle(0) });
  const cloth = triangle(0.2);
  const second = world.add({ kind: "deformable", mesh: cloth });
  world.step();
  const snapshot = world.snapshot();
  world.remove(second);
  structuredClone(cloth.positions, { transfer: [cloth.positions.buffer as ArrayBuffer] });
  const third = world.add({ kind: "rigid", mesh: triangle(0.5) });
  const before = world.step().pairs.count;
  expect(before).toBe(1);

  expect(() => world.restore(snapshot)).toThrow(MeshError);
  expect([first, second, third].map((id) => world.has(id))).toEqual([true, false, true]);
  expect(world.step().pairs.count).toBe(before);
});

// For so short a direction both times are Infinity, and the body with the lower number was called the first.
it("a ray of a world whose times overflow finds the nearer body", () => {
  const world = createWorld();
  world.add({ kind: "static", mesh: wall(2) });
  const near = world.add({ kind: "static", mesh: wall(1) });
  for (const length of [1, 2 ** -499, 2 ** -500, 2 ** -501, 2 ** -1000, 2 ** -1030, Number.MIN_VALUE]) {
    const hit = world.castRay([0, 0, 0], [length, 0, 0])!;
    expect(hit).toMatchObject({ body: near, t: 1 / length, point: [1, 0, 0] });
    if (1 / length === Infinity) continue;
    expect(world.castRay([0, 0, 0], [length, 0, 0], { maxT: 1 / length })?.body).toBe(near);
    expect(world.castRay([0, 0, 0], [length, 0, 0], { maxT: (1 - 2 ** -53) / length })).toBeNull();
  }
  expect(world.castRay([0, 0, 0], [1e-310, 0, 0], { maxT: 1 })).toBeNull();
});

// Anything was taken for a range of an articulated body, and had no effect.
it("a world refuses a range of vertices for an articulated body", () => {
  const world = createWorld();
  const id = world.add({
    kind: "articulated",
    body: createArticulatedBody([{ name: "link", mesh: triangle(0) }]),
  });
  for (const range of [{ from: 5, to: 2 }, { from: 0, to: 1 }, { form: 0 }, 7, null])
    expect(() => world.deformed(id, range as never)).toThrow(OptionError);
  world.deformed(id);
});
