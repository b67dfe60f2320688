import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConvexShape } from "../../src/geometry/convex/convex-shape.ts";
import {
  convexHull,
  createMesh,
  inspectMesh,
  isConvex,
  MeshError,
  type TriangleMesh,
} from "../../src/index.ts";
import {
  createBox,
  createIcosphere,
  createLattice,
  createSphere,
  createTorus,
} from "../../src/mesh/primitives/index.ts";
import { exactOrient3d, hullCornersByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, random, randomSoup } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

// (1) every vertex lies on or below every face, by integers (2) the hull is closed and consistent (3) its vertices are
// the corners that brute force finds (4) order and repetition of the points change nothing.

/** Points of many kinds, few enough for integers. */
function pointSet(kind: string, seed: number, count: number): Float64Array {
  const next = random(seed);
  const make: Record<string, () => number[]> = {
    random: () => [next(), next(), next()],
    lattice: () => [next(), next(), next()].map((x) => Math.floor(4 * x)),
    perturbed: () =>
      [next(), next(), next()].map((x) => 1 + Math.floor(3 * x) + (Math.floor(5 * next()) - 2) * 2 ** -52),
    flat: () => [Math.floor(5 * next()), Math.floor(5 * next()), 7],
    "tilted plane": () => {
      const [u, v] = [Math.floor(5 * next()), Math.floor(5 * next())];
      return [u + v, u - v, 2 * u + v];
    },
    "nearly flat": () => [next(), next(), 1 + Math.floor(3 * next()) * 2 ** -52],
    line: () =>
      [1, 2, 3].map(
        (
          (t) => (x: number) =>
            x * t
        )(Math.floor(9 * next())),
      ),
    point: () => [3, 1, 2],
    cospherical: () => {
      const [a, b] = [Math.floor(8 * next()), Math.floor(5 * next())];
      return [Math.cos(a) * Math.sin(b), Math.sin(a) * Math.sin(b), Math.cos(b)];
    },
    huge: () => [next(), next(), next()].map((x) => Math.round(8 * x) * 2 ** 97),
    tiny: () => [next(), next(), next()].map((x) => Math.floor(4 * x) * 2 ** -1070),
  };
  return Float64Array.from(Array.from({ length: count }, make[kind]).flat());
}

const KINDS = [
  "random",
  "lattice",
  "perturbed",
  "flat",
  "tilted plane",
  "nearly flat",
  "line",
  "point",
  "cospherical",
  "huge",
  "tiny",
];

function side(
  p: ArrayLike<number>,
  f: ArrayLike<number>,
  at: number,
  q: ArrayLike<number>,
  i: number,
): number {
  const [a, b, c] = [3 * f[at], 3 * f[at + 1], 3 * f[at + 2]];
  // biome-ignore format: a point reads in a row
  return exactOrient3d(
    p[a], p[a + 1], p[a + 2], p[b], p[b + 1], p[b + 2], p[c], p[c + 1], p[c + 2],
    q[i], q[i + 1], q[i + 2],
  );
}

function checkHull(points: Float64Array): void {
  const shape = createConvexShape(points);
  // (1)
  for (let f = 0; f < shape.faces.length; f += 3)
    for (let i = 0; i < points.length; i += 3)
      if (side(shape.points, shape.faces, f, points, i) > 0)
        throw new Error(`point ${i / 3} above face ${f / 3}`);
  // (2)
  if (shape.dimension >= 2) {
    const report = inspectMesh(createMesh({ positions: shape.points, indices: shape.faces }));
    expect(report.closed).toBe(true);
    expect(report.degenerateTriangles.length + report.inconsistentEdges.length).toBe(0);
  }
  if (shape.dimension === 3) expect(shape.faces.length / 3).toBe(2 * shape.pointCount - 4);
  // (3)
  const corners = hullCornersByBruteForce(points);
  expect(coordinates(points, shape.sources)).toEqual(coordinates(points, corners));
}

/** The chosen points as sorted strings: any of several equal points may be the corner. */
function coordinates(points: Float64Array, chosen: Uint32Array): string[] {
  return [...chosen].map((p) => [0, 1, 2].map((axis) => points[3 * p + axis] + 0).join(" ")).sort();
}

