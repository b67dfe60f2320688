import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  buildObbTree,
  collide,
  createMesh,
  type Impact,
  type ImpactStats,
  MeshError,
  type Motion,
  OptionError,
  PoseError,
  type SplitRule,
  selfTimeOfImpact,
  type TriangleMesh,
  timeOfImpact,
} from "../../src/index.ts";
import { createBox, createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { selfTimeOfImpactByBruteForce, timeOfImpactByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { affinePose, identity, latticePose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { readF64, readU32, truthManifest, truthRoot } from "../truth.ts";

// Straight motion: (1) fast = brute force, whatever the tree (2) posed = baked (3) swapping a and b changes nothing
// (4) backwards hits if and only if forwards does (5) nothing is too thin or too fast.

const SPLITS: SplitRule[] = ["sah", "midpoint", "median", "half-balanced", "best-axis"];
const build = (mesh: TriangleMesh, seed: number) =>
  buildAabbTree(mesh, { split: SPLITS[seed % 5], leafSize: 1 + (seed % 3) });

/** Times only: which triangles meet first is one of several. */
function timesOf(impact: Impact): { lower: number; upper: number } | null {
  if (impact.kind === "miss") return null;
  expect(impact.kind).toBe("hit");
  const { lower, upper } = impact as Impact & { kind: "hit" };
  return { lower, upper };
}

/** A mesh and where its vertices end: random in the unit cube, or on a lattice, where everything is a borderline case. */
function randomMotion(seed: number, lattice: boolean): { mesh: TriangleMesh; positionsAtEnd: Float64Array } {
  const next = random(seed + 77);
  const count = 1 + (seed % 4);
  const mesh = lattice ? latticeSoup(seed, count) : randomSoup(seed, count, 0.5);
  const shift = [next() - 0.5, next() - 0.5, next() - 0.5].map((x) => (lattice ? Math.round(6 * x) : 2 * x));
  const positionsAtEnd = Float64Array.from(mesh.positions, (x, i) => {
    const wobble = next() - 0.5;
    return x + shift[i % 3] + (lattice ? Math.round(wobble) : 0.4 * wobble);
  });
  return { mesh, positionsAtEnd };
}

function reversed({
  mesh,
  positionsAtEnd,
}: ReturnType<typeof randomMotion>): ReturnType<typeof randomMotion> {
  return {
    mesh: createMesh({ positions: positionsAtEnd, indices: mesh.indices }),
    positionsAtEnd: Float64Array.from(mesh.positions),
  };
}

const seeds = fc.integer({ min: 0, max: 1e6 });

describe("timeOfImpact of deforming meshes", () => {
  it("(1) (3) (4) equals brute force, with a and b in either order, and hits backwards too (seed 81)", () => {
    const kinds = { hit: 0, start: 0, miss: 0 };
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, lattice) => {
        const [a, b] = [randomMotion(seed, lattice), randomMotion(seed + 1, lattice)];
        const [treeA, treeB] = [build(a.mesh, seed), build(b.mesh, seed + 1)];
        const expected = timeOfImpactByBruteForce(a, b);
        const stats = {} as ImpactStats;
        const found = timeOfImpact(treeA, treeB, a, b, { stats });
        expect(timesOf(found)).toEqual(expected);
        expect(timesOf(timeOfImpact(treeB, treeA, b, a))).toEqual(expected);
        expect(stats.boxTests).toBeGreaterThan(0);
        const [backA, backB] = [reversed(a), reversed(b)];
        const back = timeOfImpact(build(backA.mesh, 1), build(backB.mesh, 2), backA, backB);
        // A pair that meets only at the start may have met all along; then only brute force is asked.
        if (expected === null || expected.lower > 0) expect(back.kind).toBe(found.kind);
        kinds[expected === null ? "miss" : expected.upper === 0 ? "start" : "hit"]++;
      }),
      { numRuns: randomCases(40), seed: 81 },
    );
    expect(Math.min(kinds.hit, kinds.start, kinds.miss)).toBeGreaterThan(5);
  });

  it("(1) equals brute force when triangles share vertices and edges (seed 87)", () => {
    let hits = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const next = random(seed);
        const mesh = smallTorus(4, 3);
        const shift = [4, 0.4 * next(), 0.4 * next()];
        const start = createMesh({
          positions: Float64Array.from(mesh.positions, (x, i) => x + shift[i % 3]),
          indices: mesh.indices,
        });
        const motion = {
          mesh: start,
          positionsAtEnd: start.positions.map((x, i) => x - (i % 3 === 0 ? 4 * next() : 0)),
        };
        const still = { mesh, positionsAtEnd: mesh.positions };
        const found = timeOfImpact(build(mesh, seed), build(start, seed + 1), null, motion);
        expect(timesOf(found)).toEqual(timeOfImpactByBruteForce(still, motion));
        if (found.kind === "hit") hits++;
      }),
      { numRuns: 4, seed: 87 },
    );
    expect(hits).toBeGreaterThan(1);
  });

  it("names two triangles that meet then, within rounding (seed 82)", () => {
    let hits = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const [a, b] = [randomMotion(seed, false), randomMotion(seed + 1, false)];
        const found = timeOfImpact(build(a.mesh, seed), build(b.mesh, seed), a, b);
        if (found.kind !== "hit") return;
        hits++;
        // Both grown by 10⁻⁹ about their centres, at the time of contact.
        const [p, q] = [
          triangleAt(a, found.triangleA, found.upper),
          triangleAt(b, found.triangleB, found.upper),
        ];
        expect(collide(buildAabbTree(p), buildAabbTree(q))).toBe(true);
      }),
      { numRuns: randomCases(75), seed: 82 },
    );
    expect(hits).toBeGreaterThan(randomCases(15));
  });

  it("(2) answers for posed meshes as for baked ones, bit for bit (seed 83)", () => {
    fc.assert(
      fc.property(seeds, affinePose, affinePose, latticePose, (seed, from, to, still) => {
        const [a, b] = [randomMotion(seed, true), randomMotion(seed + 1, false)];
        const posed = timeOfImpact(
          build(a.mesh, seed),
          build(b.mesh, seed),
          { positionsAtEnd: a.positionsAtEnd, from: still, to: still },
          { from, to, path: "straight" },
        );
        const bakedA = createMesh({ positions: bakePositions(a.mesh.positions, still) });
        const bakedB = createMesh({ positions: bakePositions(b.mesh.positions, from) });
        const baked = timeOfImpact(
          build(bakedA, seed),
          build(bakedB, seed),
          { positionsAtEnd: bakePositions(a.positionsAtEnd, still) },
          { positionsAtEnd: bakePositions(b.mesh.positions, to) },
        );
        expect(timesOf(posed)).toEqual(timesOf(baked));
      }),
      { numRuns: randomCases(25), seed: 83 },
    );
  });

  it("(1) (2) equals brute force on baked meshes for meshes translated in any pose (seed 86)", () => {
    const offset = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -4, max: 4 })));
    const kinds = { hit: 0, miss: 0 };
    fc.assert(
      fc.property(
        seeds,
        fc.oneof(affinePose, latticePose),
        fc.oneof(affinePose, latticePose),
        offset,
        fc.boolean(),
        (seed, poseA, poseB, way, isFar) => {
          const shifted = (pose: number[], by: number[]) => pose.map((x, i) => x + (by[i - 12] ?? 0));
          // far from zero in model space, so that boxes have an origin
          const far = isFar ? 2 ** 20 : 0;
          const [a, b] = [seed, seed + 1].map((s) => {
            const { positions } = latticeSoup(s, 3);
            return createMesh({ positions: Float64Array.from(positions, (x) => x + far) });
          }) as [TriangleMesh, TriangleMesh];
          const back = (pose: number[]) =>
            shifted(
              pose,
              [0, 1, 2].map((k) => -far * (pose[k] + pose[4 + k] + pose[8 + k])),
            );
          const from = back(poseB);
          const to = shifted(from, way);
          const still = back(poseA);
          const found = timeOfImpact(
            build(a, seed),
            build(b, seed),
            { from: still, to: still },
            { from, to },
          );
          const baked = (mesh: TriangleMesh, pose: number[], end: number[]) => ({
            mesh: createMesh({ positions: bakePositions(mesh.positions, pose) }),
            positionsAtEnd: bakePositions(mesh.positions, end),
          });
          expect(timesOf(found)).toEqual(
            timeOfImpactByBruteForce(baked(a, still, still), baked(b, from, to)),
          );
          if (found.kind === "miss") kinds.miss++;
          else if (timesOf(found)!.upper > 0) kinds.hit++;
        },
      ),
      { numRuns: 100, seed: 86 },
    );
    expect(Math.min(kinds.hit, kinds.miss)).toBeGreaterThan(8);
  });

  it("is exact for translations, with one tree on both sides", () => {
    const box = buildAabbTree(createBox());
    const shifted = (x: number) => rotation([1, 0, 0, 0], [x, 0, 0]);
    const found = timeOfImpact(box, box, null, { from: shifted(4), to: shifted(0) });
    expect(found).toMatchObject({ kind: "hit", lower: 0.75, upper: 0.75 });
    expect(timeOfImpact(box, box, null, { from: shifted(4), to: shifted(1) })).toMatchObject({
      lower: 1,
      upper: 1,
    });
    expect(timeOfImpact(box, box, null, { from: shifted(4), to: shifted(1 + 2 ** -52) })).toEqual({
      kind: "miss",
    });
    expect(timeOfImpact(box, box, null, { from: shifted(1), to: shifted(4) })).toMatchObject({
      lower: 0,
      upper: 0,
    });
    expect(timeOfImpact(box, box, null, null)).toMatchObject({ kind: "hit", upper: 0 });
  });

  it("(5) never lets a bullet through paper, at any speed and however thin (seed 84)", () => {
    const paper = buildAabbTree(createPlaneGrid({ width: 2, depth: 2, columns: 9, rows: 9 }));
    const bullet = buildAabbTree(createBox({ size: 1e-3 }));
    const axis = 1; // across the paper
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 9 }), (seed, power) => {
        const next = random(seed);
        const from = [1.8 * next() - 0.9, 1.8 * next() - 0.9, 1.8 * next() - 0.9];
        const to = from.map((x) => x * next());
        from[axis] = 10 ** power;
        to[axis] = -(10 ** power) * (0.1 + next());
        const pose = (offset: number[]) => rotation([1, 0.2, 0.1, 0.3], offset);
        const found = timeOfImpact(paper, bullet, null, { from: pose(from), to: pose(to) });
        expect(found.kind).toBe("hit");
        const expected = from[axis] / (from[axis] - to[axis]);
        expect(Math.abs(timesOf(found)!.lower - expected)).toBeLessThan(0.002 / 10 ** power);
      }),
      { numRuns: randomCases(30), seed: 84 },
    );
  });

  it("tells apart what passes closely behind and in front: tests few of many triangles", () => {
    const a = buildAabbTree(smallTorus(60, 40));
    const b = buildAabbTree(smallTorus(60, 40));
    const pose = (offset: number[]) => rotation([1, 0, 0, 0], offset);
    const stats = {} as ImpactStats;
    const near = timeOfImpact(a, b, null, { from: pose([9, 0, 0.81]), to: pose([-9, 0, 0.81]) }, { stats });
    expect(near.kind).toBe("miss");
    const hit = timeOfImpact(a, b, null, { from: pose([9, 0, 0.1]), to: pose([-9, 0, 0.1]) }, { stats });
    expect(hit.kind).toBe("hit");
    expect(stats.boxTests).toBeLessThan(20_000);
    expect(stats.exactTests).toBeLessThan(200);
  });

  it("says indeterminate at the limit of steps, with what was ruled out", () => {
    const a = buildAabbTree(smallTorus(30, 20));
    const pose = (offset: number[]) => rotation([1, 0, 0, 0], offset);
    const motion = { from: pose([9, 0, 0.1]), to: pose([-9, 0, 0.1]) };
    const found = timeOfImpact(a, a, null, motion, { maxSteps: 20 });
    const { lower } = timesOf(timeOfImpact(a, a, null, motion))!;
    expect(found.kind).toBe("indeterminate");
    if (found.kind !== "indeterminate") return;
    expect(found.lower).toBeGreaterThan(0.1);
    expect(found.lower).toBeLessThanOrEqual(lower);
    expect(found.upper).toBe(1);
  });
});

