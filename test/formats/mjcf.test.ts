import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Euler, Matrix4, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { collideAlongPath, createArticulatedBody, setPose } from "../../src/articulated.ts";
import { FormatError } from "../../src/errors.ts";
import { formatOf, jointValues, type Robot, readMjcf, readMjcfModel } from "../../src/formats/index.ts";
import { readModelFile, readRobotFile } from "../../src/formats/node.ts";
import { boundsOf, buildAabbTree } from "../../src/index.ts";
import { randomCases } from "../random-cases.ts";

const ROBOTS = join(import.meta.dirname, "../../../shared/data/models/B_articulated");
const hasRobots = existsSync(ROBOTS);

const inWorld = (content: string, before = "") =>
  `<mujoco model="m">${before}<worldbody>${content}</worldbody></mujoco>`;
const read = (content: string, before = "", options = {}) =>
  readMjcf(inWorld(content, before), "m.xml", options);

/** The world pose of each link for values by name. */
function poses(robot: Robot, values: Record<string, number> = {}): Map<string, Float64Array> {
  const body = createArticulatedBody(robot.links);
  setPose(body, jointValues(robot, values));
  return new Map(robot.links.map(({ name }, i) => [name, body.linkToWorld.slice(16 * i, 16 * i + 16)]));
}
const placeOf = (pose: Float64Array) => [...pose.slice(12, 15)];
const boxOf = (robot: Robot, link: string) => [
  ...boundsOf(buildAabbTree(robot.links.find(({ name }) => name === link)!.mesh!)),
];
function expectNear(actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 12): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i], digits);
}