describe("the convex hull of points", () => {
  for (const kind of KINDS)
    it(`encloses all points, and its corners are those of brute force (${kind} points, seed 30)`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 9 }), (seed, count) =>
          checkHull(pointSet(kind, seed, count)),
        ),
        { numRuns: randomCases(8), seed: 30 },
      );
    });

  it("encloses thousands of points exactly (seed 31)", () => {
    for (const kind of KINDS) {
      const points = pointSet(kind, 31, 3000);
      const shape = createConvexShape(points);
      const stride = Math.ceil(shape.faces.length / 3 / 12);
      for (let f = 0; f < shape.faces.length; f += 3 * stride)
        for (let i = 0; i < points.length; i += 3 * 41)
          expect(side(shape.points, shape.faces, f, points, i)).toBeLessThanOrEqual(0);
    }
  });

  it("(4) does not depend on the order of the points, nor on repetitions (seed 32)", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.integer({ min: 0, max: 1e6 }), (kind, seed) => {
        const points = pointSet(kind, seed, 40);
        const backwards = Float64Array.from(
          { length: 2 * points.length },
          (_, i) => points[points.length - 3 * (1 + (Math.floor(i / 3) % 40)) + (i % 3)],
        );
        const [a, b] = [createConvexShape(points), createConvexShape(backwards)];
        expect(coordinates(backwards, b.sources)).toEqual(coordinates(points, a.sources));
        expect(b.dimension).toBe(a.dimension);
      }),
      { numRuns: randomCases(15), seed: 32 },
    );
  });

  it("lists the neighbours of every corner, so that a walk uphill ends at the top (seed 33)", () => {
    const next = random(33);
    for (const kind of KINDS) {
      const { points, pointCount, neighbours, starts } = createConvexShape(pointSet(kind, 33, 300));
      for (let run = 0; run < 20; run++) {
        const d = [next() - 0.5, next() - 0.5, next() - 0.5];
        const height = (p: number) =>
          d[0] * points[3 * p] + d[1] * points[3 * p + 1] + d[2] * points[3 * p + 2];
        let best = Math.floor(pointCount * next());
        for (let last = -1; last !== best; ) {
          last = best;
          for (let i = starts[last]; i < starts[last + 1]; i++)
            if (height(neighbours[i]) > height(best)) best = neighbours[i];
        }
        const top = Math.max(...Array.from({ length: pointCount }, (_, p) => height(p)));
        expect(height(best)).toBeGreaterThanOrEqual(top - 1e-9 * Math.abs(top));
      }
    }
  });
});

describe("convexHull", () => {
  it("of a subdivided box has eight vertices and twelve triangles, at any subdivision", () => {
    for (const segments of [1, 2, 7]) {
      const hull = convexHull(createBox({ segments }));
      expect([hull.vertexCount, hull.triangleCount]).toEqual([8, 12]);
      expect(isConvex(hull)).toBe(true);
    }
  });

  it("keeps the type of coordinates and ignores vertices that no triangle uses", () => {
    const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9]);
    const hull = convexHull(createMesh({ positions, indices: new Uint16Array([0, 1, 2, 0, 1, 3]) }));
    expect(hull.positions).toBeInstanceOf(Float32Array);
    expect(hull.vertexCount).toBe(4);
  });

  it("of flat, straight and point-like meshes is a mesh too", () => {
    const square = convexHull(
      createMesh({ positions: new Float64Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]) }),
    );
    expect([square.vertexCount, square.triangleCount]).toEqual([4, 4]);
    const line = convexHull(createMesh({ positions: new Float64Array([0, 0, 0, 1, 1, 1, 2, 2, 2]) }));
    expect([line.vertexCount, line.triangleCount]).toEqual([2, 1]);
    const point = convexHull(createMesh({ positions: new Float64Array(9) }));
    expect([point.vertexCount, point.triangleCount]).toEqual([1, 1]);
  });

  it("rejects values that are not meshes, and vertices that became NaN", () => {
    expect(() => convexHull(null as unknown as TriangleMesh)).toThrow(MeshError);
    const mesh = createBox();
    mesh.positions[4] = Number.NaN;
    expect(() => convexHull(mesh)).toThrow(/positions\[4\]/);
  });
});

