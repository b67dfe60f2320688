import { describe, expect, it } from "vitest";
import { OptionError } from "../../src/errors.ts";
import { inspectMesh } from "../../src/mesh/inspect-mesh.ts";
import { isConvex } from "../../src/mesh/is-convex.ts";
import {
  createBox,
  createCapsule,
  createCylinder,
  createDentedEllipsoid,
  createEllipsoid,
  createGrid46080,
  createIcosphere,
  createLattice,
  createPlaneGrid,
  createSpacecraft,
  createSphere,
  createTorus,
  createTorusKnot,
} from "../../src/mesh/primitives/index.ts";

import { type TriangleMesh, vertexOf } from "../../src/mesh/triangle-mesh.ts";

/** The signed volume of the triangles: positive if they face outward. */
function volume(
  mesh: TriangleMesh,
  triangles = Array.from({ length: mesh.triangleCount }, (_, t) => t),
): number {
  let sum = 0;
  for (const t of triangles) {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const at = 3 * vertexOf(mesh, t, corner);
      return mesh.positions.subarray(at, at + 3);
    });
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

/** Triangle numbers of each connected shell, joined over shared vertices. */
function shellsOf(mesh: TriangleMesh): number[][] {
  const parent = Array.from({ length: mesh.vertexCount }, (_, v) => v);
  function root(v: number): number {
    while (parent[v] !== v) v = parent[v] = parent[parent[v]];
    return v;
  }
  for (let t = 0; t < mesh.triangleCount; t++)
    for (const corner of [1, 2]) parent[root(vertexOf(mesh, t, corner))] = root(vertexOf(mesh, t, 0));
  const shells = new Map<number, number[]>();
  for (let t = 0; t < mesh.triangleCount; t++) {
    const shell = root(vertexOf(mesh, t, 0));
    const triangles = shells.get(shell);
    if (triangles === undefined) shells.set(shell, [t]);
    else triangles.push(t);
  }
  return [...shells.values()];
}

function sides(mesh: TriangleMesh): number[] {
  const { bounds } = inspectMesh(mesh);
  return [0, 1, 2].map((axis) => bounds[3 + axis] - bounds[axis]);
}

function expectSound(mesh: TriangleMesh): void {
  const report = inspectMesh(mesh);
  expect(report.degenerateTriangles).toHaveLength(0);
  expect(report.duplicateTriangles).toHaveLength(0);
  expect(report.nonManifoldEdges).toHaveLength(0);
  expect(report.inconsistentEdges).toHaveLength(0);
  expect(report.unweldedVertices).toBe(0);
  expect(report.unusedVertices).toBe(0);
  expect(mesh.positions).toBeInstanceOf(Float64Array);
  expect(mesh.indices).toBeInstanceOf(Uint32Array);
}

const CLOSED: [string, () => TriangleMesh, triangles: number, shells: number][] = [
  ["box", () => createBox(), 12, 1],
  ["box in 3 × 4 × 5 pieces", () => createBox({ segments: [3, 4, 5] }), 4 * (12 + 20 + 15), 1],
  ["box far from the origin", () => createBox({ size: 0.1, center: [100, -200, 300], segments: 2 }), 48, 1],
  ["sphere", () => createSphere(), 2 * 32 * 15, 1],
  ["coarsest sphere", () => createSphere({ segments: 3, rings: 2 }), 6, 1],
  ["icosahedron", () => createIcosphere({ subdivisions: 0 }), 20, 1],
  ["icosphere", () => createIcosphere(), 1280, 1],
  ["cylinder", () => createCylinder(), 4 * 32, 1],
  ["coarsest cylinder", () => createCylinder({ radius: 0.1, length: 9, segments: 3 }), 12, 1],
  ["capsule", () => createCapsule(), 2 * 32 * 16, 1],
  ["coarsest capsule", () => createCapsule({ segments: 4 }), 16, 1],
  ["torus", () => createTorus(), 2 * 48 * 24, 1],
  ["torus of the papers", () => createTorus({ majorSegments: 50, minorSegments: 50 }), 5000, 1],
  ["coarsest torus", () => createTorus({ majorSegments: 3, minorSegments: 3 }), 18, 1],
  ["torus knot", () => createTorusKnot(), 2 * 256 * 16, 1],
  [
    "(3, 7) torus knot",
    () => createTorusKnot({ p: 3, q: 7, tubeRadius: 0.05, knotSegments: 500 }),
    16_000,
    1,
  ],
  ["lattice", () => createLattice(), 2 * (6 * 64 + 6 * 144), 1],
  ["flat lattice", () => createLattice({ counts: [3, 2, 1], barLength: 3 }), 2 * (6 * 6 + 10 * 7), 1],
  ["lattice of one junction", () => createLattice({ counts: 1 }), 12, 1],
  [
    "lattice with the tightest holes",
    () => createLattice({ counts: 3, barLength: 1 }),
    2 * (6 * 27 + 2 * 54),
    1,
  ],
  ["grid of 46,080", createGrid46080, 46_080, 1],
  ["standard spacecraft", () => createSpacecraft(), 6084, 14],
  ["fine spacecraft", () => createSpacecraft({ detail: "fine" }), 7568, 14],
];

