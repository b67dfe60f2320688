import { describe, expect, it } from "vitest";
import { createArticulatedBody } from "../../src/articulated.ts";
import { MeshError, OptionError, PoseError } from "../../src/errors.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { createWorld, type World } from "../../src/world/world.ts";
import { chain } from "../articulated/bodies.ts";

const mesh = createBox({ size: [1, 1, 1] });
const tree = buildAabbTree(mesh);

function moved(x: number): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
}

/** Two boxes that meet, a robot, a cloth. */
function createScene() {
  const world = createWorld();
  const box = world.add({ kind: "rigid", tree });
  const other = world.add({ kind: "rigid", mesh, toWorld: moved(0.5) });
  const body = createArticulatedBody(chain(3));
  const robot = world.add({ kind: "articulated", body, toWorld: moved(20), self: false });
  const sheet = createMesh({ positions: Float32Array.of(40, 0, 0, 41, 0, 0, 40, 1, 0) });
  const cloth = world.add({ kind: "deformable", mesh: sheet });
  return { world, box, other, body, robot, sheet, cloth };
}

function rowsOf(world: World): number[] {
  return [...world.step().pairs.bodies];
}

describe("bad input to a world", () => {
  it("is refused by the named error, and the world answers as before", () => {
    const { world, box, other, robot, body, sheet, cloth } = createScene();
    expect(rowsOf(world)).toEqual([0, 1]);
    const nan = moved(Number.NaN);
    const bad: [() => unknown, typeof OptionError | typeof PoseError | typeof MeshError, RegExp][] = [
      [() => world.setPose(99, moved(1)), OptionError, /^setPose: 99 is not the id of a body$/],
      [() => world.setPose("0" as never, moved(1)), OptionError, /is not the id of a body/],
      [() => world.setPose(box, nan), PoseError, /^toWorld\[12\]: NaN/],
      [() => world.setPose(box, new Array(16).fill(0).fill(1, 15)), PoseError, /singular/],
      [() => world.setPoses([box, other], [...moved(5), ...nan]), PoseError, /^matrices of body 1\[12\]/],
      [() => world.setPoses([box, 77], [...moved(5), ...moved(5)]), OptionError, /^setPoses: 77/],
      [() => world.setPoses([box], moved(5).slice(1)), OptionError, /16 numbers for each id/],
      [() => world.setJoints(box, [1]), OptionError, /body 0 is rigid and has no joints/],
      [() => world.setJoints(robot, [1, 2]), OptionError, /the joints take 12 numbers, got 2/],
      [() => world.setLinkPoses(robot, [1, 2]), OptionError, /expected 48 numbers/],
      [() => world.deformed(box), OptionError, /body 0 is rigid, not deformable/],
      [() => world.allow(box, robot, { linkB: "no such" }), OptionError, /body 2 has no link no such/],
      [() => world.allow(box, robot, { linkA: 0 }), OptionError, /body 0 is rigid and has no links/],
      [() => world.setGroups(box, 0.5, 1), OptionError, /^groups/],
      [
        () => world.step({ find: "everything" as never }),
        OptionError,
        /^find: everything is not one of pairs/,
      ],
      [() => world.step({ near: -1 }), OptionError, /^near/],
      [() => world.step({ neer: 1 } as never), OptionError, /did you mean near\?/],
      [() => world.add({ kind: "gas" } as never), OptionError, /kind: gas is not one of static, rigid/],
      [() => world.add({ kind: "rigid" }), OptionError, /needs a tree or a mesh, got neither/],
      [() => world.add({ kind: "rigid", mesh, tree }), OptionError, /got both/],
      [() => world.add({ kind: "rigid", mesh, toWorld: nan }), PoseError, /^toWorld\[12\]/],
      [
        () => world.add({ kind: "rigid", mesh, tolerance: 1 } as never),
        OptionError,
        /not an option of a rigid body/,
      ],
      [() => world.add({ kind: "deformable", mesh: sheet }), OptionError, /is shared with another body/],
      [() => world.add({ kind: "static", mesh: sheet }), OptionError, /is shared with another body/],
      [() => world.add({ kind: "articulated", body }), OptionError, /is shared with another body/],
      [() => world.castRay([0, 0, 0], [0, 0, 0]), OptionError, /has no length/],
      [() => world.distance(box, 99), OptionError, /99/],
      [() => world.restore({} as never), OptionError, /expected a snapshot of this world/],
    ];
    for (const [call, kind, message] of bad) {
      expect(call).toThrow(kind);
      expect(call).toThrow(message);
      expect(rowsOf(world)).toEqual([0, 1]);
    }
    expect(world.size).toBe(4);
    expect(world.has(cloth)).toBe(true);
  });

  it("names removed bodies, whose ids are not given again", () => {
    const { world, other } = createScene();
    world.remove(other);
    expect(() => world.remove(other)).toThrow("remove: body 1 was removed");
    expect(world.add({ kind: "rigid", mesh })).toBe(4);
    expect(rowsOf(world)).toEqual([0, 4]);
  });

  it("sees what changes after a step that threw, and moves nothing of a call of which a part is wrong", () => {
    const world = createWorld();
    const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, 0, 0, 1];
    const [a, b] = [world.add({ kind: "rigid", mesh }), world.add({ kind: "rigid", mesh, toWorld: far })];
    const { robot, body, world: other } = createScene();
    expect(rowsOf(world)).toEqual([a, b]);
    // A tree whose arrays were transferred is found out by the query, in the middle of a step.
    const broken = buildAabbTree(createMesh({ positions: Float32Array.of(0, 0, 0, 0.5, 0, 0, 0, 0.5, 0) }));
    const bad = world.add({ kind: "rigid", tree: broken });
    structuredClone(broken.mesh.positions.buffer, {
      transfer: [broken.mesh.positions.buffer as ArrayBuffer],
    });
    expect(() => world.step()).toThrow(MeshError);
    world.setPose(b, moved(50));
    world.remove(bad);
    expect(rowsOf(world)).toEqual([]);
    // The robot's links would end up too far away, whatever else the call moves.
    const before = body.linkToWorld.slice();
    const huge = moved(0)
      .map((x) => (x === 0 || x === 1 ? x : x))
      .fill(2 ** 99.9, 12, 13);
    huge[0] = huge[5] = huge[10] = 2 ** 99;
    expect(() => other.setPoses([0, robot], [...moved(9), ...huge])).toThrow(PoseError);
    expect(body.linkToWorld).toEqual(before);
    expect(rowsOf(other)).toEqual([0, 1]);
  });

  it("lets no step read positions that became non-finite until they are mended", () => {
    const { world, sheet, cloth } = createScene();
    world.step();
    sheet.positions[4] = Number.NaN;
    expect(() => world.deformed(cloth)).toThrow(MeshError);
    expect(() => world.step()).toThrow(/^body 3: positions\[4\]/);
    expect(() => world.castRay([0, 0, 0], [0, 0, 1])).toThrow(MeshError);
    sheet.positions[4] = 0;
    world.deformed(cloth);
    expect(rowsOf(world)).toEqual([0, 1]);
  });
});
