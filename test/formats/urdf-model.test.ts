import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../src/errors.ts";
import { readModel, readUrdfModel } from "../../src/formats/index.ts";
import { readModelFile } from "../../src/formats/read-model-file.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { toBinaryStl, utf8 } from "./write-models.ts";

const BOX = '<geometry><box size="1 1 1"/></geometry>';
/** base — (shoulder) — arm — (fixed) — flange, a frame only — (slide) — hand of two boxes, which overlap. */
const ROBOT = `<robot name="r">
  <link name="base"><collision>${BOX}</collision></link>
  <link name="arm"><collision>${BOX}</collision></link>
  <link name="flange"/>
  <link name="hand">
    <collision>${BOX}</collision><collision><origin xyz="0.5 0 0"/>${BOX}</collision>
    <visual><geometry><sphere radius="1"/></geometry></visual>
  </link>
  <joint name="shoulder" type="continuous">
    <parent link="base"/><child link="arm"/><origin xyz="0 0 2"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="mount" type="fixed"><parent link="arm"/><child link="flange"/><origin xyz="3 0 0"/></joint>
  <joint name="slide" type="prismatic">
    <parent link="flange"/><child link="hand"/><axis xyz="1 0 0"/><limit lower="0" upper="9"/>
  </joint>
</robot>`;

describe("readUrdfModel", () => {
  it("makes one part of each link with shapes, posed by the joints", async () => {
    const model = await readUrdfModel(ROBOT, "r.urdf", { joints: { shoulder: Math.PI / 2, slide: 4 } });
    expect(model).toMatchObject({ metresPerUnit: 1, upAxis: "z", warnings: [] });
    expect(model.parts.map(({ name, mesh }) => [name, mesh.triangleCount])).toEqual([
      ["base", 12],
      ["arm", 12],
      ["hand", 24],
    ]);
    const [x, y, z] = model.parts[2].toWorld!.subarray(12, 15);
    expect([x, y, z].map((value) => Math.round(value * 1e12) / 1e12)).toEqual([0, 7, 2]);
  });

  it("has joint values 0 by default, and rejects unknown joints", async () => {
    const { parts } = await readModel(utf8(ROBOT), "r.urdf", { geometry: "visual" });
    expect(parts.map(({ name }) => name)).toEqual(["hand"]);
    expect([...parts[0].toWorld!.subarray(12, 15)]).toEqual([3, 0, 2]);
    await expect(readUrdfModel(ROBOT, "r.urdf", { joints: { elbow: 1 } })).rejects.toThrow(OptionError);
  });

  it("allows pairs of links that a joint connects, across frames, and pairs that the .srdf disables", async () => {
    const adjacent = [
      ["base", "arm"],
      ["arm", "hand"],
    ];
    expect((await readUrdfModel(ROBOT, "r.urdf")).allowedPairs).toEqual(adjacent);
    const pair = (a: string, b: string) => `<disable_collisions link1="${a}" link2="${b}"/>`;
    const srdf = `<robot name="r">${pair("arm", "base")}${pair("base", "hand")}${pair("flange", "base")}${pair("base", "tail")}</robot>`;
    const { allowedPairs, warnings } = await readUrdfModel(ROBOT, "r.urdf", { srdf });
    expect(allowedPairs).toEqual([...adjacent, ["base", "hand"]]);
    expect(warnings).toEqual(['r.urdf, srdf: pair "base", "tail": the robot has no link "tail"']);
  });
});

describe("readModelFile of a robot", () => {
  const folder = mkdtempSync(join(tmpdir(), "abut-urdf-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "my_robot/urdf"), { recursive: true });
  mkdirSync(join(folder, "my_robot/meshes"));
  mkdirSync(join(folder, "other_robot"));
  const stl = toBinaryStl(createBox());
  writeFileSync(join(folder, "my_robot/meshes/a.stl"), stl);
  writeFileSync(join(folder, "other_robot/a.stl"), stl);
  const file = join(folder, "my_robot/urdf/r.urdf");
  const read = (uri: string, options = {}) => {
    const mesh = `<collision><geometry><mesh filename="${uri}"/></geometry></collision>`;
    writeFileSync(file, `<robot name="r"><link name="a">${mesh}</link></robot>`);
    return readModelFile(file, options);
  };

  it.each([
    "../meshes/a.stl",
    "package://my_robot/meshes/a.stl",
    "package://other_robot/a.stl",
    `file://${folder}/other_robot/a.stl`,
  ])("finds %s", async (uri) => {
    const { parts } = await read(uri);
    expect(parts.map(({ name, mesh }) => [name, mesh.triangleCount])).toEqual([["a", 12]]);
  });

  it("finds packages by the tail of the path, with a warning", async () => {
    const { parts, warnings } = await read("package://x_description/robots/my_robot/meshes/a.stl");
    expect(parts).toHaveLength(1);
    expect(warnings.join()).toMatch(
      /package "x_description" was not found; meshes were found by the tails of their paths/,
    );
  });

  it("finds packages where the option says", async () => {
    const { parts } = await read("package://x/meshes/a.stl", { packages: { x: join(folder, "my_robot") } });
    expect(parts.length).toBe(1);
  });

  it("names the link and the missing mesh, or reads the robot without it", async () => {
    await expect(read("package://absent/a.stl")).rejects.toThrow(FormatError);
    await expect(read("package://absent/a.stl")).rejects.toThrow(
      /link "a": mesh "package:\/\/absent\/a\.stl" is missing: package "absent" is not in .*my_robot\/urdf or a folder around it, .*\(--package absent=<folder>\)/,
    );
    await expect(read("http://127.0.0.1/a.stl")).rejects.toThrow("only files on this machine are read");
    const { parts, warnings } = await read("gone.stl", { missingMeshes: "warn" });
    expect(parts).toEqual([]);
    expect(warnings.join()).toMatch(/mesh "gone.stl" is missing: ENOENT/);
  });
});
