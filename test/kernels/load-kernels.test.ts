import { afterEach, describe, expect, it } from "vitest";
import { KERNELS } from "../../src/kernels/generated/trees.ts";
import {
  areKernelsPossible,
  compileKernels,
  createKernelMemory,
  growKernelMemory,
  linkKernels,
} from "../../src/kernels/load-kernels.ts";
import type { TreeKernels } from "../../src/kernels/tree-workspace.ts";

const globals = globalThis as unknown as { WebAssembly: { Memory: unknown } };
const { Memory } = globals.WebAssembly;

afterEach(() => {
  globals.WebAssembly.Memory = Memory;
});

describe("the loader of kernels", () => {
  it("finds SIMD here: a machine that tests abut has it", () => {
    expect(areKernelsPossible()).toBe(true);
  });

  it("links a module with the memory it is given", () => {
    const memory = createKernelMemory(100_000)!;
    expect(memory.buffer.byteLength).toBe(2 * 65536);
    const floats = new Float32Array(memory.buffer);
    const kernels = linkKernels<TreeKernels>(compileKernels(KERNELS), memory);
    floats.set([1, -0, 2 ** 100, 3]);
    expect(kernels.checkSingles(0, 16)).toBe(1);
    expect(Object.is(floats[1], 0)).toBe(true);
    floats[2] = Number.NaN;
    expect(kernels.checkSingles(0, 16)).toBe(0);
  });

  it("throws where a module does not compile or link", () => {
    const base64 = `${KERNELS.base64.slice(0, 400)}AAAA`;
    expect(() => compileKernels({ ...KERNELS, base64 })).toThrow(/WebAssembly/);
    expect(() => linkKernels(compileKernels(KERNELS), {} as never)).toThrow(/memory/);
  });

  it("tells lack of memory by null and false, and nothing else", () => {
    expect(createKernelMemory(2 ** 40)).toBeNull();
    const memory = createKernelMemory(65536)!;
    expect(growKernelMemory(memory, 65537)).toBe(true);
    expect(memory.buffer.byteLength).toBe(2 * 65536);
    expect(growKernelMemory(memory, 2 ** 40)).toBe(false);
    expect(memory.buffer.byteLength).toBe(2 * 65536);
    globals.WebAssembly.Memory = class {
      constructor() {
        throw new TypeError("broken");
      }
    };
    expect(() => createKernelMemory(1)).toThrow("broken");
  });
});
