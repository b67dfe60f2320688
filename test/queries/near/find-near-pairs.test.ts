import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bakePositions } from "../../../src/geometry/affine.ts";
import {
  buildAabbTree,
  buildObbTree,
  buildRTree,
  createMesh,
  findNearPairs,
  findPairs,
  isWithin,
  MeshError,
  NEAR_KINDS,
  OptionError,
  PoseError,
  type TriangleMesh,
} from "../../../src/index.ts";
import { createBox } from "../../../src/mesh/primitives/index.ts";
import { findNearPairsByBruteForce } from "../../../src/reference/index.ts";
import { insertTriangle, removeTriangle } from "../../../src/trees.ts";
import { latticeSoup, randomSoup, smallTorus } from "../../meshes.ts";
import { affinePose, anyPose, latticePose, rigidPose, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";
import { expectConsistent, expectRows, rowsOf } from "./near-rows.ts";

// Contracts: (1) the rows are those of brute force in integers, whatever the tree (2) exactly at the thickness counts (3) posed equals
// baked (4) exchanging a and b exchanges the kinds (5) a distance is 0 if and only if the features touch (6) the numbers of a row agree.

const seed = fc.integer({ min: 0, max: 2 ** 30 });

/** Evenly, where fast-check's numbers would nearly all be tiny. */
const upTo = (most: number) => fc.integer({ min: 0, max: 1000 }).map((n) => (most * n) / 1000);

function check(a: TriangleMesh, b: TriangleMesh, thickness: number, poses = {}) {
  const expected = findNearPairsByBruteForce(a, b, thickness, poses);
  const found = findNearPairs(buildAabbTree(a), buildAabbTree(b), thickness, poses);
  expectRows(found, expected);
  expectConsistent(found, thickness, a, b, poses);
  return found;
}

describe("findNearPairs agrees with brute force", () => {
  it("(1) (6) for random soups at any pose (seed 1)", () => {
    let rows = 0;
    fc.assert(
      fc.property(seed, anyPose, anyPose, upTo(0.3), (s, p, q, t) => {
        const poses = { aToWorld: p, bToWorld: q };
        rows += check(randomSoup(s, 8, 0.5), randomSoup(s + 1, 8, 0.5), t, poses).count;
      }),
      { seed: 1, numRuns: 60 },
    );
    expect(rows).toBeGreaterThan(300);
  });

  it("(1) (2) (5) on lattices, whose distances are often exactly the thickness (seed 2)", () => {
    let [ties, touching] = [0, 0];
    fc.assert(
      fc.property(seed, latticePose, fc.constantFrom(0, 1, 2, Math.SQRT2, Math.sqrt(2 / 3)), (s, pose, t) => {
        const found = check(latticeSoup(s, 6), latticeSoup(s + 1, 6), t, { bToWorld: pose });
        ties += found.distances.filter((distance) => distance === t).length;
        touching += found.distances.filter((distance) => distance === 0).length;
      }),
      { seed: 2, numRuns: randomCases(60) },
    );
    expect(ties).toBeGreaterThan(randomCases(250));
    expect(touching).toBeGreaterThan(randomCases(250));
  });

  it("(1) for meshes with common vertices and edges (two tori, 10 poses, seed 3)", () => {
    const [a, b] = [smallTorus(7, 5), smallTorus(6, 4, Float64Array)];
    fc.assert(
      fc.property(rigidPose, upTo(0.2), (bToWorld, thickness) => {
        check(a, b, thickness, { bToWorld });
      }),
      { seed: 3, numRuns: randomCases(5) },
    );
  });

  it("(1) for nearly parallel sheets (seed 4)", () => {
    // Two sheets in one rotated plane, apart by the thickness up to rounding.
    fc.assert(
      fc.property(rigidPose, fc.integer({ min: -3, max: 3 }), (pose, steps) => {
        const gap = 0.1 + steps * 2 ** -56;
        const sheet = (z: number) =>
          createMesh({
            positions: bakePositions(Float64Array.of(0, 0, z, 1, 0, z, 1, 1, z, 0, 1, z), pose),
            indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
          });
        check(sheet(0), sheet(gap), 0.1);
      }),
      { seed: 4, numRuns: randomCases(25) },
    );
  });

  it("(1) for degenerate triangles: needles, points, a vertex named twice (seed 5)", () => {
    const indices = Uint32Array.of(0, 1, 2, 0, 0, 1, 1, 1, 1, 2, 3, 4, 3, 4, 3);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 0.5, 1 + 2 ** -40, 2 ** -300), { minLength: 30, maxLength: 30 }),
        fc.constantFrom(0, 0.5, 1, 2 ** -301),
        (numbers, thickness) => {
          const a = createMesh({ positions: Float64Array.from(numbers.slice(0, 15)), indices });
          const b = createMesh({ positions: Float64Array.from(numbers.slice(15)), indices });
          check(a, b, thickness);
        },
      ),
      { seed: 5, numRuns: randomCases(38) },
    );
  });

  it("(1) for coordinates up to 2^100 and a thickness of any size (seed 6)", () => {
    const size = fc.integer({ min: -1030, max: 99 }).map((e) => 2 ** e);
    fc.assert(
      fc.property(seed, size, fc.integer({ min: -4, max: 4 }), (s, scale, e) => {
        const scaled = (mesh: TriangleMesh) =>
          createMesh({ positions: Float64Array.from(mesh.positions, (x) => x * scale) });
        const thickness = Math.min(scale * 2 ** e, Number.MAX_VALUE);
        const [a, b] = [scaled(randomSoup(s, 3, 0.5)), scaled(randomSoup(s + 1, 3, 0.5))];
        const found = findNearPairs(buildAabbTree(a), buildAabbTree(b), thickness);
        const expected = findNearPairsByBruteForce(a, b, thickness);
        expect([...found.vertices]).toEqual(expected.flatMap(({ vertices }) => vertices));
      }),
      { seed: 6, numRuns: randomCases(25) },
    );
  });
});

