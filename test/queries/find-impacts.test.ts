import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  createMesh,
  findImpacts,
  findSelfImpacts,
  IMPACT_KINDS,
  type ImpactStats,
  type Impacts,
  MeshError,
  type Motion,
  OptionError,
  type SplitRule,
  selfTimeOfImpact,
  type TriangleMesh,
  timeOfImpact,
} from "../../src/index.ts";
import { createBox, createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import {
  findImpactsByBruteForce,
  findSelfImpactsByBruteForce,
  type ReferenceImpacts,
  type StraightMotion,
  sweepBySubdivision,
} from "../../src/reference/index.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { affinePose, latticePose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { readF64, readU32, truthManifest, truthRoot } from "../truth.ts";

// (1) a pair of features is listed if and only if its exact sweep meets, whatever the tree (2) sorted by time, kind, numbers
// (3) posed = baked (4) the first impact is that of timeOfImpact (5) weights give the points, the points touch, the normal is
// a unit vector (6) a limit keeps the earliest (7) `into` changes nothing.

const SPLITS: SplitRule[] = ["sah", "midpoint", "median", "half-balanced", "best-axis"];
const build = (mesh: TriangleMesh, seed: number) =>
  buildAabbTree(mesh, { split: SPLITS[seed % 5], leafSize: 1 + (seed % 3) });
const seeds = fc.integer({ min: 0, max: 1e6 });

/** Random in the unit cube, or on a lattice, where everything is a borderline case. */
function randomMotion(seed: number, lattice: boolean): StraightMotion & { mesh: TriangleMesh } {
  const next = random(seed + 77);
  const count = 1 + (seed % 4);
  const mesh = lattice ? latticeSoup(seed, count) : randomSoup(seed, count, 0.8);
  const shift = [next() - 0.5, next() - 0.5, next() - 0.5].map((x) => (lattice ? Math.round(6 * x) : x));
  const positionsAtEnd = Float64Array.from(mesh.positions, (x, i) => {
    const wobble = next() - 0.5;
    return x + shift[i % 3] + (lattice ? Math.round(wobble) : 0.6 * wobble);
  });
  return { mesh, positionsAtEnd };
}

/** A strip of quads along x. Its vertices are jittered, to numbers of a lattice or any. */
function randomStrip(
  seed: number,
  length: number,
  lattice: boolean,
): StraightMotion & { mesh: TriangleMesh } {
  const next = random(seed);
  const jitter = (amount: number) =>
    lattice ? Math.round(1.4 * amount * (next() - 0.5)) : amount * (next() - 0.5);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let x = 0; x <= length; x++)
    for (let y = 0; y <= 1; y++) positions.push(x + jitter(0.8), y + jitter(0.8), jitter(1.2));
  for (let v = 0; v < 2 * length; v += 2) indices.push(v, v + 2, v + 1, v + 2, v + 3, v + 1);
  const mesh = createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
  return { mesh, positionsAtEnd: Float64Array.from(mesh.positions, (x) => x + jitter(3)) };
}

/** The part of a result that the slow twin gives. */
function listed({ count, kinds, vertices, triangles, times, startsInContact }: Impacts): ReferenceImpacts {
  const impacts = Array.from({ length: count }, (_, row) => ({
    kind: kinds[row] as 0 | 1 | 2,
    vertices: [...vertices.subarray(4 * row, 4 * row + 4)] as [number, number, number, number],
    triangles: [...triangles.subarray(2 * row, 2 * row + 2)] as [number, number],
    lower: times[2 * row],
    upper: times[2 * row + 1],
  }));
  return { impacts, startsInContact };
}

const ofA = [1, 3, 2];

