import { afterEach, expect, it } from "vitest";
import type { FitKernels } from "../../src/kernels/fit-kernels.ts";
import { KERNELS } from "../../src/kernels/generated/fits.ts";
import { linkKernels } from "../../src/kernels/load-kernels.ts";
import { describeKernels } from "../kernels.ts";

const globals = globalThis as unknown as { WebAssembly: { Memory: unknown } };
const { Memory } = globals.WebAssembly;

afterEach(() => {
  globals.WebAssembly.Memory = Memory;
});

describeKernels("the loader of kernels", () => {
  it("links a module with a new memory of the size that is asked for", () => {
    const { functions, memory } = linkKernels<FitKernels>(KERNELS, 100_000)!;
    expect(memory.buffer.byteLength).toBe(2 * 65536);
    const floats = new Float32Array(memory.buffer);
    floats.set([1, -0, 2 ** 100, 3]);
    expect(functions.checkSingles(0, 16)).toBe(1);
    expect(Object.is(floats[1], 0)).toBe(true);
    floats[2] = Number.NaN;
    expect(functions.checkSingles(0, 16)).toBe(0);
  });

  it("throws where a module does not compile or link", () => {
    const cut = { text: `${KERNELS.text.slice(0, -400)}AAAA`, compiled: null };
    expect(() => linkKernels(cut, 1)).toThrow(/WebAssembly/);
    expect(() => linkKernels({ text: "", compiled: {} }, 1)).toThrow(TypeError);
    globals.WebAssembly.Memory = function Memory() {
      throw new TypeError("broken");
    };
    expect(() => linkKernels(KERNELS, 1)).toThrow("broken");
  });

  it("returns null for lack of memory, and for the next thousand calls", () => {
    expect(linkKernels(KERNELS, 2 ** 40)).toBeNull();
    for (let i = 0; i < 1000; i++) expect(linkKernels(KERNELS, 1)).toBeNull();
    expect(linkKernels(KERNELS, 1)).not.toBeNull();
  });
});
