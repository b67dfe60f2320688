import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  type ContactCache,
  castRay,
  castRayAll,
  closestPoint,
  distance,
  type QueryStats,
  sweepBox,
  sweepSphere,
} from "../../src/index.ts";
import { sweepBoxDepthFirst } from "../../src/papers.ts";
import { createContactCache } from "../../src/queries/pairs/collide.ts";
import { createStats } from "../../src/queries/stats.ts";
import { smallTorus } from "../meshes.ts";
import { rotation } from "../poses.ts";

// Counters, caches and earlier answers were filled while the answer was still in the memory of the query. A setter that runs a query of
// its own changed the answer.

const tree = buildAabbTree(smallTorus(30, 20));
const other = buildAabbTree(smallTorus(12, 8));
const FAR = rotation([1, -0.2, 0.4, 0.3], [5, 1, 2]);
const ELSEWHERE = rotation([1, 0.1, 0.7, 0.2], [-3, -4, 2]);

/** The object, with a setter for each number that runs `work`. */
function withSetters<T extends object>(target: T, work: () => void): T {
  for (const name of Object.keys(target) as (keyof T)[]) {
    let value = target[name];
    if (typeof value !== "number") continue;
    Object.defineProperty(target, name, {
      get: () => value,
      set(next) {
        value = next;
        work();
      },
    });
  }
  return target;
}

const QUERIES: Record<string, { ask: (stats?: QueryStats) => unknown; disturb: () => void }> = {
  closestPoint: {
    ask: (stats) => closestPoint(tree, [2, 0.3, 1], { stats }),
    disturb: () => closestPoint(tree, [-5, 1, 2]),
  },
  castRay: {
    ask: (stats) => castRay(tree, [3, 0.1, 0.2], [-1, 0.05, 0.02], { stats }),
    disturb: () => castRay(tree, [1, 0, 3], [0.1, 0.1, -1]),
  },
  castRayAll: {
    ask: (stats) => castRayAll(tree, [3, 0.1, 0.2], [-1, 0.05, 0.02], { stats }),
    disturb: () => castRayAll(tree, [1, 0, 3], [0.1, 0.1, -1]),
  },
  sweepBox: {
    ask: (stats) => sweepBox(tree, [3, 0, 0, 3.1, 0.1, 0.1], [-4, 0, 0], { stats }),
    disturb: () => sweepBox(tree, [1, 0, 3, 1.2, 0.2, 3.3], [0, 0, -4]),
  },
  sweepBoxDepthFirst: {
    ask: (stats) => sweepBoxDepthFirst(tree, [3, 0, 0, 3.1, 0.1, 0.1], [-4, 0, 0], { stats }),
    disturb: () => sweepBoxDepthFirst(tree, [1, 0, 3, 1.2, 0.2, 3.3], [0, 0, -4]),
  },
  sweepSphere: {
    ask: (stats) => sweepSphere(tree, [3, 0, 0], 0.2, [-4, 0, 0], { stats }),
    disturb: () => sweepSphere(tree, [1, 0, 3], 0.3, [0, 0, -4]),
  },
};

describe("a setter that runs a query", () => {
  for (const [name, { ask, disturb }] of Object.entries(QUERIES))
    it(`in the counters leaves the answer of ${name} as it is`, () => {
      const expected = ask();
      expect(expected).not.toBeNull();
      expect(ask(withSetters(createStats(), disturb))).toEqual(expected);
    });

  it("in an earlier answer leaves that of closestPoint as it is", () => {
    const expected = closestPoint(tree, [2, 0.3, 1])!;
    const into = withSetters(closestPoint(tree, [0, 0, 3])!, () => closestPoint(tree, [-5, 1, 2]));
    const { distance, point, triangle } = closestPoint(tree, [2, 0.3, 1], { into })!;
    expect({ distance, point, triangle }).toEqual({
      distance: expected.distance,
      point: expected.point,
      triangle: expected.triangle,
    });
  });

  it("in a cache leaves the answer of distance as it is", () => {
    const { stats: _, ...expected } = distance(tree, other, { bToWorld: FAR })!;
    const cache: ContactCache = withSetters(createContactCache(), () =>
      distance(tree, other, { bToWorld: ELSEWHERE }),
    );
    const { stats, ...found } = distance(tree, other, { bToWorld: FAR, cache })!;
    expect(found).toEqual(expected);
  });
});