/** A triangle of a moving mesh at a time, grown a little. */
function triangleAt(
  { mesh, positionsAtEnd }: ReturnType<typeof randomMotion>,
  triangle: number,
  time: number,
) {
  const start = mesh.positions.subarray(9 * triangle, 9 * triangle + 9); // a soup
  const corners = Float64Array.from(start, (x, i) => x + time * (positionsAtEnd[9 * triangle + i] - x));
  const centre = [0, 1, 2].map((k) => (corners[k] + corners[3 + k] + corners[6 + k]) / 3);
  const positions = corners.map((x, i) => x + 1e-9 * Math.sign(x - centre[i % 3]));
  const thick = [
    ...positions,
    ...positions.map((x, i) => (i % 3 === 2 ? x + 1e-9 : x)),
    ...positions.map((x, i) => (i % 3 === 2 ? x - 1e-9 : x)),
  ];
  return createMesh({ positions: Float64Array.from(prism(thick)) });
}

/** The triangle, a copy a little higher, a copy a little lower, and the three sides between the copies. */
function prism(p: number[]): number[] {
  const corner = (k: number) => p.slice(3 * k, 3 * k + 3);
  const sides = [0, 1, 2].flatMap((k) => {
    const next = (k + 1) % 3;
    return [3 + k, 3 + next, 6 + k, 6 + k, 6 + next, 3 + next].flatMap(corner);
  });
  return [...p, ...sides];
}

