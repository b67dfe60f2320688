import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readPly } from "../../src/formats/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { type TriangleMesh, vertexOf } from "../../src/mesh/triangle-mesh.ts";
import { cornersOf, faceLines, utf8, vertexLines } from "./write-models.ts";

type Format = "ascii" | "binary_little_endian" | "binary_big_endian";
type Value = readonly [type: string, value: number];

/** A header and rows of typed values, encoded as the format says. */
function encode(
  format: Format,
  header: string,
  rows: readonly (readonly Value[])[],
  lineEnd = "\n",
): Uint8Array {
  const head = utf8(`ply\nformat ${format} 1.0\n${header}\nend_header\n`.replaceAll("\n", lineEnd));
  if (format === "ascii") {
    const body = rows.map((row) => row.map(([, value]) => String(value)).join(" ") + lineEnd).join("");
    return Uint8Array.from([...head, ...utf8(body)]);
  }
  const isLittle = format === "binary_little_endian";
  const bytes: number[] = [...head];
  for (const [type, value] of rows.flat()) bytes.push(...encodeValue(type, value, isLittle));
  return Uint8Array.from(bytes);
}

function encodeValue(type: string, value: number, isLittle: boolean): Uint8Array {
  const Kind = {
    char: Int8Array,
    uchar: Uint8Array,
    short: Int16Array,
    ushort: Uint16Array,
    int: Int32Array,
    uint: Uint32Array,
    float: Float32Array,
    double: Float64Array,
  }[type]!;
  const bytes = new Uint8Array(Kind.of(value).buffer); // tests run on little-endian machines
  return isLittle ? bytes : bytes.reverse();
}

function meshHeader(mesh: TriangleMesh, real: string, length: string, index: string): string {
  return [
    "comment made by a test",
    `element vertex ${mesh.vertexCount}`,
    ...["x", "y", "z"].map((axis) => `property ${real} ${axis}`),
    `element face ${mesh.triangleCount}`,
    `property list ${length} ${index} vertex_indices`,
  ].join("\n");
}

function meshRows(mesh: TriangleMesh, real: string, length: string, index: string): Value[][] {
  const points = Array.from({ length: mesh.vertexCount }, (_, v) =>
    [0, 1, 2].map((axis): Value => [real, mesh.positions[3 * v + axis]]),
  );
  const faces = Array.from({ length: mesh.triangleCount }, (_, t): Value[] => [
    [length, 3],
    ...[0, 1, 2].map((corner): Value => [index, vertexOf(mesh, t, corner)]),
  ]);
  return [...points, ...faces];
}

const FORMATS: Format[] = ["ascii", "binary_little_endian", "binary_big_endian"];
const SQUARE = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];
const POINTS = "element vertex 4\nproperty float x\nproperty float y\nproperty float z";
const POINT_ROWS = SQUARE.map((point) => point.map((value): Value => ["float", value]));
const FACES = "element face 1\nproperty list uchar int vertex_index";

function list(type: string, values: number[], length = "uchar"): Value[] {
  return [[length, values.length], ...values.map((value): Value => [type, value])];
}

function refusal(bytes: Uint8Array): string {
  try {
    readPly(bytes, "part.ply");
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return (error as Error).message;
  }
  return "read";
}

