import { describe, expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  buildObbTree,
  MeshError,
  OptionError,
  type Pose,
  type QueryStats,
  type SweepHit,
  sweepBox,
} from "../../src/index.ts";
import { sweepBoxDepthFirst } from "../../src/papers.ts";
import { sweepBoxByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, random, smallTorus, withMoved } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";
import { chainTree } from "./chain-tree.ts";
import { boxQuestions, descendByTheTutorial, MODELS, TREES, triangleIn } from "./tutorial-recursion.ts";

/** `sweepBox` names no time that is farther than this from the true one. */
const TIME_ERROR = 2 ** -30;

/** The hit of the triangle in a slot alone. */
function hitOf(
  tree: AabbTree,
  slot: number,
  box: number[],
  motion: number[],
  toWorld: Pose | null,
): SweepHit {
  const hit = sweepBox(buildAabbTree(triangleIn(tree, slot)), box, motion, { toWorld })!;
  return { ...hit, triangle: tree.triangles[slot] };
}

describe("sweepBoxDepthFirst", () => {
  for (const [name, mesh] of MODELS)
    it(`answers as the tutorial's recursion, and tests what it tests (${name}, seed 51)`, () => {
      const trees = TREES.map((options) => buildAabbTree(mesh, options));
      const found = { hits: 0, misses: 0, later: 0 };
      for (const { box, motion, toWorld } of boxQuestions(51, randomCases(100)))
        for (const tree of trees) {
          const stats = {} as QueryStats;
          const hit = sweepBoxDepthFirst(tree, box, motion, { toWorld, stats });
          let triangleTests = 0;
          const { answer, boxTests } = descendByTheTutorial(tree, box, motion, toWorld, (slot, count) => {
            for (let s = slot; s < slot + count; s++) {
              triangleTests++;
              if (sweepBoxByBruteForce(triangleIn(tree, s), box, motion, { toWorld }).length > 0) return s;
            }
            return null;
          });
          expect([stats.boxTests, stats.triangleTests]).toEqual([boxTests, triangleTests]);
          expect(hit).toEqual(answer === null ? null : hitOf(tree, answer, box, motion, toWorld));

          const earliest = sweepBox(tree, box, motion, { toWorld });
          expect(hit === null).toBe(earliest === null);
          found[hit === null ? "misses" : "hits"]++;
          if (hit === null || earliest === null) continue;
          expect(hit.time).toBeGreaterThanOrEqual(earliest.time - 2 * TIME_ERROR);
          if (hit.time > earliest.time + 2 * TIME_ERROR) found.later++;
        }
      expect(Math.min(found.hits, found.misses, found.later)).toBeGreaterThan(5);
    });

  it("hits when sweepBox hits, at touches too, and no sooner (lattice soup, seed 52)", () => {
    const next = random(52);
    const tree = buildAabbTree(latticeSoup(5, 12, 5), { leafSize: 1 });
    const whole = (from: number, to: number) => from + Math.floor((to - from) * next());
    let hits = 0;
    for (let k = 0; k < 300; k++) {
      const low = [0, 1, 2].map(() => whole(-2, 7));
      const box = [...low, ...low.map((x) => x + whole(0, 2))];
      const motion = [0, 1, 2].map(() => whole(-3, 4));
      const hit = sweepBoxDepthFirst(tree, box, motion);
      const earliest = sweepBox(tree, box, motion);
      expect(hit === null).toBe(earliest === null);
      if (hit === null || earliest === null) continue;
      expect(hit.time).toBeGreaterThanOrEqual(earliest.time);
      expect(hit.normal === null).toBe(hit.time === 0);
      hits++;
    }
    expect(hits).toBeGreaterThan(50);
    expect(hits).toBeLessThan(250);
  });

  it.each(["left", "right"] as const)(
    "names the first triangle in the order of a tree of 600 levels that grows to the %s",
    (side) => {
      const tree = chainTree(600, side);
      const stats = {} as QueryStats;
      const [first, last] = [tree.triangles[0], tree.triangles[599]];
      const along = [-2, 0, 0, -1, 0, 0];
      const hit = sweepBoxDepthFirst(tree, along, [800, 0, 0], { stats })!;
      expect(hit.triangle).toBe(first);
      expect(stats.triangleTests).toBe(1);
      const above = [last, 0, 1, last, 0, 2];
      expect(sweepBoxDepthFirst(tree, above, [0, 0, -4])!.triangle).toBe(last);
      expect(sweepBoxDepthFirst(tree, above, [0, 0, 4])).toBe(null);
    },
  );

  it("answers alike in a tiny world (seed 53)", () => {
    const times = (v: readonly number[]) => v.map((x) => 2 ** -1000 * x);
    const [tree, tiny] = [(...v: number[]) => v, (...v: number[]) => times(v)].map((move) =>
      buildAabbTree(withMoved(smallTorus(), move)),
    );
    let hits = 0;
    for (const { box, motion } of boxQuestions(53, 100)) {
      const hit = sweepBoxDepthFirst(tree, box, motion);
      const expected = hit && { ...hit, point: times(hit.point) };
      expect(sweepBoxDepthFirst(tiny, times(box), times(motion))).toEqual(expected);
      if (hit !== null) hits++;
    }
    expect(hits).toBeGreaterThan(5);
  });

  it("rejects other trees, invalid boxes and motions, misspelt options, and vertices that became NaN", () => {
    const tree = buildAabbTree(smallTorus(5, 4));
    const box = [0, 0, 0, 1, 1, 1];
    expect(() => sweepBoxDepthFirst(buildObbTree(tree.mesh) as never, box, [1, 0, 0])).toThrow(OptionError);
    expect(() => sweepBoxDepthFirst(tree, [0, 0, 0], [1, 0, 0])).toThrow("box: expected 6 numbers");
    expect(() => sweepBoxDepthFirst(tree, box, [1, NaN, 0])).toThrow("motion[1]: NaN");
    expect(() => sweepBoxDepthFirst(tree, box, [1, 0, 0], { maxT: 1 } as never)).toThrow(
      "maxT: not an option of sweepBoxDepthFirst",
    );
    tree.mesh.positions.fill(NaN);
    expect(() => sweepBoxDepthFirst(tree, [-9, -9, -9, 9, 9, 9], [1, 0, 0])).toThrow(MeshError);
  });
});