describe("isConvex", () => {
  it("is true for hulls of anything solid (seed 34)", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.integer({ min: 0, max: 1e6 }), (lattice, seed) => {
        const soup = lattice ? latticeSoup(seed, 20) : randomSoup(seed, 20);
        const hull = convexHull(soup);
        expect(isConvex(hull)).toBe(createConvexShape(new Float64Array(hull.positions)).dimension === 3);
      }),
      { numRuns: randomCases(15), seed: 34 },
    );
  });

  it("is true at any subdivision, as a soup and turned inside out", () => {
    for (const segments of [1, 2, 9]) {
      const box = createBox({ segments, size: [1, 2, 3] });
      expect(isConvex(box)).toBe(true);
      const soup = createMesh({ positions: soupOf(box) });
      expect(isConvex(soup)).toBe(true);
      expect(
        isConvex(createMesh({ positions: box.positions, indices: new Uint32Array(box.indices!).reverse() })),
      ).toBe(true);
    }
  });

  it("is false for a torus, a lattice, an open box, a box with one face reversed, a doubled box, two boxes, a flat mesh", () => {
    expect(isConvex(createTorus({ majorSegments: 12, minorSegments: 8 }))).toBe(false);
    expect(isConvex(createLattice({ counts: 2 }))).toBe(false);
    const box = createBox();
    const indices = new Uint32Array(box.indices!);
    expect(isConvex(createMesh({ positions: box.positions, indices: indices.slice(3) }))).toBe(false);
    const turned = indices.slice();
    turned.set([indices[1], indices[0]], 0);
    expect(isConvex(createMesh({ positions: box.positions, indices: turned }))).toBe(false);
    expect(
      isConvex(createMesh({ positions: box.positions, indices: Uint32Array.from([...indices, ...indices]) })),
    ).toBe(false);
    const twice = new Float64Array([
      ...soupOf(createBox({ segments: 2 })),
      ...soupOf(createBox({ segments: 3 })),
    ]);
    expect(isConvex(createMesh({ positions: twice }))).toBe(false);
    const apart = new Float64Array([...soupOf(box), ...soupOf(createBox({ center: [3, 0, 0] }))]);
    expect(isConvex(createMesh({ positions: apart }))).toBe(false);
    expect(isConvex(createMesh({ positions: new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) }))).toBe(false);
  });

  it("notices a vertex of a flat face pushed in or pulled out by one unit in the last place", () => {
    for (const change of [-(2 ** -53), 2 ** -52]) {
      const box = createBox({ segments: 2, size: 2 });
      const positions = new Float64Array(box.positions);
      const middle = [...Array(box.vertexCount).keys()].find(
        (v) => positions[3 * v] === 1 && positions[3 * v + 1] === 0 && positions[3 * v + 2] === 0,
      )!;
      expect(isConvex(createMesh({ positions, indices: box.indices }))).toBe(true);
      positions[3 * middle] += change;
      expect(isConvex(createMesh({ positions, indices: box.indices }))).toBe(false);
    }
  });

  it("is true for an icosphere, and for the hull of a sphere whose quads rounding bends", () => {
    expect(isConvex(createIcosphere({ subdivisions: 2 }))).toBe(true);
    expect(isConvex(convexHull(createSphere({ segments: 12, rings: 8 })))).toBe(true);
  });

  it("agrees with all vertices against all planes, in integers, on spheres with one vertex moved (seed 35)", () => {
    const next = random(35);
    const answers = new Set<boolean>();
    for (let run = 0; run < 16; run++) {
      const { positions, indices } = createIcosphere({ subdivisions: 1 });
      const v = Math.floor((next() * positions.length) / 3);
      const factor = 1 + (next() - 0.6) * (run % 2 === 0 ? 0.9 : 1e-9);
      for (let axis = 0; axis < 3; axis++) positions[3 * v + axis] *= factor;
      let convex = true;
      for (let t = 0; t < indices!.length && convex; t += 3)
        for (let i = 0; i < positions.length && convex; i += 3)
          convex = side(positions, indices!, t, positions, i) <= 0;
      expect(isConvex(createMesh({ positions, indices }))).toBe(convex);
      answers.add(convex);
    }
    expect(answers.size).toBe(2);
  });

  it("rejects a bipyramid over a star, which is convex along every edge and winds around twice", () => {
    const star = Array.from({ length: 5 }, (_, i) => [
      Math.cos((4 * Math.PI * i) / 5),
      Math.sin((4 * Math.PI * i) / 5),
      0,
    ]);
    const positions = Float64Array.from([...star.flat(), 0, 0, 1, 0, 0, -1]);
    const indices = Uint32Array.from([0, 1, 2, 3, 4].flatMap((i) => [i, (i + 1) % 5, 5, (i + 1) % 5, i, 6]));
    expect(inspectMesh(createMesh({ positions, indices })).closed).toBe(true);
    expect(isConvex(createMesh({ positions, indices }))).toBe(false);
  });
});

function soupOf(mesh: TriangleMesh): Float64Array {
  return Float64Array.from([...mesh.indices!].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]));
}
