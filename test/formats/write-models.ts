import { type TriangleMesh, vertexOf } from "../../src/mesh/triangle-mesh.ts";

// Minimal writers for round trips. Numbers are written so that they read back exactly.

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function toAsciiStl(mesh: TriangleMesh, name = "part"): string {
  const lines = [`solid ${name}`];
  for (let t = 0; t < mesh.triangleCount; t++) {
    lines.push("facet normal 0 0 0", " outer loop");
    for (let c = 0; c < 3; c++) lines.push(`  vertex ${pointOf(mesh, vertexOf(mesh, t, c))}`);
    lines.push(" endloop", "endfacet");
  }
  return [...lines, `endsolid ${name}`, ""].join("\n");
}

export function toBinaryStl(mesh: TriangleMesh, header = "", count = mesh.triangleCount): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * mesh.triangleCount);
  const view = new DataView(bytes.buffer);
  bytes.set(utf8(header));
  view.setUint32(80, count, true);
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let i = 0; i < 9; i++) {
      const value = mesh.positions[3 * vertexOf(mesh, t, Math.floor(i / 3)) + (i % 3)];
      view.setFloat32(84 + 50 * t + 12 + 4 * i, value, true);
    }
  return bytes;
}

export function toObj(mesh: TriangleMesh): string {
  return [
    ...vertexLines(mesh).map((line) => `v ${line}`),
    ...faceLines(mesh, 1).map((line) => `f ${line}`),
  ].join("\n");
}

export function toOff(mesh: TriangleMesh): string {
  const counts = `${mesh.vertexCount} ${mesh.triangleCount} 0`;
  return ["OFF", counts, ...vertexLines(mesh), ...faceLines(mesh, 0).map((line) => `3 ${line}`), ""].join(
    "\n",
  );
}

export function vertexLines(mesh: TriangleMesh): string[] {
  return Array.from({ length: mesh.vertexCount }, (_, vertex) => pointOf(mesh, vertex));
}

export function faceLines(mesh: TriangleMesh, base: number): string[] {
  return Array.from({ length: mesh.triangleCount }, (_, t) =>
    [0, 1, 2].map((corner) => vertexOf(mesh, t, corner) + base).join(" "),
  );
}

function pointOf(mesh: TriangleMesh, vertex: number): string {
  return [0, 1, 2].map((axis) => String(mesh.positions[3 * vertex + axis])).join(" ");
}

/** The coordinates of all corners, triangle by triangle, independent of the order of vertices. */
export function cornersOf(mesh: TriangleMesh): number[] {
  const corners: number[] = [];
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let c = 0; c < 3; c++) {
      const at = 3 * vertexOf(mesh, t, c);
      corners.push(mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]);
    }
  return corners;
}
