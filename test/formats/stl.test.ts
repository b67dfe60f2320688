import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readStl } from "../../src/formats/index.ts";
import { createMesh } from "../../src/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { cornersOf, toAsciiStl, toBinaryStl, utf8 } from "./write-models.ts";

const FACET = `facet normal 0 0 1
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 1 0
  endloop
endfacet
`;
const LOOP_OF_FOUR = FACET.replace("  endloop", "    vertex -1 0.25 0\n  endloop");

function read(text: string) {
  return readStl(utf8(text), "a/part.stl");
}

function refusal(bytes: Uint8Array | string): string {
  try {
    readStl(typeof bytes === "string" ? utf8(bytes) : bytes, "part.stl");
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return (error as Error).message;
  }
  return "read";
}

describe("readStl, ASCII", () => {
  it("returns the triangles that were written, f64 to the last bit, welded", () => {
    const torus = createTorus();
    const { parts, warnings } = read(toAsciiStl(torus, "my torus"));
    expect(warnings).toEqual([]);
    expect(parts.map(({ name, toWorld }) => ({ name, toWorld }))).toEqual([
      { name: "my torus", toWorld: null },
    ]);
    expect(parts[0].mesh.positions).toBeInstanceOf(Float64Array);
    expect(parts[0].mesh.vertexCount).toBe(torus.vertexCount);
    expect(cornersOf(parts[0].mesh)).toEqual(cornersOf(torus));
  });

  it("keeps the soup if weld is false", () => {
    const { parts } = readStl(utf8(toAsciiStl(createTorus())), "part.stl", { weld: false });
    expect(parts[0].mesh.indices).toBe(null);
    expect(cornersOf(parts[0].mesh)).toEqual(cornersOf(createTorus()));
  });

  it("makes a part of each solid, drops empty ones and tells equal names apart", () => {
    const text = ["bolt", "", "bolt", "nut", "bolt#2"].map((name) => `solid ${name}\n${FACET}endsolid\n`);
    const { parts } = read(`${text.join("")}solid nothing\nendsolid nothing`);
    expect(parts.map(({ name }) => name)).toEqual(["bolt", "part.stl", "bolt#3", "nut", "bolt#2"]);
  });

  it.each([
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["the line ends of old Macs", (text: string) => text.replaceAll("\n", "\r")],
    ["one line", (text: string) => text.replaceAll("\n", " ")],
    ["capitals", (text: string) => text.toUpperCase()],
    ["tabs and blank lines", (text: string) => text.replaceAll(" ", "\t").replaceAll("\n", "\n\n")],
    ["a byte order mark", (text: string) => `\ufeff${text}`],
    ["a normal that is not a number", (text: string) => text.replace("0 0 1", "nan nan -nan(ind)")],
    ["no normal", (text: string) => text.replace("normal 0 0 1", "")],
    ["no line end at the end", (text: string) => text.trimEnd()],
  ])("reads %s", (_, change) => {
    const { parts, warnings } = read(change(`solid\n${FACET}endsolid\n`));
    expect(warnings).toEqual([]);
    expect(cornersOf(parts[0].mesh)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });

  it("warns of a missing endsolid, before a solid and at the end", () => {
    const { parts, warnings } = read(`solid a\n${FACET}solid b\n${FACET}`);
    expect(parts).toHaveLength(2);
    expect(warnings).toEqual(['a/part.stl, line 1: solid without "endsolid" (2 in all)']);
  });

  it("cuts loops of more than three corners, including concave ones", () => {
    const { parts, warnings } = read(`solid\n${FACET}${LOOP_OF_FOUR}endsolid`);
    expect(parts[0].mesh.triangleCount).toBe(3);
    expect(warnings).toEqual([]);
  });

  it("warns if there are no triangles", () => {
    expect(read("solid\nendsolid")).toEqual({
      parts: [],
      warnings: ["a/part.stl: no triangles"],
      metresPerUnit: null,
      upAxis: null,
    });
  });

  it.each([
    ["", "part.stl, byte 0: the file is empty"],
    [FACET, 'part.stl, line 1: expected "solid", got "facet"; it is not a binary STL either'],
    [`solid\n${FACET.slice(0, -10)}`, 'part.stl, line 7: expected "endfacet", got the end of the file'],
    [`solid\n${FACET}nonsense`, 'part.stl, line 9: expected "facet" or "endsolid", got "nonsense"'],
    [
      `solid\n${FACET}endsolid\nnonsense`,
      'part.stl, line 10: expected "solid" or the end of the file, got "nonsense"',
    ],
    [
      `solid\n${FACET.replace("1 0 0", "1 0")}`,
      "part.stl, line 5: expected a coordinate, got the end of the line",
    ],
    [`solid\n${FACET.replace("1 0 0", "1 inf 0")}`, 'part.stl, line 5: expected a coordinate, got "inf"'],
    [`solid\nfacet normal 0 0 1 2 3\nouter loop`, 'part.stl, line 2: expected "outer loop", got "2"'],
  ])("refuses %j", (text, message) => {
    expect(refusal(text)).toBe(message);
  });
});

describe("readStl, binary", () => {
  const torus = createTorus();
  const single = createMesh({ positions: Float32Array.from(torus.positions), indices: torus.indices });

  it("returns the triangles that were written, as f32", () => {
    const { parts, warnings } = readStl(toBinaryStl(single), "part.stl");
    expect(warnings).toEqual([]);
    expect(parts[0].name).toBe("part.stl");
    expect(parts[0].mesh.positions).toBeInstanceOf(Float32Array);
    expect(parts[0].mesh.vertexCount).toBe(torus.vertexCount);
    expect(cornersOf(parts[0].mesh)).toEqual(cornersOf(single));
  });

  it('is not misled by "solid" in the header, nor by bytes that start anywhere in their buffer', () => {
    const bytes = toBinaryStl(single, "solid facet normal");
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(cornersOf(readStl(shifted.subarray(1), "part.stl").parts[0].mesh)).toEqual(cornersOf(single));
  });

  it("rejects a count that exceeds the bytes", () => {
    const expected = `part.stl, byte 80: the header promises 4294967295 triangles, the file has bytes for ${single.triangleCount}`;
    expect(refusal(toBinaryStl(single, "", 0xffffffff))).toBe(expected);
    expect(refusal(toBinaryStl(single).subarray(0, -1))).toMatch(
      /byte 80: the header promises 2304 .* for 2303$/,
    );
    expect(refusal(toBinaryStl(single).subarray(0, 83))).toMatch(/byte 83: the file ends within the header/);
  });

  it("reads the triangles that a count of zero omits, and warns of bytes after the last triangle", () => {
    const zero = readStl(toBinaryStl(single, "", 0), "part.stl");
    expect(zero.parts[0].mesh.triangleCount).toBe(single.triangleCount);
    expect(zero.warnings).toEqual([
      "part.stl, byte 80: the count is 0 but 2304 triangles follow, which were read",
    ]);
    const fewer = readStl(toBinaryStl(single, "", 2303), "part.stl");
    expect(fewer.parts[0].mesh.triangleCount).toBe(2303);
    expect(fewer.warnings).toEqual(["part.stl, byte 115234: 50 bytes after the last triangle, ignored"]);
  });

  it("names the byte of a coordinate that is not finite", () => {
    const bytes = toBinaryStl(single);
    new DataView(bytes.buffer).setFloat32(84 + 50 + 12 + 4, Number.NaN, true);
    expect(refusal(bytes)).toBe("part.stl, byte 150: coordinate NaN of triangle 1 is not within ±2^100");
  });
});