/** Contract (5): rows make sense by themselves. */
function checkRows(found: Impacts, a: StraightMotion, b: StraightMotion): void {
  for (let row = 0; row < found.count; row++) {
    const time = found.times[2 * row];
    const points = { a: [0, 0, 0], b: [0, 0, 0] };
    const sums = { a: 0, b: 0 };
    for (let k = 0; k < 4; k++) {
      const side = k < ofA[found.kinds[row]] ? "a" : "b";
      const { mesh, positionsAtEnd } = side === "a" ? a : b;
      const weight = found.weights[4 * row + k];
      expect(weight).toBeGreaterThanOrEqual(0);
      sums[side] += weight;
      for (let axis = 0; axis < 3; axis++) {
        const i = 3 * found.vertices[4 * row + k] + axis;
        points[side][axis] += weight * ((1 - time) * mesh.positions[i] + time * positionsAtEnd[i]);
      }
    }
    expect(sums.a).toBeCloseTo(1, 12);
    expect(sums.b).toBeCloseTo(1, 12);
    for (let axis = 0; axis < 3; axis++) {
      expect(found.pointsA[3 * row + axis]).toBeCloseTo(points.a[axis], 12);
      expect(found.pointsB[3 * row + axis]).toBeCloseTo(points.b[axis], 12);
      // Grazing edges magnify the rounding of the time.
      expect(found.pointsA[3 * row + axis]).toBeCloseTo(found.pointsB[3 * row + axis], 6);
    }
    expect(Math.hypot(...found.normals.subarray(3 * row, 3 * row + 3))).toBeCloseTo(1, 12);
  }
}