describe("readMjcf, bodies and joints:", () => {
  it("makes bodies links of a world, with their joints", async () => {
    const robot = await read(
      `<body name="arm" pos="1 2 3"><joint name="turn" range="-90 90"/><geom size=".1"/>
         <body name="hand" pos="0 0 1"><joint name="out" type="slide" axis="1 0 0" range="0 2"/><geom size=".1"/></body>
       </body>`,
    );
    expect(robot.name).toBe("m");
    expect(robot.links.map(({ name, parent }) => [name, parent])).toEqual([
      ["world", undefined],
      ["arm", "world"],
      ["hand", "arm"],
    ]);
    expect(robot.valueNames).toEqual(["turn", "out"]);
    expect(robot.links[1].joint!.limits).toEqual([-Math.PI / 2, Math.PI / 2]);
    expect(robot.links[2].joint!.limits).toEqual([0, 2]);
    expectNear(placeOf(poses(robot, { turn: Math.PI / 2, out: 2 }).get("hand")!), [1, 4, 4]);
  });

  it("turns about a joint's position, and back to the body's origin", async () => {
    const robot = await read(
      `<body name="door" pos="5 0 0"><joint name="hinge" pos="1 0 0" axis="0 0 1"/><geom size=".1"/></body>`,
    );
    const at = poses(robot, { hinge: Math.PI });
    expectNear(placeOf(at.get("door")!), [7, 0, 0]);
  });

  it("lets several joints of a body act in their order", async () => {
    const robot = await read(
      `<body name="b"><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/>
       <joint name="r" axis="0 0 1"/><geom size="1"/></body>`,
    );
    expect(robot.links.map(({ name }) => name)).toEqual(["world", "b.x", "b.y", "b"]);
    const pose = poses(robot, { x: 1, y: 2, r: Math.PI / 2 }).get("b")!;
    expectNear(pose, [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 0, 1]);
  });

  it("takes a reference value for the pose of the file", async () => {
    const robot = await read(
      `<body name="b"><joint name="j" type="slide" ref="3"/><geom size="1"/></body>
       <body name="c"><joint name="k" ref="90"/><geom size="1"/></body>`,
    );
    const there = poses(robot, { j: 3, k: Math.PI / 2 });
    expectNear(placeOf(there.get("b")!), [0, 0, 0]);
    expectNear(there.get("c")!, new Matrix4().elements);
    expectNear(placeOf(poses(robot).get("b")!), [0, 0, -3]);
  });

  it("names the values of ball and free joints, and joints without a name after their body", async () => {
    const robot = await read(
      `<body name="a" pos="1 0 0"><freejoint/><geom size="1"/><body name="b"><joint type="ball"/></body></body>`,
    );
    const turned = ["qw", "qx", "qy", "qz"];
    expect(robot.valueNames).toEqual([
      ...["x", "y", "z", ...turned].map((part) => `a.${part}`),
      ...turned.map((part) => `b.${part}`),
    ]);
    expectNear(placeOf(poses(robot, { "a.y": 2 }).get("a")!), [1, 2, 0]);
  });

  it("keeps no limits where the file has none, or says so", async () => {
    const limitsOf = async (attributes: string, before = "") =>
      (await read(`<body name="b"><joint name="j" type="slide" ${attributes}/></body>`, before)).links[1]
        .joint!.limits;
    expect(await limitsOf("")).toBeUndefined();
    expect(await limitsOf('range="0 1" limited="false"')).toBeUndefined();
    expect(await limitsOf('range="0 1"', '<compiler autolimits="false"/>')).toBeUndefined();
    expect(await limitsOf('range="0 1" limited="true"', '<compiler autolimits="false"/>')).toEqual([0, 1]);
  });

  it("places chains of bodies as three.js does (seed 5)", async () => {
    const number = fc.double({ min: -3, max: 3, noNaN: true });
    const vector = fc.tuple(number, number, number);
    const axis = vector.filter((v) => Math.hypot(...v) > 0.1);
    const orientation = fc.oneof(
      fc.constant(null),
      fc.record({ name: fc.constant("euler"), numbers: vector }),
      fc.record({ name: fc.constant("axisangle"), numbers: fc.tuple(axis, number).map((all) => all.flat()) }),
      fc.record({
        name: fc.constant("quat"),
        numbers: fc.tuple(number, axis).map((all) => all.flat()),
      }),
    );
    const joint = fc.record({ type: fc.constantFrom("hinge", "slide"), axis, pos: vector, value: number });
    const bodies = fc.array(
      fc.record({ pos: vector, orientation, joints: fc.array(joint, { maxLength: 3 }) }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (chain) => {
        const values: Record<string, number> = {};
        const world = new Matrix4();
        let text = "";
        const expected: number[][] = [];
        chain.forEach(({ pos, orientation: turn, joints }, i) => {
          text += `<body name="b${i}" pos="${pos.join(" ")}" ${turn === null ? "" : `${turn.name}="${turn.numbers.join(" ")}"`}>`;
          world.multiply(new Matrix4().compose(new Vector3(...pos), turnOf(turn), new Vector3(1, 1, 1)));
          joints.forEach((each, k) => {
            const name = `j${i}_${k}`;
            values[name] = each.value;
            text += `<joint name="${name}" type="${each.type}" axis="${each.axis.join(" ")}" pos="${each.pos.join(" ")}"/>`;
            const unit = new Vector3(...each.axis).normalize();
            if (each.type === "slide") {
              const { x, y, z } = unit.multiplyScalar(each.value);
              world.multiply(new Matrix4().makeTranslation(x, y, z));
            } else {
              world.multiply(new Matrix4().makeTranslation(...each.pos));
              world.multiply(new Matrix4().makeRotationAxis(unit, each.value));
              world.multiply(new Matrix4().makeTranslation(-each.pos[0], -each.pos[1], -each.pos[2]));
            }
          });
          expected.push([...world.elements]);
        });
        text += `<geom type="box" size="1 1 1"/>${"</body>".repeat(chain.length)}`;
        const found = poses(await read(text, '<compiler angle="radian"/>'), values);
        chain.forEach((_, i) => {
          expectNear(found.get(`b${i}`)!, expected[i], 9);
        });
      }),
      { seed: 5, numRuns: randomCases(25) },
    );
  });
});

function turnOf(turn: { name: string; numbers: number[] } | null): Quaternion {
  if (turn === null) return new Quaternion();
  const [a, b, c, d] = turn.numbers;
  if (turn.name === "euler") return new Quaternion().setFromEuler(new Euler(a, b, c, "XYZ"));
  if (turn.name === "quat") return new Quaternion(b, c, d, a).normalize();
  return new Quaternion().setFromAxisAngle(new Vector3(a, b, c).normalize(), d);
}