describe("closed primitives", () => {
  it.each(CLOSED)("the %s is watertight, welded and free of degenerate triangles", (_, create) => {
    const mesh = create();
    expectSound(mesh);
    expect(inspectMesh(mesh).closed).toBe(true);
  });

  it.each(CLOSED)(
    "the %s has the number of triangles and shells it promises",
    (_, create, triangles, shells) => {
      const mesh = create();
      expect(mesh.triangleCount).toBe(triangles);
      expect(shellsOf(mesh)).toHaveLength(shells);
    },
  );

  it.each(CLOSED)("every shell of the %s faces outward", (_, create) => {
    const mesh = create();
    for (const shell of shellsOf(mesh)) expect(volume(mesh, shell)).toBeGreaterThan(0);
  });

  it.each(CLOSED)("the %s is identical each time, in new arrays", (_, create) => {
    const mesh = create();
    // As bytes: comparing 46,080 triangles number by number takes a second.
    const [bytes, again] = [mesh, create()].map(({ positions, indices }) => [
      Buffer.from(positions.buffer).toString("base64"),
      Buffer.from(indices!.buffer).toString("base64"),
    ]);
    expect(again).toEqual(bytes);
    expect(create().positions.buffer).not.toBe(mesh.positions.buffer);
  });
});

describe("sizes", () => {
  it("a box extends exactly half its size to either side of its centre, however it is subdivided", () => {
    for (const segments of [1, 3, 7]) {
      const { bounds } = inspectMesh(createBox({ size: [1, 2, 3], center: [10, 20, 30], segments }));
      expect(bounds).toEqual([9.5, 19, 28.5, 10.5, 21, 31.5]);
    }
  });

  it("a box holds the volume of its sides", () => {
    expect(volume(createBox({ size: [1, 2, 3], segments: [4, 1, 2] }))).toBeCloseTo(6, 12);
  });

  it.each([
    ["sphere", createSphere({ radius: 2.5, segments: 7, rings: 5 })],
    ["icosphere", createIcosphere({ radius: 2.5, subdivisions: 2 })],
  ])("every vertex of the %s lies on its radius", (_, { positions, vertexCount }) => {
    for (let v = 0; v < vertexCount; v++)
      expect(Math.hypot(...positions.subarray(3 * v, 3 * v + 3))).toBeCloseTo(2.5, 14);
  });

  it.each([
    ["sphere", createSphere({ radius: 2, segments: 200, rings: 100 }), (4 / 3) * Math.PI * 8],
    ["icosphere", createIcosphere({ radius: 2, subdivisions: 5 }), (4 / 3) * Math.PI * 8],
    ["torus", createTorus({ majorSegments: 200, minorSegments: 100 }), 2 * Math.PI ** 2 * 0.4 ** 2],
  ])("a fine %s comes within 0.003 of the round volume, from below", (_, mesh, round) => {
    expect(volume(mesh) / round).toBeGreaterThan(0.997);
    expect(volume(mesh) / round).toBeLessThan(1);
  });

  it("a torus lies about the y axis", () => {
    const [x, y, z] = sides(
      createTorus({ majorRadius: 3, minorRadius: 1, majorSegments: 40, minorSegments: 40 }),
    );
    expect(x).toBeCloseTo(8, 12);
    expect(y).toBeCloseTo(2, 12);
    expect(z).toBeCloseTo(8, 12);
  });

  it("each vertex of a torus knot is its tube radius away from the torus", () => {
    const { positions, vertexCount } = createTorusKnot({ tubeRadius: 0.1, tubeSegments: 4 });
    // Of four points around the tube, the first is 0.1 outside the torus and the third 0.1 inside.
    for (let v = 0; v < vertexCount; v++) {
      const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
      const depth = Math.hypot(Math.hypot(x, z) - 1, y) - 0.4;
      if (v % 4 === 0) expect(depth).toBeCloseTo(0.1, 12);
      if (v % 4 === 2) expect(depth).toBeCloseTo(-0.1, 12);
    }
  });

  it("a lattice's longest side has the requested size, and its cells are cubes", () => {
    const mesh = createLattice({ counts: [3, 2, 1], barLength: 3, barWidth: 2, size: 24 });
    expect(sides(mesh)).toEqual([24, 14, 4]);
    expect(volume(mesh)).toBeCloseTo(8 * (6 * 8 + 7 * 12), 9);
  });

  it("the grid of 46,080 is a cube of side 1 with 46 % of it solid", () => {
    const mesh = createGrid46080();
    for (const side of sides(mesh)) expect(side).toBeCloseTo(1, 14);
    expect(volume(mesh)).toBeCloseTo((512 * 8 + 1344 * 8) / 30 ** 3, 12);
  });

  it("the triangles of the grid of 46,080 are all of one size", () => {
    const { positions, indices, triangleCount } = createGrid46080();
    const corner = (i: number) => positions.subarray(3 * indices![i], 3 * indices![i] + 3);
    // Numbers, not expectations, in the loop: 92,160 of these would take seconds.
    let worst = 0;
    for (let t = 0; t < triangleCount; t++) {
      const lengths = [0, 1, 2].map((i) => {
        const [a, b] = [corner(3 * t + i), corner(3 * t + ((i + 1) % 3))];
        return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      });
      const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
      worst = Math.max(worst, Math.abs(least - 1 / 30), Math.abs(most - Math.SQRT2 / 30));
    }
    expect(worst).toBeLessThan(5e-13);
  });

  it.each(["standard", "fine"] as const)("the %s spacecraft is 10 long, 6 wide and slender", (detail) => {
    const mesh = createSpacecraft({ detail });
    const [x, y, z] = sides(mesh);
    expect(x).toBeCloseTo(10, 12);
    expect(z).toBeCloseTo(6, 2);
    expect(y).toBeCloseTo(2, 1);
    expect(volume(mesh) / (x * y * z)).toBeLessThan(0.05);
  });

  it("the spacecraft is symmetric to port and starboard", () => {
    const { positions, vertexCount } = createSpacecraft();
    const key = (x: number, y: number, z: number) =>
      [x, y, z].map((value) => value.toFixed(9).replace("-0.000000000", "0.000000000")).join();
    const places = new Set<string>();
    for (let v = 0; v < vertexCount; v++)
      places.add(key(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]));
    for (let v = 0; v < vertexCount; v++)
      expect(places).toContain(key(positions[3 * v], positions[3 * v + 1], -positions[3 * v + 2]));
  });
});

