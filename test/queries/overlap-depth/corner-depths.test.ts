import { expect, it } from "vitest";
import {
  createCornerDepths,
  entryOf,
  keepDepth,
  takeDepth,
} from "../../../src/queries/overlap-depth/corner-depths.ts";

it("the table of corner depths finds a corner by its exact coordinates and its direction, and nothing else", () => {
  const depths = createCornerDepths();
  const corner = Float64Array.of(0.1, -2, 3);
  const out = new Float64Array(3);
  const entry = entryOf(depths, corner, 0);
  expect(takeDepth(depths, entry, 0, corner, 0, out, 0)).toBeNaN();
  keepDepth(depths, entry, 0, corner, 0, 0.5, Float64Array.of(7, 8, 9), 0);
  expect(takeDepth(depths, entryOf(depths, corner, 0), 0, corner, 0, out, 0)).toBe(0.5);
  expect([...out]).toEqual([7, 8, 9]);
  expect(takeDepth(depths, entry, 1, corner, 0, out, 0)).toBeNaN();
  expect(takeDepth(depths, entry, 0, Float64Array.of(0.1, -2, 3 + 2 ** -51), 0, out, 0)).toBeNaN();
});
