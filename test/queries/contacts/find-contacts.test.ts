import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  buildObbTree,
  type Contacts,
  createMesh,
  findContacts,
  findPairs,
  OptionError,
  PoseError,
  type QueryStats,
  type TriangleMesh,
} from "../../../src/index.ts";
import {
  createBox,
  createIcosphere,
  createTorus,
  createTorusKnot,
} from "../../../src/mesh/primitives/index.ts";
import { vertexOf } from "../../../src/mesh/triangle-mesh.ts";
import { findContactsByBruteForce } from "../../../src/reference/index.ts";
import { latticeSoup, random, randomSoup } from "../../meshes.ts";
import { affinePose, anyPose, fromColumns, latticePose, rigidPose, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

const SOLIDS: Record<string, TriangleMesh> = {
  torus: createTorus({ majorSegments: 18, minorSegments: 10 }),
  icosphere: createIcosphere({ subdivisions: 2 }),
  knot: createTorusKnot({ knotSegments: 48, tubeSegments: 6 }),
  box: createBox({ size: 1.5, segments: 3 }),
};
const TREES = Object.fromEntries(Object.entries(SOLIDS).map(([name, mesh]) => [name, buildAabbTree(mesh)]));

function shift(x: number, y: number, z: number): number[] {
  return fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [x, y, z]);
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** The distinct segments of all pairs that no coplanar patch has as an edge, by the points' numbers. */
function distinctLines({ count, starts, corners }: Contacts): Set<string> {
  const lines = new Set<string>();
  const borders = new Set<string>();
  for (let i = 0; i < count; i++) {
    const own = [...corners.subarray(starts[i], starts[i + 1])];
    own.forEach((p, k) => {
      const q = own[(k + 1) % own.length];
      if (p !== q) (own.length > 2 ? borders : lines).add(`${Math.min(p, q)} ${Math.max(p, q)}`);
    });
  }
  return new Set([...lines].filter((line) => !borders.has(line)));
}

function lengthOf(points: Float64Array, line: string): number {
  const [p, q] = line.split(" ").map(Number) as [number, number];
  return Math.hypot(...[0, 1, 2].map((axis) => points[3 * q + axis] - points[3 * p + axis]));
}

/** Whatever the meshes: what the parts of a result have to do with each other. */
function checkWhole(contacts: Contacts): void {
  const { count, kinds, starts, corners, points, curves, regions, regionOfPair, sizes, normals } = contacts;
  expect(points.every(Number.isFinite)).toBe(true);
  expect(sizes.every((size) => size >= 0)).toBe(true);
  const lines = distinctLines(contacts);
  const chained = new Set<string>();
  for (const { points: own, closed, border, length, region } of curves) {
    expect(new Set(own).size, "a curve passes no point twice").toBe(own.length);
    expect(own.length).toBeGreaterThan(closed ? 2 : 1);
    const segments = [...own].flatMap((p, k) => {
      const q = k + 1 < own.length ? own[k + 1] : closed ? own[0] : p;
      return p === q ? [] : [`${Math.min(p, q)} ${Math.max(p, q)}`];
    });
    expect(length).toBeCloseTo(sum(segments.map((line) => lengthOf(points, line))), 9);
    expect(region).toBeLessThan(regions.length);
    if (border) {
      expect(closed, "the border of patches is closed").toBe(true);
      continue;
    }
    for (const line of segments) {
      expect(chained.has(line), "a segment is in one curve").toBe(false);
      chained.add(line);
    }
  }
  expect([...chained].sort()).toEqual([...lines].sort());
  expect(sum(regions.map(({ length }) => length))).toBeCloseTo(
    sum([...lines].map((line) => lengthOf(points, line))),
    9,
  );
  expect(sum(regions.map(({ pairCount }) => pairCount))).toBe(count);
  // Thousands of pairs: expect takes 10 µs for each of their facts.
  const wrong: string[] = [];
  for (let i = 0; i < count; i++) {
    const n = starts[i + 1] - starts[i];
    const check = (isRight: boolean, what: string) => {
      if (!isRight) wrong.push(`pair ${i}, of kind ${kinds[i]}: ${what}`);
    };
    check(new Set(corners.subarray(starts[i], starts[i + 1])).size === n, "a corner twice");
    if (kinds[i] === 0) check(n === 1, `${n} corners`);
    if (kinds[i] === 1 || kinds[i] === 5) check(n === 2, `${n} corners`);
    if (kinds[i] === 2) check(n > 2, `${n} corners`);
    check(regionOfPair[i] < regions.length, `region ${regionOfPair[i]}`);
    const length = Math.hypot(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
    if (kinds[i] !== 8) check(Math.abs(length - 1) < 0.5e-9, `a normal of length ${length}`);
  }
  expect(wrong).toEqual([]);
  for (const { centroid, normal } of regions)
    expect([...centroid, ...normal].every(Number.isFinite)).toBe(true);
}

describe("findContacts agrees with its slow twin", () => {
  function checkTwin(a: TriangleMesh, b: TriangleMesh, poses: { aToWorld?: number[]; bToWorld?: number[] }) {
    const slow = findContactsByBruteForce(a, b, poses);
    const [fast, byBoxes] = [buildAabbTree, buildObbTree].map((build) =>
      findContacts(build(a), build(b), poses),
    ) as [Contacts, Contacts];
    expect({ ...byBoxes, stats: null }).toEqual({ ...fast, stats: null });
    checkWhole(fast);
    const pairs = Array.from({ length: fast.count }, (_, i) => [
      fast.pairs[2 * i],
      fast.pairs[2 * i + 1],
      fast.kinds[i],
      fast.starts[i + 1] - fast.starts[i],
    ]);
    expect(pairs).toEqual(slow.pairs);
    expect(slow.sizes.filter((size, i) => !(Math.abs(fast.sizes[i] - size) < 0.5e-9))).toEqual([]);
    return { fast, slow };
  }

  it("on random soup in any affine pose", () => {
    const [a, b] = [randomSoup(1, 14, 0.8), randomSoup(2, 14, 0.8)];
    fc.assert(
      fc.property(affinePose, rigidPose, (aToWorld, bToWorld) => {
        const { fast, slow } = checkTwin(a, b, { aToWorld, bToWorld });
        expect(sum([...distinctLines(fast)].map((line) => lengthOf(fast.points, line)))).toBeCloseTo(
          slow.lineLength,
          9,
        );
      }),
      { numRuns: randomCases(6) },
    );
  });

  it("on lattice soup, full of ties, duplicates and degenerate triangles", () => {
    fc.assert(
      fc.property(fc.nat(10_000), latticePose, (seed, bToWorld) => {
        checkTwin(latticeSoup(seed, 12, 4), latticeSoup(seed + 1, 12, 4), { bToWorld });
      }),
      { numRuns: randomCases(13) },
    );
  });

  it("on boxes whose edges, corners and faces meet on a lattice, lengths and areas included", () => {
    const a = createBox({ size: 2, center: [1, 1, 1] });
    const b = createBox({ size: [2, 2, 1], center: [1, 1, 0.5], segments: [2, 1, 1] });
    fc.assert(
      fc.property(latticePose, (bToWorld) => {
        const { fast, slow } = checkTwin(a, b, { bToWorld });
        const length = sum(fast.curves.filter(({ border }) => !border).map((curve) => curve.length));
        expect(length).toBeCloseTo(slow.lineLength, 9);
        expect(sum(fast.regions.map(({ area }) => area))).toBeCloseTo(slow.area, 9);
      }),
      { numRuns: randomCases(13) },
    );
  });
});

describe("two closed meshes", () => {
  for (const first of Object.keys(SOLIDS))
    for (const second of Object.keys(SOLIDS))
      it(`give closed curves only, all on both surfaces (${first} × ${second}, seed 6)`, () => {
        const next = random(6);
        const pose = (scale: number[]) =>
          rotation(
            [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5],
            [next() - 0.5, next() - 0.5, next() - 0.5],
            scale,
          );
        let curveCount = 0;
        for (let run = 0; run < 4; run++) {
          const [aToWorld, bToWorld] = [pose([1, 1, 1]), pose([1 + next(), -1 - next(), 0.5 + next()])];
          const contacts = findContacts(TREES[first], TREES[second], { aToWorld, bToWorld });
          checkWhole(contacts);
          expect(contacts.kinds.every((kind) => kind === 5)).toBe(true);
          expect(contacts.curves.every(({ closed, border }) => closed && !border)).toBe(true);
          expectOnSurface(contacts, SOLIDS[first], aToWorld, 0);
          expectOnSurface(contacts, SOLIDS[second], bToWorld, 1);
          curveCount += contacts.curves.length;
        }
        expect(curveCount).toBeGreaterThan(2);
      });

  it("give closed curves where edges and vertices of one lie in faces of the other", () => {
    // A box whose faces pass through rings of vertices and edges of the others, without touching them flat.
    const ball = createIcosphere({ subdivisions: 1 });
    const ring = createTorus({ majorSegments: 16, minorSegments: 8 });
    const half = createBox({ size: [4, 4, 2], center: [0, 0, -1], segments: [4, 4, 2] });
    for (const mesh of [ball, ring])
      for (const bToWorld of [shift(0, 0, 0), shift(0.5, 0.25, 0), shift(0, 0, 1), shift(-2, 0, 0)]) {
        const contacts = findContacts(buildAabbTree(mesh), buildAabbTree(half), { bToWorld });
        checkWhole(contacts);
        expect(contacts.kinds.some((kind) => kind !== 5)).toBe(true);
        for (const { closed, border } of contacts.curves) expect(closed || border).toBe(true);
      }
  });

  it("cut lattice solids along closed curves: every edge runs in or through the other's faces", () => {
    const a = createBox({ size: 4, segments: 4 });
    const b = createBox({ size: [2, 2, 8], segments: [2, 2, 8] });
    const contacts = findContacts(buildAabbTree(a), buildAabbTree(b));
    checkWhole(contacts);
    expect(contacts.kinds.some((kind) => kind === 5)).toBe(false);
    const lines = contacts.curves.filter(({ border }) => !border);
    expect(lines.map(({ closed, length }) => [closed, length])).toEqual([
      [true, 8],
      [true, 8],
    ]);
    expect(contacts.regions.map(({ kind }) => kind)).toEqual(["curve", "curve"]);
  });

  it("stay closed across T-junctions, whose points have several names", () => {
    // The top of a box in two triangles, its sides in four each: the upper edges do not match.
    const fine = createBox({ size: 2, segments: [2, 2, 1] });
    const coarse = createBox({ size: 2 });
    const isTop = (mesh: TriangleMesh, t: number) =>
      [0, 1, 2].every((corner) => mesh.positions[3 * vertexOf(mesh, t, corner) + 2] === 1);
    const soup = [fine, coarse].flatMap((mesh, k) =>
      Array.from({ length: mesh.triangleCount }, (_, t) => t)
        .filter((t) => isTop(mesh, t) === (k === 1))
        .flatMap((t) => [0, 1, 2].flatMap((c) => coordinates(mesh, vertexOf(mesh, t, c)))),
    );
    const patched = createMesh({ positions: Float64Array.from(soup) });
    const pose = rotation([1, 0.3, 0.2, 0.1], [0.7, 0.4, 0.9]);
    const contacts = findContacts(buildAabbTree(patched), buildAabbTree(SOLIDS.torus), { bToWorld: pose });
    expect(contacts.count).toBeGreaterThan(10);
    expect(contacts.curves.every(({ closed }) => closed)).toBe(true);
  });
});

function coordinates(mesh: TriangleMesh, vertex: number): number[] {
  return [...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)];
}

/** Every corner of a contact is as near to its triangle of `mesh` as rounding allows. */
function expectOnSurface(contacts: Contacts, mesh: TriangleMesh, pose: number[], side: 0 | 1): void {
  const world = bakePositions(mesh.positions, pose);
  let worst = 0;
  for (let i = 0; i < contacts.count; i++) {
    const t = contacts.pairs[2 * i + side];
    const [p, q, r] = [0, 1, 2].map((c) => {
      const v = 3 * vertexOf(mesh, t, c);
      return [...world.subarray(v, v + 3)];
    }) as [number[], number[], number[]];
    for (let k = contacts.starts[i]; k < contacts.starts[i + 1]; k++) {
      const point = [...contacts.points.subarray(3 * contacts.corners[k], 3 * contacts.corners[k] + 3)];
      worst = Math.max(worst, distanceToTriangle(point, p, q, r));
    }
  }
  expect(worst).toBeLessThan(1e-11);
}

/** Distance from a point that projects into the triangle or falls beside it by rounding only. */
function distanceToTriangle(x: number[], p: number[], q: number[], r: number[]): number {
  const minus = (u: number[], v: number[]) => u.map((value, i) => value - v[i]);
  const dot = (u: number[], v: number[]) => sum(u.map((value, i) => value * v[i]));
  const cross = (u: number[], v: number[]) =>
    [0, 1, 2].map((i) => u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]);
  const normal = cross(minus(q, p), minus(r, p));
  const size = Math.hypot(...normal);
  const beside = [
    [p, q],
    [q, r],
    [r, p],
  ].map(([u, v]) => {
    const across = cross(normal, minus(v, u));
    return -dot(across, minus(x, u)) / Math.hypot(...across);
  });
  return Math.max(Math.abs(dot(normal, minus(x, p))) / size, ...beside);
}

