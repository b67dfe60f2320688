import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completeFrame } from "../../../src/geometry/orthonormal-frame.ts";
import {
  BOX_AXES,
  BOX_CENTRE,
  BOX_HALF,
  obbOverlapDepth,
  separatingObbAxis,
  setObbOfB,
  setObbPose,
} from "../../../src/geometry/overlap/obb-obb.ts";
import { setRelativePose } from "../../../src/geometry/relative-pose.ts";
import { MARGIN_A, RELATIVE_POSE_LENGTH } from "../../../src/geometry/relative-pose-layout.ts";
import { OBB_AXES, OBB_CENTRE, OBB_HALF } from "../../../src/trees/layout.ts";
import { randomCases } from "../../random-cases.ts";

type Vector = readonly number[];
const NONE = 15;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function box(
  centre: Vector,
  half: Vector,
  first: Vector = [1, 0, 0],
  second: Vector = [0, 1, 0],
): Float64Array {
  const frame = Float64Array.from([...first, ...second, 0, 0, 0]);
  completeFrame(frame);
  return Float64Array.from([...centre, ...half, ...frame]);
}

/** The corner or inner point centre + Σ tk·halfk·axisk. */
function pointIn(b: Float64Array, t: Vector): number[] {
  return [0, 1, 2].map((r) => {
    let x = b[BOX_CENTRE + r];
    for (let k = 0; k < 3; k++) x += t[k] * b[BOX_HALF + k] * b[BOX_AXES + 3 * k + r];
    return x;
  });
}

function reachOf(b: Float64Array): number {
  const coordinates = [0, 1, 2].map((r) => {
    let reach = Math.abs(b[BOX_CENTRE + r]);
    for (let k = 0; k < 3; k++) reach += Math.abs(b[BOX_HALF + k] * b[BOX_AXES + 3 * k + r]);
    return reach;
  });
  return Math.max(...coordinates);
}

function separatingAxis(
  a: Float64Array,
  b: Float64Array,
  bToA: Vector = IDENTITY,
  edges = true,
  margins = true,
): number {
  const pose = new Float64Array(RELATIVE_POSE_LENGTH);
  setRelativePose(
    Float64Array.from(IDENTITY),
    false,
    Float64Array.from(bToA),
    true,
    reachOf(a),
    reachOf(b),
    edges,
    pose,
  );
  if (!margins) pose[MARGIN_A] = 0;
  setObbPose(pose);
  setObbOfB(b, 0);
  return separatingObbAxis(a, 0, edges);
}

function dot(u: Vector, v: Vector): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross(u: Vector, v: Vector): number[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** The linear part of a column-major pose times v. */
function turn(m: Vector, v: Vector): number[] {
  return [0, 1, 2].map((r) => m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2]);
}

function halfEdges(b: Float64Array): number[][] {
  return [0, 1, 2].map((k) => [0, 1, 2].map((r) => b[BOX_HALF + k] * b[BOX_AXES + 3 * k + r]));
}

/** The gap between the boxes on each of the 15 axes, negative where they overlap; from the definition. */
function gaps(a: Float64Array, b: Float64Array, bToA: Vector): number[] {
  const edgesA = halfEdges(a);
  const edgesB = halfEdges(b).map((e) => turn(bToA, e));
  const centre = turn(bToA, [...b.subarray(0, 3)]);
  const way = [0, 1, 2].map((r) => centre[r] + bToA[12 + r] - a[r]);
  const axes = [
    ...edgesA,
    ...[0, 1, 2].map((j) => cross(edgesB[(j + 1) % 3], edgesB[(j + 2) % 3])),
    ...edgesA.flatMap((u) => edgesB.map((v) => cross(u, v))),
  ];
  return axes.map((axis) => {
    const length = Math.sqrt(dot(axis, axis));
    let radius = 0;
    for (const e of [...edgesA, ...edgesB]) radius += Math.abs(dot(e, axis));
    return (Math.abs(dot(way, axis)) - radius) / length;
  });
}

