import { readObj, readOff, readPly, readStl } from "abut/formats";
import { createTorus } from "abut/primitives";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { PLYLoader } from "three/addons/loaders/PLYLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { printTable, significant, times, whole } from "../table.mjs";

export const description = "the readers of STL, OBJ, PLY and OFF beside three's loaders: MB a second";

const MEGABYTE = 1e6;

export async function run({ quick, seed, progress }) {
  const side = quick ? 100 : 200;
  const rounds = quick ? 5 : 7;
  const mesh = createTorus({ majorSegments: 2 * side, minorSegments: side });
  const rows = [];
  for (const { title, bytes, ours, theirs } of createFiles(mesh)) {
    progress.show(title);
    const contestants = { abut: { run: () => ours(bytes).parts[0].mesh.triangleCount } };
    if (theirs) contestants.three = { run: () => theirs(bytes) };
    const medians = interleave(contestants, { rounds });
    rows.push([
      title,
      significant(bytes.length / MEGABYTE),
      speed(bytes, medians.abut),
      theirs ? speed(bytes, medians.three) : "",
      theirs ? times(medians.three / medians.abut) : "",
    ]);
  }
  progress.clear();
  console.log(describeEnvironment(seed));
  printTable(
    `Reading a torus of ${whole(mesh.triangleCount)} triangles`,
    ["<file", "MB", "abut, MB/s", "three, MB/s", "abut is faster by"],
    rows,
    [
      "abut keeps f64 and indices, welds STL and checks every number; three narrows text to f32 and makes soups of OBJ",
      "three's time includes what it does beyond positions (normals of STL), and the decoding of bytes to text",
    ],
  );
}

function speed(bytes, milliseconds) {
  return significant(bytes.length / MEGABYTE / (milliseconds / 1000));
}

function createFiles(mesh) {
  const short = (value) => value.toExponential(6);
  const long = (value) => value.toPrecision(17);
  const text = (string) => new TextEncoder().encode(string);
  const decode = (bytes) => new TextDecoder().decode(bytes);
  const stl = (bytes) => new STLLoader().parse(bytes.buffer).attributes.position.count;
  const obj = (bytes) => new OBJLoader().parse(decode(bytes)).children.length;
  const ply = (bytes) => new PLYLoader().parse(bytes.buffer).attributes.position.count;
  const source = "torus";
  return [
    {
      title: "STL, ASCII, 7 digits",
      bytes: text(asciiStl(mesh, short)),
      ours: (bytes) => readStl(bytes, source),
      theirs: stl,
    },
    {
      title: "STL, ASCII, 7 digits, not welded",
      bytes: text(asciiStl(mesh, short)),
      ours: (bytes) => readStl(bytes, source, { weld: false }),
      theirs: stl,
    },
    {
      title: "STL, ASCII, 17 digits",
      bytes: text(asciiStl(mesh, long)),
      ours: (bytes) => readStl(bytes, source),
      theirs: stl,
    },
    {
      title: "STL, binary, not welded",
      bytes: binaryStl(mesh),
      ours: (bytes) => readStl(bytes, source, { weld: false }),
      theirs: stl,
    },
    { title: "STL, binary", bytes: binaryStl(mesh), ours: (bytes) => readStl(bytes, source), theirs: stl },
    {
      title: "OBJ, 7 digits",
      bytes: text(objText(mesh, short)),
      ours: (bytes) => readObj(bytes, source),
      theirs: obj,
    },
    {
      title: "PLY, ASCII, 7 digits",
      bytes: text(plyHeader(mesh, "ascii") + rowsOf(mesh, short)),
      ours: (bytes) => readPly(bytes, source),
      theirs: ply,
    },
    { title: "PLY, binary", bytes: binaryPly(mesh), ours: (bytes) => readPly(bytes, source), theirs: ply },
    {
      title: "OFF, 7 digits",
      bytes: text(`OFF\n${mesh.vertexCount} ${mesh.triangleCount} 0\n${rowsOf(mesh, short)}`),
      ours: (bytes) => readOff(bytes, source),
    },
  ];
}

function point(mesh, vertex, print) {
  const at = 3 * vertex;
  const { positions } = mesh;
  return `${print(positions[at])} ${print(positions[at + 1])} ${print(positions[at + 2])}`;
}

function asciiStl(mesh, print) {
  const lines = ["solid torus"];
  for (let t = 0; t < mesh.triangleCount; t++) {
    lines.push("  facet normal 0.000000e+00 0.000000e+00 1.000000e+00", "    outer loop");
    for (let c = 0; c < 3; c++) lines.push(`      vertex ${point(mesh, mesh.indices[3 * t + c], print)}`);
    lines.push("    endloop", "  endfacet");
  }
  return `${lines.join("\n")}\nendsolid torus\n`;
}

function binaryStl(mesh) {
  const bytes = new Uint8Array(84 + 50 * mesh.triangleCount);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, mesh.triangleCount, true);
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let i = 0; i < 9; i++) {
      const vertex = mesh.indices[3 * t + Math.floor(i / 3)];
      view.setFloat32(84 + 50 * t + 12 + 4 * i, mesh.positions[3 * vertex + (i % 3)], true);
    }
  return bytes;
}

function objText(mesh, print) {
  const lines = [];
  for (let v = 0; v < mesh.vertexCount; v++) lines.push(`v ${point(mesh, v, print)}`);
  for (let t = 0; t < mesh.triangleCount; t++)
    lines.push(`f ${[0, 1, 2].map((c) => mesh.indices[3 * t + c] + 1).join(" ")}`);
  return lines.join("\n");
}

function rowsOf(mesh, print) {
  const lines = [];
  for (let v = 0; v < mesh.vertexCount; v++) lines.push(point(mesh, v, print));
  for (let t = 0; t < mesh.triangleCount; t++)
    lines.push(`3 ${mesh.indices.subarray(3 * t, 3 * t + 3).join(" ")}`);
  return `${lines.join("\n")}\n`;
}

function plyHeader(mesh, format) {
  return `ply\nformat ${format} 1.0\nelement vertex ${mesh.vertexCount}\nproperty float x\nproperty float y\nproperty float z
element face ${mesh.triangleCount}\nproperty list uchar int vertex_indices\nend_header\n`;
}

function binaryPly(mesh) {
  const header = new TextEncoder().encode(plyHeader(mesh, "binary_little_endian"));
  const bytes = new Uint8Array(header.length + 12 * mesh.vertexCount + 13 * mesh.triangleCount);
  const view = new DataView(bytes.buffer);
  bytes.set(header);
  let at = header.length;
  for (const value of mesh.positions) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  for (let t = 0; t < mesh.triangleCount; t++) {
    view.setUint8(at, 3);
    for (let c = 0; c < 3; c++) view.setInt32(at + 1 + 4 * c, mesh.indices[3 * t + c], true);
    at += 13;
  }
  return bytes;
}