describe("touching cubes", () => {
  const cube = buildAabbTree(createBox());
  const fine = buildAabbTree(createBox({ segments: 3 }));

  it.each([
    ["whole faces", shift(1, 0, 0), 1],
    ["half of each face", shift(1, 0.5, 0), 0.5],
    ["a quarter", shift(1, 0.5, 0.5), 0.25],
    ["an offset that no lattice has", shift(1, 0.3, 0.1), 0.7 * 0.9],
    ["from below", shift(0.25, 0, -1), 0.75],
  ])("share an area: %s", (_, bToWorld, area) => {
    for (const [a, b] of [
      [cube, cube],
      [cube, fine],
      [fine, fine],
    ] as const) {
      const contacts = findContacts(a, b, { bToWorld });
      checkWhole(contacts);
      expect(contacts.regions.length).toBe(1);
      const region = contacts.regions[0];
      expect(region.kind).toBe("area");
      expect(region.area).toBeCloseTo(area, 12);
      expect(region.length).toBe(0);
      const direction = bToWorld[12] === 1 ? [1, 0, 0] : [0, 0, -1];
      region.normal.forEach((x, axis) => {
        expect(x).toBeCloseTo(direction[axis], 12);
      });
      expect(contacts.curves.map(({ border, closed }) => [border, closed])).toEqual([[true, true]]);
    }
  });

  it("share an octagon when one is turned by 45 degrees", () => {
    const turned = rotation([Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)], [0, 0, 1]);
    const { regions, curves } = findContacts(cube, cube, { bToWorld: turned });
    expect(regions.length).toBe(1);
    expect(regions[0].area).toBeCloseTo(2 * (Math.SQRT2 - 1), 9);
    expect(regions[0].centroid[2]).toBeCloseTo(0.5, 12);
    expect(curves[0].length).toBeCloseTo(8 * (Math.SQRT2 - 1), 9);
  });

  it("share an edge, or half of one", () => {
    for (const [offset, length] of [
      [0, 1],
      [0.5, 0.5],
    ] as const) {
      const { regions, curves } = findContacts(cube, cube, { bToWorld: shift(1, 1, offset) });
      expect(regions.map(({ kind }) => kind)).toEqual(["curve"]);
      expect(regions[0].length).toBe(length);
      expect(curves.map(({ closed, border }) => [closed, border])).toEqual([[false, false]]);
    }
  });

  it("share a corner", () => {
    const { regions, curves, points } = findContacts(cube, cube, { bToWorld: shift(1, 1, 1) });
    expect(regions.map(({ kind, centroid }) => [kind, centroid])).toEqual([["point", [0.5, 0.5, 0.5]]]);
    expect(curves).toEqual([]);
    expect([...points]).toEqual([0.5, 0.5, 0.5]);
  });

  it("cross with coplanar sides: patches, and lines that end on them", () => {
    const { regions, curves } = findContacts(cube, cube, { bToWorld: shift(0.5, 0, 0) });
    expect(regions.length).toBe(1);
    // Four sides share half their area each.
    expect(regions[0].area).toBeCloseTo(2, 12);
    expect(curves.every(({ closed }) => closed)).toBe(true);
  });
});

