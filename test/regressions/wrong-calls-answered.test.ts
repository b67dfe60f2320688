import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildRTree,
  castRay,
  castRayAll,
  classify,
  closestPoint,
  createMesh,
  locatePoint,
  OptionError,
  overlapBox,
  overlapSphere,
  PoseError,
  type QueryStats,
  sweepBox,
  timeOfImpact,
  windingNumber,
} from "../../src/index.ts";

// Found in review, by calls that only JavaScript can make: they were answered, or refused in the name of something else.

const mesh = createMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) });
const tree = buildAabbTree(mesh);
const wrong = (...values: unknown[]) => values as never as number[];

describe("a value that is not a number", () => {
  it.each([
    ["origin[0]", () => castRay(tree, wrong(null, null, null), [0, 0, 1])],
    ["direction[1]", () => castRayAll(tree, [0, 0, 0], wrong(0, "1", 0))],
    ["maxT", () => castRay(tree, [0, 0, 0], [0, 0, 1], { maxT: "3" as never })],
    ["box[3]", () => overlapBox(tree, wrong(0, 0, 0, "1", 1, 1))],
    ["motion[2]", () => sweepBox(tree, [0, 0, 0, 1, 1, 1], wrong(0, 0, 1n))],
    ["radius", () => overlapSphere(tree, [0, 0, 0], null as never)],
    ["point[0]", () => locatePoint(tree, wrong(null, 0, 0))],
    ["point[1]", () => windingNumber(tree, wrong(0, true, 0))],
    ["motionA.about", () => timeOfImpact(tree, tree, { to: null, about: null as never }, null)],
  ])("is refused as %s", (name, call) => {
    expect(call).toThrow(OptionError);
    expect(call).toThrow(`${name}: `);
  });
});

it("four coordinates are refused as a point", () => {
  expect(() => locatePoint(tree, [0, 0, 0, 1])).toThrow(new OptionError("point: expected 3 numbers, got 4"));
});

it("the error about an R-tree calls it an R-tree", () => {
  const rTree = buildRTree(mesh) as never;
  expect(() => classify(rTree, rTree)).toThrow('got "r-tree"');
  expect(() => locatePoint(rTree, [0, 0, 0])).toThrow('got "r-tree"');
  expect(() => castRayAll(rTree, [0, 0, 0], [0, 0, 1])).toThrow("castRayAll: ");
});

it("the error about a singular pose names the option and the determinant", () => {
  const toWorld = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  const call = () => closestPoint(tree, [0, 0, 0], { toWorld });
  expect(call).toThrow(PoseError);
  expect(call).toThrow("toWorld: singular, its determinant is 0");
});

it("windingNumber fills the counters that it is given", () => {
  const stats = {} as QueryStats;
  windingNumber(tree, [0, 0, 1], { stats });
  expect(stats.triangleTests).toBe(1);
});
