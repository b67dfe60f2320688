import { type Document, NodeIO, Primitive } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression } from "@gltf-transform/extensions";
import { MeshoptDecoder, MeshoptEncoder } from "meshoptimizer";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readGltf } from "../../src/formats/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { cornersOf } from "./write-models.ts";

// glTF Transform writes the compressed files; it decodes them as well, so it is the oracle of what is in them.

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
  const mesh = document.createMesh("ring").addPrimitive(primitive.setMode(Primitive.Mode.TRIANGLES!));
  document.createScene().addChild(document.createNode("ring").setMesh(mesh));
  document.createExtension(Extension as typeof EXTMeshoptCompression).setRequired(true);
  return io.writeBinary(document);
}

/** The corners as glTF Transform decodes them. */
async function cornersByTransform(io: NodeIO, bytes: Uint8Array): Promise<number[]> {
  const [primitive] = (await io.readBinary(bytes)).getRoot().listMeshes()[0]!.listPrimitives();
  const positions = primitive!.getAttribute("POSITION")!;
  return Array.from(primitive!.getIndices()!.getArray() as Uint16Array, (vertex) =>
    positions.getElement(vertex, []),
  ).flat();
}

describe.each([
  ["Draco", KHRDracoMeshCompression, "draco3dgltf", "draco"],
  ["meshopt", EXTMeshoptCompression, "meshoptimizer", "meshopt"],
] as const)("readGltf with %s", (_, Extension, packageName, key) => {
  it("reads what the decoder finds", async () => {
    const io = await createIo();
    const bytes = await compress(io, Extension);
    const { parts, warnings } = await readGltf(bytes, "ring.glb");
    expect(warnings).toEqual([]);
    expect(parts[0]!.mesh.triangleCount).toBe(torus.triangleCount);
    expect(cornersOf(parts[0]!.mesh)).toEqual(await cornersByTransform(io, bytes));
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
