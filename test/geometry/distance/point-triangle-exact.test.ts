import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  measureCorner,
  measureEdge,
  measureFace,
} from "../../../src/geometry/distance/point-triangle-double.ts";
import { measuredPoint, measurePoint } from "../../../src/geometry/distance/point-triangle-exact.ts";
import {
  MEASURED_A,
  measured,
  measureInIntegers,
  rationalTestCount,
} from "../../../src/geometry/distance/triangle-distance-exact.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";

const NO_LIMIT = Float64Array.of(Infinity);
const UNPROVEN = -1;

/** Expects the integer result for the triangle and a degenerate triangle at the point, to the last bit. */
function expectTwins(triangle: ArrayLike<number>, point: ArrayLike<number>): number {
  const t = Float64Array.from(triangle);
  const p = Float64Array.from(point);
  const corners = Float64Array.from({ length: 9 }, (_, k) => p[k % 3]);
  const expected = [measureInIntegers(t, 0, corners, 0), ...measured.slice(MEASURED_A, MEASURED_A + 3)];
  const exactBefore = rationalTestCount();
  const distance = measurePoint(p, t, NO_LIMIT);
  expect([distance, ...measuredPoint.slice(0, 3)]).toEqual(expected);
  return rationalTestCount() - exactBefore;
}

/** A triangle of f32 or f64 coordinates or of small integers, and a point on it, near it or somewhere. */
function anyCase(seed: number): { triangle: Float64Array; point: number[] } {
  const next = random(seed);
  const pick = <T>(...list: T[]): T => list[Math.floor(next() * list.length)];
  const kind = pick("f32", "f64", "integer");
  const far = pick(0, 0, 1, 1000);
  const triangle = Float64Array.from({ length: 9 }, () => {
    const x = 2 * next() - 1 + far;
    return kind === "f32" ? Math.fround(x) : kind === "f64" ? x : Math.round(3 * x);
  });
  if (next() < 0.15) for (let k = 0; k < 3; k++) triangle[6 + k] = triangle[pick(0, 3) + k];
  if (next() < 0.2) for (let corner = 0; corner < 9; corner += 3) triangle[corner + 1] = pick(0, far);
  const [s, t] = pick([0.3, 0.2], [next(), 0], [0, next()], [0, 0], [1, 0], [next(), 1 - next()], [2, -1]);
  const away = pick(0, 0, 1e-3, 1e-6, 1e-12, 1e-16, 1e-40, 1);
  const point = [0, 1, 2].map((k) => {
    const x = triangle[k];
    return x + s * (triangle[3 + k] - x) + t * (triangle[6 + k] - x) + away * (next() - 0.5);
  });
  const factor = pick(1, 1, 1, 2 ** 40, 2 ** -40, 2 ** -110, 2 ** -320);
  return { triangle: triangle.map((x) => factor * x), point: point.map((x) => factor * x) };
}

describe("the distance of a point from a triangle", () => {
  it("equals the distance of two triangles, one of them shrunk to the point, bit for bit (seed 6)", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { triangle, point } = anyCase(seed);
        expectTwins(triangle, point);
      }),
      { seed: 6, numRuns: randomCases(1000) },
    );
  });

  const steep = [0, 0, 0, 1, 0.25, 0, 0.125, 1, 0.5]; // sorted by coordinates: corners 0, 6 and 3

  it("needs no integers for a distant point", () => {
    expect(expectTwins(steep, [0.3, 0.4, 2])).toBe(0);
    expect(expectTwins(steep, [-3, -4, 1])).toBe(0);
  });

  it("is decided with 106 bits near a face, an edge and a corner", () => {
    const sorted = Float64Array.from([...steep.slice(0, 3), ...steep.slice(6), ...steep.slice(3, 6)]);
    const out = new Float64Array(3);
    const at = (...point: number[]) => Float64Array.of(...sorted, ...point);
    expect(measureFace(at(0.3, 0.4, 0.16), out)).toBeGreaterThan(0);
    expect(expectTwins(steep, [0.3, 0.4, 0.16])).toBe(0);
    expect(measureEdge(at(0.5, 0.12, 0.001), 0, 6, out)).toBeGreaterThan(0);
    expect(expectTwins(steep, [0.5, 0.12, 0.001])).toBe(0);
    expect(measureCorner(at(-0.001, -0.002, 0), 0, out)).toBeGreaterThan(0);
    expect(measureCorner(at(0, 0, 0), 0, out)).toBe(0);
    // rounded onto the face, where only exact products preserve digits of h
    const [x, y, z] = [0, 1, 2].map((k) => 0.3 * steep[3 + k] + 0.2 * steep[6 + k]) as [
      number,
      number,
      number,
    ];
    expect(measureFace(at(x, y, z), out)).toBeLessThan(2 ** -50);
    expect(measureFace(at(x, y, z), out)).toBeGreaterThan(0);
    expect(expectTwins(steep, [x, y, z])).toBe(0);
    expect(measureFace(at(0.25 + 0.03125, 0.0625 + 0.25, 0.125), out)).toBe(0);
  });

  it("is left to integers where a sign is uncertain", () => {
    const sorted = Float64Array.from([0, 0, 0, 0, 3, 1, 1, 1, 2]);
    const out = new Float64Array(3);
    expect(measureEdge(Float64Array.of(...sorted, 1, 1, 2), 0, 6, out)).toBe(UNPROVEN);
    expect(measureFace(Float64Array.of(...sorted, 5, 5, 5), out)).toBe(UNPROVEN);
    expect(measureCorner(Float64Array.of(...sorted, 0, 1, 0), 0, out)).toBe(UNPROVEN);
    expect(expectTwins([0, 0, 0, 0, 3, 1, 1, 1, 2], [0.5, 0.5, 1])).toBe(1);
    // on the face except for a number so small that products with it underflow
    expect(measureFace(Float64Array.of(...sorted, 0.25, 1, 0.75), out)).toBe(0);
    expect(measureFace(Float64Array.of(1, 0, 0, 1, 3, 1, 2, 1, 2, 1.25, 1, 2 ** -300), out)).toBe(UNPROVEN);
  });

  it("is Infinity beyond a limit, and NaN for coordinates that are not finite", () => {
    const t = Float64Array.from(steep);
    const limit = Float64Array.of(1);
    expect(measurePoint(Float64Array.of(0.3, 0.4, 5), t, limit)).toBe(Infinity);
    expect(measurePoint(Float64Array.of(0.3, 0.4, 0.5), t, limit)).toBeLessThan(1);
    for (const bad of [Number.NaN, Infinity, -Infinity])
      for (let k = 0; k < 9; k++) {
        const broken = Float64Array.from(t, (x, i) => (i === k ? bad : x));
        expect(measurePoint(Float64Array.of(0.3, 0.4, 0.5), broken, limit)).toBeNaN();
      }
  });
});