describe("findImpacts", () => {
  it("(1) (2) (4) (5) equals brute force, whatever the tree (seed 301)", () => {
    const seen = { impacts: 0, atStart: 0, empty: 0 };
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, lattice) => {
        const [a, b] = [randomMotion(seed, lattice), randomMotion(seed + 1, lattice)];
        const expected = findImpactsByBruteForce(a, b);
        const found = findImpacts(build(a.mesh, seed), build(b.mesh, seed + 1), a, b);
        expect(listed(found)).toEqual(expected);
        checkRows(found, a, b);
        const first = timeOfImpact(build(a.mesh, seed), build(b.mesh, seed), a, b);
        if (found.startsInContact)
          expect(first).toMatchObject({ kind: "hit", upper: 0, startsInContact: true });
        else if (found.count === 0) expect(first.kind).toBe("miss");
        else
          expect(first).toMatchObject({
            lower: found.times[0],
            upper: found.times[1],
            startsInContact: false,
          });
        seen.impacts += found.count;
        if (found.startsInContact) seen.atStart++;
        if (found.count === 0) seen.empty++;
      }),
      { numRuns: randomCases(30), seed: 301 },
    );
    expect(seen.impacts).toBeGreaterThan(100);
    expect(Math.min(seen.atStart, seen.empty)).toBeGreaterThan(4);
  });

  it("has the times that halving boxes of time and place finds, without a polynomial (seed 302)", () => {
    let count = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const [a, b] = [randomMotion(seed, false), randomMotion(seed + 1, false)];
        const found = findImpacts(build(a.mesh, 0), build(b.mesh, 0), a, b);
        for (let row = 0; row < Math.min(2, found.count); row++) {
          const kind = found.kinds[row];
          const points = [0, 1, 2, 3].map((k) => ({
            motion: k < ofA[kind] ? a : b,
            vertex: found.vertices[4 * row + k],
          }));
          if (kind === IMPACT_KINDS.faceVertex) points.unshift(points.pop()!);
          const at = (isEnd: boolean) =>
            points.flatMap(({ motion: { mesh, positionsAtEnd }, vertex }) => [
              ...(isEnd ? positionsAtEnd : mesh.positions).subarray(3 * vertex, 3 * vertex + 3),
            ]);
          const time = sweepBySubdivision([...at(false), ...at(true)], kind === IMPACT_KINDS.edgeEdge);
          expect(time).toBeCloseTo(found.times[2 * row], 5);
          count++;
        }
      }),
      { numRuns: randomCases(6), seed: 302 },
    );
    expect(count).toBeGreaterThan(4);
  });

  it("(3) of posed meshes equals the one of baked meshes, bit for bit (seed 303)", () => {
    fc.assert(
      fc.property(seeds, affinePose, latticePose, (seed, to, still) => {
        const [a, b] = [randomMotion(seed, true), randomMotion(seed + 1, false)];
        const posed = findImpacts(
          build(a.mesh, seed),
          build(b.mesh, seed),
          { positionsAtEnd: a.positionsAtEnd, from: still, to: still },
          { from: null, to, path: "straight" },
        );
        const bakedA = createMesh({ positions: bakePositions(a.mesh.positions, still) });
        const baked = findImpacts(
          build(bakedA, seed),
          build(b.mesh, seed),
          { positionsAtEnd: bakePositions(a.positionsAtEnd, still) },
          { positionsAtEnd: bakePositions(b.mesh.positions, to) },
        );
        expect({ ...posed, stats: 0, storage: 0 }).toEqual({ ...baked, stats: 0, storage: 0 });
      }),
      { numRuns: randomCases(30), seed: 303 },
    );
  });

  it("lists where a box lands on a floor, with normals from the floor to the box", () => {
    const floor = buildAabbTree(createPlaneGrid({ width: 8, depth: 8, columns: 3, rows: 3 }));
    const box = buildAabbTree(createBox());
    const drop = (from: number, to: number): Motion => ({
      from: rotation([1, 0, 0, 0], [0.1, from, 0.2]),
      to: rotation([1, 0, 0, 0], [0.1, to, 0.2]),
    });
    const stats = {} as ImpactStats;
    const found = findImpacts(floor, box, null, drop(2, 0), { stats });
    const atLanding = listed(found).impacts.filter(({ lower }) => lower === 0.75);
    const corners = atLanding.filter(({ kind }) => kind === IMPACT_KINDS.faceVertex);
    expect(new Set(corners.map(({ vertices }) => vertices[3])).size).toBe(4);
    expect(atLanding.some(({ kind }) => kind === IMPACT_KINDS.edgeEdge)).toBe(true);
    expect(found.startsInContact).toBe(false);
    for (let row = 0; row < atLanding.length; row++)
      if (found.kinds[row] !== IMPACT_KINDS.edgeEdge) {
        expect([...found.normals.subarray(3 * row, 3 * row + 3)]).toEqual([0, 1, 0]);
        expect(found.pointsA[3 * row + 1]).toBe(0);
      }
    expect(stats).toEqual(found.stats);
    expect(stats.featureTests).toBeGreaterThanOrEqual(found.count);
    // The upper side of the box passes the floor later.
    expect(found.times[2 * found.count - 2]).toBeGreaterThan(0.75);
    expect(findImpacts(floor, box, null, drop(4, 1)).count).toBe(0);
  });

  it("says that a step starts in contact, and lists what touches then and later", () => {
    const floor = buildAabbTree(createPlaneGrid({ width: 8, depth: 8, columns: 3, rows: 3 }));
    const box = buildAabbTree(createBox());
    const at = (y: number) => rotation([1, 0, 0, 0], [0.1, y, 0.2]);
    const crossing = findImpacts(floor, box, null, { from: at(0.2), to: at(0.2) });
    expect(crossing).toMatchObject({ startsInContact: true, truncated: false });
    const leaving = findImpacts(floor, box, null, { from: at(0.2), to: at(2) });
    expect(leaving.startsInContact).toBe(true);
    expect(leaving.times[0]).toBeGreaterThan(0); // nothing touches at time 0: edges pierce faces
    const last = leaving.times[2 * leaving.count - 2];
    expect(last).toBeCloseTo(1 / 6, 12); // the lower corners leave
    const touching = findImpacts(floor, box, null, { from: at(0.5), to: at(2) });
    expect(touching.startsInContact).toBe(true);
    expect(touching.count).toBeGreaterThan(3);
    expect(new Set(touching.times)).toEqual(new Set([0]));
    for (let row = 0; row < touching.count; row++)
      if (touching.kinds[row] === IMPACT_KINDS.faceVertex) expect(touching.normals[3 * row + 1]).toBe(1); // the floor faces up
  });

  it("(6) (7) keeps the earliest at a limit, and an old result changes nothing (seed 304)", () => {
    let into: Impacts | null = null;
    let truncated = 0;
    fc.assert(
      fc.property(seeds, fc.boolean(), fc.integer({ min: 1, max: 12 }), (seed, lattice, maxImpacts) => {
        const [a, b] = [randomMotion(seed, lattice), randomMotion(seed + 1, lattice)];
        const [treeA, treeB] = [build(a.mesh, seed), build(b.mesh, seed + 1)];
        const all = listed(findImpacts(treeA, treeB, a, b)).impacts;
        into = findImpacts(treeA, treeB, a, b, { maxImpacts, into });
        expect(listed(into).impacts).toEqual(all.slice(0, maxImpacts));
        expect(into.truncated).toBe(all.length > maxImpacts);
        if (into.truncated) truncated++;
      }),
      { numRuns: randomCases(40), seed: 304 },
    );
    expect(truncated).toBeGreaterThan(10);
  });

  it("uses the memory of the last result again", () => {
    const [a, b] = [buildAabbTree(smallTorus()), buildAabbTree(smallTorus())];
    const motion = { from: rotation([1, 0, 0, 0], [3, 0, 0.1]), to: null };
    const first = findImpacts(a, b, null, motion);
    const { storage, kinds } = first;
    const copy = Uint8Array.from(kinds);
    const second = findImpacts(a, b, null, motion, { into: first });
    expect(second).toBe(first);
    expect(second.storage).toBe(storage);
    expect([...second.kinds]).toEqual([...copy]);
  });
});