describe("readMjcf, orientations:", () => {
  const columnsOf = async (attribute: string, compiler = "") => {
    const robot = await read(
      `<body name="b" ${attribute}><geom size="1"/></body>`,
      `<compiler ${compiler}/>`,
    );
    return poses(robot).get("b")!;
  };

  it("reads angles in degrees unless the file says radian", async () => {
    const quarter = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expectNear(await columnsOf('euler="0 0 90"'), quarter);
    expectNear(await columnsOf(`euler="0 0 ${Math.PI / 2}"`, 'angle="radian"'), quarter);
    expectNear(await columnsOf('axisangle="0 0 5 90"'), quarter);
    expectNear(await columnsOf('xyaxes="0 2 0 -1 1 0"'), quarter);
    expectNear(await columnsOf('quat="1 0 0 1"'), quarter);
  });

  it("turns about fixed axes where letters of eulerseq are capital", async () => {
    const fixed = await columnsOf('euler="10 20 30"', 'eulerseq="XYZ"');
    const moving = await columnsOf('euler="30 20 10"', 'eulerseq="zyx"');
    expectNear(fixed, moving);
    expectNear(
      moving,
      new Matrix4().makeRotationFromEuler(new Euler(Math.PI / 18, Math.PI / 9, Math.PI / 6, "ZYX")).elements,
    );
  });

  it("takes z to the given axis by the least rotation", async () => {
    expectNear((await columnsOf('zaxis="1 0 0"')).slice(8, 11), [1, 0, 0]);
    expectNear((await columnsOf('zaxis="0 0 -2"')).slice(8, 11), [0, 0, -1]);
  });
});

describe("readMjcf, geoms:", () => {
  it("reads sizes as radii and half lengths", async () => {
    const shapes = {
      'type="box" size="1 2 3"': [1, 2, 3],
      'type="ellipsoid" size="1 2 3"': [1, 2, 3],
      'size="2"': [2, 2, 2],
      'type="capsule" size="1 2"': [1, 1, 3],
      'type="cylinder" size="1 2"': [1, 1, 2],
    };
    for (const [attributes, half] of Object.entries(shapes)) {
      const robot = await read(`<body name="b"><geom ${attributes}/></body>`);
      const box = boxOf(robot, "b");
      expect(
        box
          .slice(3)
          .map((value, i) => value - half[i])
          .every((gap) => gap <= 1e-6 && gap > -0.03),
      ).toBe(true);
      expect(
        box
          .slice(0, 3)
          .map((value, i) => -value - half[i])
          .every((gap) => gap <= 1e-6 && gap > -0.03),
      ).toBe(true);
    }
  });

  it("places a capsule between two points", async () => {
    const robot = await read(`<body name="b"><geom type="capsule" fromto="0 0 0 4 0 0" size="1"/></body>`);
    expectNear(boxOf(robot, "b"), [-1, -1, -1, 5, 1, 1], 2);
    const box = await read(`<body name="b"><geom type="box" fromto="0 0 0 0 4 0" size="1"/></body>`);
    expectNear(boxOf(box, "b"), [-1, 0, -1, 1, 4, 1], 6);
  });

  it("applies frames within a body, and their classes", async () => {
    const robot = await read(
      `<body name="b"><frame pos="1 0 0" euler="0 0 90" childclass="flat"><geom pos="2 0 0"/></frame></body>`,
      `<default><default class="flat"><geom type="box" size="1 1 .5"/></default></default>`,
    );
    expectNear(boxOf(robot, "b"), [0, 1, -0.5, 2, 3, 0.5], 6);
  });

  it("tells shapes that collide from those that are shown", async () => {
    const content = `<body name="b"><geom size="1" contype="0" conaffinity="0"/><geom size="2" group="3"/></body>`;
    expectNear(boxOf(await read(content), "b").slice(3), [2, 2, 2], 6);
    expectNear(boxOf(await read(content, "", { geometry: "visual" }), "b").slice(3), [1, 1, 1], 6);
  });

  it("takes attributes from classes, the innermost first", async () => {
    const before = `<default><geom size="3"/><default class="outer"><geom type="box" size="1 1 1"/>
      <default class="inner"><geom size="2 2 2"/></default></default></default>`;
    const robot = await read(
      `<body name="a" childclass="inner"><geom/><body name="b"><geom class="outer"/></body></body><body name="c"><geom/></body>`,
      before,
    );
    expectNear(boxOf(robot, "a").slice(3), [2, 2, 2]);
    expectNear(boxOf(robot, "b").slice(3), [1, 1, 1]);
    expectNear(boxOf(robot, "c").slice(3), [3, 3, 3], 6);
  });

  it("finds meshes in meshdir, scaled, once per file", async () => {
    const asked: string[] = [];
    const stl = `solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n`;
    const robot = await read(
      `<body name="a"><geom type="mesh" mesh="part"/></body><body name="b"><geom type="mesh" mesh="twice"/></body>`,
      `<compiler meshdir="assets/"/><asset><mesh file="part.stl"/><mesh name="twice" file="part.stl" scale="2 2 2"/></asset>`,
      {
        resolve: (uri: string) => {
          asked.push(uri);
          return Promise.resolve(new TextEncoder().encode(stl));
        },
      },
    );
    expect(asked).toEqual(["assets/part.stl"]);
    expect(boxOf(robot, "b").slice(3)).toEqual([2, 2, 0]);
  });

  it("leaves out planes, with a warning", async () => {
    const robot = await read(`<geom type="plane" size="0 0 1"/><body name="b"><geom size="1"/></body>`);
    expect(robot.warnings).toEqual(['m.xml, body "world": a plane has no end, and is left out']);
  });
});