describe("findContacts", () => {
  it("means the baked meshes, and does not depend on who is a", () => {
    const { torus, box } = SOLIDS as { torus: TriangleMesh; box: TriangleMesh };
    fc.assert(
      fc.property(anyPose, anyPose, (aToWorld, bToWorld) => {
        const posed = findContacts(TREES.torus, TREES.box, { aToWorld, bToWorld });
        const bake = (mesh: TriangleMesh, pose: number[]) =>
          buildObbTree(createMesh({ positions: bakePositions(mesh.positions, pose), indices: mesh.indices }));
        const baked = findContacts(bake(torus, aToWorld), bake(box, bToWorld));
        expect({ ...baked, stats: null }).toEqual({ ...posed, stats: null });
        const swapped = findContacts(TREES.box, TREES.torus, { aToWorld: bToWorld, bToWorld: aToWorld });
        expect(swapped.curves.length).toBe(posed.curves.length);
        expect(swapped.points.length).toBe(posed.points.length);
        expect(sum(swapped.curves.map(({ length }) => length))).toBeCloseTo(
          sum(posed.curves.map(({ length }) => length)),
          9,
        );
      }),
      { numRuns: randomCases(5) },
    );
  });

  it("gives a soup the curves of the mesh with shared vertices", () => {
    const soup = (mesh: TriangleMesh) =>
      createMesh({
        positions: Float64Array.from(
          Array.from({ length: 3 * mesh.triangleCount }, (_, i) =>
            coordinates(mesh, vertexOf(mesh, Math.floor(i / 3), i % 3)),
          ).flat(),
        ),
      });
    const pose = rotation([1, 0.2, 0.5, 0.1], [0.6, 0.2, 0.1]);
    const shared = findContacts(TREES.knot, TREES.torus, { bToWorld: pose });
    const torn = findContacts(buildAabbTree(soup(SOLIDS.knot)), buildAabbTree(soup(SOLIDS.torus)), {
      bToWorld: pose,
    });
    expect({ ...torn, stats: null }).toEqual({ ...shared, stats: null });
  });

  it("counts, like findPairs", () => {
    const bToWorld = rotation([1, 0.2, 0.5, 0.1], [0.6, 0.2, 0.1]);
    const stats = {} as QueryStats;
    const contacts = findContacts(TREES.torus, TREES.box, { bToWorld, stats });
    expect(contacts.stats).toEqual(stats);
    expect(contacts.stats).toEqual(findPairs(TREES.torus, TREES.box, { bToWorld }).stats);
  });

  it("returns nothing where nothing meets", () => {
    const none = findContacts(TREES.torus, TREES.box, { bToWorld: shift(9, 0, 0) });
    expect([none.count, none.curves, none.regions, none.points.length]).toEqual([0, [], [], 0]);
  });

  it("places shallow crossings to rounding too: planes a millionth of a millionth apart in angle", () => {
    const flat = createMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) });
    const tilt = 2 ** -45;
    const tilted = createMesh({ positions: Float64Array.of(-1, 0.2, -tilt, 1, 0.2, tilt, -1, 0.7, -tilt) });
    const { points, kinds } = findContacts(buildAabbTree(flat), buildAabbTree(tilted));
    expect([...kinds]).toEqual([1]);
    expect([...points]).toEqual([0, 0.2, 0, 0, expect.closeTo(0.45, 15), 0]);
  });

  it("refuses what is no tree, no pose or no option", () => {
    expect(() => findContacts(TREES.box, undefined as never)).toThrow(OptionError);
    expect(() => findContacts(TREES.box, TREES.box, { aToWorld: [1] })).toThrow(PoseError);
    expect(() => findContacts(TREES.box, TREES.box, { test: "all" as never })).toThrow(OptionError);
  });
});
