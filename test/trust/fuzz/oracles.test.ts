import { describe, expect, it } from "vitest";
import { bakePositions, createMesh } from "../../../src/index.ts";
import {
  distanceByBruteForce,
  findSelfPairsByBruteForce,
  trianglesMeetByIntegers,
} from "../../../src/reference/index.ts";
import { boxMesh } from "../../../trust/fuzz/generators/solids.ts";
import { TRIANGLES } from "../../../trust/fuzz/generators/triangles.ts";
import { convexDepth } from "../../../trust/fuzz/oracles/convex-depth.ts";
import { compareTime, edgeEdgeTimes, vertexFaceTimes } from "../../../trust/fuzz/oracles/impact-times.ts";
import {
  fractionToNumber,
  inPlainUnits,
  integerRoot,
  isSmallLattice,
  rootToNumber,
  toIntegers,
} from "../../../trust/fuzz/oracles/integers.ts";
import { pairsOfMeshes, selfPairsOfMesh } from "../../../trust/fuzz/oracles/mesh-pairs.ts";
import { movingPoints } from "../../../trust/fuzz/oracles/moving-points.ts";
import { locateInClosedMesh } from "../../../trust/fuzz/oracles/point-in-mesh.ts";
import { rayMeetsTriangle } from "../../../trust/fuzz/oracles/ray-triangle.ts";
import { rootsInUnit, TIME_ERROR } from "../../../trust/fuzz/oracles/real-roots.ts";
import { createPointSigns } from "../../../trust/fuzz/oracles/signs.ts";
import { windingAround } from "../../../trust/fuzz/oracles/solid-angles.ts";
import {
  pointToTriangle,
  type Triangle,
  trianglesOf,
  triangleToTriangle,
} from "../../../trust/fuzz/oracles/squared-distance.ts";
import { sweptBoxTime, sweptBoxTimeByProgram } from "../../../trust/fuzz/oracles/swept-box.ts";
import { trianglesMeet } from "../../../trust/fuzz/oracles/triangle-triangle.ts";
import { isEqual, toVectors, type Vector } from "../../../trust/fuzz/oracles/vectors.ts";
import { worldTriangles } from "../../../trust/fuzz/oracles/world-vertices.ts";
import { pointNear } from "../../../trust/fuzz/queries/closest-point.ts";
import { spoiltSolids } from "../../../trust/fuzz/queries/locate-point.ts";
import { createRandom } from "../../../trust/fuzz/random.ts";
import { randomCases } from "../../random-cases.ts";
import { readF64, readU8, truthManifest, truthRoot } from "../../truth.ts";

// The oracles against each other, against what is known by hand, and against the slow twins of src/, which they share no code with.

const kinds = Object.keys(TRIANGLES);

describe("numbers of the oracles", () => {
  it("are integers times one power of two, with nothing rounded", () => {
    const whole: bigint[] = [];
    const exponent = toIntegers([0.75, -3, 0, -0, 2 ** 100, 2 ** -1074], 6, whole);
    expect(exponent).toBe(-1074);
    expect(whole[5]).toBe(1n);
    expect(whole[4]).toBe(2n ** 1174n);
    expect(whole.slice(0, 4)).toEqual([3n * 2n ** 1072n, -3n * 2n ** 1074n, 0n, 0n]);
  });
  it("come back from fractions and roots", () => {
    expect(fractionToNumber(-1n, 3n, 0)).toBe(-1 / 3);
    expect(rootToNumber(2n, 1n, 0)).toBe(Math.SQRT2);
    expect(rootToNumber(1n, 1n, -1074)).toBe(2 ** -1074);
    expect(integerRoot(10n ** 40n + 1n)).toBe(10n ** 20n);
  });
  it("come to plain units by a power of two, or stay where that would round", () => {
    for (const factor of [2 ** -1074, 2 ** -1060, 2 ** -500, 1, 2 ** 90])
      expect(inPlainUnits(Float64Array.of(3 * factor, -factor), Float64Array.of(0))).toEqual([
        Float64Array.of(3 * 2 ** 13, -(2 ** 13)),
        Float64Array.of(0),
      ]);
    const wide = Float64Array.of(2 ** 99, 3 * 2 ** -1074);
    expect(inPlainUnits(wide)[0]).toBe(wide);
  });
  it("are a small lattice exactly if 16 bits hold them", () => {
    expect(isSmallLattice([2 ** 15, 1, -3], 2 ** 15)).toBe(true);
    expect(isSmallLattice([2 ** 15 + 1], 2 ** 15 + 1)).toBe(false);
    expect(isSmallLattice([2 ** 41, -1e-323], 2 ** 41)).toBe(false); // −1e-323 / 2^26 underflows to 0
    expect(isSmallLattice([0.25, 3], 3)).toBe(true);
    expect(isSmallLattice([1 / 3], 1 / 3)).toBe(false);
  });
});

