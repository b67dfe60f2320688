import { describe, expect, it } from "vitest";
import { buildAabbTree, buildObbTree, meetsBox, OptionError, type QueryStats } from "../../src/index.ts";
import { meetsLeafBox } from "../../src/papers.ts";
import { validateTree } from "../../src/trees.ts";
import { latticeSoup, random, smallTorus, withMoved } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";
import { chainTree } from "./chain-tree.ts";
import { boxQuestions, descendByTheTutorial, MODELS, TREES } from "./tutorial-recursion.ts";

describe("meetsLeafBox", () => {
  for (const [name, mesh] of MODELS)
    it(`answers as the tutorial's recursion, and tests the boxes it tests (${name}, seed 41)`, () => {
      const trees = TREES.map((options) => buildAabbTree(mesh, options));
      const answers = { yes: 0, no: 0, denied: 0 };
      for (const { box, toWorld } of boxQuestions(41, randomCases(100)))
        for (const tree of trees) {
          const stats = {} as QueryStats;
          const isMet = meetsLeafBox(tree, box, { toWorld, stats });
          const { answer, boxTests } = descendByTheTutorial(tree, box, [0, 0, 0], toWorld, () => true);
          expect([isMet, stats.boxTests]).toEqual([answer ?? false, boxTests]);
          expect([stats.triangleTests, stats.exactTests]).toEqual([0, 0]);
          answers[isMet ? "yes" : "no"]++;
          const isShared = meetsBox(tree, box, { toWorld });
          if (isShared) expect(isMet).toBe(true);
          else if (isMet) answers.denied++;
        }
      expect(Math.min(answers.yes, answers.no, answers.denied)).toBeGreaterThan(0);
    });

  it("is true wherever meetsBox is, at touches too (lattice soup, seed 42)", () => {
    const next = random(42);
    const tree = buildAabbTree(latticeSoup(5, 12, 5), { leafSize: 1 });
    let touches = 0;
    for (let k = 0; k < 300; k++) {
      const low = [0, 1, 2].map(() => Math.floor(7 * next()) - 1);
      const box = [...low, ...low.map((x) => x + Math.floor(2 * next()))];
      if (!meetsBox(tree, box)) continue;
      expect(meetsLeafBox(tree, box)).toBe(true);
      touches++;
    }
    expect(touches).toBeGreaterThan(50);
    expect(touches).toBeLessThan(250);
  });

  it.each([
    ["left", 600],
    ["right", 2],
  ] as const)(
    "visits a tree of 600 levels that grows to the %s without a recursion, and ends at the first leaf",
    (side, levels) => {
      const tree = chainTree(600, side);
      expect(validateTree(tree)).toEqual([]);
      const stats = {} as QueryStats;
      expect(meetsLeafBox(tree, [-1, -1, -1, 700, 1, 1], { stats })).toBe(true);
      expect(stats.boxTests).toBe(levels);
      const last = tree.triangles[599];
      expect(meetsLeafBox(tree, [last, 0, 0, last, 0, 0])).toBe(true);
      expect(meetsLeafBox(tree, [0.5, 0, 0, 0.6, 1, 1])).toBe(false);
    },
  );

  it("answers alike in a tiny world (seed 43)", () => {
    const times = (v: readonly number[]) => v.map((x) => 2 ** -1000 * x);
    const tiny = buildAabbTree(withMoved(smallTorus(), (...v) => times(v)));
    const tree = buildAabbTree(withMoved(smallTorus(), (...v) => v));
    const answers = new Set<boolean>();
    for (const { box } of boxQuestions(43, 40)) {
      const isMet = meetsLeafBox(tree, box);
      expect(meetsLeafBox(tiny, times(box))).toBe(isMet);
      answers.add(isMet);
    }
    expect(answers.size).toBe(2);
  });

  it("rejects other trees, invalid boxes and misspelt options", () => {
    const tree = buildAabbTree(smallTorus(5, 4));
    expect(() => meetsLeafBox(buildObbTree(tree.mesh) as never, [0, 0, 0, 1, 1, 1])).toThrow(OptionError);
    expect(() => meetsLeafBox(tree, [0, 0, 0])).toThrow("box: expected 6 numbers");
    expect(() => meetsLeafBox(tree, [0, 0, 2, 1, 1, 1])).toThrow(
      "box: its minimum 2 is above its maximum 1 in z",
    );
    expect(() => meetsLeafBox(tree, [0, 0, 0, 1, 1, 1], { into: null } as never)).toThrow(
      "into: not an option of meetsLeafBox",
    );
  });
});
