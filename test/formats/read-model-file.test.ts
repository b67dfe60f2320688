import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../src/errors.ts";
import { type ReadFileOptions, readModelFile } from "../../src/formats/read-model-file.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createGltf } from "./write-gltf.ts";
import { toBinaryStl } from "./write-models.ts";

// Which files a model may name: it may come from a stranger.

const root = mkdtempSync(join(tmpdir(), "abut-within-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const folder of ["model/buffers", "model2", "shared"])
  mkdirSync(join(root, folder), { recursive: true });

const box = createBox();
const gltf = createGltf();
const POSITION = gltf.add(Float32Array.from(box.positions), "VEC3");
gltf.json.meshes = [
  { primitives: [{ attributes: { POSITION }, indices: gltf.add(Uint16Array.from(box.indices!), "SCALAR") }] },
];
gltf.json.nodes = [{ mesh: 0 }];
const buffer = gltf.buffer();
for (const file of ["model/a.bin", "model/buffers/a.bin", "model/..a.bin", "model2/a.bin", "shared/a.bin"])
  writeFileSync(join(root, file), buffer);
symlinkSync(join(root, "shared/a.bin"), join(root, "model/leads-out.bin"));
symlinkSync(join(root, "shared"), join(root, "model/folder-out"));
symlinkSync("buffers/a.bin", join(root, "model/leads-in.bin"));
symlinkSync(join(root, "model"), join(root, "alias"));

async function triangles(uri: string, options: ReadFileOptions = {}, folder = "model"): Promise<number> {
  const file = join(root, "model/m.gltf");
  writeFileSync(file, JSON.stringify({ ...gltf.json, buffers: [{ byteLength: buffer.length, uri }] }));
  const { parts } = await readModelFile(join(root, folder, "m.gltf"), options);
  return parts[0].mesh.triangleCount;
}

describe("a .gltf", () => {
  it.each(["a.bin", "./buffers/a.bin", "buffers/../a.bin", "../model/a.bin", "..a.bin", "leads-in.bin"])(
    "may name %s, which is in its folder",
    async (uri) => {
      expect(await triangles(uri)).toBe(12);
      expect(await triangles(uri, {}, "alias")).toBe(12);
    },
  );

  it.each([
    "../shared/a.bin",
    "../model2/a.bin",
    "%2E%2E/shared/a.bin",
    "..%2Fshared%2Fa.bin",
    encodeURIComponent(join(root, "shared/a.bin")),
    "leads-out.bin",
    "folder-out/a.bin",
  ])("may not name %s, which is outside", async (uri) => {
    const message = `it is not in ${join(root, "model")}, where files may come from; filesWithin (--files-within) names another folder`;
    await expect(triangles(uri)).rejects.toThrow(FormatError);
    await expect(triangles(uri)).rejects.toThrow("m.gltf, buffers[0].uri: cannot read");
    await expect(triangles(uri)).rejects.toThrow(message);
    expect(await triangles(uri, { filesWithin: root })).toBe(12);
    expect(await triangles(uri, { filesWithin: "/" })).toBe(12);
  });

  it.each([
    "/etc/hostname",
    "\\etc\\hostname",
    "file:///etc/hostname",
    "C:/a.bin",
    "https://example.com/a.bin",
  ])("may not name %s, whatever the folder", async (uri) => {
    await expect(triangles(uri, { filesWithin: "/" })).rejects.toThrow("only files beside it are read");
  });

  it("is not read from a pipe, which would block for ever, or from a folder", async () => {
    execFileSync("mkfifo", [join(root, "model/pipe.bin")]);
    for (const uri of ["pipe.bin", "buffers", "."])
      await expect(triangles(uri)).rejects.toThrow("it is not a file");
    await expect(triangles("../../../../../../dev/zero", { filesWithin: "/" })).rejects.toThrow(
      "cannot read",
    );
  });
});

describe("a robot", () => {
  mkdirSync(join(root, "robot/urdf"), { recursive: true });
  mkdirSync(join(root, "robot/meshes"));
  for (const file of ["robot/meshes/a.stl", "shared/a.stl"])
    writeFileSync(join(root, file), toBinaryStl(box));
  symlinkSync("/dev/zero", join(root, "robot/meshes/zero.stl"));
  symlinkSync(join(root, "shared/a.stl"), join(root, "robot/meshes/leads-out.stl"));
  const read = async (uri: string, options: ReadFileOptions = {}) => {
    const file = join(root, "robot/urdf/r.urdf");
    const mesh = `<collision><geometry><mesh filename="${uri}"/></geometry></collision>`;
    writeFileSync(file, `<robot name="r"><link name="a">${mesh}</link></robot>`);
    return (await readModelFile(file, options)).parts[0].mesh.triangleCount;
  };
  const outside = [
    "../../shared/a.stl",
    "package://shared/a.stl",
    `file://${root}/shared/a.stl`,
    "../meshes/leads-out.stl",
  ];

  it.each(["../meshes/a.stl", "package://robot/meshes/a.stl", ...outside])("may name %s", async (uri) => {
    expect(await read(uri)).toBe(12);
  });

  it("is restricted to a folder if the caller says so", async () => {
    const filesWithin = join(root, "robot");
    expect(await read("../meshes/a.stl", { filesWithin })).toBe(12);
    expect(await read("package://robot/meshes/a.stl", { filesWithin })).toBe(12);
    for (const uri of outside)
      await expect(read(uri, { filesWithin })).rejects.toThrow(
        `link "a": mesh "${uri}" is missing: it is not in ${filesWithin}`,
      );
  });

  it("does not cause endless reading from a device", async () => {
    await expect(read("../meshes/zero.stl")).rejects.toThrow(FormatError);
    await expect(read("../meshes/zero.stl")).rejects.toThrow("it is not a file");
  });
});

it("filesWithin must be a folder", async () => {
  for (const filesWithin of [join(root, "absent"), join(root, "shared/a.bin")]) {
    await expect(triangles("a.bin", { filesWithin })).rejects.toThrow(OptionError);
    await expect(triangles("a.bin", { filesWithin })).rejects.toThrow(
      `filesWithin: there is no folder ${filesWithin}`,
    );
  }
});
