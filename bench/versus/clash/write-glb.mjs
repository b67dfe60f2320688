import { writeFileSync } from "node:fs";
import { Document, NodeIO } from "@gltf-transform/core";

/** Writes the parts as nodes of a .glb file; parts with the same mesh are instances of it. */
export async function writeGlb(file, parts) {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene();
  const meshes = new Map();
  for (const { name, mesh, toWorld } of parts) {
    if (!meshes.has(mesh)) meshes.set(mesh, createMesh(document, buffer, mesh));
    scene.addChild(
      document
        .createNode(name)
        .setMesh(meshes.get(mesh))
        .setMatrix([...toWorld]),
    );
  }
  writeFileSync(file, await new NodeIO().writeBinary(document));
}

function createMesh(document, buffer, { positions, indices }) {
  const accessor = (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", accessor("VEC3", positions))
    .setIndices(accessor("SCALAR", indices));
  return document.createMesh().addPrimitive(primitive);
}