describe("the plane grid", () => {
  const mesh = createPlaneGrid({ width: 4, depth: 2, columns: 8, rows: 3 });

  it("is an open sheet with one rim", () => {
    expectSound(mesh);
    expect(mesh.triangleCount).toBe(48);
    expect(inspectMesh(mesh).closed).toBe(false);
    expect(inspectMesh(mesh).openEdges).toHaveLength(2 * 22);
  });

  it("lies flat in y = 0, width along x and depth along z", () => {
    expect(inspectMesh(mesh).bounds).toEqual([-2, 0, -1, 2, 0, 1]);
  });

  it("faces +y", () => {
    const { positions, indices } = mesh;
    for (let i = 0; i < indices!.length; i += 3) {
      const [a, b, c] = [...indices!.subarray(i, i + 3)].map((v) => 3 * v);
      const ux = positions[b] - positions[a];
      const uz = positions[b + 2] - positions[a + 2];
      const vx = positions[c] - positions[a];
      const vz = positions[c + 2] - positions[a + 2];
      expect(uz * vx - ux * vz).toBeGreaterThan(0);
    }
  });
});

describe("options out of range", () => {
  const refused: [string, () => TriangleMesh][] = [
    ["size: expected a number above 0, got 0", () => createBox({ size: 0 })],
    ["size[1]: expected a number above 0, got -2", () => createBox({ size: [1, -2, 3] })],
    ["size[2]: expected a number above 0, got Infinity", () => createBox({ size: [1, 2, Infinity] })],
    ["size: expected a number or three numbers, got 1,2", () => createBox({ size: [1, 2] as never })],
    ["center[0]: expected a finite number, got NaN", () => createBox({ center: [Number.NaN, 0, 0] })],
    ["segments: expected a whole number of at least 1, got 1.5", () => createBox({ segments: 1.5 })],
    ["segments[2]: expected a whole number of at least 1, got 0", () => createBox({ segments: [1, 1, 0] })],
    ["radius: expected a number above 0, got NaN", () => createSphere({ radius: Number.NaN })],
    ["segments: expected a whole number of at least 3, got 2", () => createSphere({ segments: 2 })],
    ["rings: expected a whole number of at least 2, got 1", () => createSphere({ rings: 1 })],
    ["radius: expected a number above 0, got -1", () => createIcosphere({ radius: -1 })],
    [
      "subdivisions: expected a whole number from 0 to 9, got -1",
      () => createIcosphere({ subdivisions: -1 }),
    ],
    [
      "subdivisions: expected a whole number from 0 to 9, got 10",
      () => createIcosphere({ subdivisions: 10 }),
    ],
    ["length: expected a number above 0, got 0", () => createCylinder({ length: 0 })],
    ["segments: expected a whole number of at least 4, got 3", () => createCapsule({ segments: 3 })],
    ["majorRadius: expected a number above 0, got 0", () => createTorus({ majorRadius: 0 })],
    ["minorRadius: expected a number above 0, got -1", () => createTorus({ minorRadius: -1 })],
    ["majorSegments: expected a whole number of at least 3, got 2", () => createTorus({ majorSegments: 2 })],
    [
      "minorSegments: expected a whole number of at least 3, got NaN",
      () => createTorus({ minorSegments: Number.NaN }),
    ],
    ["p: expected a whole number of at least 1, got 0", () => createTorusKnot({ p: 0 })],
    ["q: expected a whole number of at least 1, got 2.5", () => createTorusKnot({ q: 2.5 })],
    [
      "p, q: expected no common divisor, got 4 and 6, which would make several rings",
      () => createTorusKnot({ p: 4, q: 6 }),
    ],
    ["tubeRadius: expected a number above 0, got 0", () => createTorusKnot({ tubeRadius: 0 })],
    [
      "knotSegments: expected a whole number of at least 3, got 2",
      () => createTorusKnot({ knotSegments: 2 }),
    ],
    [
      "tubeSegments: expected a whole number of at least 3, got 2",
      () => createTorusKnot({ tubeSegments: 2 }),
    ],
    ["width: expected a number above 0, got 0", () => createPlaneGrid({ width: 0 })],
    ["depth: expected a number above 0, got -1", () => createPlaneGrid({ depth: -1 })],
    ["columns: expected a whole number of at least 1, got 0", () => createPlaneGrid({ columns: 0 })],
    ["rows: expected a whole number of at least 1, got 0.5", () => createPlaneGrid({ rows: 0.5 })],
    ["counts[0]: expected a whole number of at least 1, got 0", () => createLattice({ counts: [0, 1, 1] })],
    ["barLength: expected a whole number of at least 1, got 0", () => createLattice({ barLength: 0 })],
    ["barWidth: expected a whole number of at least 1, got 1.5", () => createLattice({ barWidth: 1.5 })],
    ["size: expected a number above 0, got 0", () => createLattice({ size: 0 })],
    [
      'detail: expected "standard" or "fine", got coarse',
      () => createSpacecraft({ detail: "coarse" as never }),
    ],
  ];

  it.each(refused)("are rejected with their name and value: %s", (message, create) => {
    expect(create).toThrow(OptionError);
    expect(create).toThrow(message);
  });
});

