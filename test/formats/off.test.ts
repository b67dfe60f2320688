import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readOff } from "../../src/formats/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { cornersOf, toOff, utf8 } from "./write-models.ts";

const BODY = "3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

function read(text: string) {
  return readOff(utf8(text), "a/part.off");
}

describe("readOff", () => {
  it("returns the mesh that was written: positions to the last bit, identical indices", () => {
    const torus = createTorus();
    const { parts, warnings } = read(toOff(torus));
    expect(warnings).toEqual([]);
    expect(parts.map(({ name }) => name)).toEqual(["part.off"]);
    expect(parts[0].mesh.positions).toEqual(Float64Array.from(torus.positions));
    expect([...parts[0].mesh.indices!]).toEqual([...torus.indices!]);
  });

  it.each([
    ["counts on the first line", `OFF ${BODY}`],
    ["no word OFF", BODY],
    ["no number of edges", `OFF\n${BODY.replace("3 1 0", "3 1")}`],
    ["comments", `# first\nOFF # word\n${BODY.replaceAll("\n", "# c\n# d\n\n")}`],
    ["CRLF", `OFF\n${BODY}`.replaceAll("\n", "\r\n")],
    ["no line end at the end", `OFF\n${BODY}`.trimEnd()],
    ["normals", "NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 nan nan nan\n3 0 1 2"],
    ["colours", "COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 1 0 0\n0 1 0 7\n3 0 1 2 0.5 0.5 0.5"],
    ["texture, colours and normals", "STCNOFF\n3 1 0\n0 0 0 1 1 1 1 1\n1 0 0\n0 1 0\n3 0 1 2"],
    ["weights", "4OFF\n3 1 0\n0 0 0 1\n2 0 0 2\n0 -0.5 0 -0.5\n3 0 1 2"],
  ])("reads %s", (_, text) => {
    const { parts, warnings } = read(text);
    expect(warnings).toEqual([]);
    expect(cornersOf(parts[0].mesh).map((x) => x + 0)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });

  it("cuts polygons, and warns of faces without area and of what is left over", () => {
    const { parts, warnings } = read(
      "OFF\n4 3 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n2 0 1\n3 1 1 2\n7 7 7",
    );
    expect(parts[0].mesh.triangleCount).toBe(3);
    expect(warnings).toEqual([
      "a/part.off, line 8: face with fewer than three corners, dropped",
      "a/part.off, line 9: triangle repeats a corner, kept as degenerate",
      "a/part.off, line 10: text after the last face, ignored",
    ]);
  });

  it("warns if there are no triangles", () => {
    expect(read("OFF\n0 0 0")).toEqual({
      parts: [],
      warnings: ["a/part.off: no triangles"],
      metresPerUnit: null,
      upAxis: null,
    });
  });

  it.each([
    ["", "byte 0: the file is empty"],
    ["\n# nothing\n", 'line 3: expected "OFF", got the end of the file'],
    ["OOF\n3 1 0", 'line 1: expected "OFF", got "OOF"'],
    ["nOFF\n3 1 0", "line 1: nOFF, with any number of dimensions, is not supported"],
    ["OFF BINARY\n", "line 1: binary OFF is not supported; convert it to ASCII or to PLY"],
    ["OFF\n-3 1 0", 'line 2: expected the number of vertices, got "-3"'],
    ["OFF\n3\n", "line 2: expected the number of faces, got the end of the line"],
    ["OFF\n999999999999 1 0\n0 0 0", "line 2: 999999999999 vertices are promised, the file has bytes for 1"],
    ["OFF\n1 999999999999 0\n0 0 0", "line 2: 999999999999 faces are promised, the file has bytes for 3"],
    ["OFF\n3 1 0\n0 0 0\n1 0 0\n# nothing more\n", "line 6: the file ends after 2 of 3 vertices"],
    [`OFF\n${BODY.replace("1 0 0", "1 0")}`, "line 4: expected a coordinate, got the end of the line"],
    [`OFF\n${BODY.replace("3 0 1 2", "")}`, "line 7: the file ends after 0 of 1 faces"],
    [`OFF\n${BODY.replace("3 0 1 2", "3 0 1")}`, "line 6: expected a vertex number, got the end of the line"],
    [`OFF\n${BODY.replace("3 0 1 2", "3 0 1 3")}`, "line 6: vertex 3 is out of range, there are 3"],
    [`OFF\n${BODY.replace("3 0 1 2", "3 0 1 -1")}`, 'line 6: expected a vertex number, got "-1"'],
    ["4OFF\n1 0 0\n1 1 1 0", "line 3: a vertex with weight 0 lies at infinity"],
  ])("refuses %j", (text, message) => {
    expect(() => readOff(utf8(text), "part.off")).toThrow(new FormatError(`part.off, ${message}`));
  });
});