const unit = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.array(unit, { minLength: 3, maxLength: 3 });
const lattice = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 3, maxLength: 3 });
const direction = fc.oneof(vector, lattice);
const extents = fc.array(
  fc.oneof(fc.constantFrom(1, 2 ** -30, 1e-14), fc.double({ min: 0.01, max: 2, noNaN: true })),
  {
    minLength: 3,
    maxLength: 3,
  },
);
const anyBox = fc
  .tuple(fc.oneof(lattice, vector, fc.constant([1e6, -1e6, 1e6])), extents, direction, direction)
  .map(([centre, half, u, v]) => box(centre, half, u, v));
/** Rotation, scale, shear and mirror, never near singular. */
const linear = fc
  .tuple(direction, direction, vector, fc.constantFrom(1, -1, 1e-3, 1e3))
  .map(([u, v, shear, scale]) => {
    const f = box([0, 0, 0], [1, 1, 1], u, v).subarray(BOX_AXES);
    const columns = [
      [f[0], f[1], f[2]],
      [f[3] + shear[0] * f[0], f[4] + shear[0] * f[1], f[5] + shear[0] * f[2]],
      [f[6], f[7], f[8]].map((x) => x * scale * (1 + shear[1] / 2)),
    ];
    return [...columns[0], 0, ...columns[1], 0, ...columns[2], 0, 0, 0, 0, 1];
  });
const place = fc.array(fc.oneof(fc.constantFrom(-1, 0, 1), unit), { minLength: 3, maxLength: 3 });