describe("two triangles by the oracles", () => {
  it("meet or not alike in all three arithmetics and in src/reference (seed 1)", () => {
    const random = createRandom("oracles 1");
    const signs = createPointSigns(6);
    for (let i = 0; i < randomCases(1500); i++) {
      const [a, b] = [TRIANGLES[random.pick(kinds)](random), TRIANGLES[random.pick(kinds)](random)];
      signs.coordinates.set([...a, ...b]);
      signs.arithmetic = "integers";
      const meet = trianglesMeet(signs, 0, 3);
      signs.arithmetic = "filtered";
      expect(trianglesMeet(signs, 0, 3)).toBe(meet);
      if ([...a, ...b].every(Number.isInteger) && [...a, ...b].every((x) => Math.abs(x) < 2 ** 15)) {
        signs.arithmetic = "lattice";
        expect(trianglesMeet(signs, 0, 3)).toBe(meet);
      }
      expect(
        trianglesMeetByIntegers(Float64Array.from([...a, ...b]), 0, Float64Array.from([...a, ...b]), 9),
      ).toBe(meet);
    }
  });
  it("have a distance of zero exactly if they meet, and the distance of src/reference (seed 2)", () => {
    const random = createRandom("oracles 2");
    for (let i = 0; i < randomCases(200); i++) {
      const [a, b] = [TRIANGLES[random.pick(kinds)](random), TRIANGLES[random.pick(kinds)](random)];
      const { vectors, exponent } = toVectors(a, b);
      const [s, t] = trianglesOf(vectors);
      const [over, under] = triangleToTriangle(s, t);
      const meshes = [a, b].map((corners) => createMesh({ positions: Float64Array.from(corners) }));
      expect(over === 0n).toBe(pairsOfMeshes(Float64Array.from(a), Float64Array.from(b)).pairs.length > 0);
      const twin = distanceByBruteForce(meshes[0], meshes[1]);
      expect(rootToNumber(over, under, exponent)).toBeCloseTo(twin, 6);
    }
  });
});

describe("self pairs by the oracle", () => {
  it("equal those of src/reference (seed 3)", () => {
    const random = createRandom("oracles 3");
    for (let i = 0; i < randomCases(150); i++) {
      const positions = Float64Array.from({ length: 18 }, () => random.between(-2, 2));
      const indices = new Uint32Array(15);
      for (let t = 0; t < 5; t++) {
        const picked = new Set<number>();
        while (picked.size < 3) picked.add(random.below(6));
        indices.set([...picked], 3 * t);
      }
      const found = selfPairsOfMesh(worldTriangles({ positions, indices }, null), indices);
      expect(Array.from(found.pairs)).toEqual(
        Array.from(findSelfPairsByBruteForce(createMesh({ positions, indices })).pairs),
      );
    }
  });
  it("have coplanar neighbours, one in the other's angle", () => {
    const positions = Float64Array.from([0, 1, 0, -2, -3, 0, 1, 0, 0, -1, 3, 0, 2, -2, 0], (x) => x / 3);
    const indices = Uint32Array.of(0, 1, 2, 1, 3, 4);
    expect(Array.from(selfPairsOfMesh(worldTriangles({ positions, indices }, null), indices).pairs)).toEqual([
      0, 1,
    ]);
  });
});

