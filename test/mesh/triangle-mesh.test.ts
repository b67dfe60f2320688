import { describe, expect, it } from "vitest";
import { MeshError } from "../../src/errors.ts";
import {
  checkCoordinates,
  createMesh,
  type Indices,
  MAX_COORDINATE,
  type Positions,
  vertexOf,
} from "../../src/mesh/triangle-mesh.ts";

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];

function refusal(positions: unknown, indices?: unknown): string {
  try {
    createMesh({ positions: positions as Positions, indices: indices as Indices });
  } catch (error) {
    expect(error).toBeInstanceOf(MeshError);
    return (error as MeshError).message;
  }
  throw new Error("createMesh accepted the input");
}

function withCoordinate(at: number, value: number): Float64Array {
  const positions = Float64Array.from(TRIANGLE);
  positions[at] = value;
  return positions;
}

describe("createMesh keeps its input", () => {
  it("keeps both arrays by identity, so that deforming positions deforms the mesh", () => {
    const positions = Float32Array.from(TRIANGLE);
    const indices = Uint16Array.of(2, 0, 1);
    const mesh = createMesh({ positions, indices });
    expect(mesh.positions).toBe(positions);
    expect(mesh.indices).toBe(indices);
    expect([...indices]).toEqual([2, 0, 1]);
  });

  it("counts vertices and triangles of an indexed mesh, vertices that no triangle uses included", () => {
    const positions = Float64Array.from([...TRIANGLE, 9, 9, 9, 8, 8, 8]);
    const mesh = createMesh({ positions, indices: Uint32Array.of(0, 1, 2, 2, 1, 3) });
    expect(mesh.vertexCount).toBe(5);
    expect(mesh.triangleCount).toBe(2);
  });

  it.each([undefined, null])(
    "reads positions without indices (%s) as a soup of nine numbers per triangle",
    (none) => {
      const positions = Float64Array.from([...TRIANGLE, ...TRIANGLE]);
      const mesh = createMesh({ positions, indices: none });
      expect(mesh.indices).toBeNull();
      expect(mesh.vertexCount).toBe(6);
      expect(mesh.triangleCount).toBe(2);
    },
  );

  it("accepts degenerate triangles, minus zero and subnormal coordinates, which are legal", () => {
    const positions = Float64Array.of(-0, 5e-324, 0, 1, 1, 1, 2, 2, 2);
    expect(createMesh({ positions, indices: Uint32Array.of(1, 1, 1) }).triangleCount).toBe(1);
  });

  it("accepts coordinates up to and including 2^100 on either side", () => {
    const positions = withCoordinate(4, -MAX_COORDINATE);
    positions[5] = MAX_COORDINATE;
    expect(createMesh({ positions }).triangleCount).toBe(1);
  });
});

describe("createMesh rejects unusable positions, naming array, index and value", () => {
  it.each([
    [TRIANGLE, "positions: expected a Float32Array or Float64Array, got Array"],
    [undefined, "positions: expected a Float32Array or Float64Array, got undefined"],
    [null, "positions: expected a Float32Array or Float64Array, got null"],
    ["0 0 0", "positions: expected a Float32Array or Float64Array, got 0 0 0"],
    [Int32Array.from(TRIANGLE), "positions: expected a Float32Array or Float64Array, got Int32Array"],
    [new Float32Array(0), "positions: empty, a mesh needs at least one triangle"],
    [new Float64Array(10), "positions: length 10 is not divisible by 3"],
  ])("rejects the array of case %#", (positions, message) => {
    expect(refusal(positions)).toBe(message);
  });

  it("rejects a soup whose last triangle is incomplete", () => {
    expect(refusal(new Float64Array(12))).toBe(
      "positions: a triangle soup needs 9 numbers per triangle, got length 12",
    );
  });

  it.each([
    [4, Number.NaN, "positions[4] (vertex 1, y): NaN is not finite"],
    [0, Number.POSITIVE_INFINITY, "positions[0] (vertex 0, x): Infinity is not finite"],
    [8, Number.NEGATIVE_INFINITY, "positions[8] (vertex 2, z): -Infinity is not finite"],
    [5, 2e30, "positions[5] (vertex 1, z): 2e+30 is not within ±2^100"],
    [3, -2e30, "positions[3] (vertex 1, x): -2e+30 is not within ±2^100"],
  ])("rejects coordinate %i with the value %d", (at, value, message) => {
    expect(refusal(withCoordinate(at, value))).toBe(message);
  });

  it("rejects the first number above 2^100", () => {
    const next = MAX_COORDINATE * (1 + Number.EPSILON);
    expect(refusal(withCoordinate(0, next))).toContain("positions[0] (vertex 0, x)");
  });

  it("names the first of several bad coordinates, also in vertices that no triangle uses", () => {
    const positions = Float64Array.from([...TRIANGLE, 0, Number.NaN, Number.NaN]);
    expect(refusal(positions, Uint32Array.of(0, 1, 2))).toBe(
      "positions[10] (vertex 3, y): NaN is not finite",
    );
  });
});

describe("createMesh rejects unusable indices, naming array, index and value", () => {
  const positions = Float64Array.from(TRIANGLE);

  it.each([
    [[0, 1, 2], "indices: expected a Uint16Array or Uint32Array, got Array"],
    [Int32Array.of(0, 1, 2), "indices: expected a Uint16Array or Uint32Array, got Int32Array"],
    [Uint8Array.of(0, 1, 2), "indices: expected a Uint16Array or Uint32Array, got Uint8Array"],
    [3, "indices: expected a Uint16Array or Uint32Array, got 3"],
    [new Uint32Array(0), "indices: empty, a mesh needs at least one triangle"],
    [Uint32Array.of(0, 1, 2, 0), "indices: length 4 is not divisible by 3"],
    [Uint32Array.of(0, 1, 3), "indices[2] (triangle 0): 3 is out of range, the mesh has 3 vertices"],
    [
      Uint16Array.of(0, 1, 2, 0, 65535, 1),
      "indices[4] (triangle 1): 65535 is out of range, the mesh has 3 vertices",
    ],
    [
      Uint32Array.of(-1, 1, 2),
      "indices[0] (triangle 0): 4294967295 is out of range, the mesh has 3 vertices",
    ],
  ])("rejects the array of case %#", (indices, message) => {
    expect(refusal(positions, indices)).toBe(message);
  });
});

describe("the parts of a mesh", () => {
  it("vertexOf reads the index array, or counts through a soup", () => {
    const positions = Float64Array.from([...TRIANGLE, ...TRIANGLE]);
    const indexed = createMesh({ positions, indices: Uint16Array.of(0, 1, 2, 5, 3, 4) });
    const soup = createMesh({ positions });
    expect([0, 1, 2].map((corner) => vertexOf(indexed, 1, corner))).toEqual([5, 3, 4]);
    expect([0, 1, 2].map((corner) => vertexOf(soup, 1, corner))).toEqual([3, 4, 5]);
  });

  it("checkCoordinates finds a coordinate that became NaN after the mesh was made", () => {
    const mesh = createMesh({ positions: Float32Array.from(TRIANGLE) });
    mesh.positions[7] = Number.NaN;
    expect(() => checkCoordinates(mesh.positions)).toThrow("positions[7] (vertex 2, y): NaN is not finite");
  });
});
