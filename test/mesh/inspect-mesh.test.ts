import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshError } from "../../src/errors.ts";
import { inspectMesh } from "../../src/mesh/inspect-mesh.ts";
import { createBox, createIcosphere, createPlaneGrid, createTorus } from "../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh, vertexOf } from "../../src/mesh/triangle-mesh.ts";
import { randomCases } from "../random-cases.ts";

function meshOf(positions: number[], indices: number[]): TriangleMesh {
  return createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
}

function soupOf({ positions, indices }: TriangleMesh): TriangleMesh {
  return createMesh({
    positions: Float64Array.from([...indices!].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
  });
}

function moved(mesh: TriangleMesh, offset: number): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((value) => value + offset) };
}

const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const TETRAHEDRON = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
const TETRAHEDRON_POSITIONS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

describe("inspectMesh on sound meshes", () => {
  it("finds nothing to report about a cube except its size", () => {
    expect(inspectMesh(createBox({ size: [2, 4, 6], center: [1, 0, 0] }))).toEqual({
      triangleCount: 12,
      vertexCount: 8,
      bounds: [0, -2, -3, 2, 2, 3],
      degenerateTriangles: new Uint32Array(0),
      duplicateTriangles: new Uint32Array(0),
      unweldedVertices: 0,
      unusedVertices: 0,
      openEdges: new Uint32Array(0),
      nonManifoldEdges: new Uint32Array(0),
      inconsistentEdges: new Uint32Array(0),
      closed: true,
      f32Step: 2 ** -22 / Math.sqrt(56),
      f32NoiseVisible: false,
    });
  });

  it("sees that the soup of a closed cube is closed, and counts the 28 corners it repeats", () => {
    const report = inspectMesh(soupOf(createBox()));
    expect(report.closed).toBe(true);
    expect(report.openEdges).toHaveLength(0);
    expect(report.unweldedVertices).toBe(36 - 8);
  });

  it("leaves the arrays of the mesh untouched", () => {
    const mesh = createBox();
    const before = structuredClone(mesh);
    inspectMesh(mesh);
    expect(mesh).toEqual(before);
  });

  it("takes 16-bit indices and f32 positions", () => {
    const box = createBox();
    const mesh = createMesh({
      positions: Float32Array.from(box.positions),
      indices: Uint16Array.from(box.indices!),
    });
    expect(inspectMesh(mesh)).toEqual(inspectMesh(box));
  });

  it("rejects coordinates that became NaN after the mesh was made", () => {
    const mesh = createBox();
    mesh.positions[5] = Number.NaN;
    expect(() => inspectMesh(mesh)).toThrow(MeshError);
    expect(() => inspectMesh(mesh)).toThrow("positions[5] (vertex 1, z): NaN is not finite");
  });
});

