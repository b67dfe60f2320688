import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { formatOf, readModel } from "../../src/formats/index.ts";
import { readModelFile } from "../../src/formats/read-model-file.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createGltf } from "./write-gltf.ts";
import { cornersOf, toAsciiStl, toBinaryStl, toObj, toOff, utf8 } from "./write-models.ts";

const box = createBox();

function createBoxGltf() {
  const gltf = createGltf();
  const POSITION = gltf.add(Float32Array.from(box.positions), "VEC3");
  const indices = gltf.add(Uint16Array.from(box.indices!), "SCALAR");
  gltf.json.meshes = [{ primitives: [{ attributes: { POSITION }, indices }] }];
  gltf.json.nodes = [{ mesh: 0 }];
  return gltf;
}

const FILES: [name: string, bytes: Uint8Array][] = [
  ["box.stl", utf8(toAsciiStl(box))],
  ["BOX.STL", toBinaryStl(box)],
  ["box.obj", utf8(toObj(box))],
  ["box.off", utf8(toOff(box))],
  ["box.glb", createBoxGltf().toGlb()],
  ["box.gltf", createBoxGltf().toGltf()],
];

describe("readModel", () => {
  it.each(FILES)("reads %s by its name", async (source, bytes) => {
    const { parts } = await readModel(bytes, source);
    expect(cornersOf(parts[0].mesh)).toEqual(cornersOf(box));
  });

  it.each(FILES.filter(([name]) => name !== "BOX.STL"))("reads %s without its name", async (_, bytes) => {
    const { parts } = await readModel(bytes, "download");
    expect(cornersOf(parts[0].mesh)).toEqual(cornersOf(box));
  });

  it("trusts unmistakable first bytes more than the name", () => {
    expect(formatOf(createBoxGltf().toGlb(), "wrong.stl")).toBe("gltf");
    expect(formatOf(utf8("ply\r\nformat"), "wrong.obj")).toBe("ply");
    expect(formatOf(utf8("solid"), "box.obj")).toBe("obj");
    expect(formatOf(utf8("v 0 0 0"), "a.folder/constructor")).toBe("obj");
  });

  it("rejects a file whose format cannot be recognised", async () => {
    await expect(readModel(utf8("<html>"), "page.html")).rejects.toThrow(
      new FormatError("page.html, byte 0: neither name nor content tells a format that is read"),
    );
  });

  it.each([
    ["part.jt", "JT files are not read; export it as STEP, STL or glTF"],
    ["part.x_t", "Parasolid files are not read; export"],
    ["part.stpz", "packed STEP files are not read; unpack it"],
    ["scene.fbx", "FBX files are not read; export it as glTF (.glb)"],
    ["scene.blend", "Blender files are not read; export it as glTF (.glb)"],
    ["plan.dwg", "DWG files are not read; export"],
    ["scene.x3d", "X3D files are not read; export"],
    ["scene.usdz", "USD files are not read; export"],
    ["robot.xacro", "xacro files are not read; expand it first"],
    ["house.ifcxml", "ifcXML files are not read; export it as plain .ifc"],
  ])("advises what to do with %s", async (source, advice) => {
    await expect(readModel(utf8("v 0 0 0"), source)).rejects.toThrow(FormatError);
    await expect(readModel(utf8("v 0 0 0"), source)).rejects.toThrow(`${source}, byte 0: ${advice}`);
  });

  it("recognises robots, Collada and IFC by their first words", () => {
    expect(formatOf(utf8('<?xml version="1.0"?>\n<!-- by hand -->\n<robot name="r"/>'), "download")).toBe(
      "urdf",
    );
    expect(formatOf(utf8('\ufeff<COLLADA version="1.4.1">'), "download")).toBe("dae");
    expect(formatOf(utf8("ISO-10303-21;\nHEADER;"), "wrong.stl")).toBe("ifc");
    expect(formatOf(utf8("<html>"), "robot.urdf")).toBe("urdf");
  });

  it("rejects a file of comment marks at once (the pattern once tried 2^n ways to match it)", () => {
    expect(formatOf(utf8("# ".repeat(500)), "download")).toBe(null);
    expect(formatOf(utf8("v ".repeat(500)), "download")).toBe("obj");
  });

  it("reports unit and up axis if the format defines them", async () => {
    const known = { metresPerUnit: 1, upAxis: "y" };
    const unknown = { metresPerUnit: null, upAxis: null };
    for (const [source, bytes] of FILES)
      expect(await readModel(bytes, source), source).toMatchObject(/gl/.test(source) ? known : unknown);
  });

  it("passes options on", async () => {
    const { parts } = await readModel(toBinaryStl(box), "box.stl", { weld: false });
    expect(parts[0].mesh.indices).toBe(null);
  });

  it.each(FILES)("does not change the bytes of %s, and shares none with the mesh", async (source, bytes) => {
    const before = Buffer.from(bytes);
    const given = Buffer.from(bytes);
    const { parts } = await readModel(given, source);
    expect(given.equals(before)).toBe(true);
    expect(parts[0].mesh.positions.buffer).not.toBe(given.buffer);
  });
});

describe("readModelFile", () => {
  const folder = mkdtempSync(join(tmpdir(), "abut-formats-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, bytes: Uint8Array | string): string {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  }

  it("reads a file, and names its path in errors", async () => {
    const { parts } = await readModelFile(write("box.stl", toBinaryStl(box)));
    expect(parts.map(({ name, mesh }) => [name, mesh.triangleCount])).toEqual([["box.stl", 12]]);
    const bad = write("bad.off", "OFF\n1");
    await expect(readModelFile(bad)).rejects.toThrow(`${bad}, line 2: expected the number of faces`);
  });

  it("finds the buffers of a glTF beside it, and nowhere else", async () => {
    const gltf = createBoxGltf();
    write("my data.bin", gltf.buffer());
    const json = (uri: string) =>
      JSON.stringify({ ...gltf.json, buffers: [{ byteLength: gltf.buffer().length, uri }] });
    for (const options of [{}, { resolve: undefined }]) {
      const { parts } = await readModelFile(write("box.gltf", json("my%20data.bin")), options);
      expect(cornersOf(parts[0].mesh)).toEqual(cornersOf(box));
    }
    for (const uri of [
      "https://example.com/a.bin",
      "/etc/hostname",
      "file:///etc/hostname",
      "absent.bin",
      "%",
    ])
      await expect(readModelFile(write("bad.gltf", json(uri)))).rejects.toThrow(
        /bad.gltf, buffers\[0\].uri: cannot read/,
      );
  });

  it("rejects a file that does not exist", async () => {
    const path = join(folder, "absent.stl");
    await expect(readModelFile(path)).rejects.toThrow(FormatError);
    await expect(readModelFile(path)).rejects.toThrow(`${path}: cannot read the file: ENOENT`);
  });
});
