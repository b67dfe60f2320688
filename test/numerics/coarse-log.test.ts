import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coarseLog2 } from "../../src/numerics/coarse-log.ts";

describe("coarseLog2", () => {
  it("is exact for powers of two", () => {
    for (let power = -1022; power < 1024; power++) expect(coarseLog2(2 ** power)).toBe(power);
  });

  it("is never off by more than 0.09, and increases (seed 1)", () => {
    const positive = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(positive, positive, (x, y) => {
        expect(Math.abs(coarseLog2(x) - Math.log2(x))).toBeLessThan(0.09);
        if (x < y) expect(coarseLog2(x)).toBeLessThanOrEqual(coarseLog2(y));
      }),
      { seed: 1 },
    );
  });
});
