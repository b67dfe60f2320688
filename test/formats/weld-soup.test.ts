import { describe, expect, it } from "vitest";
import { weldSoup } from "../../src/formats/weld-soup.ts";
import { random } from "../meshes.ts";

describe("weldSoup", () => {
  it("numbers vertices in order of occurrence; zeros of both signs are equal, and the first one is kept", () => {
    const { positions, indices } = weldSoup(Float32Array.of(1, 0, 0, 2, 0, 0, 1, -0, 0, 3, 0, 0, 2, 0, -0));
    expect([...indices]).toEqual([0, 1, 0, 2, 1]);
    expect([...positions]).toEqual([1, 0, 0, 2, 0, 0, 3, 0, 0]);
  });

  it("welds f32 like f64, which uses another algorithm (seed 3)", () => {
    const next = random(3);
    for (const [corners, values] of [
      [0, 1],
      [1, 1],
      [3000, 4],
      [3000, 40],
      [9000, 1e9],
    ] as const) {
      const soup = Float32Array.from({ length: 3 * corners }, () => Math.floor(next() * values) - 1);
      const fast = weldSoup(soup);
      const slow = weldSoup(Float64Array.from(soup));
      expect(fast.indices).toEqual(slow.indices);
      expect(Array.from(fast.positions)).toEqual(Array.from(slow.positions));
    }
  });
});