describe("findNearPairs, whatever the tree", () => {
  const a = smallTorus(9, 6);
  const b = smallTorus(8, 7);
  const poses = { bToWorld: rotation([1, 0.3, 0.2, 0.1], [0.7, 0.2, 0.5]) };
  const expected = rowsOf(findNearPairs(buildAabbTree(a), buildAabbTree(b), 0.1, poses));

  it("(1) rows are the same, bit by bit", () => {
    expect(expected.kinds.length).toBeGreaterThan(100);
    for (const build of [
      (mesh: TriangleMesh) => buildAabbTree(mesh, { split: "midpoint", leafSize: 5 }),
      (mesh: TriangleMesh) => buildAabbTree(mesh, { split: "median", leafSize: 1 }),
      (mesh: TriangleMesh) => buildRTree(mesh),
      (mesh: TriangleMesh) => buildRTree(mesh, { pack: false, minChildren: 2, maxChildren: 4 }),
    ])
      expect(rowsOf(findNearPairs(build(a), build(b), 0.1, poses))).toEqual(expected);
    expect(rowsOf(findNearPairs(buildAabbTree(a), buildRTree(b), 0.1, poses))).toEqual(expected);
  });

  it("an R-tree has the features of its triangles, and no others", () => {
    const tree = buildRTree(a);
    const whole = findNearPairs(tree, buildRTree(b), 0.1, poses);
    const gone = whole.triangles[0];
    removeTriangle(tree, gone);
    const fewer = findNearPairs(tree, buildRTree(b), 0.1, poses);
    expect(fewer.count).toBeLessThan(whole.count);
    expect(fewer.triangles.filter((_, k) => k % 2 === 0)).not.toContain(gone);
    insertTriangle(tree, gone);
    expect(rowsOf(findNearPairs(tree, buildRTree(b), 0.1, poses))).toEqual(expected);
    for (let t = 0; t < a.triangleCount; t++) removeTriangle(tree, t);
    expect(findNearPairs(tree, buildRTree(b), 0.1, poses).count).toBe(0);
  });
});

it("(3) findNearPairs: posed equals baked, bit by bit (seed 7)", () => {
  const [a, b] = [smallTorus(8, 5), smallTorus(7, 5)];
  fc.assert(
    fc.property(affinePose, affinePose, (aToWorld, bToWorld) => {
      const bake = ({ positions, indices }: TriangleMesh, pose: number[]) =>
        buildAabbTree(createMesh({ positions: bakePositions(positions, pose), indices }));
      const posed = findNearPairs(buildAabbTree(a), buildAabbTree(b), 0.1, { aToWorld, bToWorld });
      expect(rowsOf(posed)).toEqual(rowsOf(findNearPairs(bake(a, aToWorld), bake(b, bToWorld), 0.1)));
    }),
    { seed: 7, numRuns: randomCases(10) },
  );
});

it("(4) findNearPairs: exchanging a and b exchanges the kinds (seed 8)", () => {
  fc.assert(
    fc.property(seed, upTo(0.2), (s, thickness) => {
      const [a, b] = [buildAabbTree(randomSoup(s, 10)), buildAabbTree(randomSoup(s + 1, 10))];
      const ofPair = (found: ReturnType<typeof findNearPairs>, isExchanged: boolean) =>
        Array.from({ length: found.count }, (_, row) => {
          const kind = found.kinds[row];
          const vertices = [...found.vertices.subarray(4 * row, 4 * row + 4)];
          const ofA = [1, 3, 2][kind];
          if (!isExchanged) return [kind, ...vertices].join(" ");
          return [[1, 0, 2][kind], ...vertices.slice(ofA), ...vertices.slice(0, ofA)].join(" ");
        }).sort();
      const [ab, ba] = [findNearPairs(a, b, thickness), findNearPairs(b, a, thickness)];
      expect(ofPair(ba, true)).toEqual(ofPair(ab, false));
    }),
    { seed: 8, numRuns: randomCases(20) },
  );
});

