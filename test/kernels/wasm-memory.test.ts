import { describe, expect, it } from "vitest";
import { hasRoom, isWorthKeeping, type WasmMemory } from "../../src/kernels/wasm-memory.ts";
import { describeKernels } from "../kernels.ts";

declare const WebAssembly: { Memory: new (size: { initial: number }) => WasmMemory };

describeKernels("the memory of kernels", () => {
  it("grows in pages, or says that it cannot", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    expect(hasRoom(memory, 65537)).toBe(true);
    expect(memory.buffer.byteLength).toBe(2 * 65536);
    expect(hasRoom(memory, 2 ** 33)).toBe(false);
    expect(memory.buffer.byteLength).toBe(2 * 65536);
  });
});

describe("the memory of kernels, by itself", () => {
  it("rethrows every error that is not a lack of memory", () => {
    const grow = () => {
      throw new TypeError("another fault");
    };
    expect(() => hasRoom({ buffer: new ArrayBuffer(0), grow }, 1)).toThrow(TypeError);
  });

  it("is kept up to 64 MiB", () => {
    const memoryOf = (byteLength: number) => ({ buffer: { byteLength } }) as WasmMemory;
    expect(isWorthKeeping(memoryOf(2 ** 26))).toBe(true);
    expect(isWorthKeeping(memoryOf(2 ** 26 + 65536))).toBe(false);
  });
});