describe("separatingObbAxis", () => {
  const cube = box([0, 0, 0], [1, 1, 1]);

  it("reads boxes in the layout of trees", () => {
    expect([BOX_CENTRE, BOX_HALF, BOX_AXES]).toEqual([OBB_CENTRE, OBB_HALF, OBB_AXES]);
  });

  it("does not separate cubes that touch at a face, an edge or a corner", () => {
    for (const centre of [
      [2, 0, 0],
      [0, -2, 2],
      [2, 2, 2],
    ])
      expect(separatingAxis(cube, box(centre, [1, 1, 1]))).toBe(NONE);
  });

  it("separates cubes 1e-11 apart", () => {
    expect(separatingAxis(cube, box([2 + 1e-11, 0, 0], [1, 1, 1]))).toBe(0);
    expect(separatingAxis(cube, box([0, -2 - 1e-11, 0], [1, 1, 1]))).toBe(1);
    expect(separatingAxis(cube, box([0, 0, 2 + 1e-11], [1, 1, 1]))).toBe(2);
  });

  it.each([0, 1, 2])("separates on axis b%i alone", (j) => {
    // b leans with its face j towards a's corner (1, 1, 1)
    const [u, v, w] = [
      [1, 1, 1],
      [1, -1, 0],
      [1, 1, -2],
    ];
    const frame = [
      [u, v],
      [w, u],
      [v, w],
    ][j];
    const distance = Math.sqrt(3) + 1 + 1e-9;
    const b = box(
      [1, 1, 1].map((x) => (x * distance) / Math.sqrt(3)),
      [1, 1, 1],
      frame[0],
      frame[1],
    );
    expect(separatingAxis(cube, b)).toBe(3 + j);
    expect(separatingAxis(cube, b, IDENTITY, false)).toBe(3 + j);
  });

  it.each([0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => [i, j])))(
    "separates crossed bars on axis a%i × b%i alone, and SAT lite does not",
    (i, j) => {
      // Both are square bars with an edge towards the other: their long axes are the ones that cross.
      const turned = (n: number, axes: number[][]) => [axes[(3 - n) % 3], axes[(4 - n) % 3]];
      const half = (n: number) => [0, 1, 2].map((k) => (k === n ? 10 : 1));
      const gap = 2 * Math.SQRT2 + 1e-9;
      const [ua, va] = turned(i, [
        [1, 0, 0],
        [0, 1, 1],
        [0, -1, 1],
      ]);
      const [ub, vb] = turned(j, [
        [0, 1, 0],
        [1, 0, 1],
        [1, 0, -1],
      ]);
      const a = box([0, 0, 0], half(i), ua, va);
      const b = box([0.1, 0.2, gap], half(j), ub, vb);
      expect(separatingAxis(a, b)).toBe(6 + 3 * i + j);
      expect(separatingAxis(a, b, IDENTITY, false)).toBe(NONE);
    },
  );

  it.each([
    ["the pose's margins", true],
    ["its own rounding bound alone", false],
  ])(
    "never separates boxes that share a point, under any affine map, with %s (property)",
    (_name, margins) => {
      fc.assert(
        fc.property(anyBox, anyBox, linear, place, place, (a, b, pose, s, t) => {
          const shared = pointIn(a, s);
          const seen = turn(pose, pointIn(b, t));
          const bToA = pose.map((x, k) => (k >= 12 && k < 15 ? shared[k - 12] - seen[k - 12] : x));
          expect(separatingAxis(a, b, bToA, true, margins)).toBe(NONE);
        }),
        { numRuns: randomCases(625), seed: 31 },
      );
    },
  );

  it("finds the first of the 15 axes with a gap of 1e-9, by definition (property)", () => {
    const near = fc.tuple(vector, extents, direction, direction).map(([c, h, u, v]) =>
      box(
        c.map((x) => 3 * x),
        h.map((x) => Math.max(x, 0.01)),
        u,
        v,
      ),
    );
    const mild = linear.filter(
      (m) => Math.abs(dot(cross(m.slice(0, 3), m.slice(4, 7)), m.slice(8, 11))) > 0.01,
    );
    fc.assert(
      fc.property(near, near, mild, (a, b, bToA) => {
        const scale = Math.max(...bToA.map(Math.abs));
        const found = gaps(a, b, bToA).map((gap) => (Math.abs(gap) < 1e-9 * scale ? Number.NaN : gap));
        // Parallel edges have no product, and a gap within rounding of zero may be decided either way.
        const expected = found.findIndex((gap) => !(gap <= 0));
        if (expected >= 0 && Number.isNaN(found[expected])) return;
        expect(separatingAxis(a, b, bToA)).toBe(expected < 0 ? NONE : expected);
        expect(separatingAxis(a, b, bToA, false)).toBe(expected < 0 || expected > 5 ? NONE : expected);
      }),
      { numRuns: randomCases(375), seed: 32 },
    );
  });

  it("measures how deep boxes overlap", () => {
    separatingAxis(cube, cube);
    expect(obbOverlapDepth()).toBeCloseTo(1, 9);
    separatingAxis(cube, box([1, 0, 0], [1, 1, 1]));
    expect(obbOverlapDepth()).toBeCloseTo(0.5, 9);
    separatingAxis(cube, box([2, 0, 0], [1, 1, 1]));
    expect(obbOverlapDepth()).toBeCloseTo(0, 9);
  });

  it("separates nothing when the numbers overflow", () => {
    const huge = IDENTITY.map((x, k) => (k % 5 === 0 && k < 15 ? x * 2 ** 400 : x));
    const pose = new Float64Array(RELATIVE_POSE_LENGTH);
    const identity = Float64Array.from(IDENTITY);
    setRelativePose(identity, false, identity, false, 1, 1, true, pose);
    for (let k = 0; k < 9; k++) pose[k] = huge[k + Math.floor(k / 3)];
    setObbPose(pose);
    setObbOfB(box([0.5, 0.5, 0.5], [1, 1, 1], [1, 2, 3], [3, 1, 1]), 0);
    expect(separatingObbAxis(cube, 0, true)).toBe(NONE);
  });
});
