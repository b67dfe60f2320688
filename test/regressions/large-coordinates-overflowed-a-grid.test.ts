import { expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { locatePointByIntegers } from "../../src/reference/index.ts";

// The grid of the slow twins was refined for 0.1 after 1e300 had passed, whose multiple then was Infinity: an untyped RangeError.
it("the slow twin locates points far beyond all meshes", () => {
  expect(locatePointByIntegers(createBox(), [1e300, 0.1, 0])).toBe("outside");
  expect(locatePointByIntegers(createBox(), [0.1, 0, -1e300])).toBe("outside");
});
