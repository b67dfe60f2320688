import { strToU8, zipSync } from "fflate";
import { type TriangleMesh, vertexOf } from "../../../src/mesh/triangle-mesh.ts";

// Small 3MF files as text, packed.

const CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
const RELATIONS = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>`;

/** A model document with these resources and build items. */
export function modelXml(resources: string, items: string, attributes = 'unit="millimeter"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<model ${attributes} xml:lang="en-US" xmlns="${CORE}"
  xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"
  xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06">
<resources>
${resources}
</resources>
<build>${items}</build>
</model>`;
}

/** An object with a mesh; numbers read back exactly. */
export function meshObject(id: number, mesh: TriangleMesh, attributes = ""): string {
  const vertices = Array.from({ length: mesh.vertexCount }, (_, v) => {
    const [x, y, z] = mesh.positions.subarray(3 * v, 3 * v + 3);
    return `<vertex x="${x}" y="${y}" z="${z}"/>`;
  });
  const triangles = Array.from({ length: mesh.triangleCount }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((corner) => vertexOf(mesh, t, corner));
    return `<triangle v1="${a}" v2="${b}" v3="${c}"/>`;
  });
  return `<object id="${id}" type="model" ${attributes}><mesh>
<vertices>
${vertices.join("\n")}
</vertices>
<triangles>
${triangles.join("\n")}
</triangles></mesh></object>`;
}

/** Packs documents by path; the relations are added. */
export function pack3mf(documents: Record<string, string>): Uint8Array {
  const files = Object.entries({ "_rels/.rels": RELATIONS, ...documents });
  return zipSync(Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)])));
}