describe("links of an MJCF file that may meet", () => {
  it("are those that a joint connects and those that are excluded", async () => {
    const robot = await read(
      `<geom size="1"/><body name="a"><geom size="1"/><body name="b"><joint/><geom size="1"/>
         <body name="c"><joint/><geom size="1"/></body></body></body><body name="ball"><freejoint/><geom size="1"/></body>`,
      `<contact><exclude body1="a" body2="c"/><exclude body1="a" body2="b"/><exclude body1="a" body2="ghost"/></contact>`,
    );
    expect(robot.allowedPairs).toEqual([
      ["world", "a"],
      ["a", "b"],
      ["b", "c"],
      ["a", "c"],
    ]);
    expect(robot.warnings).toEqual(['m.xml: <exclude> of "a" and "ghost": there is no body "ghost"']);
    expect(
      (await readMjcfModel(inWorld(`<body name="a"><geom size="1"/></body>`), "m.xml")).allowedPairs,
    ).toEqual([]);
  });
});

describe("MJCF files", () => {
  it("are recognised by <mujoco>, after comments of any length", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(formatOf(bytes("<mujoco/>"), "m.xml")).toBe("mjcf");
    expect(formatOf(bytes(`<?xml version="1.0"?><!-- ${"> ".repeat(3000)} --><mujoco>`), "m.xml")).toBe(
      "mjcf",
    );
    expect(formatOf(bytes("<mujoco/>"), "m.mjcf")).toBe("mjcf");
    expect(formatOf(bytes("<robot name='r'/>"), "m.xml")).toBe("urdf");
    expect(formatOf(bytes("<mujocoinclude/>"), "m.xml")).toBeNull();
    expect(formatOf(bytes("<!-- no end"), "m.xml")).toBeNull();
  });

  it("include others, once each", async () => {
    const files: Record<string, string> = {
      "parts.xml": `<mujocoinclude><compiler angle="radian"/><include file="arm.xml"/></mujocoinclude>`,
      "arm.xml": `<mujoco><worldbody><body name="arm"><geom size="1"/></body></worldbody></mujoco>`,
    };
    const resolve = (uri: string) => Promise.resolve(new TextEncoder().encode(files[uri]));
    const main = (more = "") => `<mujoco><include file="parts.xml"/>${more}</mujoco>`;
    const robot = await readMjcf(main(), "m.xml", { resolve });
    expect(robot.links.map(({ name }) => name)).toEqual(["world", "arm"]);
    await expect(readMjcf(main('<include file="arm.xml"/>'), "m.xml", { resolve })).rejects.toThrow(
      'm.xml: "arm.xml" is included twice',
    );
    await expect(readMjcf(main(), "m.xml")).rejects.toThrow(
      'include "parts.xml" is missing: no resolve option',
    );
  });
});

