import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshError, OptionError, PoseError } from "../../../src/errors.ts";
import { bakePositions } from "../../../src/geometry/affine.ts";
import { withKernels, withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import {
  createBox,
  createIcosphere,
  createPlaneGrid,
  createSphere,
  createTorus,
} from "../../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import { findContacts } from "../../../src/queries/contacts/find-contacts.ts";
import { findManifold, type ManifoldOptions } from "../../../src/queries/manifold/find-manifold.ts";
import { DEPTH_KINDS, type Manifold } from "../../../src/queries/manifold/manifold-result.ts";
import { collide } from "../../../src/queries/pairs/collide.ts";
import { buildObbTree } from "../../../src/queries/pairs/obb-trees.ts";
import { penetration } from "../../../src/queries/penetration/penetration.ts";
import { depthByAllLines } from "../../../src/reference/slow-region-depth.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { refit } from "../../../src/trees/refit.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../../meshes.ts";
import { identity, rotation } from "../../poses.ts";

const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/** A plain copy of a result: what it says, without memory behind it. */
function copyOf(found: Manifold) {
  const { count, pointCount } = found;
  return {
    normals: [...found.normals.subarray(0, 3 * count)],
    depths: [...found.depths.subarray(0, count)],
    lowerBounds: [...found.lowerBounds.subarray(0, count)],
    upperBounds: [...found.upperBounds.subarray(0, count)],
    kinds: [...found.kinds.subarray(0, count)],
    starts: [...found.starts.subarray(0, count + 1)],
    pointsA: [...found.pointsA.subarray(0, 3 * pointCount)],
    pointsB: [...found.pointsB.subarray(0, 3 * pointCount)],
    pointDepths: [...found.pointDepths.subarray(0, pointCount)],
    keys: [...found.keys.subarray(0, 2 * pointCount)],
    pairs: [...found.pairs.pairs],
    regionOfPair: [...found.regionOfPair.subarray(0, found.pairs.count)],
  };
}

function manifoldOf(
  a: TriangleMesh,
  b: TriangleMesh,
  options: ManifoldOptions = {},
): ReturnType<typeof copyOf> {
  return copyOf(findManifold(buildAabbTree(a), buildAabbTree(b), options));
}

const kindOf = ({ kinds }: { kinds: number[] }, region = 0) => DEPTH_KINDS[kinds[region]];

/** A cube of side 4 with a square groove along y in its top: concave, all faces flat. */
function groovedBlock(): TriangleMesh {
  const outline = [
    [-2, -2],
    [2, -2],
    [2, 2],
    [0.5, 2],
    [0.5, 1],
    [-0.5, 1],
    [-0.5, 2],
    [-2, 2],
  ];
  const count = outline.length;
  const positions = [-2, 2].flatMap((y) => outline.flatMap(([x, z]) => [x, y, z]));
  const caps = [
    [0, 1, 5],
    [1, 4, 5],
    [1, 2, 4],
    [2, 3, 4],
    [0, 5, 6],
    [0, 6, 7],
  ];
  const indices = [
    ...caps.flat(),
    ...caps.flatMap(([i, j, k]) => [count + i, count + k, count + j]),
    ...outline.flatMap((_, i) => {
      const next = (i + 1) % count;
      return [i, count + i, next, next, count + i, count + next];
    }),
  ];
  return createMesh({ positions: Float64Array.from(positions), indices: Uint16Array.from(indices) });
}

describe("findManifold of simple solids", () => {
  it("a box that sinks into a larger one: four corners, the exact depth, up", () => {
    const found = manifoldOf(createBox({ size: 2 }), createBox(), { bToWorld: at(0.1, 0.05, 1.4) });
    expect(kindOf(found)).toBe("exact");
    expect(found.depths[0]).toBeCloseTo(0.1, 12);
    expect(found.normals).toEqual([0, 0, 1]);
    expect(found.starts).toEqual([0, 4]);
    for (let i = 0; i < 4; i++) {
      expect(found.pointDepths[i]).toBeCloseTo(0.1, 12);
      expect(found.pointsA[3 * i + 2]).toBeCloseTo(1, 12);
      expect(found.pointsB[3 * i + 2]).toBeCloseTo(0.9, 12);
    }
  });

  it("a box that rests on another: depth 0, the normal of the faces", () => {
    const found = manifoldOf(createBox({ size: 2 }), createBox(), { bToWorld: at(0.1, 0.05, 1.5) });
    expect([kindOf(found), found.depths, found.normals]).toEqual(["exact", [0], [0, 0, 1]]);
    expect(found.starts).toEqual([0, 4]);
  });

  it("two edges that cross: one region, a point made of both edges", () => {
    const quarter = Math.SQRT1_2;
    const alongX = createBox({ size: [4, 1, 1] });
    const aToWorld = rotation([Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0]);
    const bToWorld = rotation(
      [Math.cos(Math.PI / 8), 0, Math.sin(Math.PI / 8), 0],
      [0.1, 0.2, 2 * quarter - 0.1],
    );
    const found = manifoldOf(alongX, createBox({ size: [1, 4, 1] }), { aToWorld, bToWorld });
    expect(kindOf(found)).toBe("exact");
    expect(found.depths[0]).toBeCloseTo(0.1, 9);
    expect(found.keys[0] & 3).toBe(2);
    expect(found.pointDepths[0]).toBeCloseTo(0.1, 9);
  });

  it("a concave block on a box that overhangs: the flat face's normal, and its exact depth", () => {
    const found = manifoldOf(createBox({ size: 2 }), groovedBlock(), { bToWorld: at(1.2, 0.3, 2.9) });
    expect(found.normals.map((x) => x + 0)).toEqual([0, 0, 1]);
    expect(kindOf(found)).toBe("exact");
    expect(found.depths[0]).toBeCloseTo(0.1, 12);
  });

  it("a slanting bar from one block into another: its edges have both ends inside, and each end is a piece of its own", () => {
    const bar = createBox({ size: [4, 0.5, 0.5] });
    const block = createBox({ size: 6 });
    const blocks = [-4.4, 4.3].map((x) => bakePositions(block.positions, at(x, 0.07, 0.03)));
    const corners = block.positions.length / 3;
    const b = createMesh({
      positions: Float64Array.from(blocks.flatMap((positions) => [...positions])),
      indices: Uint16Array.from([...block.indices!, ...[...block.indices!].map((v) => v + corners)]),
    });
    const aToWorld = rotation([1, 0, 0, 0.25]);
    for (const choose of [withKernels, withoutKernels]) {
      const { normals, starts, pointsA } = choose(() => manifoldOf(bar, b, { aToWorld }));
      expect(starts).toHaveLength(3);
      for (let region = 0; region < 2; region++)
        for (let p = starts[region]; p < starts[region + 1]; p++)
          expect(pointsA[3 * p] * normals[3 * region]).toBeGreaterThan(1.2);
    }
  });

  it("a solid inside another, without contact: one region without pairs", () => {
    const outer = createIcosphere({ radius: 2, subdivisions: 2 });
    const inner = createIcosphere({ radius: 0.5, subdivisions: 1 });
    const found = manifoldOf(outer, inner, { bToWorld: at(0.3, 0, 0) });
    expect(found.pairs).toEqual([]);
    const { depth, direction } = penetration(buildAabbTree(outer), buildAabbTree(inner), {
      bToWorld: at(0.3, 0, 0),
    })!;
    expect(found.depths[0]).toBeCloseTo(depth, 12);
    expect(found.normals).toEqual(direction);
    expect(found.starts).toEqual([0, 1]);
  });

  it("solids that are apart: nothing", () => {
    expect(manifoldOf(createBox(), createBox(), { bToWorld: at(3, 0, 0) }).starts).toEqual([0]);
  });

  it("an open surface has no depth: unknown, with points where it crosses", () => {
    const found = manifoldOf(
      createIcosphere({ subdivisions: 2 }),
      createPlaneGrid({ columns: 9, rows: 9, width: 4, depth: 4 }),
      {
        bToWorld: rotation([0.9, 0.2, 0.1, 0.05], [0.02, 0.03, 0.31]),
      },
    );
    expect(found.kinds.length).toBeGreaterThan(0);
    for (let r = 0; r < found.kinds.length; r++) {
      expect(kindOf(found, r)).toBe("unknown");
      expect([found.depths[r], found.lowerBounds[r], found.upperBounds[r]]).toEqual([0, 0, Infinity]);
    }
    expect(found.pointsA).toEqual(found.pointsB);
  });

  it("inside-out and mirrored meshes: the same answer, by the sign of the volume", () => {
    const torus = createTorus({ majorSegments: 24, minorSegments: 12 });
    const turned = createMesh({
      positions: torus.positions,
      indices: torus.indices!.map((_, i, list) => list[i - (i % 3) + ((3 - (i % 3)) % 3)]),
    });
    const bToWorld = rotation([0.9, 0.1, 0.3, 0.2], [1.7, 0.2, 0.3]);
    const plain = manifoldOf(torus, torus, { bToWorld });
    expect(plain.depths.length).toBeGreaterThan(0);
    for (const found of [manifoldOf(turned, torus, { bToWorld }), manifoldOf(torus, turned, { bToWorld })]) {
      expect(found.depths.map((x) => x.toFixed(9))).toEqual(plain.depths.map((x) => x.toFixed(9)));
      for (let i = 0; i < plain.normals.length; i++)
        expect(found.normals[i]).toBeCloseTo(plain.normals[i], 9);
    }
  });
});

const SOLIDS: [string, TriangleMesh][] = [
  ["box", createBox()],
  ["ball", createIcosphere({ subdivisions: 2 })],
  ["torus", smallTorus(12, 8, Float64Array)],
  ["grooved block", groovedBlock()],
];
const solid = fc.constantFrom(...SOLIDS).map(([, mesh]) => mesh);

/** A pose in general position: one that shrinks to a half turn would have many normals that are equally good. */
const generalPose = fc.integer({ min: 1, max: 1e6 }).map((seed) => {
  const next = random(seed);
  const turn = [next(), next(), next(), next()].map((x) => x - 0.5) as [number, number, number, number];
  return rotation(turn, [1.6 * next() - 0.8, 1.6 * next() - 0.8, 1.6 * next() - 0.8]);
});

describe("contracts of findManifold (seed 16)", () => {
  const check = (property: fc.IProperty<[TriangleMesh, TriangleMesh, number[]]>, numRuns = 60) =>
    fc.assert(property, { seed: 16, numRuns });

  it("(1) swapping a and b turns normals round and keeps depths", () => {
    check(
      fc.property(solid, solid, generalPose, (a, b, pose) => {
        const one = manifoldOf(a, b, { bToWorld: pose });
        const other = manifoldOf(b, a, { aToWorld: pose });
        expect(other.depths).toHaveLength(one.depths.length);
        // Regions are numbered by their first pair, whose order changes; compare them by what they are.
        const describeRegion = (found: typeof one, r: number, sign: number) => ({
          depth: found.depths[r],
          normal: found.normals.slice(3 * r, 3 * r + 3).map((x) => sign * x),
        });
        for (let r = 0; r < one.depths.length; r++) {
          const expected = describeRegion(one, r, 1);
          const distances = one.depths.map((_, s) => {
            const { depth, normal } = describeRegion(other, s, -1);
            return (
              Math.abs(depth - expected.depth) +
              Math.max(...normal.map((x, k) => Math.abs(x - expected.normal[k])))
            );
          });
          expect(Math.min(...distances)).toBeLessThan(1e-9);
        }
      }),
    );
  });

  it("(2) regions are those of findContacts", () => {
    check(
      fc.property(solid, solid, generalPose, (a, b, pose) => {
        const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
        const found = findManifold(treeA, treeB, { bToWorld: pose });
        const { regionOfPair, pairs } = findContacts(treeA, treeB, { bToWorld: pose });
        expect([...found.pairs.pairs]).toEqual([...pairs]);
        expect([...found.regionOfPair.subarray(0, found.pairs.count)]).toEqual([...regionOfPair]);
      }),
    );
  });

  it.each([1, 2, 3, 4, 5, 6])("(2) also of soups, lattices and degenerate triangles (seed %i)", (seed) => {
    for (const [a, b] of [
      [randomSoup(seed, 60), randomSoup(seed + 100, 60)],
      [latticeSoup(seed, 30), latticeSoup(seed + 100, 30)],
      [smallTorus(), latticeSoup(seed, 40)],
    ] as const) {
      const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
      const found = findManifold(treeA, treeB);
      const { regionOfPair, regions } = findContacts(treeA, treeB);
      expect(found.count).toBe(regions.length);
      expect([...found.regionOfPair.subarray(0, found.pairs.count)]).toEqual([...regionOfPair]);
      for (const numbers of [found.normals, found.pointsA, found.pointsB, found.pointDepths])
        expect(numbers.every(Number.isFinite)).toBe(true);
    }
  });

  it("(3) bounds hold the depth by all lines, where there is one region; of convex meshes that of penetration", () => {
    let regions = 0;
    check(
      fc.property(solid, solid, generalPose, (a, b, pose) => {
        const found = manifoldOf(a, b, { bToWorld: pose });
        const areConvex = [a, b].every((mesh) => mesh !== SOLIDS[2][1] && mesh !== SOLIDS[3][1]);
        if (areConvex) {
          const expected = penetration(buildAabbTree(a), buildAabbTree(b), { bToWorld: pose });
          for (const depth of found.depths) expect(depth).toBeCloseTo(expected!.depth, 12);
          return;
        }
        if (
          found.depths.length !== 1 ||
          found.pairs.length === 0 ||
          a.triangleCount * b.triangleCount > 40_000
        )
          return;
        const depth = depthByAllLines(a, b, found.normals, { bToWorld: pose });
        regions++;
        expect(found.upperBounds[0]).toBeGreaterThanOrEqual(depth - 1e-5);
        expect(found.lowerBounds[0]).toBeLessThanOrEqual(depth + 1e-5);
      }),
      60,
    );
    expect(regions).toBeGreaterThan(20);
  });

  it.each([0.01, 0.05, 0.2])(
    "(3) balls and tori that overlap by %f, measured where they are tangent",
    (overlap) => {
      const ball = createSphere({ segments: 48, rings: 24 });
      const balls = manifoldOf(ball, ball, { bToWorld: at(0, 0, 2 - overlap) });
      // Facets are nearer to the centre than vertices.
      expect(balls.depths[0]).toBeLessThanOrEqual(overlap + 1e-12);
      expect(balls.depths[0]).toBeGreaterThan(0.99 * overlap);
      const torus = createTorus({ majorSegments: 64, minorSegments: 32 });
      const tori = manifoldOf(torus, torus, { bToWorld: at(2.8 - overlap, 0, 0) });
      expect(tori.depths).toHaveLength(1);
      expect(tori.lowerBounds[0]).toBeLessThanOrEqual(overlap + 1e-12);
      // A facet is nearer to the middle of the tube than its corners.
      expect(tori.upperBounds[0]).toBeGreaterThan(0.99 * overlap);
      expect(tori.upperBounds[0]).toBeLessThan(1.02 * overlap);
      expect(tori.lowerBounds[0]).toBeGreaterThan(0.98 * overlap);
      expect(tori.normals[0]).toBeGreaterThan(0.999);
    },
  );

  it("(4) a convex b that moves by the upper bound and a trace along the normal is free", () => {
    check(
      fc.property(
        fc.constantFrom(SOLIDS[0][1], SOLIDS[1][1]),
        fc.constantFrom(SOLIDS[0][1], SOLIDS[1][1]),
        generalPose,
        (a, b, pose) => {
          const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
          const found = findManifold(treeA, treeB, { bToWorld: pose });
          if (found.count === 0) return;
          const moved = pose.slice();
          for (let k = 0; k < 3; k++) moved[12 + k] += (found.upperBounds[0] + 1e-9) * found.normals[k];
          expect(collide(treeA, treeB, { bToWorld: moved })).toBe(false);
          expect(findManifold(treeA, treeB, { bToWorld: moved }).count).toBe(0);
        },
      ),
    );
  });

  it("(5) keys last over small motions that keep the features", () => {
    const [a, b] = [buildAabbTree(createBox({ size: 4 })), buildAabbTree(groovedBlock())];
    const first = copyOf(findManifold(a, b, { bToWorld: at(0.1, 0.2, 3.9) })).keys;
    expect(first.length).toBeGreaterThan(4);
    for (let frame = 1; frame < 20; frame++) {
      const bToWorld = rotation(
        [1, 1e-4 * frame, -1e-4 * frame, 2e-3 * frame],
        [0.1 + 0.01 * frame, 0.2, 3.9],
      );
      const keys = copyOf(findManifold(a, b, { bToWorld })).keys;
      const pairs = (list: number[]) =>
        list.flatMap((x, i) => (i % 2 === 0 ? [`${x} ${list[i + 1]}`] : [])).sort();
      expect(pairs(keys)).toEqual(pairs(first));
    }
  });

  it("(6) one answer for every split rule, with kernels and without, and for baked vertices", () => {
    const torus = smallTorus(16, 10, Float64Array);
    check(
      fc.property(fc.constant(torus), solid, generalPose, (a, b, pose) => {
        const expected = manifoldOf(a, b, { bToWorld: pose });
        for (const split of ["midpoint", "median", "best-axis"] as const) {
          const found = findManifold(buildAabbTree(a, { split }), buildAabbTree(b, { split, leafSize: 4 }), {
            bToWorld: pose,
          });
          expect(copyOf(found)).toEqual(expected);
        }
        expect(withKernels(() => manifoldOf(a, b, { bToWorld: pose }))).toEqual(expected);
        expect(withoutKernels(() => manifoldOf(a, b, { bToWorld: pose }))).toEqual(expected);
        const baked = createMesh({ positions: bakePositions(b.positions, pose), indices: b.indices });
        const { normals, depths, kinds, ...rest } = manifoldOf(a, baked);
        const { normals: _, depths: posedDepths, kinds: posedKinds, ...posed } = expected;
        expect(rest.pairs).toEqual(posed.pairs);
        expect(rest.regionOfPair).toEqual(posed.regionOfPair);
        expect(kinds).toEqual(posedKinds);
        for (let r = 0; r < depths.length; r++) expect(depths[r]).toBeCloseTo(posedDepths[r], 9);
        expect(normals.every(Number.isFinite)).toBe(true);
      }),
      25,
    );
  });
});

describe("findManifold, memory and input:", () => {
  const tree = buildAabbTree(smallTorus());
  const bToWorld = rotation([0.9, 0.1, 0.3, 0.2], [1.7, 0.2, 0.3]);

  it("writes over `into` what a new result would say, whatever it held", () => {
    const poses = [bToWorld, at(1.2, 0.1, 0.2), at(9, 0, 0), identity(), at(1.9, 0, 0.2)];
    let into: Manifold | undefined;
    for (const pose of [...poses, ...poses]) {
      into = findManifold(tree, tree, { bToWorld: pose, into });
      expect(copyOf(into)).toEqual(copyOf(findManifold(tree, tree, { bToWorld: pose })));
    }
  });

  it("keeps the arrays of `into` while they are long enough", () => {
    const into = findManifold(tree, tree, { bToWorld });
    const { normals, pointsA, keys } = into;
    expect(findManifold(tree, tree, { bToWorld, into })).toBe(into);
    expect([into.normals, into.pointsA, into.keys]).toEqual([normals, pointsA, keys]);
    expect(into.normals).toBe(normals);
    expect(into.pointsA).toBe(pointsA);
  });

  it("has at most `maxPoints` points a region", () => {
    for (const maxPoints of [1, 2, 3, 4]) {
      const { starts, count } = findManifold(tree, tree, { bToWorld, maxPoints });
      expect(count).toBeGreaterThan(0);
      for (let r = 0; r < count; r++) expect(starts[r + 1] - starts[r]).toBeLessThanOrEqual(maxPoints);
    }
  });

  it("points − points = depth · normal", () => {
    const found = findManifold(tree, tree, { bToWorld });
    for (let r = 0; r < found.count; r++)
      for (let i = found.starts[r]; i < found.starts[r + 1]; i++)
        for (let k = 0; k < 3; k++)
          expect(found.pointsA[3 * i + k] - found.pointsB[3 * i + k]).toBeCloseTo(
            found.pointDepths[i] * found.normals[3 * r + k],
            12,
          );
  });

  it("follows a refit", () => {
    const mesh = smallTorus(12, 8, Float64Array);
    const [a, b] = [buildAabbTree(createBox({ size: 2 })), buildAabbTree(mesh)];
    const before = findManifold(a, b, { bToWorld: at(0, 0, 1.35) }).depths[0];
    for (let i = 2; i < mesh.positions.length; i += 3) mesh.positions[i] *= 1.05;
    refit(b);
    expect(findManifold(a, b, { bToWorld: at(0, 0, 1.35) }).depths[0]).toBeCloseTo(before + 0.02, 9);
  });

  it("measures tiny meshes", () => {
    const size = 2 ** -80;
    const tiny = createMesh({
      positions: smallTorus(16, 10, Float64Array).positions.map((x) => size * x),
      indices: smallTorus().indices,
    });
    const plain = manifoldOf(smallTorus(16, 10, Float64Array), smallTorus(16, 10, Float64Array), {
      bToWorld,
    });
    const small = bToWorld.map((x, i) => (i >= 12 && i < 15 ? size * x : x));
    const found = manifoldOf(tiny, tiny, { bToWorld: small });
    expect(found.keys).toEqual(plain.keys);
    for (let r = 0; r < plain.depths.length; r++)
      expect(found.depths[r] / size).toBeCloseTo(plain.depths[r], 12);
  });

  it.each([
    [{ maxPoints: 0 }, /maxPoints: 0 is not a whole number from 1 to 4/],
    [{ maxPoints: 2.5 }, /maxPoints: 2.5/],
    [{ into: {} }, /into: expected the last result/],
    [{ depth: true }, /depth: not an option of findManifold/],
  ])("refuses %o", (options, message) => {
    expect(() => findManifold(tree, tree, options as unknown as ManifoldOptions)).toThrow(OptionError);
    expect(() => findManifold(tree, tree, options as unknown as ManifoldOptions)).toThrow(message);
  });

  it("refuses other trees, bad poses and transferred memory, and leaves `into` as it was", () => {
    const into = findManifold(tree, tree, { bToWorld });
    const before = copyOf(into);
    expect(() => findManifold(buildObbTree(smallTorus()) as never, tree)).toThrow(OptionError);
    expect(() => findManifold(tree, tree, { into, bToWorld: identity().fill(Number.NaN) })).toThrow(
      PoseError,
    );
    expect(() => findManifold(tree, tree, { into, bToWorld: identity().fill(0, 0, 12) })).toThrow(PoseError);
    const gone = buildAabbTree(smallTorus());
    structuredClone(gone.buffer, { transfer: [gone.buffer as ArrayBuffer] });
    expect(() => findManifold(gone, tree, { into })).toThrow(MeshError);
    expect(copyOf(into)).toEqual(before);
    const { normals } = into;
    structuredClone(normals.buffer, { transfer: [normals.buffer as ArrayBuffer] });
    expect(() => findManifold(tree, tree, { bToWorld, into })).toThrow(/transferred/);
  });
});
