import { expect, it } from "vitest";
import { buildAabbTree, findManifold } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";

// An edge that lies in the plane of a triangle has two ends there, which were both named by edge and triangle: a solver that finds last
// frame's impulse by the key took that of the opposite corner.
for (const [title, x, y, isGeneral] of [
  ["half over", 0.5, 0.5, false],
  ["above", 0, 0, false],
  ["a quarter over", 0.25, 0, true],
  ["somewhere over", 0.3, 0.2, true],
] as const)
  it(`names each corner of two boxes that touch along a face by a key of its own, which lasts (${title})`, () => {
    const box = buildAabbTree(createBox({ size: [1, 1, 1] }));
    const keysAt = (slide: number) => {
      const bToWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x + slide, y, 1, 1];
      const { keys, pointCount } = findManifold(box, box, { bToWorld });
      return Array.from({ length: pointCount }, (_, p) => `${keys[2 * p]} ${keys[2 * p + 1]}`);
    };
    const keys = keysAt(0);
    expect(keys.length).toBe(4);
    expect(new Set(keys).size).toBe(4);
    if (isGeneral) expect(new Set(keysAt(2 ** -10))).toEqual(new Set(keys));
  });
