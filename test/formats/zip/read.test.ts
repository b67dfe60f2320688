import fc from "fast-check";
import { strToU8, type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/errors.ts";
import { formatOf, readModel } from "../../../src/formats/index.ts";
import { createBox } from "../../../src/mesh/primitives/index.ts";
import { randomCases } from "../../random-cases.ts";
import { meshObject, modelXml, pack3mf } from "../3mf/write-3mf.ts";
import { element, ifcFile } from "../ifc/write-ifc.ts";
import { createGltf } from "../write-gltf.ts";
import { toBinaryStl, toObj, toOff } from "../write-models.ts";

const box = createBox();
const obj = strToU8(toObj(box));

/** Where a signature stands in an archive. */
function find(bytes: Uint8Array, signature: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at + 4 <= bytes.length; at++) if (view.getUint32(at, true) === signature) return at;
  throw new Error("not found");
}

describe("archives", () => {
  it("reads ifcZIP", async () => {
    const bytes = zipSync({ "house.ifc": ifcFile(element(1)) });
    expect(formatOf(bytes, "house.ifczip")).toBe("zip");
    const { parts, metresPerUnit } = await readModel(bytes, "house.ifczip");
    expect([parts.length, parts[0].type, metresPerUnit]).toEqual([1, "IfcBuildingElementProxy", 1]);
  });

  it("reads a zipped glTF folder with its buffers", async () => {
    const file = createGltf();
    const POSITION = file.add(Float32Array.from(box.positions), "VEC3");
    const indices = file.add(Uint16Array.from(box.indices!), "SCALAR");
    file.json.meshes = [{ primitives: [{ attributes: { POSITION }, indices }] }];
    file.json.nodes = [{ mesh: 0, name: "cube" }];
    const json = JSON.parse(new TextDecoder().decode(file.toGltf()));
    const data = Buffer.from(json.buffers[0].uri.split(",")[1], "base64");
    json.buffers[0].uri = "data/a%20b.bin";
    const bytes = zipSync({
      "scene/model.gltf": strToU8(JSON.stringify(json)),
      "scene/data/a b.bin": new Uint8Array(data),
      "__MACOSX/scene/._model.gltf": strToU8("junk"),
    });
    const { parts } = await readModel(bytes, "scene.zip");
    expect(parts.map(({ name, mesh }) => [name, mesh.triangleCount])).toEqual([["cube", 12]]);
    json.buffers[0].uri = "../../outside.bin";
    const outside = zipSync({ "scene/model.gltf": strToU8(JSON.stringify(json)) });
    await expect(readModel(outside, "scene.zip")).rejects.toThrow(
      /scene\.zip\/scene\/model\.gltf.*it is not in scene\.zip/,
    );
  });

  it("reads all models of a folder, with their files in the names", async () => {
    const bytes = zipSync({
      "b/two.off": strToU8(toOff(box)),
      "a/one.obj": obj,
      "readme.txt": strToU8("hello"),
    });
    const { parts } = await readModel(bytes, "parts.zip");
    expect(parts.map(({ name }) => name)).toEqual(["a/one.obj", "b/two.off"]);
  });

  it("reads a robot with the meshes of its package", async () => {
    const urdf = `<robot name="r"><link name="base"><collision><geometry>
      <mesh filename="package://arm_description/meshes/collision/base.stl"/></geometry></collision></link></robot>`;
    const bytes = zipSync({ "arm/urdf/arm.urdf": strToU8(urdf), "arm/meshes/base.stl": toBinaryStl(box) });
    expect((await readModel(bytes, "arm.zip")).parts.map(({ name }) => name)).toEqual(["base"]);
  });

  it("recognises a 3MF file under another name", async () => {
    const bytes = pack3mf({ "3D/3dmodel.model": modelXml(meshObject(1, box), '<item objectid="1"/>') });
    expect((await readModel(bytes, "-")).parts).toHaveLength(1);
  });

  it("reads stored files, and archives with something before them", async () => {
    const stored: Zippable = { "a.obj": [obj, { level: 0 }] };
    expect((await readModel(zipSync(stored), "a.zip")).parts).toHaveLength(1);
  });

  it.each([
    ["no models", zipSync({ "a.txt": strToU8("x") }), "a.zip, byte 0: the archive has no models"],
    [
      "models of different units",
      zipSync({ "a.obj": obj, "b.ifc": ifcFile(element(1)) }),
      "differ in unit or up axis",
    ],
    ["its end missing", zipSync({ "a.obj": obj }).slice(0, -30), "the end of the archive is missing"],
  ])("refuses an archive with %s", async (_, bytes, message) => {
    await expect(readModel(bytes, "a.zip")).rejects.toThrow(FormatError);
    await expect(readModel(bytes, "a.zip")).rejects.toThrow(message);
  });

  it("refuses encrypted files, other methods, and lying sizes", async () => {
    const change = (place: number, value: number, bytes = zipSync({ "a.obj": obj })) => {
      const at = find(bytes, 0x02014b50) + place;
      new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true);
      return readModel(bytes, "a.zip");
    };
    const [FLAGS, CRC, SIZE, OFFSET] = [8, 16, 24, 42];
    await expect(change(FLAGS, (8 << 16) | 1)).rejects.toThrow('"a.obj" is encrypted');
    await expect(change(FLAGS, 99 << 16)).rejects.toThrow("compression method 99 is not read");
    await expect(change(CRC, 1)).rejects.toThrow("its checksum differs");
    await expect(change(SIZE, 10)).rejects.toThrow("more than the 10 bytes that its header promises");
    await expect(change(SIZE, obj.length + 1)).rejects.toThrow(`unpacks to ${obj.length} bytes`);
    await expect(change(SIZE, 0xfffffff0)).rejects.toThrow("bytes are more than the limit");
    await expect(change(OFFSET, 12345)).rejects.toThrow("expected a file of the archive");
  });

  it("stops a bomb where its announced size ends, and refuses one that admits its size", async () => {
    const bomb = zipSync({ "a.obj": new Uint8Array(30_000_000) });
    await expect(readModel(bomb, "a.zip", { limits: { bytes: 1e6 } })).rejects.toThrow("limits.bytes");
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(find(bomb, 0x02014b50) + 24, 1000, true);
    await expect(readModel(bomb, "a.zip")).rejects.toThrow("unpacks to more than the 1000 bytes");
  });

  it("reads or refuses damaged archives (fast-check, seed 2)", async () => {
    const whole = zipSync({ "a.obj": obj, "b/c.off": strToU8(toOff(box)) });
    const change = fc.record({ where: fc.nat(whole.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.nat(whole.length),
        async (changes, cut) => {
          const bytes = whole.slice(0, changes.length === 4 ? cut : whole.length);
          for (const { where, byte } of changes) if (where < bytes.length) bytes[where] = byte;
          try {
            await readModel(bytes, "a.zip");
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError);
            expect((error as Error).message.startsWith("a.zip")).toBe(true);
          }
        },
      ),
      { numRuns: randomCases(100), seed: 2 },
    );
  });
});