describe("inspectMesh on triangles", () => {
  it("lists collinear and coincident corners as degenerate, whatever the direction of the line", () => {
    const positions = [0, 0, 0, 1, 2, 3, 2, 4, 6, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5];
    const report = inspectMesh(meshOf(positions, [3, 4, 5, 0, 1, 2, 3, 3, 4, 6, 6, 6, 0, 5, 6, 0, 3, 5]));
    expect([...report.degenerateTriangles]).toEqual([1, 2, 3, 4]);
  });

  it("treats triangles perpendicular to an axis as proper", () => {
    for (const [u, v] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const positions = [7, 7, 7, 7, 7, 7, 7, 7, 7];
      positions[3 + u] = 8;
      positions[6 + v] = 8;
      expect(
        inspectMesh(createMesh({ positions: Float64Array.from(positions) })).degenerateTriangles,
      ).toHaveLength(0);
    }
  });

  it("decides collinearity exactly where the rounded cross product says the opposite", () => {
    const roundedCross = ([ax, ay, , bx, by, , cx, cy]: number[]) =>
      (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    // Three points of the line y = 3x, then three of y = x with one of them moved off it by 2^-60.
    const collinear = [3 * 2 ** -55, 9 * 2 ** -55, 0, 1, 3, 0, -1, -3, 0];
    const bent = [0, 2 ** -60, 0, 1, 1, 0, 3, 3, 0];
    expect(roundedCross(collinear)).not.toBe(0);
    expect(roundedCross(bent)).toBe(0);
    expect(inspectMesh(meshOf(collinear, [0, 1, 2])).degenerateTriangles).toHaveLength(1);
    expect(inspectMesh(meshOf(bent, [0, 1, 2])).degenerateTriangles).toHaveLength(0);
  });

  it("tells proper from degenerate triangles so small that products of their coordinates underflow", () => {
    const tiny = TETRAHEDRON_POSITIONS.map((value) => value * 1e-200);
    const report = inspectMesh(meshOf([...tiny, 3e-200, 0, 0], [...TETRAHEDRON, 0, 1, 4]));
    expect([...report.degenerateTriangles]).toEqual([4]);
  });

  it("lists later copies of a triangle, rotated, reversed or on other vertices, but not the first", () => {
    const positions = [...SQUARE, 0, 0, 0, 1, 0, 0, 1, 1, 0];
    const report = inspectMesh(meshOf(positions, [0, 1, 2, 0, 2, 3, 1, 2, 0, 2, 1, 0, 6, 4, 5]));
    expect([...report.duplicateTriangles]).toEqual([2, 3, 4]);
  });

  it("does not count triangles that share two corners as copies", () => {
    const report = inspectMesh(meshOf(SQUARE, [0, 0, 1, 0, 1, 1, 0, 1, 2, 0, 1, 3]));
    expect(report.duplicateTriangles).toHaveLength(0);
  });
});

describe("inspectMesh on vertices", () => {
  it("treats -0 and 0 as one coordinate", () => {
    const report = inspectMesh(createMesh({ positions: Float64Array.of(0, 0, 1, -0, 0, 1, 0, -0, 1) }));
    expect(report.unweldedVertices).toBe(2);
  });

  it("does not weld vertices one ulp apart", () => {
    const mesh = createMesh({ positions: Float64Array.of(1, 0, 0, 1 + Number.EPSILON, 0, 0, 1, 5e-324, 0) });
    expect(inspectMesh(mesh).unweldedVertices).toBe(0);
  });

  it("counts unused vertices and leaves them out of the bounds", () => {
    const report = inspectMesh(meshOf([99, 99, 99, ...SQUARE, -99, 0, 0], [1, 2, 3]));
    expect(report.unusedVertices).toBe(3);
    expect(report.bounds).toEqual([0, 0, 0, 1, 1, 0]);
  });
});

describe("inspectMesh on edges", () => {
  it("lists the rim of a sheet as open edges", () => {
    const report = inspectMesh(createPlaneGrid({ columns: 3, rows: 2 }));
    expect(report.openEdges).toHaveLength(2 * 10);
    expect(report.closed).toBe(false);
  });

  it("names the three edges of a hole by their vertices, lower first", () => {
    const report = inspectMesh(meshOf(TETRAHEDRON_POSITIONS, TETRAHEDRON.slice(3)));
    expect([...report.openEdges]).toEqual([0, 1, 0, 2, 1, 2]);
    expect(report.closed).toBe(false);
  });

  it("lists the edges round a triangle that faces backwards, and still calls the surface closed", () => {
    const report = inspectMesh(meshOf(TETRAHEDRON_POSITIONS, [0, 1, 2, ...TETRAHEDRON.slice(3)]));
    expect([...report.inconsistentEdges]).toEqual([0, 1, 0, 2, 1, 2]);
    expect(report.closed).toBe(true);
  });

  it("lists the edge of three triangles as non-manifold and the surface as not closed", () => {
    const report = inspectMesh(meshOf([...TETRAHEDRON_POSITIONS, 0, -1, -1], [...TETRAHEDRON, 0, 1, 4]));
    expect([...report.nonManifoldEdges]).toEqual([0, 1]);
    expect([...report.openEdges]).toEqual([0, 4, 1, 4]);
    expect(report.closed).toBe(false);
  });

  it("calls two solids that share an edge non-manifold yet closed", () => {
    const positions = [...TETRAHEDRON_POSITIONS, 0, -1, 0, 0, 0, -1];
    const second = [0, 4, 1, 0, 1, 5, 1, 4, 5, 4, 0, 5];
    const report = inspectMesh(meshOf(positions, [...TETRAHEDRON, ...second]));
    expect([...report.nonManifoldEdges]).toEqual([0, 1]);
    expect(report.closed).toBe(true);
  });

  it("ignores triangles with coincident corners, which border nothing", () => {
    const report = inspectMesh(meshOf(TETRAHEDRON_POSITIONS, [...TETRAHEDRON, 0, 1, 1, 2, 2, 2]));
    expect([...report.degenerateTriangles]).toEqual([4, 5]);
    expect(report.nonManifoldEdges).toHaveLength(0);
    expect(report.closed).toBe(true);
  });

  it("does not call a mesh of nothing but points and segments closed", () => {
    const report = inspectMesh(meshOf(SQUARE, [0, 0, 0, 1, 2, 2]));
    expect(report.closed).toBe(false);
    expect(report.openEdges).toHaveLength(0);
  });

  it("counts the spokes of a fan with a thousand triangles round one vertex", () => {
    const rim = Array.from({ length: 1000 }, (_, i) => [Math.cos(i / 200), Math.sin(i / 200), i]).flat();
    const indices = Array.from({ length: 1000 }, (_, i) => [
      0,
      1 + ((i * 7) % 1000),
      1 + ((i * 7 + 7) % 1000),
    ]).flat();
    const report = inspectMesh(meshOf([0, 0, 0, ...rim], indices));
    expect(report.openEdges).toHaveLength(2 * 1000);
    expect(report.nonManifoldEdges).toHaveLength(0);
    expect(report.inconsistentEdges).toHaveLength(0);
  });
});

describe("inspectMesh on the f32 noise floor", () => {
  it("measures the f32 spacing at the farthest coordinate against the diagonal", () => {
    const box = createBox({ center: [1000, 0, 0] });
    expect(inspectMesh(box).f32Step).toBe(2 ** -14 / Math.sqrt(3));
  });

  it("raises the flag when a model of edge 1 moves from 500 to 5000 away from the origin", () => {
    // Spacing 2^-15 at 500 and 2^-11 at 5000, against 1/10,000 of an edge.
    expect(inspectMesh(moved(createBox(), 500)).f32NoiseVisible).toBe(false);
    expect(inspectMesh(moved(createBox(), 5000)).f32NoiseVisible).toBe(true);
  });

  it("does not raise the flag because of one short edge", () => {
    const mesh = createBox({ segments: 4 });
    mesh.positions[0] = mesh.positions[3] + 1e-9;
    mesh.positions[1] = mesh.positions[4];
    mesh.positions[2] = mesh.positions[5];
    expect(inspectMesh(mesh).f32NoiseVisible).toBe(false);
  });

  it("raises the flag for a model so small that f32 would flatten it to a point", () => {
    expect(inspectMesh(createBox({ size: 1e-200 })).f32NoiseVisible).toBe(true);
  });

  it("gives 0, not NaN, for a mesh that is a single point", () => {
    const report = inspectMesh(createMesh({ positions: new Float64Array(9).fill(3) }));
    expect(report.f32Step).toBe(0);
    expect(report.f32NoiseVisible).toBe(false);
  });
});

describe("inspectMesh and its slow twin", () => {
  const coordinate = fc.integer({ min: 0, max: 2 });
  const mesh = fc
    .array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 8 })
    .chain((points) => {
      const corner = fc.nat({ max: points.length - 1 });
      return fc
        .array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 20 })
        .map((triangles) => meshOf(points.flat(), triangles.flat()));
    });

  it("agree on crowded random meshes of small whole coordinates (seed 11)", () => {
    fc.assert(
      fc.property(mesh, (m) => {
        const { degenerateTriangles, duplicateTriangles, unweldedVertices, closed, ...rest } = inspectMesh(m);
        const slow = inspectSlowly(m);
        expect([...degenerateTriangles]).toEqual(slow.degenerate);
        expect([...duplicateTriangles]).toEqual(slow.duplicate);
        expect(unweldedVertices).toBe(slow.unwelded);
        expect(closed).toBe(slow.closed);
        expect(rest.openEdges.length / 2).toBe(slow.open);
        expect(rest.nonManifoldEdges.length / 2).toBe(slow.nonManifold);
        expect(rest.inconsistentEdges.length / 2).toBe(slow.inconsistent);
      }),
      { seed: 11, numRuns: randomCases(500) },
    );
  });

  it.each([
    ["torus", createTorus({ majorSegments: 20, minorSegments: 11 })],
    ["icosphere", createIcosphere({ subdivisions: 2 })],
  ])("agree on the soup of a %s with every seventh triangle left out", (_, whole) => {
    const indices = [...whole.indices!].filter((_, i) => Math.floor(i / 3) % 7 !== 0);
    const soup = soupOf({ ...whole, indices: Uint32Array.from(indices) });
    const slow = inspectSlowly(soup);
    const report = inspectMesh(soup);
    expect(slow.open).toBeGreaterThan(0);
    expect(report.openEdges.length / 2).toBe(slow.open);
    expect(report.unweldedVertices).toBe(slow.unwelded);
  });
});

