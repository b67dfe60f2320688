import type { QueryStats } from "../../../src/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { distanceCase, exactDistance } from "./distance.ts";
import { twoSides } from "./two-sides.ts";

/** Below and above the true distance, and just beside it. */
const FACTORS = [0, 0.5, 0.999999, 1 - 2 ** -49, 1 + 2 ** -49, 1.000001, 2];

export const isWithin: FuzzQuery = {
  name: "isWithin",
  checks: "isWithin: clearances below, above and just beside the true distance",
  generate: distanceCase,
  check(fuzzCase, session) {
    const { meshA, meshB, aToWorld, bToWorld, ...triangles } = twoSides(fuzzCase);
    const exact = exactDistance(triangles.a, triangles.b);
    session.eachVariant(["aabb", "obb", "r-tree"], () => {
      const a = session.build("a", meshA);
      const b = session.build("b", meshB);
      const options = { aToWorld, bToWorld, stats: {} as QueryStats };
      for (const factor of FACTORS) {
        const clearance = exact.distance * factor;
        if (exact.distance > 0 && exact.distance < 1e-290) continue;
        if (clearance > 2 ** 100) continue;
        const got = session.ask("isWithin", a, b, clearance, options);
        session.count(options.stats);
        const expected = exact.distance <= clearance;
        if (got !== expected)
          throw new WrongAnswer(`isWithin is ${got}`, { got, clearance }, { distance: exact.distance }, [
            [exact.a],
            [exact.b],
          ]);
      }
    });
  },
};