describe("selfTimeOfImpact", () => {
  /** A strip of quads along x, with vertices where `place` has them. */
  function strip(length: number, place: (x: number, y: number) => number[]): TriangleMesh {
    const positions: number[] = [];
    const indices: number[] = [];
    for (let x = 0; x <= length; x++) for (let y = 0; y <= 1; y++) positions.push(...place(x, y));
    for (let x = 0; x < length; x++) {
      const v = 2 * x;
      indices.push(v, v + 2, v + 1, v + 2, v + 3, v + 1);
    }
    return createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
  }

  it("finds when a strip that is folded comes to lie on itself", () => {
    const flat = strip(4, (x, y) => [x, y, 0]);
    // Its second half turns over in straight lines: vertex 4 lands on vertex 0, at the end.
    const folded = strip(4, (x, y) => (x <= 2 ? [x, y, 0] : [4 - x, y, 0]));
    const tree = buildAabbTree(flat);
    const found = selfTimeOfImpact(tree, folded.positions);
    expect(timesOf(found)).toEqual(
      selfTimeOfImpactByBruteForce({ mesh: flat, positionsAtEnd: folded.positions }),
    );
    expect(found.kind).toBe("hit");
    expect(selfTimeOfImpact(tree, strip(4, (x, y) => [x, y, x * x]).positions)).toEqual({ kind: "miss" });
    expect(selfTimeOfImpact(tree, flat.positions)).toEqual({ kind: "miss" });
  });

  it("equals brute force on small connected meshes, generic and on a lattice (seed 85)", () => {
    const kinds = { hit: 0, start: 0, miss: 0 };
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 4 }), fc.boolean(), (seed, length, lattice) => {
        const next = random(seed);
        const jitter = (amount: number) =>
          lattice ? Math.round(1.4 * amount * (next() - 0.5)) : amount * (next() - 0.5);
        const mesh = strip(length, (x, y) => [x + jitter(0.8), y + jitter(0.8), jitter(1.2)]);
        const positionsAtEnd = mesh.positions.map((x) => x + jitter(3));
        const expected = selfTimeOfImpactByBruteForce({ mesh, positionsAtEnd });
        expect(timesOf(selfTimeOfImpact(build(mesh, seed), positionsAtEnd))).toEqual(expected);
        kinds[expected === null ? "miss" : expected.upper === 0 ? "start" : "hit"]++;
      }),
      { numRuns: randomCases(30), seed: 85 },
    );
    expect(Math.min(kinds.hit, kinds.start, kinds.miss)).toBeGreaterThan(5);
  });

  it("tests every feature once, however many triangles share it", () => {
    const mesh = createPlaneGrid({ width: 4, depth: 4, columns: 6, rows: 6 });
    const stats = {} as ImpactStats;
    const soup = createMesh({
      positions: Float64Array.from(
        [...mesh.indices!].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]),
      ),
    });
    expect(soup.triangleCount).toBe(mesh.triangleCount);
    const far = rotation([1, 0, 0, 0], [0, 0.5, 0.1]);
    timeOfImpact(buildAabbTree(mesh), buildAabbTree(mesh), null, { from: far, to: identity() }, { stats });
    const shared = stats.featureTests;
    timeOfImpact(buildAabbTree(soup), buildAabbTree(soup), null, { from: far, to: identity() }, { stats });
    expect(shared).toBeLessThan(0.5 * stats.featureTests);
  });
});