describe.each(FORMATS)("readPly, %s", (format) => {
  const torus = createTorus({ majorSegments: 8, minorSegments: 6 });

  it("returns the mesh that was written, in f64", () => {
    const bytes = encode(
      format,
      meshHeader(torus, "double", "uchar", "int"),
      meshRows(torus, "double", "uchar", "int"),
    );
    const { parts, warnings } = readPly(bytes, "a/part.ply");
    expect(warnings).toEqual([]);
    expect(parts.map(({ name }) => name)).toEqual(["part.ply"]);
    expect(parts[0].mesh.positions).toEqual(Float64Array.from(torus.positions));
    expect([...parts[0].mesh.indices!]).toEqual([...torus.indices!]);
  });

  it("keeps f32 in binary files, and reads text as f64", () => {
    const bytes = encode(
      format,
      meshHeader(torus, "float", "uint", "ushort"),
      meshRows(torus, "float", "uint", "ushort"),
    );
    const { positions } = readPly(bytes, "part.ply").parts[0].mesh;
    const expected =
      format === "ascii" ? Float64Array.from(torus.positions) : Float32Array.from(torus.positions);
    expect(positions).toEqual(expected);
  });

  it("reads integer coordinates in any order, among other properties and lists", () => {
    const header = `element vertex 4\nproperty uchar red\nproperty list uchar short tags\nproperty short z\nproperty char y
property double quality\nproperty int x\nproperty list uint float more\n${FACES}`;
    const rows = SQUARE.map(([x, y, z]): Value[] => [
      ["uchar", 200],
      ...list("short", [-1, 2].slice(0, x + y)),
      ["short", z],
      ["char", y],
      ["double", 0.5],
      ["int", x],
      ...list("float", [1, 2, 3], "uint"),
    ]);
    const { parts } = readPly(encode(format, header, [...rows, list("int", [0, 1, 2])]), "part.ply");
    expect(cornersOf(parts[0].mesh)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0]);
  });

  it("skips other elements, before, between and after, and face properties around the list", () => {
    const header = `element camera 2\nproperty float fov\nproperty list uchar char name
element nothing 1000000000000\n${POINTS}\nelement material 1\nproperty uint id
element face 1\nproperty uchar flags\nproperty list ushort double uv\nproperty list uint uchar vertex_indices
property float weight\nelement edge 1\nproperty int a`;
    const camera = (name: number[]): Value[] => [["float", 1], ...list("char", name)];
    const face: Value[] = [
      ["uchar", 1],
      ...list("double", [0.25, 0.5], "ushort"),
      ...list("uchar", [0, 1, 2, 3], "uint"),
      ["float", 2],
    ];
    const rows: Value[][] = [camera([1, 2]), camera([]), ...POINT_ROWS, [["uint", 7]], face, [["int", 3]]];
    const { parts, warnings } = readPly(encode(format, header, rows), "part.ply");
    expect(warnings).toEqual([]);
    expect([...parts[0].mesh.indices!]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it("reads faces that come before the vertices", () => {
    const bytes = encode(format, `${FACES}\n${POINTS}`, [list("int", [0, 1, 2, 3]), ...POINT_ROWS]);
    expect([...readPly(bytes, "part.ply").parts[0].mesh.indices!]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it("reads triangle strips, turned and restarted", () => {
    const header = `${POINTS}\nelement tristrips 1\nproperty list int int vertex_indices`;
    const strip = list("int", [0, 1, 3, 2, 2, -1, 3, 2, 1], "int");
    const { parts } = readPly(encode(format, header, [...POINT_ROWS, strip]), "part.ply");
    expect([...parts[0].mesh.indices!]).toEqual([0, 1, 3, 1, 2, 3, 3, 2, 1]);
  });

  it("reads a header with CRLF", () => {
    const bytes = encode(format, `${POINTS}\n${FACES}`, [...POINT_ROWS, list("int", [0, 1, 2])], "\r\n");
    expect(readPly(bytes, "part.ply").parts[0].mesh.triangleCount).toBe(1);
  });

  it("warns of faces without area, and of a file without triangles", () => {
    const bytes = encode(format, `${POINTS}\n${FACES.replace("1", "2")}`, [
      ...POINT_ROWS,
      list("int", [0, 1]),
      list("int", [0, 1, 1]),
    ]);
    expect(readPly(bytes, "part.ply").warnings.map((text) => text.replace(/, (line|byte) \d+/, ""))).toEqual([
      "part.ply: face with fewer than three corners, dropped",
      "part.ply: triangle repeats a corner, kept as degenerate",
    ]);
    const cloud = readPly(encode(format, POINTS, POINT_ROWS), "part.ply");
    expect(cloud).toEqual({
      parts: [],
      warnings: ["part.ply: no triangles"],
      metresPerUnit: null,
      upAxis: null,
    });
  });

  it.each([4, -1, -2])("refuses the vertex number %i", (index) => {
    const bytes = encode(format, `${POINTS}\n${FACES}`, [...POINT_ROWS, list("int", [0, 1, index])]);
    const reason =
      format === "ascii" && index === -2
        ? 'expected a vertex number, got "-2"'
        : `vertex ${index} is out of range, there are 4`;
    expect(refusal(bytes)).toMatch(new RegExp(`^part.ply, (line 14|byte \\d+): ${reason}$`));
  });

  it("rejects counts that exceed the bytes, and a file that ends early", () => {
    const bytes = encode(format, `${POINTS}\n${FACES}`, [...POINT_ROWS, list("int", [0, 1, 2])]);
    const text = new TextDecoder("latin1").decode(bytes);
    for (const [from, to] of [
      ["vertex 4", "vertex 999999999999"],
      ["face 1", "face 999999999999"],
      ["face 1", "face 2"],
    ]) {
      const lying = Uint8Array.from(text.replace(from, to), (letter) => letter.charCodeAt(0));
      expect(refusal(lying)).toMatch(/^part.ply, (line|byte) \d+: .*(promised|ends|end of the file|got)/);
    }
    const start = text.indexOf("end_header") + 11;
    const whole = format === "ascii" ? bytes.length - 2 : bytes.length; // without its last digit and line end
    for (let length = 0; length < whole; length++)
      expect(refusal(bytes.subarray(0, length)), `${length} of ${bytes.length}, data from ${start}`).toMatch(
        /^part.ply, (line|byte) \d+: /,
      );
  });

  it("refuses a coordinate that is not finite", () => {
    const rows = [[["float", Number.NaN], ...POINT_ROWS[0].slice(1)] as Value[], ...POINT_ROWS.slice(1)];
    expect(refusal(encode(format, POINTS, rows))).toMatch(/^part.ply, (line|byte) \d+: .*coordinate.*NaN/);
  });
});

describe("the header of a PLY file", () => {
  it.each([
    ["", "byte 0: the file is empty"],
    ["plx\n", 'line 1: expected "ply", got "plx"'],
    ["ply\nformat ascii 1.0\n", 'line 3: the file ends before "end_header"'],
    ["ply\nend_header\n", 'line 2: no "format" before "end_header"'],
    [
      "ply\nformat ebcdic 1.0\n",
      'line 2: expected the format ascii or binary_little_endian or binary_big_endian, got "ebcdic"',
    ],
    [
      "ply\nformat ascii 1.0\nelement vertex\n",
      'line 3: expected "element", a name and a count, got "vertex"',
    ],
    [
      "ply\nformat ascii 1.0\nelement vertex -4\n",
      'line 3: expected "element", a name and a count, got "vertex -4"',
    ],
    ["ply\nproperty float x\n", "line 2: a property before the first element"],
    [
      "ply\nelement vertex 1\nproperty real x\n",
      `line 3: expected the property's type and name, got "real x"`,
    ],
    [
      "ply\nelement face 1\nproperty list float int i\n",
      "line 3: the length of a list must be a whole number",
    ],
    ["ply\nhello\n", 'line 2: unknown header word "hello"'],
    [
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n",
      'line 3: vertices without a property "y"',
    ],
  ])("refuses %j", (text, message) => {
    expect(refusal(utf8(text))).toBe(`part.ply, ${message}`);
  });

  it("may have the line ends of old Macs, with text after it", () => {
    const torus = createTorus();
    const text = `ply\nformat ascii 1.0\n${meshHeader(torus, "float", "uchar", "int")}\nend_header\n${vertexLines(torus).join("\n")}\n${faceLines(
      torus,
      0,
    )
      .map((line) => `3 ${line}`)
      .join("\n")}`;
    const { parts } = readPly(utf8(text.replaceAll("\n", "\r")), "part.ply");
    expect(cornersOf(parts[0].mesh)).toEqual(cornersOf(torus));
  });
});
