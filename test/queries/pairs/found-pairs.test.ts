import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import { loadKernels } from "../../../src/kernels/pair-kernels.ts";
import { addPair, createFoundPairs, writeSortedPairs } from "../../../src/queries/pairs/found-pairs.ts";
import { byKernel, describeKernels } from "../../kernels.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";

/** Numbers up to 26 bits, from one that all share to all different ones. */
const anyRange = fc.constantFrom(1, 2, 40, 300, 5000, 46_080, 2 ** 26);
const anyBegin = fc.constantFrom(0, 0, 1, 70_000, 2 ** 25);

const found = createFoundPairs();

function checkSorted(counts: number[], sort: (out: Uint32Array) => void): void {
  fc.assert(
    fc.property(
      fc.constantFrom(...counts),
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
        sort(out);
        expect([...out]).toEqual(pairs.flat());
      },
    ),
    { seed: 71, numRuns: randomCases(75) },
  );
}

describe("pairs are sorted by (a, b), scattered or with one a", () => {
  it("from none to thousands, without kernels (seed 71)", () => {
    checkSorted([0, 1, 2, 23, 24, 25, 200, 1500, 6000], (out) =>
      withoutKernels(() => writeSortedPairs(found, out)),
    );
  });
});

describeKernels("pairs are sorted by (a, b) by the kernel", () => {
  it("from a few dozens to thousands (seed 71)", () => {
    loadKernels();
    checkSorted([25, 26, 200, 1500, 6000], (out) => byKernel("sort", () => writeSortedPairs(found, out)));
  });
});
