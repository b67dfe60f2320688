import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseWaypoints } from "../../../src/cli/scene/read-waypoints.ts";
import { FormatError } from "../../../src/errors.ts";
import { createBox } from "../../../src/mesh/primitives/index.ts";
import { modelsRoot } from "../../formats/models.ts";
import { toBinaryStl } from "../../formats/write-models.ts";
import { abut, createFolder } from "../terminal.ts";

const folder = createFolder();
function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

// An arm of two boxes, 1 m and 0.8 m, that turn about z: the second hangs at the end of the first.
const ARM = write(
  "arm.urdf",
  `<robot name="arm"><link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.45 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="1.1 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
</robot>`,
);
const PATH = write("poses.csv", "# a comment\nshoulder, elbow\n0,0\n1,0\n\n2,0\n");
// A post of 0.1 m at 1 m along the direction of 1.5 radians.
const POST = write(
  "post.stl",
  toBinaryStl(createBox({ size: [0.1, 0.1, 1], center: [0.0707372, 0.997495, 0] })),
);

describe("abut robot", () => {
  it("says that a path is free", async () => {
    const { code, out } = await abut(["robot", ARM, "--path", PATH]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^The path is free\. 3 waypoints, \d+ poses? tried\.\n$/),
    ]);
  });

  it("takes MJCF as well: the first contact is that of the URDF", async () => {
    const mjcf = write(
      "arm.xml",
      `<mujoco model="arm"><compiler angle="radian"/><worldbody>
        <body name="upper"><joint name="shoulder" axis="0 0 1" range="-3 3"/><geom type="box" pos="0.5 0 0" size="0.5 0.05 0.05"/>
          <body name="fore" pos="1.1 0 0"><joint name="elbow" axis="0 0 1" range="-3 3"/><geom type="box" pos="0.45 0 0" size="0.4 0.05 0.05"/></body>
        </body></worldbody></mujoco>`,
    );
    const ask = async (robot: string) => {
      const { code, out } = await abut(["robot", robot, "--path", PATH, "--obstacles", POST, "--json"]);
      return { code, contact: JSON.parse(out).contact };
    };
    const [here, there] = [await ask(mjcf), await ask(ARM)];
    expect(here.code).toBe(1);
    expect(here.contact).toMatchObject({ self: false, segment: 1, lines: [4, 6], a: "arm.xml/upper" });
    expect(there.contact.a).toBe("arm.urdf/upper");
    expect(here.contact.upper).toBeCloseTo(there.contact.upper, 9);
    expect((await abut(["robot", mjcf, "--path", PATH])).code).toBe(0);
  });

  it("finds the first contact with an obstacle between waypoints, and writes the page", async () => {
    const { code, out, err } = await abut(["robot", ARM, "--path", PATH, "--obstacles", POST, "--json"]);
    expect([code, err]).toEqual([1, expect.stringContaining("metres are assumed")]);
    const { format, free, contact, waypoints } = JSON.parse(out);
    expect([format, free, waypoints]).toEqual(["abut-robot", false, 3]);
    expect(contact).toMatchObject({ kind: "contact", self: false, segment: 1, lines: [4, 6] });
    expect(contact.b).toBe("post.stl/post.stl");
    // The arm's edge, 0.05 m from its middle, meets the post's corner: the angle is below 1.5 by about 0.05/1 + 0.07.
    expect(contact.upper).toBeGreaterThan(1.3);
    expect(contact.upper).toBeLessThan(1.45);
    expect(contact.upper - contact.lower).toBeLessThan(0.001);
    expect(contact.joints.shoulder).toBeCloseTo(contact.upper, 12);
    const table = await abut(["robot", ARM, "--path", PATH, "--obstacles", POST]);
    expect(table.out).toMatch(/contact +arm\.urdf\/(upper|fore) +post\.stl +1\.3\d+ +1\.3\d+/);
    expect(table.out).toContain("between lines 4 and 6 of the path");
  });

  it("finds the robot in its own way, unless the .srdf file allows it or --no-self is set", async () => {
    const three = write(
      "three.urdf",
      readFileSync(ARM, "utf8").replace(
        "</robot>",
        `<link name="hand"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.5 0.1 0.1"/></geometry></collision></link>
        <joint name="wrist" type="revolute"><parent link="fore"/><child link="hand"/><origin xyz="0.9 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint></robot>`,
      ),
    );
    const path = write("fold.csv", "elbow;wrist\n0;0\n2.5;2.5\n");
    const { code, out, err } = await abut(["robot", three, "--path", path]);
    expect([code, err]).toEqual([1, expect.stringContaining("no column for shoulder, which stay at rest")]);
    expect(out).toMatch(/contact +upper +hand|contact +hand +upper/);
    const srdf = write(
      "three.srdf",
      '<robot name="r"><disable_collisions link1="upper" link2="hand" reason="Never"/></robot>',
    );
    expect((await abut(["robot", three, "--path", path, "--srdf", srdf])).code).toBe(0);
    expect((await abut(["robot", three, "--path", path, "--no-self", "--obstacles", POST])).code).toBe(0);
  });

  it("says when it could not decide", async () => {
    const { code, out } = await abut(["robot", ARM, "--path", PATH, "--obstacles", POST, "--max-poses", "1"]);
    expect([code, out]).toEqual([3, expect.stringContaining("Not decided")]);
  });

  it.each([
    ["shoulder,elbow\n1\n", /line 2: expected 2 values, one for each joint of line 1, got 1/],
    ["shoulder,elbow\n1,2,3\n", /line 2: expected 2 values.*got 3/],
    ["shoulder,elbow\n0,0\n\n1,x\n", /line 4, column 2 \("elbow"\): "x" is not a finite number/],
    ["shoulder,wing\n0,0\n", /line 1, column 2: the robot has no joint "wing".*\(shoulder, elbow\)/],
    ["elbow,elbow\n0,0\n", /column 2: "elbow" is there twice/],
    ["elbow\n", /no waypoint/],
    ["", /line 1: expected the names of joints/],
  ])("refuses the path %j", async (text, message) => {
    expect(() => parseWaypoints(text, "p.csv", ["shoulder", "elbow"])).toThrow(FormatError);
    expect(() => parseWaypoints(text, "p.csv", ["shoulder", "elbow"])).toThrow(message);
    const { code, err } = await abut(["robot", ARM, "--path", write("bad.csv", text)]);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it("refuses a page that is not HTML, or the robot's own file", async () => {
    expect((await abut(["robot", ARM, "--path", PATH, "-o", "a.pdf"])).err).toContain("is HTML");
    expect((await abut(["robot", PATH, "--path", PATH])).code).toBe(2);
  });

  const root = join(modelsRoot() ?? "", "B_articulated");
  it.skipIf(modelsRoot() === null).each([
    ["panda", "panda/panda.urdf", "panda/panda.srdf"],
    ["ur5", "ur5/ur5_robot.urdf", null],
    ["ur10", "ur10/ur10_robot.urdf", null],
    ["allegro", "allegro/allegro_right_hand.urdf", null],
  ])(
    "finds the meshes of %s by the tails of their paths, and takes it along a path",
    { timeout: 60_000 },
    async (_, file, srdf) => {
      const robot = join(root, file);
      const { readUrdfFile } = await import("../../../src/formats/node.ts");
      const { valueNames, links, warnings } = await readUrdfFile(robot);
      expect(links.some(({ mesh }) => (mesh ?? null) !== null)).toBe(true);
      if (file.includes("panda")) expect(warnings.join()).toContain("found by the tails of their paths");
      const rows = [0, 0.2].map((turn) =>
        valueNames.map((__, i) => (i === 0 ? turn : i === 3 ? -1.5 : 0.01)).join(),
      );
      const path = write("real.csv", `${valueNames.join()}\n${rows.join("\n")}\n`);
      const { code, out } = await abut([
        "robot",
        robot,
        "--path",
        path,
        "--json",
        "--quiet",
        ...(srdf === null ? [] : ["--srdf", join(root, srdf)]),
      ]);
      expect([0, 1]).toContain(code);
      expect(JSON.parse(out).free).toBe(code === 0);
      if (srdf !== null) expect(code).toBe(0);
    },
  );
});
