import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, NodeIO, Primitive } from "@gltf-transform/core";
import { ALL_EXTENSIONS, EXTMeshoptCompression, KHRDracoMeshCompression } from "@gltf-transform/extensions";
import { MeshoptDecoder, MeshoptEncoder } from "meshoptimizer";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readGltf } from "../../src/formats/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { modelsRoot } from "./models.ts";
import { cornersOf } from "./write-models.ts";

// glTF Transform writes the compressed files; it also decodes them, so it is the oracle.

const torus = createTorus();

async function createIo(): Promise<NodeIO> {
  const name = "draco3dgltf";
  const { default: draco } = await import(name);
  await MeshoptEncoder.ready;
  await MeshoptDecoder.ready;
  return new NodeIO()
    .registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression])
    .registerDependencies({
      "draco3d.encoder": await draco.createEncoderModule(),
      "draco3d.decoder": await draco.createDecoderModule(),
      "meshopt.encoder": MeshoptEncoder,
      "meshopt.decoder": MeshoptDecoder,
    });
}

async function compress(
  io: NodeIO,
  Extension: typeof EXTMeshoptCompression | typeof KHRDracoMeshCompression,
): Promise<Uint8Array> {
  const { Document } = await import("@gltf-transform/core");
  const document: Document = new Document();
  const buffer = document.createBuffer();
  const positions = document
    .createAccessor()
    .setArray(Float32Array.from(torus.positions))
    .setType("VEC3")
    .setBuffer(buffer);
  const indices = document.createAccessor().setArray(Uint16Array.from(torus.indices!)).setBuffer(buffer);
  const primitive = document.createPrimitive().setAttribute("POSITION", positions).setIndices(indices);
  const mesh = document.createMesh("ring").addPrimitive(primitive.setMode(Primitive.Mode.TRIANGLES));
  document.createScene().addChild(document.createNode("ring").setMesh(mesh));
  document.createExtension(Extension as typeof EXTMeshoptCompression).setRequired(true);
  return io.writeBinary(document);
}

/** The corners as glTF Transform decodes them. */
async function cornersByTransform(io: NodeIO, bytes: Uint8Array): Promise<number[]> {
  const [primitive] = (await io.readBinary(bytes)).getRoot().listMeshes()[0].listPrimitives();
  return cornersOfPrimitive(primitive);
}

function cornersOfPrimitive(primitive: Primitive): number[] {
  const positions = primitive.getAttribute("POSITION")!;
  const indices = primitive.getIndices()!.getArray() as Uint16Array;
  return Array.from(indices, (vertex) => positions.getElement(vertex, [])).flat();
}

describe.each([
  ["Draco", KHRDracoMeshCompression, "draco3dgltf", "draco"],
  ["meshopt", EXTMeshoptCompression, "meshoptimizer", "meshopt"],
] as const)("readGltf with %s", (_, Extension, packageName, key) => {
  it("reads the values of the decoder", async () => {
    const io = await createIo();
    const bytes = await compress(io, Extension);
    const { parts, warnings } = await readGltf(bytes, "ring.glb");
    expect(warnings).toEqual([]);
    expect(parts[0].mesh.triangleCount).toBe(torus.triangleCount);
    expect(cornersOf(parts[0].mesh)).toEqual(await cornersByTransform(io, bytes));
  });

  it("names the command that installs a missing decoder", async () => {
    const bytes = await compress(await createIo(), Extension);
    await expect(readGltf(bytes, "ring.glb", { decoders: { [key]: null } })).rejects.toThrow(
      new RegExp(`ring.glb, .*; to read it, run: npm install ${packageName}$`),
    );
  });

  it("refuses damaged data with its place", async () => {
    const bytes = await compress(await createIo(), Extension);
    const binaryAt = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) + 28;
    const damaged = bytes.slice();
    damaged.fill(0xff, binaryAt, binaryAt + 40);
    await expect(readGltf(damaged, "ring.glb")).rejects.toThrow(FormatError);
  });
});

describe.skipIf(modelsRoot() === null)("gears.glb, which is compressed with Draco", () => {
  it("has the corners of glTF Transform, node by node", async () => {
    const bytes = new Uint8Array(readFileSync(join(modelsRoot()!, "A_rigid/gltf/gears.glb")));
    const io = (await createIo()).registerExtensions(ALL_EXTENSIONS);
    const nodes = (await io.readBinary(bytes)).getRoot().listNodes();
    const { parts } = await readGltf(bytes, "gears.glb");
    const meshes = nodes.filter((node) => node.getMesh() !== null);
    expect(parts.map(({ name }) => name)).toEqual(meshes.map((node) => node.getName()));
    for (const [i, node] of meshes.entries()) {
      const corners = node.getMesh()!.listPrimitives().flatMap(cornersOfPrimitive);
      expect(cornersOf(parts[i].mesh)).toEqual(corners);
      const toWorld = parts[i].toWorld ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
      for (const [k, value] of node.getWorldMatrix().entries()) expect(toWorld[k]).toBeCloseTo(value, 12);
    }
  });
});