describe("shapes by the oracles", () => {
  const triangle: Triangle = [
    [0n, 0n, 0n],
    [4n, 0n, 0n],
    [0n, 4n, 0n],
  ];
  it("rays cross a face, touch an edge, run along the plane", () => {
    expect(rayMeetsTriangle([1n, 1n, 5n], [0n, 0n, -2n], triangle)).toEqual({ t: [80n, 32n], side: 1 });
    expect(rayMeetsTriangle([2n, 2n, -1n], [0n, 0n, 1n], triangle)?.side).toBe(-1);
    expect(rayMeetsTriangle([3n, 2n, -1n], [0n, 0n, 1n], triangle)).toBeNull();
    const along = rayMeetsTriangle([-2n, 1n, 0n], [1n, 0n, 0n], triangle)!;
    expect(along.side).toBe(0);
    expect(along.t[0]).toBe(2n * along.t[1]);
    expect(rayMeetsTriangle([1n, 1n, 0n], [1n, 0n, 0n], triangle)!.t[0]).toBe(0n);
  });
  it("boxes touch at the very time", () => {
    const time = sweptBoxTime([-3n, 0n, 0n], [-1n, 1n, 1n], [4n, 0n, 0n], triangle)!;
    expect(time[0] * 4n).toBe(time[1]);
    expect(sweptBoxTime([-3n, 0n, 1n], [-1n, 1n, 2n], [4n, 0n, 0n], triangle)).toBeNull();
  });
  it("boxes touch at the same time by axes and by a linear program, flat boxes and triangles included (seed 5)", () => {
    const random = createRandom("oracles 5");
    let hits = 0;
    for (let i = 0; i < 1500; i++) {
      const vector = (reach: number) =>
        [0, 1, 2].map(() => BigInt(random.between(-reach, reach))) as unknown as Vector;
      const low = vector(3);
      const high = low.map((x) => x + BigInt(random.below(4))) as unknown as Vector;
      const motion = random.chance(0.2) ? ([0n, 0n, 0n] as const) : vector(5);
      const p = vector(3);
      const corners: Triangle = [p, random.chance(0.1) ? p : vector(3), random.chance(0.1) ? p : vector(3)];
      const [time, twin] = [
        sweptBoxTime(low, high, motion, corners),
        sweptBoxTimeByProgram(low, high, motion, corners),
      ];
      if (twin !== null) hits++;
      expect(time === null).toBe(twin === null);
      if (time !== null && twin !== null) expect(isEqual(time, twin)).toBe(true);
    }
    expect(hits).toBeGreaterThan(300);
  });
  it("points have feet on faces, edges and corners", () => {
    expect(pointToTriangle([1n, 1n, 3n], triangle)).toEqual([9n * 256n, 256n]);
    expect(pointToTriangle([-3n, -4n, 0n], triangle)).toEqual([25n, 1n]);
  });
  it("points are inside, on and outside", () => {
    const box = Float64Array.of(
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      3,
      3,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      3,
    );
    expect(locateInClosedMesh(box, [0.5, 0.5, 0.5])).toBe("inside");
    expect(locateInClosedMesh(box, [1, 1, 1])).toBe("on");
    expect(locateInClosedMesh(box, [1, 1, 1.0000001])).toBe("outside");
    expect(locateInClosedMesh(box, [0, 0, -1])).toBe("outside");
  });
  it("a cube winds once around its centre, and not around a point outside; in a face nothing is certain", () => {
    const { positions, indices } = boxMesh([0, 0, 0], [2, 2, 2]);
    const cube = worldTriangles({ positions, indices }, null);
    const around = (...point: number[]) => windingAround(cube, point).value;
    expect(around(1, 1, 1)).toBeCloseTo(1, 15);
    expect(around(1, 1, 3)).toBeCloseTo(0, 15);
    expect(windingAround(cube.subarray(0, 18), [1, 1, 1]).value).toBeCloseTo(1 / 6, 15);
    expect(windingAround(cube, [0.5, 1, 0]).error).toBeGreaterThan(0.5);
    // As near to a right-angled corner as f64 allows, a triangle covers an eighth of the sphere.
    const corner = windingAround(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), [0, 0, -5e-324]);
    expect(corner.value).toBeCloseTo(1 / 8, 15);
    expect(corner.error).toBeLessThan(1e-14);
  });
  it("solids wind a whole number of times around a point, odd where rays say inside (seed 6)", () => {
    const random = createRandom("oracles 6");
    let judged = 0;
    for (let i = 0; i < 40; i++) {
      const triangles = worldTriangles(spoiltSolids(random).meshes[0], null);
      const point = pointNear(triangles, random);
      const side = locateInClosedMesh(triangles, point);
      const { value, error } = windingAround(triangles, point);
      if (side === "on" || error > 0.1) continue;
      judged++;
      expect(Math.abs(value - Math.round(value))).toBeLessThan(1e-12);
      expect(Math.abs(Math.round(value)) % 2).toBe(side === "inside" ? 1 : 0);
    }
    expect(judged).toBeGreaterThan(10);
  });
  it("convex solids have the depth that is known by hand", () => {
    const cube = (x: number) =>
      trianglesOf(
        toVectors([
          x,
          0,
          0,
          x,
          2,
          0,
          x,
          0,
          2,
          x + 2,
          0,
          0,
          x + 2,
          2,
          0,
          x + 2,
          2,
          2,
          x,
          0,
          0,
          x + 2,
          0,
          0,
          x,
          2,
          0,
        ]).vectors,
      );
    expect(convexDepth(cube(0), cube(3))).toBeNull();
  });
});

