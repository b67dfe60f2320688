import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  castRay,
  closestPoint,
  collide,
  distance,
  findPairs,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { loadKernels } from "../../src/kernels/pair-kernels.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { copyOfTree } from "../../src/trees/tree-copies.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { rotation } from "../poses.ts";

// The memory in which kernels keep copies of trees: it is released when most of it belongs to collected trees.

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const MEBIBYTE = 2 ** 20;

const memoryBytes = () => loadKernels()!.memory.buffer.byteLength;
const makeGrid = (cells: number) =>
  buildAabbTree(createPlaneGrid({ columns: cells, rows: cells }), { split: "median" });
const UPRIGHT = rotation([1, 0.4, 0, 0], [0.1, 0.1, 0]);
const BESIDE = rotation([1, 0.4, 0, 0], [0, 0, 9]);

/** One query of each kind that uses the copies. */
function ask(tree: AabbTree): unknown {
  return [
    collide(tree, tree, { bToWorld: UPRIGHT }),
    findPairs(tree, tree, { bToWorld: UPRIGHT }).pairs.join(),
    distance(tree, tree, { bToWorld: BESIDE })?.distance,
    closestPoint(tree, [0.2, 4, 0.3])?.point.join(),
    castRay(tree, [0.2, 4, 0.3], [0.01, -1, 0])?.t,
  ];
}

/** Waits until unreachable objects have been collected and their finalizers have run. */
async function settle(isDone: () => boolean): Promise<void> {
  for (let times = 0; times < 50 && !isDone(); times++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Makes large trees with copies; nothing refers to them afterwards. */
function makeAndDrop(count: number): void {
  for (let k = 0; k < count; k++) {
    const tree = makeGrid(200);
    withKernels(() => collide(tree, tree, { bToWorld: BESIDE }));
  }
}

describeKernels("the memory of tree copies", () => {
  it("shrinks after large trees are collected, and queries go on", async () => {
    const small = makeGrid(6);
    const expected = withoutKernels(() => ask(small));
    expect(withKernels(() => ask(small))).toEqual(expected);
    makeAndDrop(4);
    expect(memoryBytes()).toBeGreaterThan(12 * MEBIBYTE);
    await settle(() => memoryBytes() < MEBIBYTE);
    expect(memoryBytes()).toBeLessThan(MEBIBYTE);
    // Those in use are copied again.
    for (const kind of ["pairs", "distance", "point", "ray"] as const)
      expect(
        runsDuring(kind, () => expect(withKernels(() => ask(small))).toEqual(expected)),
        kind,
      ).toBeGreaterThan(0);
    // Memory grows by half at a time.
    expect(memoryBytes()).toBeLessThan(1.5 * MEBIBYTE);
  });

  it("keeps the copies of live trees when others are collected", async () => {
    const large = makeGrid(300);
    withKernels(() => collide(large, large, { bToWorld: BESIDE }));
    const { memory } = loadKernels()!;
    expect(memoryBytes()).toBeGreaterThan(8 * MEBIBYTE);
    let isGone = false;
    const registry = new FinalizationRegistry(() => {
      isGone = true;
    });
    (() => {
      const tree = makeGrid(60);
      withKernels(() => collide(tree, tree, { bToWorld: BESIDE }));
      registry.register(tree.buffer, null);
    })();
    await settle(() => isGone);
    expect(isGone).toBe(true);
    expect(loadKernels()!.memory).toBe(memory);
    expect(copyOfTree(large)?.nodes).toBeGreaterThan(0);
  });
});