describe("limbs", () => {
  it("are closed and face outward; the ellipsoid is convex to the last bit, the dented one is not and has less volume", () => {
    const options = { radii: [3, 1, 0.5], center: [1, 2, 3], segments: 14, rings: 9 } as const;
    const whole = createEllipsoid(options);
    const dented = createDentedEllipsoid({ ...options, dent: 0.5 });
    for (const mesh of [whole, dented]) {
      const { openEdges, nonManifoldEdges } = inspectMesh(mesh);
      expect([openEdges.length, nonManifoldEdges.length]).toEqual([0, 0]);
      expect(volume(mesh)).toBeGreaterThan(0);
    }
    expect(isConvex(whole)).toBe(true);
    expect(isConvex(dented)).toBe(false);
    // the upper half is subtracted from the lower: 1/2 − 0.5/2 of the whole
    expect(volume(dented) / volume(whole)).toBeCloseTo(0.25, 2);
  });

  it("reject bad sizes", () => {
    expect(() => createEllipsoid({ radii: [1, 0, 1] })).toThrow("radii[1]: expected a number above 0, got 0");
    expect(() => createEllipsoid({ rings: 1 })).toThrow(
      "rings: expected a whole number of at least 2, got 1",
    );
    expect(() => createDentedEllipsoid({ dent: 1 })).toThrow(OptionError);
  });
});
