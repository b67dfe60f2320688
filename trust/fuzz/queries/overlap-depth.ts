import type { OverlapDepth } from "../../../src/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { boxMesh } from "../generators/solids.ts";
import { ballInBoxes, reachOfBoxes } from "../oracles/box-depth.ts";

const ERROR = 1e-9;

export const overlapDepth: FuzzQuery = {
  name: "overlapDepth",
  checks:
    "overlapDepth: the true depth of boxes within the bounds; the widest common ball where they are nearly copies",
  generate(random) {
    const box = () => {
      const low = [0, 1, 2].map(() => random.between(-4, 3));
      return [...low, ...low.map((x) => x + random.between(1, 5))];
    };
    const a = box();
    const b = random.chance(0.2) ? a.map((x) => x + random.pick([0, 0, 0.01])) : box();
    const factor = random.pick([1, 1, 0.1, 1 / 3, 1e-5, 2 ** 40]);
    return {
      kind: "boxes",
      meshes: [],
      poses: [],
      numbers: { a: a.map((x) => x * factor), b: b.map((x) => x * factor) },
    };
  },
  check({ numbers }, session) {
    const [a, b] = [numbers.a, numbers.b];
    if ([a, b].some((box) => [0, 1, 2].some((k) => !(box[k] < box[3 + k])))) return;
    const reach = reachOfBoxes(a, b);
    const ball = ballInBoxes(a, b);
    const slack = ERROR * Math.max(...a.map(Math.abs), ...b.map(Math.abs));
    session.eachVariant(["aabb"], () => {
      const treeA = session.buildAabb("a", boxMesh(a.slice(0, 3), a.slice(3)));
      const treeB = session.buildAabb("b", boxMesh(b.slice(0, 3), b.slice(3)));
      judge(session.ask("overlapDepth", treeA, treeB));
      judge(session.ask("overlapDepth", treeB, treeA));
    });

    function judge(got: OverlapDepth | null): void {
      if (got === null) throw new WrongAnswer("overlapDepth is null", null, reach);
      session.count(got.stats);
      if (got.lowerBound > got.depth) throw new WrongAnswer("overlapDepth: bounds cross", got, reach);
      if (got.kind === "lower-bound") {
        if (got.depth > ball + slack || ball < 2 * reach - slack)
          throw new WrongAnswer("overlapDepth: there is no such common ball", got, { reach, ball });
        return;
      }
      // Where a common ball is wider than twice the reach, its diameter is the depth. abut tries some balls only (docs/decisions/14-depth.md), so the
      // reach is right there, too.
      const most = ball > 2 * reach + slack ? ball : reach;
      if (got.depth < reach - slack)
        throw new WrongAnswer("overlapDepth: depth is below the truth", got, { reach, ball });
      if (got.lowerBound > most + slack)
        throw new WrongAnswer("overlapDepth: lower bound is above the truth", got, { reach, ball });
      if (got.kind === "exact" && Math.min(Math.abs(got.depth - reach), Math.abs(got.depth - most)) > slack)
        throw new WrongAnswer("overlapDepth: not exact", got, { reach, ball });
      if (ball === 0 && got.depth !== 0)
        throw new WrongAnswer("overlapDepth: not zero though nothing overlaps", got, 0);
    }
  },
};