describe("roots and times by the oracles", () => {
  it("counts simple and repeated roots, with those at the ends", () => {
    expect(rootsInUnit([0n, 1n]).length).toBe(1);
    expect(rootsInUnit([-1n, 1n]).length).toBe(1);
    expect(rootsInUnit([1n, -4n, 4n]).length).toBe(1); // (2t − 1)²
    expect(rootsInUnit([-6n, 11n * 6n, -6n * 36n, 216n]).length).toBeGreaterThan(0);
    expect(rootsInUnit([1n, 0n, 1n]).length).toBe(0);
    const [root] = rootsInUnit([-1n, 0n, 2n]); // √½
    expect(compareTime(root, Math.SQRT1_2)).not.toBe(0);
    expect(root.signOf([-1n, 0n, 2n])).toBe(0);
  });
  it("tells roots 2^-1100 apart from each other, dyadic or not, at 0 and beyond one half", () => {
    for (const unit of [2n ** 1100n, 3n * 2n ** 1100n])
      for (const start of [0n, unit / 2n]) {
        const [first, second] = [start + 1n, start + 2n];
        // (unit · t − first)(unit · t − second)
        const polynomial = [first * second, -(first + second) * unit, unit * unit];
        const roots = rootsInUnit(polynomial);
        const time = start === 0n ? 0 : 0.5;
        expect(roots.map(({ approximately: t }) => Math.abs(t - time) < TIME_ERROR)).toEqual([true, true]);
        for (const root of roots) {
          expect(root.signOf(polynomial)).toBe(0);
          expect(compareTime(root, time)).toBe(1);
        }
        const slope = [-(first + second), 2n * unit];
        expect(roots.map((root) => root.signOf(slope)).sort()).toEqual([-1, 1]);
      }
  });
  it("a vertex falls onto a face, and slides into it in its plane", () => {
    const face = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const [falls] = vertexFaceTimes(movingPoints([1, 1, 3, ...face], [1, 1, -1, ...face]), 0, 1, 2, 3);
    expect(compareTime(falls, 0.75)).toBe(0);
    const slides = vertexFaceTimes(movingPoints([-1, 1, 0, ...face], [1, 1, 0, ...face]), 0, 1, 2, 3);
    expect(slides.some((time) => compareTime(time, 0.5) === 0)).toBe(true);
    expect(slides.every((time) => compareTime(time, 0.5) >= 0)).toBe(true);
  });
  it("two edges cross", () => {
    const points = movingPoints(
      [-1, 0, 1, 1, 0, 1, 0, -1, 0, 0, 1, 0],
      [-1, 0, -3, 1, 0, -3, 0, -1, 0, 0, 1, 0],
    );
    const [crosses] = edgeEdgeTimes(points, 0, 1, 2, 3);
    expect(compareTime(crosses, 0.25)).toBe(0);
  });
});

describe("world vertices of the oracles", () => {
  it("equal abut's, bit for bit (seed 4)", () => {
    const random = createRandom("oracles 4");
    const positions = Float64Array.from({ length: 300 }, () => random.next() - 0.5);
    const pose = Array.from({ length: 16 }, (_, i) => (i === 15 ? 1 : i % 4 === 3 ? 0 : random.next() - 0.5));
    expect(worldTriangles({ positions, indices: null }, pose)).toEqual(bakePositions(positions, pose));
  });
});

describe.skipIf(truthRoot() === null)("oracles and exact answers of others", () => {
  it("agree on every triangle pair of the tables", () => {
    for (const table of truthManifest().triTriTables) {
      const [pairs, hits] = [readF64(table.pairs), readU8(table.hit)];
      for (let i = 0; i < hits.length; i++) {
        const found =
          pairsOfMeshes(pairs.slice(18 * i, 18 * i + 9), pairs.slice(18 * i + 9, 18 * i + 18)).pairs.length >
          0;
        if (found !== (hits[i] === 1)) expect.fail(`${table.id}, pair ${i}: ${found}`);
      }
    }
  });
  it("agree on vertices and faces, edges and edges that move", () => {
    for (const set of truthManifest().ccdSets) {
      const [queries, expected, verified] = [
        readF64(set.queries),
        readU8(set.expected),
        readU8(set.verified),
      ];
      for (let i = 0; i < Math.min(expected.length, 300); i++) {
        if (verified[i] !== 1) continue;
        const query = queries.subarray(24 * i, 24 * i + 24);
        const points = movingPoints(query.subarray(0, 12), query.subarray(12));
        const times =
          set.kind === "vertex-face"
            ? vertexFaceTimes(points, 0, 1, 2, 3)
            : edgeEdgeTimes(points, 0, 1, 2, 3);
        if (times.length > 0 !== (expected[i] === 1)) expect.fail(`${set.id}, query ${i}`);
      }
    }
  });
});