describe("findSelfImpacts", () => {
  it("(1) (2) (4) (5) equals brute force on connected meshes, generic and on a lattice (seed 305)", () => {
    const seen = { impacts: 0, atStart: 0, empty: 0 };
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 4 }), fc.boolean(), (seed, length, lattice) => {
        const motion = randomStrip(seed, length, lattice);
        const tree = build(motion.mesh, seed);
        const found = findSelfImpacts(tree, motion.positionsAtEnd);
        expect(listed(found)).toEqual(findSelfImpactsByBruteForce(motion));
        checkRows(found, motion, motion);
        const first = selfTimeOfImpact(tree, motion.positionsAtEnd);
        if (found.startsInContact) expect(first).toMatchObject({ upper: 0, startsInContact: true });
        else if (found.count === 0) expect(first.kind).toBe("miss");
        else expect(first).toMatchObject({ lower: found.times[0], upper: found.times[1] });
        seen.impacts += found.count;
        if (found.startsInContact) seen.atStart++;
        if (found.count === 0) seen.empty++;
      }),
      { numRuns: 60, seed: 305 },
    );
    expect(seen.impacts).toBeGreaterThan(50);
    expect(Math.min(seen.atStart, seen.empty)).toBeGreaterThan(4);
  });

  it("equals brute force where triangles repeat a vertex or each other (seed 306)", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const next = random(seed);
        const positions = Float64Array.from({ length: 15 }, () => Math.round(2 * next()));
        const indices = Uint32Array.from({ length: 12 }, () => Math.floor(5 * next()));
        const mesh = createMesh({ positions, indices });
        const positionsAtEnd = positions.map((x) => x + Math.round(next()));
        const { impacts } = findSelfImpactsByBruteForce({ mesh, positionsAtEnd });
        expect(listed(findSelfImpacts(build(mesh, seed), positionsAtEnd)).impacts).toEqual(impacts);
      }),
      { numRuns: randomCases(38), seed: 306 },
    );
  });

  it("lists the corner of a sheet that folds onto itself, and nothing of one that only waves", () => {
    const flat = createPlaneGrid({ width: 2, depth: 2, columns: 8, rows: 8 });
    const tree = buildAabbTree(flat);
    const waved = flat.positions.map((x, i) => (i % 3 === 1 ? Math.sin(3 * flat.positions[i - 1]) : x));
    expect(findSelfImpacts(tree, waved)).toMatchObject({ count: 0, startsInContact: false });
    const folded = flat.positions.map((x, i) => (i % 3 === 0 ? -Math.abs(x) : i % 3 === 1 ? -0.01 : x));
    const lifted = createMesh({
      positions: flat.positions.map((x, i) => (i % 3 === 1 ? 0.1 * Math.max(0, flat.positions[i - 1]) : x)),
      indices: flat.indices,
    });
    const found = findSelfImpacts(buildAabbTree(lifted), folded);
    expect(found.count).toBeGreaterThan(0);
    expect(found.startsInContact).toBe(false);
  });
});

