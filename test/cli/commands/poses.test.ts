import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBox } from "../../../src/mesh/primitives/box.ts";
import { readClashReport } from "../../../src/reports/read-clash-report.ts";
import { createGltf } from "../../formats/write-gltf.ts";
import { toBinaryStl } from "../../formats/write-models.ts";
import { abut, createFolder, writeObj } from "../terminal.ts";

// Options that pose a model: joints of a robot, time of an animation.

const folder = createFolder();
const path = (name: string) => join(folder, name);

mkdirSync(path("elsewhere"));
writeFileSync(path("elsewhere/cube.stl"), toBinaryStl(createBox()));
const CUBE = '<collision><geometry><mesh filename="package://shapes/cube.stl"/></geometry></collision>';
/** Cubes 3 apart: base — (first) — arm — (second) — hand; both slide back along x. */
writeFileSync(
  path("robot.urdf"),
  `<robot name="r">${["base", "arm", "hand"].map((name) => `<link name="${name}">${CUBE}</link>`).join("")}
    <joint name="first" type="prismatic">
      <parent link="base"/><child link="arm"/><origin xyz="3 0 0"/><axis xyz="-1 0 0"/><limit lower="0" upper="9"/>
    </joint>
    <joint name="second" type="prismatic">
      <parent link="arm"/><child link="hand"/><origin xyz="3 0 0"/><axis xyz="-1 0 0"/><limit lower="0" upper="9"/>
    </joint>
  </robot>`,
);
const robot = [path("robot.urdf"), "--package", `shapes=${path("elsewhere")}`];

async function clashesOf(words: string[]): Promise<string[]> {
  const { out, err } = await abut(["clash", ...words, "--format", "json"]);
  expect(err).toBe("");
  return readClashReport(out, "report").clashes.map(({ kind, keyA, keyB }) => `${kind} ${keyA} ${keyB}`);
}

describe("robots on the command line", () => {
  it("are posed by --joints; links on either side of a joint may meet", async () => {
    expect(await clashesOf(robot)).toEqual([]);
    expect(await clashesOf([...robot, "--joints", "first=2.5"])).toEqual([]);
    expect(await clashesOf([...robot, "--joints", "first=2.5", "--joints", "second=2.75"])).toEqual([
      "overlapping robot.urdf/base robot.urdf/hand",
    ]);
    const { code, err } = await abut(["clash", ...robot, "--joints", "elbow=1"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^abut: .*"elbow".*\n$/);
  });

  it("have links that may meet by --srdf", async () => {
    const srdf = path("robot.srdf");
    writeFileSync(srdf, '<robot name="r"><disable_collisions link1="hand" link2="base"/></robot>');
    expect(await clashesOf([...robot, "--joints", "first=2.5,second=2.75", "--srdf", srdf])).toEqual([]);
    const { code, err } = await abut(["clash", ...robot, "--srdf", path("absent.srdf")]);
    expect(code).toBe(2);
    expect(err).toContain(`--srdf ${path("absent.srdf")}: cannot read the file`);
  });

  it("find their meshes through --package, whatever the command", async () => {
    const wall = writeObj(path("wall.obj"), { wall: createBox({ center: [7.5, 0, 0] }) });
    const asked: [string[], number][] = [
      [["clash", ...robot], 0],
      [["collide", ...robot, wall], 0],
      [["distance", ...robot, wall, "--clearance", "1m"], 1],
      [["self", ...robot], 0],
      [["inspect", ...robot], 0],
    ];
    for (const [words, code] of asked) expect(await abut([...words, "-q"])).toMatchObject({ code, err: "" });
    const { code, err } = await abut(["inspect", path("robot.urdf")]);
    expect(code).toBe(2);
    expect(err).toContain('package "shapes" is not in ');
    expect((await abut(["inspect", path("robot.urdf"), "--package", "shapes"])).err).toContain(
      "Expected name=folder",
    );
  });

  it("may name only meshes in the folder of --files-within", async () => {
    expect(await clashesOf([...robot, "--files-within", folder])).toEqual([]);
    mkdirSync(path("empty"));
    const { code, err } = await abut(["clash", ...robot, "--files-within", path("empty")]);
    expect(code).toBe(2);
    expect(err).toContain(
      `mesh "package://shapes/cube.stl" is missing: it is not in ${path("empty")}, where files may come from`,
    );
    expect(await abut(["clash", ...robot, "--files-within", path("absent")])).toMatchObject({
      code: 2,
      err: `abut: filesWithin: there is no folder ${path("absent")}\n`,
    });
  });

  it("are required by the options that concern only robots", async () => {
    const boxes = writeObj(path("boxes.obj"), { a: createBox(), b: createBox({ center: [9, 0, 0] }) });
    for (const words of [
      ["--joints", "first=1"],
      ["--package", "shapes=."],
    ])
      expect((await abut(["clash", boxes, ...words])).err).toBe(
        "warning: --joints, --srdf and --package are for robots, and no input is a robot\n",
      );
  });
});

describe("animations on the command line", () => {
  it("pose a model by name or number, at a time", async () => {
    const gltf = createGltf();
    const { positions, indices } = createBox();
    const box = {
      attributes: { POSITION: gltf.add(Float32Array.from(positions), "VEC3") },
      indices: gltf.add(Uint32Array.from(indices!), "SCALAR"),
    };
    gltf.json.meshes = [{ primitives: [box] }];
    gltf.json.nodes = [
      { name: "still", mesh: 0 },
      { name: "moving", mesh: 0, translation: [3, 0, 0] },
    ];
    gltf.json.scenes = [{ nodes: [0, 1] }];
    gltf.json.scene = 0;
    const sampler = {
      input: gltf.add(Float32Array.of(0, 2), "SCALAR"),
      output: gltf.add(Float32Array.of(3, 0, 0, 0.5, 0, 0), "VEC3"),
    };
    gltf.json.animations = [
      { name: "rest", channels: [], samplers: [] },
      {
        name: "close",
        channels: [{ sampler: 0, target: { node: 1, path: "translation" } }],
        samplers: [sampler],
      },
    ];
    const file = path("animated.glb");
    writeFileSync(file, gltf.toGlb());
    const clash = ["overlapping animated.glb/moving animated.glb/still"];
    expect(await clashesOf([file])).toEqual([]);
    expect(await clashesOf([file, "--animation", "close", "--time", "0.5"])).toEqual([]);
    expect(await clashesOf([file, "--animation", "close", "--time", "2"])).toEqual(clash);
    expect(await clashesOf([file, "--animation", "1", "--time", "2"])).toEqual(clash);
    expect(await abut(["clash", file, "--animation", "run"])).toMatchObject({ code: 2 });
  });
});