/** String keys and whole-number cross products: slow, and shares no code with the fast path. */
function inspectSlowly(mesh: TriangleMesh) {
  const point = (v: number) => [...mesh.positions.subarray(3 * v, 3 * v + 3)];
  const seen = new Set<string>();
  const edges = new Map<string, number[]>();
  const degenerate: number[] = [];
  const duplicate: number[] = [];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [a, b, c] = [0, 1, 2].map((corner) => point(vertexOf(mesh, t, corner)));
    const [u, v] = [b, c].map((p) => p.map((value, axis) => value - a[axis]));
    const area = [0, 1, 2].map((i) => u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]);
    if (area.every((value) => value === 0)) degenerate.push(t);
    const keys = [a, b, c].map(String);
    const triangle = [...keys].sort().join(" ");
    if (seen.has(triangle)) duplicate.push(t);
    seen.add(triangle);
    if (new Set(keys).size < 3) continue;
    for (let i = 0; i < 3; i++) {
      const [from, to] = [keys[i], keys[(i + 1) % 3]];
      const edge = [from, to].sort().join(" ");
      edges.set(edge, [...(edges.get(edge) ?? []), from < to ? 1 : -1]);
    }
  }
  const uses = [...edges.values()];
  const points = Array.from({ length: mesh.vertexCount }, (_, v) => String(point(v)));
  return {
    degenerate,
    duplicate,
    unwelded: mesh.vertexCount - new Set(points).size,
    open: uses.filter((edge) => edge.length === 1).length,
    nonManifold: uses.filter((edge) => edge.length > 2).length,
    inconsistent: uses.filter((edge) => edge.length === 2 && edge[0] === edge[1]).length,
    closed: uses.length > 0 && uses.every((edge) => edge.length % 2 === 0),
  };
}
