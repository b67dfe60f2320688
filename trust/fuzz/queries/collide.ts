import type { ContactCache, QueryStats } from "../../../src/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { pairsOfMeshes } from "../oracles/mesh-pairs.ts";
import { smallPairCase } from "./pairs.ts";
import { twoSides } from "./two-sides.ts";

export const collide: FuzzQuery = {
  name: "collide",
  checks: "collide and collideRecursively: yes or no, both ways round, both orders, with and without a cache",
  generate: smallPairCase,
  check(fuzzCase, session) {
    const { meshA, meshB, aToWorld, bToWorld, ...triangles } = twoSides(fuzzCase);
    const found = pairsOfMeshes(triangles.a, triangles.b);
    session.counts.pairs += found.tested;
    const expected = found.pairs.length > 0;
    session.eachVariant(["aabb", "obb", "r-tree"], () => {
      const a = session.build("a", meshA);
      const b = session.build("b", meshB);
      const stats = {} as QueryStats;
      const cache: ContactCache = {};
      for (const options of [
        { aToWorld, bToWorld, cache, stats },
        { aToWorld, bToWorld, cache, stats },
        { aToWorld, bToWorld, order: "depth-first", test: "sat", stats },
      ] as const) {
        const got = session.ask("collide", a, b, options);
        if (got !== expected) throw new WrongAnswer("collide is wrong", got, expected);
        session.count(stats);
      }
      if (session.variant.tree !== "r-tree")
        for (const test of ["sat-lite", "sat"] as const) {
          const got = session.ask("collideRecursively", a as never, b as never, {
            aToWorld,
            bToWorld,
            test,
            stats,
          });
          if (got !== expected) throw new WrongAnswer("collideRecursively is wrong", got, expected);
          session.count(stats);
        }
      const got = session.ask("collide", b, a, { aToWorld: bToWorld, bToWorld: aToWorld });
      if (got !== expected) throw new WrongAnswer("collide the other way round is wrong", got, expected);
    });
  },
};
