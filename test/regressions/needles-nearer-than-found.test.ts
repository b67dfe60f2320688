import { describe, expect, it } from "vitest";
import {
  nearestOnTriangle,
  ON_LEAST,
  ON_MOST,
  onTriangle,
} from "../../src/geometry/distance/point-triangle.ts";
import { rationalDistance } from "../../src/geometry/distance/rational-distance.ts";
import {
  FOUND_LEAST,
  FOUND_MOST,
  found,
  triangleDistance,
} from "../../src/geometry/distance/triangle-distance.ts";
import { buildAabbTree, buildObbTree, closestPoint, createMesh } from "../../src/index.ts";
import { trianglesMeetByIntegers } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";

// Found in review: of a point over the face of a needle both parameters of its foot are off by much, each in its own way. So
// the squared distance was off by more than its error bound, and the nearest triangle could be dismissed.

describe("a needle that is nearest", () => {
  it("is found beside a triangle that is ten million times farther", () => {
    const [x, y, z] = [0.10313700601133528, 0.5749005457616252, 0.1241341214423165];
    const needle = [
      ...[0.3001081927213818, 0.4809323283843696, 0.2866733012488112],
      ...[-0.04929169733077288, 0.6476190678076819, -0.0016489303670823574],
      ...[0.10313700624078542, 0.5749005458039312, 0.12413412002113913],
    ];
    const above = [x, y, z + 0.01, x + 1, y, z + 0.01, x, y + 1, z + 0.01];
    const mesh = createMesh({ positions: Float64Array.of(...above, ...needle) });
    for (const build of [buildAabbTree, buildObbTree]) {
      const nearest = closestPoint(build(mesh), [x, y, z])!;
      expect(nearest.triangle).toBe(1);
      expect(nearest.distance).toBeCloseTo(1.26e-9, 11);
    }
  });
});

describe("error bounds of squared distances hold for needles", () => {
  const next = random(1);
  const point = () => [next() - 0.5, next() - 0.5, next() - 0.5];
  const thin = (least: number, most: number) => 2 ** -(least + (most - least) * next());
  const needle = (thickness: number): number[] => {
    const [from, to, aside, along] = [point(), point(), point(), next()];
    const third = from.map((x, k) => x + along * (to[k] - x) + thickness * aside[k]);
    return [from, third, to].flat();
  };
  const over = (t: number[], height: number): number[] => {
    const [u, way] = [next(), point()];
    const v = (1 - u) * next();
    return [0, 1, 2].map((k) => t[k] + u * (t[3 + k] - t[k]) + v * (t[6 + k] - t[k]) + height * way[k]);
  };
  const pair = new Float64Array(18);
  const measured = new Float64Array(16);

  /** The square of the true distance of the triangles in `pair`. */
  const trueSquare = (): number => {
    rationalDistance(pair, measured);
    return measured[0] ** 2;
  };

  it("of a point and a triangle", () => {
    for (let n = 0; n < 800; n++) {
      const t = needle(thin(0, 60));
      const p = over(t, thin(0, 30));
      pair.set([...p, ...p, ...p, ...t]);
      if (trianglesMeetByIntegers(pair, 0, pair, 9)) continue;
      const truth = trueSquare();
      nearestOnTriangle(pair, 0, pair, 9);
      expect(onTriangle[ON_LEAST]).toBeLessThanOrEqual(truth * (1 + 2 ** -50));
      expect(onTriangle[ON_MOST]).toBeGreaterThanOrEqual(truth * (1 - 2 ** -50));
    }
  });

  it("of two triangles", () => {
    for (let n = 0; n < 1500; n++) {
      const t = needle(thin(12, 24));
      const p = over(t, thin(16, 30));
      const other = [p, point(), point()].flat();
      pair.set([...other, ...t]);
      if (trianglesMeetByIntegers(pair, 0, pair, 9)) continue;
      const truth = trueSquare();
      triangleDistance(pair, 0, pair, 9);
      expect(found[FOUND_LEAST]).toBeLessThanOrEqual(truth * (1 + 2 ** -50));
      expect(found[FOUND_MOST]).toBeGreaterThanOrEqual(truth * (1 - 2 ** -50));
    }
  });
});
