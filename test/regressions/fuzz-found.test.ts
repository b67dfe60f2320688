import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  castRay,
  closestPoint,
  createMesh,
  distance,
  overlapBox,
  sweepBox,
  sweepSphere,
  windingNumber,
} from "../../src/index.ts";

// Cases that `npm run fuzz` found, made smaller.

const meshOf = (...positions: number[]) => createMesh({ positions: new Float64Array(positions) });

describe("found by fuzzing", () => {
  it("a box that overlaps at the start comes before a time that rounds to 0", () => {
    const tree = buildAabbTree(meshOf(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0));
    const hit = sweepBox(tree, [0, 0, 5e-324, 0, 0, 8], [0, 0, -4]);
    expect(hit).toMatchObject({ triangle: 1, time: 0, normal: null });
  });

  it("a box of the least extent touches the corner of a huge triangle", () => {
    const tree = buildAabbTree(meshOf(0, 0, 0, 0, 4e28, 0, 4e28, 0, 0));
    expect([...overlapBox(tree, [0, 0, -5e-324, 0, 0, 0]).triangles]).toEqual([0]);
  });

  it("a ball meets the face of a needle before its edge", () => {
    const tree = buildAabbTree(meshOf(9564, -7091, 7794, 0, 0, 0, 1, 0, -0.6));
    const hit = sweepSphere(tree, [2, -2.3, 0.4], 1, [0, 0, 1])!;
    expect(hit.time).toBeCloseTo(0.552793825136793, 12);
  });

  it("the common point of a needle and a segment lies on both", () => {
    const a = buildAabbTree(meshOf(-214250, 538619, 438203, 1, -1, 0, -1.7, 0, -2));
    const b = buildAabbTree(meshOf(-0.2, 0, 0, 0, 0, 0, 0, 0, 0));
    const found = distance(a, b)!;
    expect(found.distance).toBe(0);
    expect(found.pointA[0]).toBeCloseTo(-0.06348447285711174, 15);
    expect(found.pointA.slice(1)).toEqual([0, 0]);
  });

  it("the common point of a tiny and an ordinary triangle lies on the tiny one", () => {
    const a = buildAabbTree(meshOf(0, 0, 1, 0.7, -0.7, -0.7, -0.7, 0.7, 0.7));
    const b = buildAabbTree(meshOf(0, -2, 0, -1, 1, 0, 0, 0, 0));
    const bToWorld = [0, -2e-12, -2e-12, 0, 0, 0, 2e-13, 0, 1, 0, 0, 0, -5.2e-13, 0, 0, 1];
    const { pointB } = distance(a, b, { bToWorld })!;
    expect(pointB[0]).toBe(-5.2e-13); // all of b lies there
  });

  it("a distance is 0 only where the point lies on the mesh, however tiny", () => {
    const least = 7.888609052210118e-31;
    const tree = buildAabbTree(
      meshOf(least, -7.888609052210122e-31, -1e-323, 0, 0, 2e-30, -7.88860905221012e-31, -least, -least),
    );
    const point = [-8.758115402030107e-47, -7.88860905221012e-31, -3.944304526105059e-31];
    expect(closestPoint(tree, point)!.distance).toBe(Number.MIN_VALUE);
  });

  it("a segment that ends on a triangle meets it, though t rounds to more than 1", () => {
    const tree = buildAabbTree(
      meshOf(
        ...[0.14285714285714285, 0.043571428571428567, 0.04857142857142857],
        ...[-0.04285714285714285, -0.11428571428571428, -0.04857142857142857],
        ...[-0.05714285714285714, 0.041, -0.12857142857142856],
      ),
    );
    const toWorld = [
      ...[-1.7697301586306777, -2.420298855530873, -0.10103769370377755, 0],
      ...[-0.25034453553677927, 3.825755898251633, 1.8168432570036726, 0],
      ...[0.13369193676573346, -0.10802055133087225, 0.24588213951810622, 0],
      ...[0, -2, 0.09815984359011054, 1],
    ];
    const origin = [-0.2572328547812923, -2.256282740607584, 0.11352731075993086];
    const direction = [0.22870094395811547, 0.18844329359340195, -0.04534406865240094];
    expect(castRay(tree, origin, direction, { toWorld, maxT: 1 })).toMatchObject({ triangle: 0 });
  });

  it("a point passes through the corner of a subnormal triangle, although its motion has no finite numbers at that scale", () => {
    const tree = buildAabbTree(meshOf(0, 0, 0, 0, 0, 0, 0, 0, -2e-319));
    const hit = { triangle: 0, time: 0.5 };
    expect(sweepSphere(tree, [0.7, -1.15, 1.5], 0, [-1.4, 2.3, -3])).toMatchObject(hit);
    expect(sweepBox(tree, [0.7, -1.15, 1.5, 0.7, -1.15, 1.5], [-1.4, 2.3, -3])).toMatchObject(hit);
    expect(castRay(tree, [0.7, -1.15, 1.5], [-1.4, 2.3, -3])).toMatchObject({ triangle: 0, t: 0.5 });
  });

  it("a point at the origin and a world that is just not tiny end in an answer", () => {
    const a = buildObbTree(meshOf(1, 0, 0, 0, 0, 0, 0, 0, 0));
    const b = buildObbTree(meshOf(0, 0, 0, 0, 0, 0, 0, 0, 0));
    const aToWorld = [4e-13, 0, 0, 0, 0, 4e-13, 0, 0, 0, 0, 4e-13, 0, 0, -6e-13, 0, 1];
    const bToWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(distance(a, b, { aToWorld, bToWorld })!.distance).toBe(6e-13);
  });

  it("a surface winds around a point 1e-323 beside its corner by the angles of the corner", () => {
    // Squares of the arm to that corner underflow to zero.
    const tree = buildAabbTree(meshOf(0, 0, 0, 1, 0, 0, 0, 1, 0));
    expect(windingNumber(tree, [0, 0, -1e-323])).toBeCloseTo(1 / 8, 14);
    expect(windingNumber(tree, [0, 0, 1e-323])).toBeCloseTo(-1 / 8, 14);
  });
});
