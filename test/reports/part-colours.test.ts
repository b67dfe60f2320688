import { describe, expect, it } from "vitest";
import type { ClashReport } from "../../src/reports/clash-report.ts";
import { colourParts } from "../../src/reports/part-colours.ts";

function colours(parts: number, pairs: [number, number][], count: number): (number | null)[] {
  const report = { parts: Array(parts).fill({}), clashes: pairs.map(([a, b]) => ({ a, b })) };
  return colourParts(report as unknown as ClashReport, count);
}

describe("colourParts", () => {
  it("gives clashing parts different colours, and parts without clashes none", () => {
    expect(colours(5, [[3, 1], [1, 0], [0, 3]], 6)).toEqual([2, 1, null, 0, null]); // biome-ignore format: pairs
    expect(colours(1, [[0, 0]], 6)).toEqual([0]);
  });

  it("repeats the last colour when there are too few", () => {
    expect(colours(3, [[0, 1], [1, 2], [0, 2]], 2)).toEqual([0, 1, 1]); // biome-ignore format: pairs
  });
});