describe("bad input of timeOfImpact", () => {
  it("in a mesh that went bad after its tree was built is refused, never answered", () => {
    const mesh = smallTorus();
    const broken = buildAabbTree(mesh);
    const other = buildAabbTree(smallTorus());
    mesh.positions.fill(Number.NaN);
    const near = rotation([1, 0, 0, 0], [0.1, 0.1, 0.1]);
    expect(() => timeOfImpact(broken, other, null, null)).toThrow(MeshError);
    expect(() => timeOfImpact(other, broken, { from: near, to: near }, null)).toThrow(MeshError);
    expect(() => selfTimeOfImpact(broken, other.mesh.positions)).toThrow("positions[0]");
  });

  const tree = buildAabbTree(smallTorus());
  const bad = (motion: unknown) => () => timeOfImpact(tree, tree, null, motion as Motion);

  it("is refused by name", () => {
    const { length } = tree.mesh.positions;
    expect(bad({ positionsAtEnd: new Float32Array(6) })).toThrow(MeshError);
    expect(bad({ positionsAtEnd: new Float32Array(6) })).toThrow("motionB.positionsAtEnd: length 6");
    expect(bad({ positionsAtEnd: new Float32Array(length).fill(Number.NaN, 4, 5) })).toThrow(
      "motionB.positionsAtEnd[4]",
    );
    expect(bad({})).toThrow(OptionError);
    expect(bad(7)).toThrow("motionB: expected null");
    expect(bad({ from: identity().slice(1), to: identity() })).toThrow("motionB.from");
    expect(bad({ from: identity(), to: identity().fill(Number.NaN, 5, 6) })).toThrow("motionB.to[5]");
    expect(bad({ from: identity(), to: identity().fill(0, 5, 6) })).toThrow(PoseError);
    expect(bad({ to: rotation([1, 0, 0, 0], [0, 0, 0], [1, 1, 2]) })).toThrow(
      "not a rotation and translation",
    );
    expect(bad({ to: rotation([1, 0, 0, 0], [0, 0, 0], [1, 1, -1]) })).toThrow(PoseError);
    expect(bad({ to: identity(), path: "curved" })).toThrow("motionB.path: curved");
    expect(bad({ to: identity(), about: [1, 2] })).toThrow("motionB.about");
    expect(bad({ to: rotation([1, 0, 0, 0], [2 ** 101, 0, 0]) })).toThrow("motionB.to");
    expect(() => timeOfImpact(tree, tree, null, null, { maxSteps: 0 })).toThrow("maxSteps: 0");
    expect(() => timeOfImpact(tree, tree, null, null, { maxSteps: Number.NaN })).toThrow(OptionError);
    expect(() => timeOfImpact(tree, tree, null, null, { tolerance: -1 })).toThrow("tolerance: -1");
    const obb = buildObbTree(smallTorus()) as never;
    expect(() => timeOfImpact(tree, obb, null, null)).toThrow('expected a tree of the kind "aabb"');
    expect(() => selfTimeOfImpact(obb, tree.mesh.positions)).toThrow(OptionError);
    expect(() => selfTimeOfImpact(tree, new Float32Array(3))).toThrow("positionsAtEnd: length 3");
  });
});

