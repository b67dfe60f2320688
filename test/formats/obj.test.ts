import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readObj } from "../../src/formats/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { cornersOf, toObj, utf8 } from "./write-models.ts";

const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

function read(text: string) {
  return readObj(utf8(text), "a/part.obj");
}

describe("readObj", () => {
  it("returns the mesh that was written: positions to the last bit, identical indices", () => {
    const torus = createTorus();
    const { parts, warnings } = read(toObj(torus));
    expect(warnings).toEqual([]);
    expect(parts.map(({ name }) => name)).toEqual(["part.obj"]);
    expect(parts[0].mesh.positions).toEqual(Float64Array.from(torus.positions));
    expect([...parts[0].mesh.indices!]).toEqual([...torus.indices!]);
  });

  it("keeps vertices that no face uses when there is one part", () => {
    expect(read(`${SQUARE}v 9 9 9\nf 1 2 3`).parts[0].mesh.vertexCount).toBe(5);
  });

  it("makes parts of objects and groups, merges those with one name, and gives each its own vertices", () => {
    const { parts } = read(
      `f 1 2 3\no box\n${SQUARE}f 1 2 3\ng lid top\nf 2 3 4\no ball\nf 4 3 1\ng\nf 1 2 4\ng lid\no box\nf 3 4 1\n`,
    );
    expect(parts.map(({ name, mesh }) => [name, mesh.vertexCount, [...mesh.indices!]])).toEqual([
      ["part.obj", 3, [0, 1, 2]],
      ["box", 4, [0, 1, 2, 2, 3, 0]],
      ["box/lid top", 3, [0, 1, 2]],
      ["ball", 4, [3, 2, 0, 0, 1, 3]],
    ]);
    expect(cornersOf(parts[2].mesh)).toEqual([1, 0, 0, 1, 1, 0, 0, 1, 0]);
  });

  it("counts negative indices back from their line, and ignores textures and normals", () => {
    const { parts } = read(`v 5 5 5\n${SQUARE}f -4//1 -3/7 -2/7/1\nv 6 6 6\nf -2 -1 -5`);
    expect([...parts[0].mesh.indices!]).toEqual([1, 2, 3, 4, 5, 1]);
  });

  it.each([
    ["comments", `# text\n${SQUARE} # more\nf 1 2 3 # and 4\n`],
    ["CRLF", `${SQUARE}f 1 2 3\n`.replaceAll("\n", "\r\n")],
    ["a comment that ends with a path", `# C:\\models\\\n${SQUARE}f 1 2 3`],
    ["a continued line", `${SQUARE}f 1 \\\n 2\\\r\n 3`],
    ["weights and colours of vertices", SQUARE.replace("v 1 0 0", "v 1 0 0 1 0.5 0.5 nan").concat("f 1 2 3")],
    ["tabs and many blanks", `\t${SQUARE.replaceAll(" ", " \t ")}\n\n  f\t1   2 3   `],
    ["statements that do not matter", `mtllib a b.mtl\n${SQUARE}vt 0\nvn 1 2\nusemtl x\ns off\nf 1 2 3`],
    ["faces before vertices", `f 1 2 3\n${SQUARE}`],
  ])("reads %s", (_, text) => {
    const { parts, warnings } = read(text);
    expect(warnings).toEqual([]);
    expect(cornersOf(parts[0].mesh)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0]);
  });

  it("reads UTF-16 of both byte orders", () => {
    const text = `\ufeff${SQUARE}f 1 2 3`;
    for (const isLittle of [true, false]) {
      const bytes = new Uint8Array(2 * text.length);
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittle);
      expect(readObj(bytes, "part.obj").parts[0].mesh.triangleCount).toBe(1);
    }
  });

  it("warns once per kind of what it drops or bends", () => {
    const { parts, warnings } = read(
      `${SQUARE}v 0 0 3\nl 1 2\np 1\nf 1 2\nf 1 1 2\nf 1 2 2 3\nf 1 2 1 2\nf 1 2 3 5\ncurv 1 2\nhello\nf 1 2 3 4\n`,
    );
    expect(parts[0].mesh.triangleCount).toBe(1 + 1 + 2 + 2 + 2);
    expect(warnings).toEqual([
      "a/part.obj, line 6: line or point, ignored (2 in all)",
      "a/part.obj, line 8: face with fewer than three corners, dropped",
      "a/part.obj, line 9: triangle repeats a corner, kept as degenerate",
      "a/part.obj, line 10: polygon repeats a corner in a row, which was dropped",
      "a/part.obj, line 11: polygon without area, kept as degenerate triangles",
      "a/part.obj, line 12: polygon is not planar, cut into triangles anyway",
      "a/part.obj, line 13: free-form curve or surface, ignored",
      "a/part.obj, line 14: unknown statement, ignored",
    ]);
  });

  it("warns if there are no triangles", () => {
    expect(read(SQUARE)).toEqual({
      parts: [],
      warnings: ["a/part.obj: no triangles"],
      metresPerUnit: null,
      upAxis: null,
    });
  });

  it.each([
    ["", "part.obj, byte 0: the file is empty"],
    ["GIF89a\n", 'part.obj, line 1: expected an OBJ statement, got "GIF89a", and the file has no vertices'],
    ["v 1 2\n", "part.obj, line 1: expected a coordinate, got the end of the line"],
    ["v 0 0 0\nv 1 x 2\n", 'part.obj, line 2: expected a coordinate, got "x"'],
    ["v 0 \\\n0 0\nv 1 nan 2\n", 'part.obj, line 3: expected a coordinate, got "nan"'],
    [`${SQUARE}f 1 2 5`, 'part.obj, line 5: vertex "5" is out of range, there are 4'],
    [`${SQUARE}f 1 2 0`, 'part.obj, line 5: vertex "0" is out of range, there are 4'],
    [
      "v 0 0 0\nf -1 -1 -2\nv 0 0 0",
      'part.obj, line 2: vertex "-2" is out of range, there are 2, 1 of them so far',
    ],
    [
      `${SQUARE}f 1 2 99999999999999999999`,
      'part.obj, line 5: vertex "99999999999999999999" is out of range, there are 4',
    ],
    [`${SQUARE}f 1 2 3.5`, 'part.obj, line 5: expected a vertex number, got "3.5"'],
    [`${SQUARE}f 1 2 /3`, 'part.obj, line 5: expected a vertex number, got "/3"'],
  ])("refuses %j", (text, message) => {
    expect(() => readObj(utf8(text), "part.obj")).toThrow(new FormatError(message));
  });
});
