import { beforeAll, describe, expect, it } from "vitest";
import { createPlacements, type Placement, tuneCube } from "../../bench/placements.mjs";
import {
  type AabbTree,
  buildAabbTree,
  buildObbTree,
  collide,
  type ObbTree,
  type QueryStats,
  type TriangleMesh,
} from "../../src/index.ts";
import { createSpacecraft, createTorus } from "../../src/mesh/primitives/index.ts";
import { collideRecursively } from "../../src/papers.ts";

// What van den Bergen 1997 says of counts, asserted where it holds for our models; `npm run bench -- bergen` prints
// the rest. Not asserted: on the spacecraft the AABB tree needs no more box tests than the OBB tree, because the
// craft's long parts lie along the model's axes.

const SEED = 1;
const PLACEMENTS = 300;
const FIRST_EDGE_AXIS = 6;
const OVERLAP = 15;

interface Counts {
  hits: number;
  boxTests: number;
  triangleTests: number;
  overlaps: number;
  edgeExits: number;
}

type Method = "aabb sat" | "aabb sat-lite" | "obb sat" | "obb sat-lite";

const models: [string, () => TriangleMesh, number][] = [
  ["torus", () => createTorus({ majorSegments: 100, minorSegments: 25 }), 3],
  ["spacecraft", () => createSpacecraft(), 10],
];

describe.each(models)(
  `counts of the paper's method (%s, ${PLACEMENTS} placements, seed ${SEED})`,
  (name, create, size) => {
    let counts: Record<Method, Counts>;
    beforeAll(() => {
      counts = countAll(create(), size);
    });
    const kinds = ["aabb", "obb"] as const;

    it("meets in 60 % of the placements within 1 %, whatever the method", () => {
      expect(Math.abs(counts["aabb sat"].hits / PLACEMENTS - 0.6)).toBeLessThanOrEqual(0.01);
      for (const { hits } of Object.values(counts)) expect(hits).toBe(counts["aabb sat"].hits);
    });

    it.each(kinds)("%s: about 0.6 of the box tests find an overlap", (kind) => {
      const { overlaps, boxTests } = counts[`${kind} sat`];
      expect(overlaps / boxTests).toBeGreaterThan(0.5);
      expect(overlaps / boxTests).toBeLessThan(0.7);
    });

    it.each(kinds)("%s: about 0.15 of the separating tests end on an edge axis", (kind) => {
      const { edgeExits, overlaps, boxTests } = counts[`${kind} sat`];
      expect(edgeExits / (boxTests - overlaps)).toBeGreaterThan(0.08);
      expect(edgeExits / (boxTests - overlaps)).toBeLessThan(0.2);
    });

    it.each(kinds)("%s: without edge axes about 0.06 of the box tests are wrong", (kind) => {
      const { edgeExits, boxTests } = counts[`${kind} sat`];
      expect(edgeExits / boxTests).toBeGreaterThan(0.035);
      expect(edgeExits / boxTests).toBeLessThan(0.08);
    });

    it.each(kinds)(
      "%s: SAT lite never ends on an edge axis and needs up to 1.6 times as many tests",
      (kind) => {
        const full = counts[`${kind} sat`];
        const lite = counts[`${kind} sat-lite`];
        expect(lite.edgeExits).toBe(0);
        expect(lite.boxTests).toBeGreaterThan(full.boxTests);
        expect(lite.boxTests).toBeLessThan(1.6 * full.boxTests);
        expect(lite.triangleTests).toBeGreaterThan(full.triangleTests);
      },
    );

    it("the OBB tree needs less than half of the AABB tree's triangle tests", () => {
      expect(counts["obb sat"].triangleTests).toBeLessThan(0.5 * counts["aabb sat"].triangleTests);
    });

    if (name !== "torus") return; // what the paper says of the torus
    it("the AABB tree needs about twice the OBB tree's box tests", () => {
      const ratio = counts["aabb sat"].boxTests / counts["obb sat"].boxTests;
      expect(ratio).toBeGreaterThan(1.5);
      expect(ratio).toBeLessThan(2.6);
    });

    it("the OBB tree needs fewer than two triangle tests a placement", () => {
      expect(counts["obb sat"].triangleTests).toBeLessThan(2 * PLACEMENTS);
    });
  },
);

it("one triangle a leaf gives n leaves and n − 1 inner nodes", () => {
  const mesh = createTorus();
  const nodes = 2 * mesh.triangleCount - 1;
  expect(buildAabbTree(mesh, { split: "midpoint", leafSize: 1 }).nodeCount).toBe(nodes);
  expect(buildObbTree(mesh, { leafSize: 1 }).nodeCount).toBe(nodes);
});

function countAll(mesh: TriangleMesh, size: number): Record<Method, Counts> {
  const aabb = buildAabbTree(mesh, { split: "midpoint", leafSize: 1 });
  const obb = buildObbTree(mesh, { leafSize: 1 });
  const { side } = tuneCube({
    seed: SEED,
    count: PLACEMENTS,
    size,
    collides: (aToWorld, bToWorld) => collide(aabb, aabb, { aToWorld, bToWorld }),
  });
  const placements = createPlacements({ seed: SEED, count: PLACEMENTS, side });
  return {
    "aabb sat": count(aabb, placements, "sat"),
    "aabb sat-lite": count(aabb, placements, "sat-lite"),
    "obb sat": count(obb, placements, "sat"),
    "obb sat-lite": count(obb, placements, "sat-lite"),
  };
}

function count(tree: AabbTree | ObbTree, placements: Placement[], test: "sat" | "sat-lite"): Counts {
  const counts = { hits: 0, boxTests: 0, triangleTests: 0, overlaps: 0, edgeExits: 0 };
  const stats = {} as QueryStats;
  for (const placement of placements) {
    if (collideRecursively(tree, tree, { ...placement, test, stats })) counts.hits++;
    counts.boxTests += stats.boxTests;
    counts.triangleTests += stats.triangleTests;
    counts.overlaps += stats.exitAxes[OVERLAP];
    for (let axis = FIRST_EDGE_AXIS; axis < OVERLAP; axis++) counts.edgeExits += stats.exitAxes[axis];
  }
  return counts;
}