const peers = resolve(import.meta.dirname, "../../../shared/data/models/F_peers");

describe.skipIf(!existsSync(peers))("cases of other libraries", () => {
  it("parry: two pyramids at a speed of 100,000", () => {
    const file = JSON.parse(readFileSync(join(peers, "parry_trimesh_toi.json"), "utf8")) as {
      mesh: { vertices: number[][]; triangles: number[][] };
      pose2: number[];
      velocity1: number[];
      expectedTimeOfImpact: number;
    };
    const tree = buildAabbTree(
      createMesh({
        positions: Float64Array.from(file.mesh.vertices.flat()),
        indices: Uint32Array.from(file.mesh.triangles.flat()),
      }),
    );
    const second = rotation([1, 0, 0, 0], file.pose2);
    const motion = { from: identity(), to: rotation([1, 0, 0, 0], file.velocity1) };
    const { lower, upper } = timesOf(timeOfImpact(tree, tree, motion, { from: second, to: second }))!;
    expect(lower).toBeLessThanOrEqual(file.expectedTimeOfImpact);
    expect(upper).toBeGreaterThanOrEqual(file.expectedTimeOfImpact);
  });

  it("Shen 2003: pairs that are intersected meet when one comes from afar, pairs that are separated do not at rest", () => {
    const read = (name: string) =>
      Float64Array.from(
        readFileSync(join(peers, "jgt-shen2003", name), "utf8")
          .trim()
          .split(/\s+/),
        Number,
      );
    const [meeting, apart] = [read("intersected.txt"), read("separated.txt")];
    const tree = (numbers: Float64Array, i: number) =>
      buildAabbTree(createMesh({ positions: numbers.slice(9 * i, 9 * i + 9) }));
    const far = rotation([1, 0, 0, 0], [0, 0, 10]);
    for (let i = 0; i < 600; i += 2) {
      const [a, b] = [tree(meeting, i), tree(meeting, i + 1)];
      expect(timeOfImpact(a, b, null, null)).toMatchObject({ kind: "hit", upper: 0 });
      expect(timeOfImpact(a, b, null, { from: far, to: null }).kind).toBe("hit");
      expect(timeOfImpact(tree(apart, i), tree(apart, i + 1), null, null)).toEqual({ kind: "miss" });
    }
  });
});

describe.skipIf(truthRoot() === null)("selfTimeOfImpact in recorded deformations", () => {
  for (const { id, tris, frames } of truthRoot() === null ? [] : truthManifest().deformationSequences) {
    it(`${id}: between frames it meets itself at the start where it does in a frame, by the end where it does in the next`, () => {
      const indices = readU32(tris);
      for (let i = 0; i < frames.length - 1; i++) {
        const mesh = createMesh({ positions: readF64(frames[i].verts), indices });
        const found = selfTimeOfImpact(buildAabbTree(mesh), readF64(frames[i + 1].verts));
        if (frames[i].expected.pairCount > 0) expect(timesOf(found)).toEqual({ lower: 0, upper: 0 });
        else if (frames[i + 1].expected.pairCount > 0) expect(timesOf(found)!.lower).toBeGreaterThan(0);
        else expect(found.kind).not.toBe("indeterminate");
      }
    });
  }
});
