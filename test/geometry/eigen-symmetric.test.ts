import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eigenvectorsOfSymmetric } from "../../src/geometry/eigen-symmetric.ts";
import { completeFrame } from "../../src/geometry/orthonormal-frame.ts";
import { randomCases } from "../random-cases.ts";

const EPSILON = 2 ** -48;

/** Row r of the matrix xx xy xz yy yz zz. */
function row([xx, xy, xz, yy, yz, zz]: readonly number[], r: number): number[] {
  return [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ][r];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function vectors(out: Float64Array): number[][] {
  return [0, 3, 6].map((k) => [...out.subarray(k, k + 3)]);
}

function orthonormalError(out: Float64Array): number {
  let worst = 0;
  const v = vectors(out);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) worst = Math.max(worst, Math.abs(dot(v[i], v[j]) - (i === j ? 1 : 0)));
  return worst;
}

/** How far the matrix is from diagonal in the computed frame, relative to its largest entry. */
function eigenError(matrix: readonly number[], out: Float64Array): number {
  const largest = Math.max(...matrix.map(Math.abs));
  if (largest === 0) return 0;
  const scaled = matrix.map((x) => x / largest);
  let worst = 0;
  const v = vectors(out);
  for (let i = 0; i < 3; i++) {
    const image = [0, 1, 2].map((r) => dot(row(scaled, r), v[i]));
    for (let j = 0; j < 3; j++) if (j !== i) worst = Math.max(worst, Math.abs(dot(image, v[j])));
  }
  return worst;
}

function solve(matrix: readonly number[]): Float64Array {
  const out = new Float64Array(9);
  eigenvectorsOfSymmetric(Float64Array.from(matrix), out);
  return out;
}

describe("eigenvectorsOfSymmetric", () => {
  it.each([
    ["zero", [0, 0, 0, 0, 0, 0]],
    ["identity", [1, 0, 0, 1, 0, 1]],
    ["diagonal", [3, 0, 0, 1, 0, 2]],
    ["two equal eigenvalues", [2, 1, 1, 2, 1, 2]],
    ["rank one", [1, 2, 3, 4, 6, 9]],
    ["negative entries", [-1, 5, -2, 0.5, 3, -7]],
    ["one dominant entry", [1e30, 1, 1, 1e-30, 1e-10, 1]],
    ["huge", [1e300, 5e299, 1e299, 2e300, 3e299, 1e300]],
    ["tiny", [1e-300, 5e-301, 1e-301, 2e-300, 3e-301, 1e-300]],
  ])("makes the matrix diagonal: %s", (_name, matrix) => {
    const out = solve(matrix);
    expect(orthonormalError(out)).toBeLessThan(EPSILON);
    expect(eigenError(matrix, out)).toBeLessThan(EPSILON);
  });

  it("keeps the coordinate axes of a diagonal matrix", () => {
    expect([...solve([3, 0, 0, 1, 0, 2])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it("makes random matrices diagonal (property)", () => {
    const entry = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 6, maxLength: 6 }), (matrix) => {
        const out = solve(matrix);
        return orthonormalError(out) < EPSILON && eigenError(matrix, out) < EPSILON;
      }),
      { numRuns: randomCases(250) },
    );
  });
});

describe("completeFrame", () => {
  function complete(first: readonly number[], second: readonly number[]): Float64Array {
    const frame = Float64Array.from([...first, ...second, 9, 9, 9]);
    completeFrame(frame);
    return frame;
  }

  function handedness(frame: Float64Array): number {
    const [u, v, w] = vectors(frame) as [number[], number[], number[]];
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    return dot(cross, w);
  }

  it.each([
    ["orthogonal", [2, 0, 0], [0, 3, 0]],
    ["skew", [1, 2, 3], [3, 2, 1]],
    ["parallel", [1, 2, 3], [2, 4, 6]],
    ["parallel to an axis", [0, 0, 5], [0, 0, -1]],
    ["nearly parallel", [1, 1, 1], [1, 1, 1 + 1e-9]],
    ["parallel up to rounding", [1, 1, 1], [1, 1, 1 + 2 ** -52]],
    ["no first direction", [0, 0, 0], [0, 1, 1]],
    ["no direction at all", [0, 0, 0], [0, 0, 0]],
    ["too short for squares", [1e-200, 0, 0], [0, 1e-300, 0]],
    ["very long", [1e90, 1e90, 0], [0, 1e70, 1e90]],
  ])("is right-handed and orthonormal within 2^-50: %s", (_name, first, second) => {
    const frame = complete(first, second);
    expect(orthonormalError(frame)).toBeLessThanOrEqual(2 ** -50);
    expect(handedness(frame)).toBeCloseTo(1, 12);
  });

  it("keeps the first direction and the second's side", () => {
    const frame = complete([3, 0, 0], [5, 2, 0]);
    expect([...frame]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it("is orthonormal within 2^-50 for any two vectors (property)", () => {
    const vector = fc.array(
      fc.oneof(fc.constantFrom(0, 1, -1), fc.double({ min: -1e30, max: 1e30, noNaN: true })),
      { minLength: 3, maxLength: 3 },
    );
    fc.assert(
      fc.property(vector, vector, (first, second) => orthonormalError(complete(first, second)) <= 2 ** -50),
      { numRuns: randomCases(500) },
    );
  });
});
