import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../src/errors.ts";
import { readRobotFile } from "../../src/formats/read-model-file.ts";
import { jointValues } from "../../src/formats/urdf/read.ts";

// `abut robot model.glb` said "line 1: char 'g' is not expected", and a wrong joint name was refused without the names there are.
describe("what is refused as a robot", () => {
  const folder = mkdtempSync(join(tmpdir(), "abut-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it.each([
    ["model.glb", "glTF binary", "got gltf"],
    ["model.stl", "solid a\nendsolid a\n", "got stl"],
  ])("is named with its format: %s", async (name, text, message) => {
    const read = readRobotFile(write(name, text));
    await expect(read).rejects.toThrow(FormatError);
    await expect(read).rejects.toThrow(`expected a robot, URDF or MJCF, ${message}`);
  });

  it("is a joint that the robot does not have, with those that it has", async () => {
    const joint = '<joint name="elbow" type="continuous"><parent link="a"/><child link="b"/></joint>';
    const path = write("arm.urdf", `<robot name="r"><link name="a"/><link name="b"/>${joint}</robot>`);
    const robot = await readRobotFile(path);
    expect(() => jointValues(robot, { elbw: 1 })).toThrow(OptionError);
    expect(() => jointValues(robot, { elbw: 1 })).toThrow('no joint "elbw" with a value of its own (elbow)');
  });
});
