import { afterEach, describe, expect, it, vi } from "vitest";
import { createDynamicTree, createSegmentSort, cullBoxes } from "../src/broadphase/index.ts";
import {
  buildAabbTree,
  castRay,
  closestPoint,
  collide,
  collideMany,
  collidesItself,
  createMesh,
  distance,
  findImpacts,
  findManifold,
  findNearPairs,
  findPairs,
  findSelfNearPairs,
  findSelfPairs,
  isWithin,
  overlapDepth,
  penetration,
  refit,
  timeOfImpact,
} from "../src/index.ts";
import { withKernels, withoutKernels } from "../src/kernels/kernel-choice.ts";
import { type KernelKind, kernelRuns } from "../src/kernels/kernel-runs.ts";
import { createBox } from "../src/mesh/primitives/index.ts";
import { importAnew } from "./fresh-modules.ts";
import { byKernel, describeKernels, runsDuring } from "./kernels.ts";
import { rotation } from "./poses.ts";

// (1) `withKernels` makes the kernel answer the first query of the smallest model (2) `withoutKernels` makes it answer none
// (3) the innermost choice counts (4) a kernel is absent only where the engine has none.

/** The global of this name, which the types of ES2022 do not know. */
const engine = (globalThis as unknown as { WebAssembly: { CompileError: new (message: string) => Error } })
  .WebAssembly;

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const makeTree = (shift = 0) =>
  buildAabbTree(createMesh({ positions: new Float64Array([0, 0, shift, 1, 0, shift, 0, 1, shift]) }));
const moved = (z: number) => [...IDENTITY.slice(0, 14), z, 1];
const makeBoxes = (phase: ReturnType<typeof createSegmentSort>) => {
  phase.add([0, 0, 0, 2, 2, 2]);
  phase.add([1, 1, 1, 3, 3, 3]);
  return phase.update().count;
};

/** A first query of each kind, on models that nobody has asked before. */
const FIRST_QUERIES: Record<string, { kind: KernelKind; ask: () => unknown }> = {
  collide: { kind: "pairs", ask: () => collide(makeTree(), makeTree()) },
  collideMany: {
    kind: "pairs",
    ask: () => collideMany(makeTree(), makeTree(), [...IDENTITY, ...IDENTITY]).count,
  },
  findPairs: { kind: "pairs", ask: () => findPairs(makeTree(), makeTree()).count },
  findSelfPairs: { kind: "self", ask: () => findSelfPairs(makeTree()).count },
  collidesItself: { kind: "self", ask: () => collidesItself(makeTree()) },
  findNearPairs: { kind: "near", ask: () => findNearPairs(makeTree(), makeTree(0.5), 1).count },
  findSelfNearPairs: { kind: "near", ask: () => findSelfNearPairs(makeTree(), 1).count },
  timeOfImpact: {
    kind: "impact",
    ask: () => timeOfImpact(makeTree(), makeTree(3), null, { from: IDENTITY, to: moved(-4) }),
  },
  findImpacts: {
    kind: "impact",
    ask: () => findImpacts(makeTree(), makeTree(3), null, { from: IDENTITY, to: moved(-4) }).count,
  },
  distance: { kind: "distance", ask: () => distance(makeTree(), makeTree(3))?.distance },
  isWithin: { kind: "distance", ask: () => isWithin(makeTree(), makeTree(3), 4) },
  closestPoint: { kind: "point", ask: () => closestPoint(makeTree(), [0, 0, 2])?.distance },
  castRay: { kind: "ray", ask: () => castRay(makeTree(), [0.25, 0.25, 3], [0, 0, -1])?.t },
  penetration: {
    kind: "convex",
    ask: () => {
      const box = buildAabbTree(createBox());
      return penetration(box, box, { bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0.2, 0.1, 1] })
        ?.depth;
    },
  },
  findManifold: {
    kind: "lines",
    ask: () => {
      const box = buildAabbTree(createBox());
      return findManifold(box, box, { bToWorld: rotation([0.3, 0.2, 0.1, 0.9], [0.5, 0.2, 0.1]) }).depths[0];
    },
  },
  overlapDepth: {
    kind: "depth",
    ask: () => {
      const box = buildAabbTree(createBox());
      return overlapDepth(box, box, { bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1] })?.depth;
    },
  },
  buildAabbTree: { kind: "build", ask: () => makeTree().nodes[0] },
  refit: {
    kind: "fit",
    ask: () => {
      const tree = makeTree();
      tree.mesh.positions[2] = 5;
      refit(tree);
      return tree.nodes[5];
    },
  },
  cullBoxes: { kind: "cull", ask: () => cullBoxes(Float64Array.of(0, 0, 0, 1, 1, 1), [1, 0, 0, -2]).count },
  "segment sort": { kind: "segmentSort", ask: () => makeBoxes(createSegmentSort()) },
  "dynamic tree": { kind: "dynamicTree", ask: () => makeBoxes(createDynamicTree()) },
};

describeKernels.each(Object.entries(FIRST_QUERIES))("%s", (_, { kind, ask }) => {
  it("(1, 2) gives equal answers with its kernel forced and with kernels off", () => {
    const answer = byKernel(kind, ask);
    const before = { ...kernelRuns };
    expect(withoutKernels(ask)).toEqual(answer);
    expect(kernelRuns).toEqual(before);
    expect(ask()).toEqual(answer);
  });
});

describeKernels("a choice within a choice", () => {
  it("(3) takes precedence, and ends with its work", () => {
    const ask = () => collide(makeTree(), makeTree());
    expect(runsDuring("pairs", () => withKernels(() => withoutKernels(ask)))).toBe(0);
    expect(runsDuring("pairs", () => withoutKernels(() => withKernels(ask)))).toBe(1);
    expect(
      runsDuring("pairs", () =>
        withKernels(() => {
          withoutKernels(ask);
          ask();
        }),
      ),
    ).toBe(1);
    expect(() =>
      withKernels(() => {
        throw new Error("in the midst");
      }),
    ).toThrow("in the midst");
    expect(runsDuring("pairs", ask)).toBe(0);
  });
});

describe("(4) a probe that does not compile", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** The library in an engine whose modules end with this error. */
  async function importWhere(error: () => Error) {
    const Module = function refuse() {
      throw error();
    };
    vi.stubGlobal("WebAssembly", { CompileError: engine.CompileError, Module });
    const [{ areKernelsAvailable }, { buildAabbTree: build, collide: ask }] = await importAnew<
      [typeof import("../src/kernels/available.ts"), typeof import("../src/index.ts")]
    >("src/kernels/available.ts", "src/index.ts");
    return { areKernelsAvailable, answer: () => ask(build(makeTree().mesh), build(makeTree().mesh)) };
  }

  it.each([
    ["no SIMD, or a policy that forbids compiling", () => new engine.CompileError("disallowed")],
    ["such a policy in other engines", () => new EvalError("refused")],
    ["no memory", () => new RangeError("out of memory")],
  ])("means plain answers: %s", async (_, error) => {
    const { areKernelsAvailable, answer } = await importWhere(error);
    expect(areKernelsAvailable()).toBe(false);
    expect(answer()).toBe(true);
  });

  it("is an error if it fails for any other reason", async () => {
    const { areKernelsAvailable } = await importWhere(() => new TypeError("a fault"));
    expect(areKernelsAvailable).toThrow(TypeError);
  });
});
