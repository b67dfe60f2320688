import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  collide,
  convexHull,
  createMesh,
  MeshError,
  OptionError,
  type Penetration,
  PoseError,
  penetration,
  type QueryStats,
  refit,
  type TriangleMesh,
} from "../../../src/index.ts";
import { createBox, createIcosphere, createTorus } from "../../../src/mesh/primitives/index.ts";
import { convexDepthByAllDirections } from "../../../src/reference/index.ts";
import { latticeSoup, random, randomSoup } from "../../meshes.ts";
import { affinePose, anyPose, identity, rigidPose, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

// (1) convex: the depth of all face and edge directions, null if and only if the solids share no point
// (2) after the move they share no point but touch; every shorter move along a convex depth's bound leaves them meeting
// (3) independent of tessellation and tree (4) swapping a and b turns the direction (5) a bound is a bound.

const at = (x: number, y: number, z: number) => rotation([1, 0, 0, 0], [x, y, z]);

function moved(pose: number[], d: readonly number[], travel: number): number[] {
  return pose.map((x, i) => (i >= 12 && i < 15 ? x + travel * d[i - 12] : x));
}

/** Unit cubes at lattice points, without the faces between them. */
function cells(list: [number, number, number][], size: number[] = [1, 1, 1]): TriangleMesh {
  const has = new Set(list.map((cell) => cell.join(" ")));
  const soup: number[] = [];
  for (const cell of list)
    for (let axis = 0; axis < 3; axis++)
      for (const end of [0, 1]) {
        const next = cell.map((x, k) => (k === axis ? x + 2 * end - 1 : x));
        if (has.has(next.join(" "))) continue;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const corner = (i: number, j: number) =>
          cell.map((x, k) => size[k] * (x + (k === axis ? end : k === u ? i : k === v ? j : 0)));
        const square = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        if (end === 0) square.reverse();
        for (const k of [0, 1, 2, 0, 2, 3]) soup.push(...square[k]);
      }
  return createMesh({ positions: Float64Array.from(soup) });
}

const U_CELLS: [number, number, number][] = [
  [0, 0, 0],
  [1, 0, 0],
  [2, 0, 0],
  [0, 1, 0],
  [2, 1, 0],
];

function deep(
  a: TriangleMesh,
  b: TriangleMesh,
  bToWorld: number[] = identity(),
  aToWorld: number[] = identity(),
): Penetration {
  const found = penetration(buildAabbTree(a), buildAabbTree(b), { aToWorld, bToWorld });
  expect(found).not.toBeNull();
  return found!;
}

/** (2) for any kind: just beyond the depth they are apart, just before it they meet. */
function checkMove(
  a: TriangleMesh,
  b: TriangleMesh,
  found: Penetration,
  bToWorld: number[],
  aToWorld = identity(),
): void {
  const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
  const { depth, direction, pointA, pointB } = found;
  expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
  for (let k = 0; k < 3; k++) expect(pointA[k] - pointB[k]).toBeCloseTo(depth * direction[k], 8);
  const beyond = moved(bToWorld, direction, depth * (1 + 1e-9) + 1e-9);
  expect(penetration(treeA, treeB, { aToWorld, bToWorld: beyond })).toBeNull();
  if (depth < 1e-6) return;
  const before = moved(bToWorld, direction, depth * (1 - 1e-6));
  expect(penetration(treeA, treeB, { aToWorld, bToWorld: before })).not.toBeNull();
}

describe("penetration of convex meshes", () => {
  it("(3) is 0.5 for cubes that overlap by 0.5, at any subdivision, with coplanar sides, in both trees", () => {
    for (const [m, n] of [
      [1, 1],
      [1, 4],
      [3, 2],
      [7, 5],
    ] as const)
      for (const build of [buildAabbTree, buildObbTree]) {
        const [a, b] = [build(createBox({ segments: m })), build(createBox({ segments: n }))];
        for (const offset of [
          [0.5, 0, 0],
          [0, -0.5, 0],
          [0.25, 0, 0.5],
        ] as [number, number, number][]) {
          const found = penetration(a as never, b as never, { bToWorld: at(...offset) })!;
          expect(found.depth).toBe(0.5);
          expect(found.kind).toBe("exact");
          const axis = offset.findIndex((x) => Math.abs(x) === 0.5);
          expect(found.direction[axis]).toBe(Math.sign(offset[axis]));
        }
      }
  });

  it("is 0 and exact for touching cubes, null for separate ones, the width for identical ones", () => {
    const box = buildAabbTree(createBox({ segments: 2 }));
    for (const offset of [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [0, 0.5, -1],
    ] as [number, number, number][]) {
      const found = penetration(box, box, { bToWorld: at(...offset) });
      expect(found).toMatchObject({ depth: 0, lowerBound: 0, kind: "exact" });
    }
    expect(penetration(box, box, { bToWorld: at(1 + 2 ** -52, 0, 0) })).toBeNull();
    expect(penetration(box, box)).toMatchObject({ depth: 1, kind: "exact" });
  });

  it("is the way out for a box inside a box that it does not touch", () => {
    const [outer, inner] = [createBox({ size: 4, segments: 3 }), createBox({ size: 1 })];
    const found = deep(outer, inner, at(1, 0, 0));
    expect(found).toMatchObject({ depth: 1.5, direction: [1, 0, 0], kind: "exact" });
    expect(deep(inner, outer, identity(), at(1, 0, 0))).toMatchObject({ depth: 1.5, direction: [-1, 0, 0] });
    checkMove(outer, inner, found, at(1, 0, 0));
  });

  it("(1) agrees with all directions of faces and edges, in any pose (seed 60)", () => {
    let meeting = 0;
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 0, max: 1e6 }),
        anyPose,
        anyPose,
        (lattice, seed, aToWorld, bToWorld) => {
          const soups = [0, 1].map((k) =>
            lattice ? latticeSoup(seed + k, 4, 3) : randomSoup(seed + k, 3, 2),
          );
          const [a, b] = soups.map(convexHull) as [TriangleMesh, TriangleMesh];
          fc.pre(a.triangleCount >= 4 && b.triangleCount >= 4 && isSolid(a) && isSolid(b));
          const twin = convexDepthByAllDirections(a, b, { aToWorld, bToWorld });
          const found = penetration(buildAabbTree(a), buildAabbTree(b), { aToWorld, bToWorld });
          if (Math.abs(twin.depth) < 1e-12) return;
          expect(found !== null).toBe(twin.depth > 0);
          if (found === null) return;
          meeting++;
          expect(found.kind).toBe("exact");
          expect(Math.abs(found.depth - twin.depth)).toBeLessThan(1e-11);
        },
      ),
      { numRuns: randomCases(40), seed: 60 },
    );
    expect(meeting).toBeGreaterThan(randomCases(8));
  });

  it("(2) is a move that leaves the meshes touching, and no shorter move in any direction parts them (seed 61)", () => {
    const next = random(61);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), rigidPose, affinePose, (seed, aToWorld, bToWorld) => {
        const [a, b] = [convexHull(randomSoup(seed, 4, 2)), convexHull(randomSoup(seed + 1, 4, 2))];
        const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
        const found = penetration(treeA, treeB, { aToWorld, bToWorld });
        if (found === null) return;
        checkMove(a, b, found, bToWorld, aToWorld);
        for (let k = 0; k < 10; k++) {
          const d = [next() - 0.5, next() - 0.5, next() - 0.5];
          const pose = moved(bToWorld, d, ((1 - 1e-9) * found.depth) / Math.hypot(...d));
          expect(penetration(treeA, treeB, { aToWorld, bToWorld: pose })).not.toBeNull();
        }
      }),
      { numRuns: randomCases(20), seed: 61 },
    );
  });

  it("(4) swapping a and b keeps the depth and turns the direction (seed 62)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), rigidPose, (seed, pose) => {
        const [a, b] = [convexHull(randomSoup(seed, 4, 2)), convexHull(randomSoup(seed + 1, 4, 2))].map(
          (mesh) => buildAabbTree(mesh),
        );
        const there = penetration(a, b, { bToWorld: pose });
        const back = penetration(b, a, { aToWorld: pose });
        expect(there === null).toBe(back === null);
        if (there === null || back === null) return;
        expect(back.depth).toBeCloseTo(there.depth, 12);
        for (let k = 0; k < 3; k++) expect(back.direction[k]).toBeCloseTo(-there.direction[k], 6);
      }),
      { numRuns: randomCases(20), seed: 62 },
    );
  });

  it("keeps honest bounds for concentric round meshes, and follows a refit", () => {
    const mesh = createIcosphere({ subdivisions: 3 });
    const [a, b] = [buildAabbTree(mesh), buildAabbTree(createIcosphere({ subdivisions: 3 }))];
    const found = penetration(a, b, { bToWorld: rotation([1, 0.2, 0.1, 0]) })!;
    expect(found.depth).toBeGreaterThan(1.95);
    expect(found.depth).toBeLessThanOrEqual(2);
    expect(found.lowerBound).toBeLessThanOrEqual(found.depth);
    expect(found.lowerBound).toBeGreaterThan(1.9);
    for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] *= 2;
    refit(a);
    expect(penetration(a, b)!.depth).toBeGreaterThan(2.9);
  });
});

