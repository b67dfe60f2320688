import { afterEach, expect, it } from "vitest";
import { KERNELS } from "../../src/kernels/generated/trees.ts";
import { compileKernels, createKernelMemory, linkKernels } from "../../src/kernels/load-kernels.ts";
import type { TreeKernels } from "../../src/kernels/tree-workspace.ts";
import { describeKernels } from "../kernels.ts";

const globals = globalThis as unknown as { WebAssembly: { Memory: unknown } };
const { Memory } = globals.WebAssembly;

afterEach(() => {
  globals.WebAssembly.Memory = Memory;
});

describeKernels("the loader of kernels", () => {
  it("links a module with the memory it is given", () => {
    const memory = createKernelMemory(100_000)!;
    expect(memory.buffer.byteLength).toBe(2 * 65536);
    const floats = new Float32Array(memory.buffer);
    const kernels = linkKernels<TreeKernels>(compileKernels(KERNELS)!, memory)!;
    floats.set([1, -0, 2 ** 100, 3]);
    expect(kernels.checkSingles(0, 16)).toBe(1);
    expect(Object.is(floats[1], 0)).toBe(true);
    floats[2] = Number.NaN;
    expect(kernels.checkSingles(0, 16)).toBe(0);
  });

  it("throws where a module does not compile or link", () => {
    const base64 = `${KERNELS.base64.slice(0, 400)}AAAA`;
    expect(() => compileKernels({ ...KERNELS, base64 })).toThrow(/WebAssembly/);
    expect(() => linkKernels(compileKernels(KERNELS)!, {} as never)).toThrow(/memory/);
  });

  it("tells lack of memory by null, and nothing else", () => {
    expect(createKernelMemory(2 ** 40)).toBeNull();
    const throwing = (error: Error) =>
      class {
        constructor() {
          throw error;
        }
      };
    globals.WebAssembly.Memory = throwing(new RangeError("no memory"));
    expect(createKernelMemory(1)).toBeNull();
    globals.WebAssembly.Memory = throwing(new TypeError("broken"));
    expect(() => createKernelMemory(1)).toThrow("broken");
  });
});
