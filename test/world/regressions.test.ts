import { describe, expect, it } from "vitest";
import { createArticulatedBody } from "../../src/articulated.ts";
import { MeshError, OptionError } from "../../src/errors.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { createWorld } from "../../src/world/world.ts";

// Faults that a review found in the first version of the world.

const box = () => createBox({ size: [1, 1, 1] });

function at(x: number, y = 0, z = 0): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function shift(positions: Float32Array | Float64Array, by: number): void {
  for (let i = 0; i < positions.length; i += 3) positions[i] += by;
}

describe("a world", () => {
  it("does not mix up the triangles of two links after steps for contacts of fewer links", () => {
    const poses = [
      [...at(0, 0, 0.6), ...at(4, 1, 0.7)],
      [...at(0, 0, 0.6), ...at(4, 1, 9)],
      [...at(9.8, 0, 0.6), ...at(4, 1, 0.7)],
    ];
    const create = () => {
      const world = createWorld();
      world.add({ kind: "static", mesh: createBox({ size: [20, 20, 1] }) });
      const links = ["a", "b"].map((name, i) => ({ name, mesh: box(), parent: i === 0 ? null : "a" }));
      const robot = world.add({ kind: "articulated", body: createArticulatedBody(links), self: false });
      return { world, robot };
    };
    const { world, robot } = create();
    for (const pose of poses.slice(0, 2)) {
      world.setLinkPoses(robot, pose);
      world.step({ find: "contacts" });
    }
    world.setLinkPoses(robot, poses[2]);
    const fresh = create();
    fresh.world.setLinkPoses(fresh.robot, poses[2]);
    expect(world.step({ find: "triangles" }).triangles).toEqual(
      fresh.world.step({ find: "triangles" }).triangles,
    );
  });

  it("sees what moves after a step that threw", () => {
    const world = createWorld();
    world.add({ kind: "rigid", mesh: createTorus() });
    const pole = world.add({ kind: "rigid", mesh: createBox({ size: [0.1, 4, 0.1] }), toWorld: at(1) });
    const sheet = box();
    const cloth = world.add({ kind: "deformable", mesh: sheet, toWorld: at(50) });
    world.add({ kind: "static", mesh: box(), toWorld: at(50.5) });
    expect(world.step().pairs.count).toBe(2);
    world.setPose(pole, at(1, 0.01));
    world.deformed(cloth);
    sheet.positions[0] = Number.NaN;
    expect(() => world.step()).toThrow(MeshError);
    sheet.positions[0] = -0.5;
    world.deformed(cloth);
    world.setPose(pole, at(0));
    expect(world.step().pairs.count).toBe(1);
  });

  it("builds the tree of a mesh anew when it was in no body, and may have changed, meanwhile", () => {
    const world = createWorld();
    const mesh = box();
    world.add({ kind: "static", mesh: box(), toWorld: at(10.3) });
    world.remove(world.add({ kind: "rigid", mesh }));
    const cloth = world.add({ kind: "deformable", mesh });
    shift(mesh.positions, 10);
    world.deformed(cloth);
    world.remove(cloth);
    const again = world.add({ kind: "rigid", mesh });
    expect(world.boundsOf(again)[0]).toBeCloseTo(9.5, 12);
    expect(world.step().pairs.count).toBe(1);
  });

  it("keeps no tree of a mesh that was refused and may have changed since", () => {
    const world = createWorld();
    const mesh = box();
    expect(() => world.add({ kind: "rigid", mesh, toWorld: new Array(16).fill(0).fill(1, 15) })).toThrow(
      /singular/,
    );
    shift(mesh.positions, 10);
    expect(world.boundsOf(world.add({ kind: "rigid", mesh }))[0]).toBeCloseTo(9.5, 12);
  });

  it("sees that arrays of a mesh in use were transferred", () => {
    const world = createWorld();
    const mesh = createTorus();
    world.add({ kind: "rigid", mesh });
    for (const { buffer } of [mesh.indices!, mesh.positions]) {
      structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
      expect(() => world.add({ kind: "rigid", mesh })).toThrow(MeshError);
    }
    expect(world.size).toBe(1);
  });

  it("is told by one id twice that a body, or two of its links, may touch itself", () => {
    const world = createWorld();
    // Two triangles that cross, without a common corner.
    const positions = Float32Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5, 0.5, -1, 0.5, 0.5, 1, 3, 3, 1);
    const cloth = world.add({ kind: "deformable", mesh: createMesh({ positions }) });
    const links = ["a", "b", "c"].map((name, i) => ({ name, mesh: box(), parent: i === 0 ? null : "a" }));
    const body = createArticulatedBody(links);
    const robot = world.add({ kind: "articulated", body, toWorld: at(50) });
    const part = world.add({ kind: "rigid", mesh: box(), toWorld: at(0, 0.5) });
    const rows = () => {
      const { bodies, links: met, count } = world.step().pairs;
      return Array.from({ length: count }, (_, i) => [
        ...bodies.slice(2 * i, 2 * i + 2),
        ...met.slice(2 * i, 2 * i + 2),
      ]);
    };
    const touching = [
      [cloth, cloth, 0, 0],
      [cloth, part, 0, 0],
      [robot, robot, 1, 2],
    ];
    expect(rows()).toEqual(touching);
    world.allow(cloth, cloth);
    expect(rows()).toEqual(touching.slice(1));
    world.allow(robot, robot, { linkA: "c", linkB: "b" });
    expect(rows()).toEqual([touching[1]]);
    world.allow(part, part);
    expect(rows()).toEqual([touching[1]]);
    world.disallow(robot, robot);
    world.disallow(cloth, cloth);
    world.allow(robot, robot);
    expect(rows()).toEqual(touching.slice(0, 2));
    world.disallow(robot, robot);
    expect(rows()).toEqual(touching);
  });

  it("refits all that has moved, though the call that said so has thrown", () => {
    const world = createWorld();
    const mesh = createTorus({ majorSegments: 64, minorSegments: 32 });
    const cloth = world.add({ kind: "deformable", mesh, self: false });
    world.add({ kind: "static", mesh: box(), toWorld: at(6.2) });
    shift(mesh.positions, 5);
    const [x] = mesh.positions;
    mesh.positions[0] = Number.NaN;
    expect(() => world.deformed(cloth)).toThrow(MeshError);
    expect(() => world.snapshot()).toThrow(MeshError);
    mesh.positions[0] = x;
    world.deformed(cloth, { from: 0, to: 1 });
    expect(world.step().pairs.count).toBe(1);
  });

  it("takes a body that was added and moved since the last step for one that stands still", () => {
    const world = createWorld();
    world.add({ kind: "static", mesh: box(), toWorld: at(5) });
    world.step();
    const body = world.add({ kind: "rigid", mesh: box() });
    world.setPose(body, at(10));
    expect(world.step({ continuous: true }).impacts).toEqual([]);
  });

  it("has no impacts of bodies at rest, restored or told to be where they are", () => {
    const world = createWorld();
    world.add({ kind: "static", mesh: box() });
    const body = world.add({ kind: "rigid", mesh: box(), toWorld: at(0.5) });
    world.step();
    const snapshot = world.snapshot();
    expect(world.step({ continuous: true }).impacts).toEqual([]);
    world.restore(snapshot);
    expect(world.step({ continuous: true }).impacts).toEqual([]);
    world.setPose(body, at(0.5));
    expect(world.step({ continuous: true }).impacts).toEqual([]);
  });

  it("forgets a body that was moved and looked at several times before it was removed", () => {
    const world = createWorld();
    for (let i = 0; i < 20; i++) world.add({ kind: "rigid", mesh: box(), toWorld: at(3 * i) });
    world.step();
    for (const x of [100, 200]) {
      world.setPose(5, at(x));
      expect(world.boundsOf(5)[0]).toBe(x - 0.5);
    }
    world.remove(5);
    expect(world.step().pairs.count).toBe(0);
  });

  it("restores its own snapshots only", () => {
    const [world, other] = [createWorld(), createWorld()];
    world.add({ kind: "rigid", mesh: box() });
    for (const bad of [other.snapshot(), { kind: "world-snapshot" }, null])
      expect(() => world.restore(bad as never)).toThrow(OptionError);
    expect(world.size).toBe(1);
  });

  it("refuses a deformable mesh that a link has, and a link with a deformable mesh", () => {
    const mesh = box();
    const body = () => createArticulatedBody([{ name: "a", mesh }]);
    const first = createWorld();
    first.add({ kind: "articulated", body: body() });
    expect(() => first.add({ kind: "deformable", mesh })).toThrow(OptionError);
    const second = createWorld();
    second.add({ kind: "deformable", mesh });
    expect(() => second.add({ kind: "articulated", body: body() })).toThrow(OptionError);
  });
});