describe("an MJCF file is refused", () => {
  const body = (content: string) => inWorld(`<body name="b">${content}</body>`);
  it.each([
    ["another root", "<robot/>", "expected <mujoco>, got <robot>"],
    ["no world", "<mujoco/>", "has no <worldbody>"],
    ["a heightfield", body('<geom type="hfield"/>'), 'type "hfield" is not read'],
    ["an unknown shape", body('<geom type="toString"/>'), 'type "toString" is not read'],
    ["no size", body("<geom/>"), "<geom> has no size"],
    ["too few sizes", body('<geom type="box" size="1 1"/>'), "needs 3 to 3 numbers, got 2"],
    ["a flat box", body('<geom type="box" size="1 0 1"/>'), "size 1 0 1 of its <geom> is not above 0"],
    ["a size that is no number", body('<geom size="NaN"/>'), '"NaN", not a finite number'],
    ["an unknown mesh", body('<geom type="mesh" mesh="m"/>'), 'there is no mesh "m"'],
    ["a fitted shape", body('<geom type="box" mesh="m"/>'), 'fitted to mesh "m" is not read'],
    ["an unknown class", body('<geom class="c"/>'), 'there is no default class "c"'],
    ["an unknown childclass", inWorld('<body name="b" childclass="c"/>'), 'there is no default class "c"'],
    [
      "a zero quaternion",
      inWorld('<body name="b" quat="0 0 0 0"/>'),
      "quat 0 0 0 0 of <body> has no direction",
    ],
    ["parallel axes", inWorld('<body name="b" xyaxes="1 0 0 2 0 0"/>'), "has no direction"],
    ["two orientations", inWorld('<body name="b" euler="0 0 0" zaxis="0 0 1"/>'), "has both zaxis and euler"],
    ["a place out of range", inWorld('<body name="b" pos="1e200 0 0"/>'), "is not within ±2^100"],
    ["two bodies of a name", inWorld('<body name="b"/><body name="b"/>'), 'a second body "b"'],
    ["a body named world", inWorld('<body name="world"/>'), 'a second body "world"'],
    ["two joints of a name", body('<joint name="j"/><joint name="j"/>'), 'a second joint "j"'],
    ["an unknown joint", body('<joint type="universal"/>'), 'unknown type "universal"'],
    ["an axis without direction", body('<joint axis="0 0 0"/>'), "axis 0 0 0 has no direction"],
    ["a reversed range", body('<joint range="1 -1"/>'), "range 1 -1 is reversed"],
    [
      "a free joint inside",
      body("<body name='c'><freejoint/></body>"),
      "which only bodies of <worldbody> may have",
    ],
    ["a free joint and another", body("<freejoint/><joint/>"), "has a free joint and another one"],
    ["copies", body("<replicate/>"), "<replicate> is not read"],
    ["soft bodies", body("<flexcomp/>"), "<flexcomp> is not read"],
    [
      "global coordinates",
      inWorld("").replace("<worldbody>", '<compiler coordinate="global"/><worldbody>'),
      "coordinate",
    ],
    [
      "a wrong eulerseq",
      inWorld("").replace("<worldbody>", '<compiler eulerseq="xyw"/><worldbody>'),
      "eulerseq",
    ],
    ["an outer class", '<mujoco><default class="a"/><worldbody/></mujoco>', 'the outermost <default> is "a"'],
    [
      "two classes of a name",
      '<mujoco><default><default class="a"/><default class="a"/></default><worldbody/></mujoco>',
      'a second default class "a"',
    ],
    [
      "a mesh of vertices",
      '<mujoco><asset><mesh name="m" vertex="0 0 0"/></asset><worldbody/></mujoco>',
      "its vertex is not read",
    ],
  ])("with %s", async (_, document, message) => {
    await expect(readMjcf(document, "m.xml")).rejects.toThrow(FormatError);
    await expect(readMjcf(document, "m.xml")).rejects.toThrow(message);
  });

  it("where it asks for more than the limits allow; damaged text causes no other error (seed 3)", async () => {
    const deep = "<body>".repeat(3000) + "</body>".repeat(3000);
    await expect(readMjcf(inWorld(deep), "m.xml")).rejects.toThrow(FormatError);
    await expect(
      readMjcf(inWorld('<body><geom size="1"/></body>'.repeat(20)), "m.xml", { limits: { parts: 30 } }),
    ).rejects.toThrow("limits.parts");
    const good = inWorld(
      `<body name="b" pos="0 0 1" quat="1 0 0 1"><joint name="j" range="0 1"/><geom type="capsule" size="1 2"/></body>`,
      `<compiler angle="radian"/><default><geom size="1"/></default>`,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.string({ maxLength: 3 }),
        fc.nat(4),
        async (at, text, cut) => {
          const damaged = good.slice(0, at) + text + good.slice(at + cut);
          await readMjcf(damaged, "m.xml").catch((error) => {
            expect(error).toBeInstanceOf(FormatError);
          });
        },
      ),
      { seed: 3, numRuns: randomCases(75) },
    );
  });
});

