import fc from "fast-check";
import { expect, it } from "vitest";
import { addPair, createFoundPairs, writeSortedPairs } from "../../../src/queries/pairs/found-pairs.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";

/** Numbers up to 26 bits, from one that all share to all different ones. */
const anyRange = fc.constantFrom(1, 2, 40, 300, 5000, 46_080, 2 ** 26);
const anyBegin = fc.constantFrom(0, 0, 1, 70_000, 2 ** 25);

it("writes pairs sorted by (a, b), from none to thousands, scattered or with one a (seed 71)", () => {
  const found = createFoundPairs();
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1, 2, 23, 24, 25, 200, 1500, 6000),
      anyRange,
      anyRange,
      anyBegin,
      fc.integer({ min: 0, max: 1e6 }),
      (count, rangeA, rangeB, begin, seed) => {
        const next = random(seed);
        const pairs: [number, number][] = [];
        found.count = 0;
        for (let k = 0; k < count; k++) {
          const a = Math.min(begin + Math.floor(rangeA * next()), 2 ** 26 - 1);
          const b = Math.floor(rangeB * next());
          pairs.push([a, b]);
          addPair(found, a, b);
        }
        pairs.sort(([a, b], [c, d]) => a - c || b - d);
        const out = new Uint32Array(2 * count);
        writeSortedPairs(found, out);
        expect([...out]).toEqual(pairs.flat());
      },
    ),
    { seed: 71, numRuns: randomCases(75) },
  );
});
