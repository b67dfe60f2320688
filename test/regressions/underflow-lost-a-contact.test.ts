import { describe, expect, it } from "vitest";
import { buildAabbTree, buildObbTree, collide, createMesh } from "../../src/index.ts";
import { collideByBruteForce } from "../../src/reference/index.ts";

// Found in review: all margins of the relative pose were relative to the coordinates, so they vanished together with
// them, while world vertices still have the absolute error of underflow.

describe("contacts that exist only because world coordinates underflow", () => {
  it("are found by both kinds of tree: triangles of size 2^-800, both scaled by 2^-340", () => {
    const unit = 2 ** -800;
    const triangle = (x: number) =>
      createMesh({ positions: Float64Array.from([x, 0, 0, x + 1, 0, 0, x, 1, 0], (v) => v * unit) });
    const [a, b] = [triangle(0), triangle(5)];
    const s = 2 ** -340;
    const pose = [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1];
    const poses = { aToWorld: pose, bToWorld: pose };
    expect(collideByBruteForce(a, b, poses)).toBe(true);
    for (const test of ["sat", "sat-lite"] as const) {
      expect(collide(buildAabbTree(a), buildAabbTree(b), { ...poses, test })).toBe(true);
      expect(collide(buildObbTree(a), buildObbTree(b), { ...poses, test })).toBe(true);
    }
  });

  it("are found by the edge axes of SAT under a pose with a column of length 2^-1020 (seed 7)", () => {
    // A linear congruential generator, because the lost contact is its 379th pair.
    let state = 7;
    const next = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    const lost: string[] = [];
    let contacts = 0;
    for (let k = 0; k < 600; k++) {
      const size = 2 ** -(50 + Math.floor(8 * next()));
      const triangle = () =>
        createMesh({ positions: Float32Array.from({ length: 9 }, () => size * (next() - 0.5)) });
      const [a, b] = [triangle(), triangle()];
      const [u, v] = [6 * next(), 6 * next()];
      const x = [Math.cos(u) * Math.cos(v), Math.sin(u) * Math.cos(v), Math.sin(v)].map(
        (value) => value * 2 ** -1020,
      );
      const y = [-Math.sin(u), Math.cos(u), 0];
      const z = [-Math.cos(u) * Math.sin(v), -Math.sin(u) * Math.sin(v), Math.cos(v)];
      const bToWorld = [...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1];
      if (!collideByBruteForce(a, b, { bToWorld })) continue;
      contacts++;
      for (const test of ["sat", "sat-lite"] as const)
        if (!collide(buildAabbTree(a), buildAabbTree(b), { bToWorld, test })) lost.push(`${test} ${k}`);
    }
    expect(contacts).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });
});
