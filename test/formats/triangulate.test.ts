import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIndexList } from "../../src/formats/growing-list.ts";
import { TOO_COMPLEX, triangulate } from "../../src/formats/triangulate.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

type Point = readonly [number, number];

/** Cuts the polygon, placed in space by whole numbers, so that areas stay exact. */
function cut(polygon: readonly Point[], place = (x: number, y: number) => [x, y, 0]) {
  const positions = polygon.flatMap(([x, y]) => place(x, y));
  const out = createIndexList();
  const corners = Uint32Array.from(polygon, (_, i) => i);
  const fault = triangulate(positions, corners, polygon.length, out);
  const triangles = [];
  for (let i = 0; i < out.length; i += 3)
    triangles.push([out.values[i], out.values[i + 1], out.values[i + 2]]);
  return { fault, triangles };
}

function doubleArea(polygon: readonly Point[]): number {
  return polygon.reduce((sum, [x, y], i) => {
    const [u, v] = polygon[(i + 1) % polygon.length];
    return sum + x * v - u * y;
  }, 0);
}

/** n − 2 triangles of positive area that add up to the polygon's: for a simple polygon, only a correct result has this. */
function expectCover(polygon: readonly Point[], place?: (x: number, y: number) => number[]) {
  const { fault, triangles } = cut(polygon, place);
  expect(fault).toBe(undefined);
  expect(triangles).toHaveLength(polygon.length - 2);
  const areas = triangles.map((triangle) => doubleArea(triangle.map((i) => polygon[i])));
  expect(Math.min(...areas)).toBeGreaterThan(0);
  expect(areas.reduce((sum, area) => sum + area, 0)).toBe(doubleArea(polygon));
}

const SHAPES: Record<string, Point[]> = {
  arrow: [
    [0, 0],
    [4, 1],
    [0, 2],
    [1, 1],
  ],
  "square with corners on its sides": [
    [0, 0],
    [1, 0],
    [2, 0],
    [4, 0],
    [4, 2],
    [4, 4],
    [0, 4],
    [0, 1],
  ],
  comb: [
    [0, 0],
    [7, 0],
    [7, 5],
    [6, 5],
    [6, 1],
    [5, 1],
    [5, 5],
    [4, 5],
    [4, 1],
    [3, 1],
    [3, 5],
    [2, 5],
    [2, 1],
    [1, 1],
    [1, 5],
    [0, 5],
  ],
  "frame with a bridge to its hole": [
    [0, 0],
    [6, 0],
    [6, 6],
    [0, 6],
    [0, 0],
    [2, 2],
    [2, 4],
    [4, 4],
    [4, 2],
    [2, 2],
  ],
};

describe("triangulate", () => {
  for (const [name, polygon] of Object.entries(SHAPES))
    it(`covers the ${name} from every first corner`, () => {
      for (let first = 0; first < polygon.length; first++)
        expectCover([...polygon.slice(first), ...polygon.slice(0, first)]);
    });

  it("covers star-shaped polygons in any plane", () => {
    const radius = fc.integer({ min: 100, max: 10_000 });
    const small = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(
        fc.array(radius, { minLength: 4, maxLength: 40 }),
        small,
        small,
        small,
        (radii, a, b, axis) => {
          const polygon = radii.map((r, i): Point => {
            const angle = (2 * Math.PI * i) / radii.length;
            return [Math.round(r * Math.cos(angle)), Math.round(r * Math.sin(angle))];
          });
          const turned = (x: number, y: number) => {
            const point = [x, y, a * x + b * y];
            return axis > 0 ? point : axis === 0 ? [point[2], x, y] : [y, point[2], x];
          };
          expectCover(polygon, turned);
        },
      ),
      { numRuns: randomCases(125) },
    );
  });

  it("keeps the winding of a polygon that faces down", () => {
    const polygon = [...SHAPES.comb].reverse();
    const { fault, triangles } = cut(polygon);
    expect(fault).toBe(undefined);
    for (const triangle of triangles) expect(doubleArea(triangle.map((i) => polygon[i]))).toBeLessThan(0);
  });

  it("makes a fan of a convex polygon, around its first corner", () => {
    const square: Point[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    expect(cut(square).triangles).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
  });

  it("names what is wrong with a polygon", () => {
    const pentagram = [0, 2, 4, 1, 3].map(
      (i): Point => [Math.cos((2 * Math.PI * i) / 5), Math.sin((2 * Math.PI * i) / 5)],
    );
    const crossing = "polygon crosses itself, its triangles are a guess";
    expect(cut(pentagram)).toMatchObject({ fault: crossing, triangles: { length: 3 } });
    const line = [0, 1, 2, 3].map((x): Point => [x, x]);
    expect(cut(line).fault).toBe("polygon without area, kept as degenerate triangles");
    const bent = cut(SHAPES.arrow, (x, y) => [x, y, x === 4 ? 1 : 0]);
    expect(bent.fault).toBe("polygon is not planar, cut into triangles anyway");
    expect(cut([]).fault).toBe("face with fewer than three corners, dropped");
  });

  it("treats rounded coordinates far from zero as flat", () => {
    const far = (x: number, y: number) => [x + 1000.1, y, Math.fround(0.3 * x + 0.7 * y)];
    expect(cut(SHAPES.arrow, far).fault).toBe(undefined);
  });

  it("gives up on a tangle instead of running for minutes", () => {
    const next = random(3);
    const tangle = Array.from({ length: 30_000 }, (): Point => [next(), next()]);
    expect([TOO_COMPLEX, "polygon crosses itself, its triangles are a guess"]).toContain(cut(tangle).fault);
  });
});