describe.skipIf(!hasRobots)("robots (needs ../shared/data)", () => {
  it("reads the arm, whose last link begins 1.261 m up, and finds where it meets itself", async () => {
    const robot = await readRobotFile(join(ROBOTS, "kuka_iiwa_14/iiwa14.xml"));
    expect(robot.warnings).toEqual([]);
    expect(robot.valueNames).toEqual([1, 2, 3, 4, 5, 6, 7].map((i) => `joint${i}`));
    expect(robot.links.map(({ name }) => name).slice(0, 3)).toEqual(["world", "base", "link1"]);
    expect(robot.links[3].joint!.limits).toEqual([-2.0944, 2.0944]);
    expectNear(placeOf(poses(robot).get("link7")!), [0, 0, 1.261], 6);
    // Joint 2 by 90 degrees lays the arm down along x.
    expectNear(placeOf(poses(robot, { joint2: Math.PI / 2 }).get("link7")!), [1.261 - 0.36, 0, 0.36], 6);
    expect(robot.links.find(({ name }) => name === "base")!.mesh!.triangleCount).toBe(4 * 1280);
    expect(robot.allowedPairs).toContainEqual(["link4", "link7"]);
    const body = createArticulatedBody(robot.links);
    const folded = jointValues(robot, { joint2: 2.09, joint4: -2.09, joint6: 2.09 });
    const contact = collideAlongPath(body, [jointValues(robot, {}), folded], null, {
      self: true,
      maxPoses: 1e4,
    });
    expect(contact?.kind).toBe("contact");
  });

  it("reads its scene by inclusion, without the floor", async () => {
    const model = await readModelFile(join(ROBOTS, "kuka_iiwa_14/scene.xml"));
    expect(model.parts.map(({ name }) => name)).toEqual([
      "base",
      ...[1, 2, 3, 4, 5, 6, 7].map((i) => `link${i}`),
    ]);
    expect(model.warnings).toHaveLength(1);
    expect(model).toMatchObject({ metresPerUnit: 1, upAxis: "z" });
  });

  it("reads the hand with scaled meshes and nested classes", async () => {
    const robot = await readRobotFile(join(ROBOTS, "shadow_hand/right_hand.xml"));
    expect(robot.valueNames).toHaveLength(24);
    expect(robot.valueNames.slice(0, 3)).toEqual(["rh_WRJ2", "rh_WRJ1", "rh_FFJ4"]);
    const byName = new Map(robot.links.map((link) => [link.name, link]));
    expect(byName.get("rh_thbase")!.joint).toMatchObject({ axis: [0, 0, -1], limits: [-1.0472, 1.0472] });
    expect(byName.get("rh_lfmetacarpal")!.joint!.axis).toEqual([0.573576, 0, 0.819152]);
    // The file is in millimetres, and its class scales it: a fingertip is some 3 cm long.
    const [, , low, , , high] = boxOf(robot, "rh_ffdistal");
    expect(high - low).toBeGreaterThan(0.02);
    expect(high - low).toBeLessThan(0.04);
    // Stretched out along x: the forearm's frame is turned by 90 degrees about y.
    const tip = placeOf(poses(robot).get("rh_mfdistal")!);
    expectNear(tip, [0.21301 + 0.034 + 0.099 + 0.045 + 0.025, -0.011, 0.01], 6);
  });

  it("shows the visual shapes instead", async () => {
    const robot = await readRobotFile(join(ROBOTS, "kuka_iiwa_14/iiwa14.xml"), { geometry: "visual" });
    const base = boxOf(robot, "base");
    expect(base[5] - base[2]).toBeGreaterThan(0.15);
    expect(robot.links.find(({ name }) => name === "link7")!.mesh!.triangleCount).not.toBe(1280);
  });
});