it("(5) findNearPairs with a thickness of 0 finds nothing where findPairs does not (seed 9)", () => {
  let touching = 0;
  fc.assert(
    fc.property(seed, (s) => {
      const [a, b] = [buildAabbTree(latticeSoup(s, 2, 3)), buildAabbTree(latticeSoup(s + 1, 2, 3))];
      const found = findNearPairs(a, b, 0);
      // Triangles may cross without a vertex on a face or two edges that touch; they never touch without.
      if (found.count > 0) expect(findPairs(a, b).count).toBeGreaterThan(0);
      touching += found.count;
    }),
    { seed: 9, numRuns: randomCases(100) },
  );
  expect(touching).toBeGreaterThan(100);
});

it("findNearPairs finds the pair that isWithin speaks of (seed 10)", () => {
  fc.assert(
    fc.property(seed, upTo(0.3), (s, thickness) => {
      const [a, b] = [buildAabbTree(randomSoup(s, 4, 0.1)), buildAabbTree(randomSoup(s + 1, 4, 0.1))];
      if (findPairs(a, b).count > 0) return;
      expect(findNearPairs(a, b, thickness).count > 0).toBe(isWithin(a, b, thickness));
    }),
    { seed: 10, numRuns: randomCases(25) },
  );
});

describe("near pairs of two boxes", () => {
  const box = buildAabbTree(createBox({ size: [1, 1, 1] }));
  const apart = (x: number, y = 0, z = 0) => ({
    bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1],
  });

  it("(2) at exactly the thickness are near, and a step farther are not", () => {
    expect(findNearPairs(box, box, 0.5, apart(1.5)).count).toBeGreaterThan(0);
    expect(findNearPairs(box, box, 0.5 - 2 ** -54, apart(1.5)).count).toBe(0);
    expect(findNearPairs(box, box, 0.5, apart(1.5 + 2 ** -52)).count).toBe(0);
  });

  it("have normals from a to b, at a distance and where they touch", () => {
    for (const x of [1.25, 1]) {
      const found = findNearPairs(box, box, 0.25, apart(x, 0.25, 0.125));
      let inside = 0;
      for (let row = 0; row < found.count; row++) {
        if (found.kinds[row] === NEAR_KINDS.edgeEdge) continue;
        // All three weights of the face: the vertex is before its inside, not its edge.
        if (found.weights.subarray(4 * row, 4 * row + 4).includes(0)) continue;
        expect([...found.normals.subarray(3 * row, 3 * row + 3)]).toEqual([1, 0, 0]);
        inside++;
      }
      expect(inside).toBeGreaterThan(0);
    }
  });

  it("are tested in f64 first, and a tie in integers", () => {
    const stats = {};
    findNearPairs(box, box, 0.3, { ...apart(1.25, 0.3, 0.2), stats });
    expect(stats).toMatchObject({ exactTests: 0 });
    findNearPairs(box, box, 0.25, { ...apart(1.25, 0.3, 0.2), stats });
    expect((stats as { exactTests: number }).exactTests).toBeGreaterThan(0);
  });
});

describe("arguments of findNearPairs", () => {
  const tree = buildAabbTree(randomSoup(1, 4));

  it("a thickness that is not a finite number of at least 0 is an OptionError", () => {
    for (const thickness of [Number.NaN, -1, -Number.MIN_VALUE, Infinity, "1", null, undefined]) {
      const call = () => findNearPairs(tree, tree, thickness as number);
      expect(call).toThrow(OptionError);
      expect(call).toThrow(`thickness: ${thickness} is not a finite number of at least 0`);
    }
  });

  it("OBB trees are refused, by name", () => {
    const obb = buildObbTree(tree.mesh);
    expect(() => findNearPairs(tree, obb as never, 1)).toThrow(
      'findNearPairs: expected a tree of the kind "aabb" or "r-tree", got "obb"',
    );
  });

  it("a vertex that became NaN is a MeshError that names it", () => {
    const mesh = randomSoup(1, 4);
    const changed = buildAabbTree(mesh);
    mesh.positions[13] = Number.NaN;
    const call = () => findNearPairs(changed, tree, 10);
    expect(call).toThrow(MeshError);
    expect(call).toThrow("positions[13] (vertex 4, y): NaN is not finite");
    expect(findNearPairs(tree, tree, 0.1).count).toBeGreaterThan(0);
  });

  it("a singular pose is a PoseError", () => {
    expect(() => findNearPairs(tree, tree, 1, { bToWorld: new Array(15).fill(0).concat(1) })).toThrow(
      PoseError,
    );
  });

  it("into is overwritten and its memory kept", () => {
    const first = findNearPairs(tree, tree, 0.5);
    const { storage } = first;
    const expected = rowsOf(findNearPairs(tree, tree, 0.2));
    const second = findNearPairs(tree, tree, 0.2, { into: first });
    expect(second).toBe(first);
    expect(second.storage).toBe(storage);
    expect(rowsOf(second)).toEqual(expected);
    expect(rowsOf(findNearPairs(tree, tree, 3, { into: first }))).toEqual(
      rowsOf(findNearPairs(tree, tree, 3)),
    );
  });
});