describe.skipIf(truthRoot() === null)("impacts in recorded deformations", () => {
  for (const { id, tris, frames } of truthRoot() === null ? [] : truthManifest().deformationSequences) {
    it(`${id}: a quarter of the way to the next frame starts in contact where the frame meets itself`, () => {
      const indices = readU32(tris);
      const [frame, next] = frames;
      const mesh = createMesh({ positions: readF64(frame.verts), indices });
      const last = readF64(next.verts);
      const end = Float64Array.from(mesh.positions, (x, i) => x + (last[i] - x) / 4);
      const tree = buildAabbTree(mesh);
      const found = findSelfImpacts(tree, end);
      expect(found.startsInContact).toBe(frame.expected.pairCount > 0);
      const first = selfTimeOfImpact(tree, end);
      if (found.startsInContact) expect(first).toMatchObject({ upper: 0, startsInContact: true });
      else if (found.count === 0) expect(first.kind).toBe("miss");
      else expect(first).toMatchObject({ lower: found.times[0], startsInContact: false });
    });
  }
});

describe("bad input of findImpacts and findSelfImpacts", () => {
  const tree = buildAabbTree(smallTorus());
  const wrong = (value: unknown) => value as never;

  it("is refused by name", () => {
    const turned: Motion = { from: null, to: rotation([1, 0.2, 0, 0], [1, 0, 0]) };
    expect(() => findImpacts(tree, tree, null, turned)).toThrow(OptionError);
    expect(() => findImpacts(tree, tree, null, turned)).toThrow("motionB: rotates");
    expect(() => findImpacts(tree, tree, turned, null)).toThrow("motionA: rotates");
    expect(() => findImpacts(tree, tree, null, { positionsAtEnd: new Float32Array(6) })).toThrow(MeshError);
    for (const maxImpacts of [0, -1, 1.5, Number.NaN, Infinity, "1", null].map(wrong))
      expect(() => findImpacts(tree, tree, null, null, { maxImpacts })).toThrow("maxImpacts: ");
    expect(() => findImpacts(tree, tree, null, null, wrong({ tolerance: 1 }))).toThrow("tolerance");
    expect(() => findSelfImpacts(tree, tree.mesh.positions, wrong({ maxSteps: 1 }))).toThrow("maxSteps");
    expect(() => findSelfImpacts(tree, new Float32Array(3))).toThrow("positionsAtEnd: length 3");
    for (const into of [{}, [], 3, { storage: new Float64Array(1) }].map(wrong))
      expect(() => findSelfImpacts(tree, tree.mesh.positions, { into })).toThrow("into: ");
  });

  it("in a mesh that went bad after its tree was built is refused", () => {
    const mesh = smallTorus();
    const broken = buildAabbTree(mesh);
    mesh.positions.fill(Number.NaN);
    expect(() => findSelfImpacts(broken, tree.mesh.positions)).toThrow(MeshError);
    expect(() => findImpacts(tree, broken, null, null)).toThrow(MeshError);
  });
});