describe("penetration of meshes with dents and holes", () => {
  it("is an upper bound that the meshes confirm: a box in the slot of a U, sunk by 0.1", () => {
    const u = cells(U_CELLS);
    const box = createBox({ size: 0.8 });
    const pose = at(1.5, 1.3, 0.5);
    const found = deep(u, box, pose);
    expect(found.kind).toBe("upper-bound");
    expect(found.depth).toBeCloseTo(0.1, 8);
    expect(found.direction[1]).toBeCloseTo(1, 8);
    expect(found.lowerBound).toBeGreaterThan(0.0999);
    checkMove(u, box, found, pose);
  });

  it("two interlocked U shapes, 0.1 deep where the bars cross", () => {
    const u = cells(U_CELLS);
    // the other hangs upside down across it: bar over bar
    const other = cells(
      [
        [0, 1, 0],
        [0, 1, 1],
        [0, 1, 2],
        [0, 0, 0],
        [0, 0, 2],
      ],
      [0.8, 1, 1.2],
    );
    const pose = at(1.1, -0.1, -1.3);
    const found = deep(u, other, pose);
    expect(found.depth).toBeCloseTo(0.1, 8);
    expect(found.direction[1]).toBeCloseTo(1, 8);
    checkMove(u, other, found, pose);
  });

  it("two L shapes back to back, overlapping by 0.25, at any place in the bend", () => {
    const l = cells([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]);
    const turned = rotation([0, 0, 0, 1], [2.75, 2, 0]); // half a turn about z, its inner corner over the other's
    const found = deep(l, l, turned);
    expect(found.depth).toBeLessThan(0.2501);
    expect(found.kind).toBe("upper-bound");
    checkMove(l, l, found, turned);
  });

  it("a rod through the hole of a torus, pressed into its side", () => {
    const torus = createTorus({
      majorRadius: 1,
      minorRadius: 0.3,
      majorSegments: 32,
      minorSegments: 16,
    });
    const rod = createBox({ size: [0.4, 4, 0.4] });
    const pose = at(0.55, 0, 0);
    const found = deep(torus, rod, pose);
    expect(found.kind).toBe("upper-bound");
    expect(found.depth).toBeGreaterThan(0.04);
    expect(found.depth).toBeLessThan(0.1);
    expect(found.direction[0]).toBeLessThan(-0.9);
    checkMove(torus, rod, found, pose);
  });

  it("a sphere in a bowl, and one inside a hollow box that it does not touch", () => {
    const list: [number, number, number][] = [];
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++)
        for (let z = 0; z < 3; z++) if (z === 0 || x % 4 === 0 || y % 4 === 0) list.push([x, y, z]);
    const bowl = cells(list);
    const ball = createIcosphere({ subdivisions: 2 });
    const bottom = -Math.min(...Array.from(ball.positions).filter((_, i) => i % 3 === 2));
    const pose = at(2.5, 2.5, 1 + bottom - 0.1);
    const found = deep(bowl, ball, pose);
    expect(found.depth).toBeCloseTo(0.1, 4);
    expect(found.direction[2]).toBeGreaterThan(0.99);
    checkMove(bowl, ball, found, pose);

    const [outer, inner] = [createBox({ size: 5 }), createBox({ size: 4 })];
    const positions = [outer, inner].flatMap((mesh) =>
      [...mesh.indices!].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]),
    );
    const hollow = createMesh({ positions: Float64Array.from(positions) });
    expect(penetration(buildAabbTree(hollow), buildAabbTree(ball))).toBeNull();
    expect(deep(hollow, ball, at(0, 0, 1.2)).depth).toBeLessThan(0.21);
  });

  it("(5) lies between its bounds for any shapes, as random moves confirm (seed 63)", () => {
    const next = random(63);
    const u = cells(U_CELLS);
    const torus = createTorus({ majorSegments: 12, minorSegments: 6 });
    const [treeU, treeT] = [buildAabbTree(u), buildAabbTree(torus)];
    for (let run = 0; run < 6; run++) {
      const pose = rotation([next(), next(), next() - 0.5, next() - 0.5], [3 * next(), 2 * next(), next()]);
      const found = penetration(treeU, treeT, { bToWorld: pose });
      if (found === null) continue;
      checkMove(u, torus, found, pose);
      expect(found.lowerBound).toBeLessThanOrEqual(found.depth);
      for (let k = 0; k < 6; k++) {
        const d = [next() - 0.5, next() - 0.5, next() - 0.5];
        const shorter = moved(pose, d, (0.999 * found.lowerBound) / Math.hypot(...d));
        expect(penetration(treeU, treeT, { bToWorld: shorter })).not.toBeNull();
      }
    }
  });

  it("is 0 and exact for a touch, also of a peg that fits its hole on all sides", () => {
    const u = cells(U_CELLS);
    const [onTop, peg] = [createBox({ size: 0.5 }), createBox({ size: 1 })];
    for (const [b, pose] of [
      [onTop, at(1.5, 1.25, 0.5)],
      [peg, at(1.5, 1.5, 0.5)],
      [peg, at(1.5, 2.5, 0.25)],
    ] as [TriangleMesh, number[]][]) {
      const found = deep(u, b, pose);
      expect(found).toMatchObject({ depth: 0, lowerBound: 0, kind: "exact" });
      expect(found.pointA).toEqual(found.pointB);
      expect(Math.hypot(...found.direction)).toBeCloseTo(1, 12);
    }
  });

  it("does not change when only the subdivision does", () => {
    const u = cells(U_CELLS);
    for (const segments of [1, 3, 6]) {
      const found = deep(u, createBox({ size: 0.8, segments }), at(1.5, 1.3, 0.5));
      expect(found.depth).toBeCloseTo(0.1, 8);
    }
  });
});

