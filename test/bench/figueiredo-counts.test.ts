import { beforeAll, describe, expect, it } from "vitest";
import { approachPose, createApproaches, measureModel } from "../../bench/approaches.mjs";
import {
  buildAabbTree,
  buildRTree,
  collide,
  distance,
  findPairs,
  type QueryStats,
  type RTree,
  type TrianglePairs,
} from "../../src/index.ts";
import { createGrid46080 } from "../../src/mesh/primitives/index.ts";
import { smallTorus } from "../meshes.ts";

// What Figueiredo 2009 says of counts, asserted at a few poses of two grids; `npm run bench -- figueiredo` prints the
// rest.

const SEED = 1;
const APPROACHES = 8;
const DISTANCES = [0.4, 0.3, 0.2, 0.1, 0.04, 0];
const TOUCHING = DISTANCES.length;

interface Counts {
  boxTests: number;
  triangleTests: number;
  pairs: number;
}
type Algorithm = "version-1" | "version-2" | "version-2-merged" | "together";

describe(`counts of the paper's algorithms (two grids, ${APPROACHES} approaches, seed ${SEED})`, () => {
  /** For each distance, and the contact after them, the sums over the approaches. */
  let counts: Record<Algorithm, Counts[]>;
  /** Inserted one by one, volumes compared. */
  let guttmansTree: RTree;
  let posesAtZero: Float64Array[];

  beforeAll(() => {
    const mesh = createGrid46080();
    const aabb = buildAabbTree(mesh);
    const measures = measureModel(mesh.positions);
    const approaches = createApproaches({
      seed: SEED,
      count: APPROACHES,
      a: measures,
      b: measures,
      distances: DISTANCES,
      distance: (bToWorld) => distance(aabb, aabb, { bToWorld, witness: "first" })!.distance,
      collides: (bToWorld) => collide(aabb, aabb, { bToWorld }),
    });
    const posesOf = (way: number) =>
      approaches.map((found) => approachPose(measures, measures, found, found.ways[way]));
    const poses = Array.from({ length: DISTANCES.length + 1 }, (_, way) => posesOf(way));
    const tree = buildRTree(mesh);
    guttmansTree = buildRTree(mesh, { pack: false, measure: "volume" });
    posesAtZero = poses[DISTANCES.indexOf(0)];
    counts = {
      "version-1": poses.map((some) => count(tree, some, "version-1")),
      "version-2": poses.map((some) => count(tree, some, "version-2")),
      "version-2-merged": poses.map((some) => count(tree, some, "version-2-merged")),
      together: poses.map((some) => count(tree, some, "together")),
    };
  });

  const step = (algorithm: Algorithm, relative: number) => counts[algorithm][DISTANCES.indexOf(relative)];

  it("finds pairs at the contact and at no distance before it, whatever the algorithm", () => {
    for (const found of Object.values(counts)) {
      expect(found[TOUCHING].pairs).toBeGreaterThanOrEqual(APPROACHES);
      expect(found[TOUCHING].pairs).toBe(counts["version-1"][TOUCHING].pairs);
      for (let k = 0; k < TOUCHING; k++) expect(found[k].pairs).toBe(0);
    }
  });

  it.each([
    [0, 377],
    [0.1, 204],
    [0.2, 86],
  ])(
    "at %f version 2 needs far fewer box tests than version 1 (paper: %i times fewer)",
    (relative, paper) => {
      const ratio = step("version-1", relative).boxTests / step("version-2", relative).boxTests;
      // a third of the paper's ratio: the distances are the same, the grid is not
      expect(ratio).toBeGreaterThan(paper / 3);
    },
  );

  it("from 0.00 to 0.20 version 2 needs two orders of magnitude fewer box tests than version 1 (paper: 294 times)", () => {
    const sum = (algorithm: Algorithm) =>
      [0, 0.04, 0.1, 0.2].reduce((total, relative) => total + step(algorithm, relative).boxTests, 0);
    expect(sum("version-1") / sum("version-2")).toBeGreaterThan(100);
  });

  it("the box tests of both versions are of the paper's order (6.15e6 and 16,315 at 0.00)", () => {
    const v1 = step("version-1", 0).boxTests / APPROACHES;
    const v2 = step("version-2", 0).boxTests / APPROACHES;
    expect(v1).toBeGreaterThan(1e6);
    expect(v1).toBeLessThan(3e7);
    expect(v2).toBeGreaterThan(3000);
    expect(v2).toBeLessThan(50_000);
  });

  it("both versions test the same triangles, and none from 0.10 on", () => {
    expect(step("version-2", 0).triangleTests).toBe(step("version-1", 0).triangleTests);
    expect(step("version-1", 0).triangleTests).toBeGreaterThan(0);
    for (const relative of [0.1, 0.2, 0.3, 0.4]) {
      expect(step("version-1", relative).triangleTests).toBe(0);
      expect(step("version-2", relative).triangleTests).toBe(0);
    }
  });

  it("merged into one, the two tests of a node look a third to a half better at 0.00, where they differ most", () => {
    const gain = (relative: number) =>
      step("version-2", relative).boxTests / step("version-2-merged", relative).boxTests;
    expect(gain(0)).toBeGreaterThan(1.3);
    expect(gain(0)).toBeLessThan(1.5);
    for (const relative of DISTANCES.slice(0, -1)) {
      expect(gain(relative)).toBeGreaterThanOrEqual(1);
      expect(gain(relative)).toBeLessThan(gain(0));
      expect(step("version-2-merged", relative).triangleTests).toBe(
        step("version-2", relative).triangleTests,
      );
    }
  });

  it("by trees as Guttman builds them, the box tests of version 2 at 0.00 come within a quarter of the paper's 16,315", () => {
    const asGuttman = count(guttmansTree, posesAtZero, "version-2").boxTests / APPROACHES;
    expect(asGuttman).toBeGreaterThan(step("version-2", 0).boxTests / APPROACHES);
    expect(asGuttman / 16_315).toBeGreaterThan(0.75);
    expect(asGuttman / 16_315).toBeLessThan(1.25);
  });

  it("box tests are most at 0.00 and fall with the distance", () => {
    for (const algorithm of ["version-1", "version-2"] as const)
      for (let k = 1; k < DISTANCES.length; k++)
        expect(counts[algorithm][k].boxTests).toBeGreaterThan(counts[algorithm][k - 1].boxTests);
  });

  it("descending both trees together needs ten times fewer box tests than version 2", () => {
    for (const relative of [0, 0.04, 0.1, 0.2])
      expect(step("together", relative).boxTests).toBeLessThan(step("version-2", relative).boxTests / 10);
  });
});

describe("node visits of version 2 (two tori, one moved by a quarter of its size)", () => {
  it("are more than one a node of A, against sections 3 and 5: there are more box tests than that would take", () => {
    const tree = buildRTree(smallTorus(40, 20));
    let used = 1;
    for (let node = 0; node < tree.nodeCount; node++) used += Math.max(0, tree.links[8 * node + 7]);
    // Were each node visited once, version 2 would test the OAABB, nodes of b against one box and nodes of a against two.
    const once = 1 + used + 2 * used;
    const bToWorld = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0.1, 0.2, 1);
    expect(count(tree, [bToWorld], "version-2").boxTests).toBeGreaterThan(2 * once);
  });
});

function count(tree: RTree, poses: Float64Array[], algorithm: Algorithm): Counts {
  const total = { boxTests: 0, triangleTests: 0, pairs: 0 };
  const stats = {} as QueryStats;
  let found: TrianglePairs | undefined;
  for (const bToWorld of poses) {
    found = findPairs(tree, tree, { bToWorld, algorithm, stats, into: found });
    total.pairs += found.count;
    total.boxTests += stats.boxTests;
    total.triangleTests += stats.triangleTests;
  }
  return total;
}
