import { expect, it } from "vitest";
import { buildAabbTree, castRay, castRayAll, createMesh, type SplitRule, sweepBox } from "../../src/index.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

// Found by a fuzz run. `maxT` was compared with a rounded t, so a segment that ends in a triangle missed it in one of four cases. And
// t, points and normals were rounded in the order of corners of a slot, which depends on the tree.

const SIDE = 2 ** 20;

it("a segment that ends inside a triangle meets it, one that ends before it does not", () => {
  const next = random(14);
  const whole = () => Math.floor(2 * SIDE * next()) - SIDE;
  for (let n = 0; n < 500; n++) {
    const origin = [whole(), whole(), whole()];
    const target = [whole(), whole(), whole()];
    const p = [whole(), whole(), whole()];
    const q = [whole(), whole(), whole()];
    // The target is the mean of the corners, exactly.
    const r = target.map((x, axis) => 3 * x - p[axis] - q[axis]);
    const tree = buildAabbTree(createMesh({ positions: new Float64Array([...p, ...q, ...r]) }));
    const direction = target.map((x, axis) => x - origin[axis]);
    expect(castRay(tree, origin, direction, { maxT: 1 })?.t).toBeLessThanOrEqual(1);
    expect(castRayAll(tree, origin, direction, { maxT: 1 })).toHaveLength(1);
    expect(castRay(tree, origin, direction, { maxT: 1 - 2 ** -36 })).toBeNull();
    expect(castRayAll(tree, origin, direction, { maxT: 1 - 2 ** -36 })).toEqual([]);
    // A ray that ends in a triangle, with a direction so short that it is lengthened.
    const short = direction.map((x) => x * 2 ** -560);
    expect(castRay(tree, origin, short, { maxT: 2 ** 560 })?.t).toBeLessThanOrEqual(2 ** 560);
    expect(castRay(tree, origin, short, { maxT: 2 ** 560 * (1 - 2 ** -36) })).toBeNull();
  }
});

it("rays and swept boxes give equal numbers in every tree", () => {
  const next = random(15);
  const coordinate = () => 2 * next() - 1;
  for (let n = 0; n < randomCases(50); n++) {
    const positions = Float64Array.from({ length: 12 }, coordinate);
    const mesh = createMesh({ positions, indices: new Uint16Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]) });
    const trees = (["sah", "midpoint", "median", "half-balanced", "best-axis"] satisfies SplitRule[]).flatMap(
      (split) => [1, 2, 4].map((leafSize) => buildAabbTree(mesh, { split, leafSize })),
    );
    const origin = [3 * coordinate(), 3 * coordinate(), 3];
    const direction = [0, 1, 2].map((axis) => (positions[axis] + positions[axis + 6]) / 2 - origin[axis]);
    const box = [...origin.map((x) => x - 0.1), ...origin.map((x) => x + 0.1)];
    const answers = trees.map((tree) => [
      castRay(tree, origin, direction),
      castRayAll(tree, origin, direction),
      sweepBox(tree, box, direction),
    ]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  }
});

it("a box that is 1e-300 away from a triangle does not meet it at the start, however fast it is", () => {
  const box = [0, 0, 0, 1, 1, 1];
  const motion = [0, 0, -(2 ** 90)];
  const below = [-9, -9, -1e-300, 9, -9, -1e-300, 0, 9, -1e-300];
  const touching = [-9, -9, 0, 9, -9, 0, 0, 9, 0];
  const alone = buildAabbTree(createMesh({ positions: new Float64Array(below) }));
  expect(sweepBox(alone, box, motion)).toMatchObject({ time: Number.MIN_VALUE, normal: [0, 0, 1] });
  const both = buildAabbTree(createMesh({ positions: new Float64Array([...below, ...touching]) }));
  expect(sweepBox(both, box, motion)).toMatchObject({ triangle: 1, time: 0, normal: null });
});