describe("penetration's contract", () => {
  it("counts what it does", () => {
    const stats = {} as QueryStats;
    const torus = buildAabbTree(createTorus({ majorSegments: 24, minorSegments: 12 }));
    penetration(torus, torus, { bToWorld: rotation([0.9, 0.1, 0.3, 0.2], [0.6, 0.2, 0.1]), stats });
    expect(stats.boxTests).toBeGreaterThan(100);
    expect(stats.triangleTests).toBeGreaterThan(100);
    // the rays of inside tests have no axis
    const ended = stats.exitAxes.reduce((sum, x) => sum + x, 0);
    expect(ended).toBeGreaterThan(0.5 * stats.boxTests);
    expect(ended).toBeLessThanOrEqual(stats.boxTests);
  });

  it("refuses open and flat meshes, bad poses and what is not a tree, by name", () => {
    const box = createBox();
    const tree = buildAabbTree(box);
    const open = buildAabbTree(
      createMesh({ positions: box.positions, indices: new Uint32Array(box.indices!).slice(3) }),
    );
    expect(() => penetration(open, tree)).toThrow(MeshError);
    expect(() => penetration(tree, open)).toThrow(/^b: the mesh is open, 3 of its edges/);
    const flat = buildAabbTree(
      convexHull(createMesh({ positions: new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) })),
    );
    expect(() => penetration(tree, flat)).toThrow(/^b: the mesh is flat/);
    expect(() => penetration(tree, tree, { bToWorld: [1, 2] })).toThrow(PoseError);
    expect(() => penetration(tree, null as never)).toThrow(OptionError);
    expect(() => penetration(tree, buildObbTree(box) as never)).toThrow(OptionError);
    expect(() =>
      penetration(tree, tree, { bToWorld: new Array(16).fill(0).map((_, i) => (i === 15 ? 1 : 0)) }),
    ).toThrow(PoseError);
  });

  it("may be asked again from a getter of its own options", () => {
    const tree = buildAabbTree(createBox());
    const options = {
      get bToWorld() {
        penetration(tree, tree, { bToWorld: at(0.1, 0.2, 0.3) });
        return at(0.75, 0, 0);
      },
    };
    expect(penetration(tree, tree, options)!.depth).toBe(0.25);
    expect(collide(tree, tree, options)).toBe(true);
  });
});

function isSolid(mesh: TriangleMesh): boolean {
  try {
    penetration(buildAabbTree(mesh), buildAabbTree(mesh));
    return true;
  } catch {
    return false;
  }
}
