import { describe, expect, it } from "vitest";
import { hasRoom, hasRoomAhead, isWorthKeeping, type WasmMemory } from "../../src/kernels/wasm-memory.ts";
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

  it("grows by half for many small pieces, up to a limit, and exactly where that is more", () => {
    const memory = new WebAssembly.Memory({ initial: 8 });
    expect(hasRoomAhead(memory, 8 * 65536 + 1, 2 ** 28)).toBe(true);
    expect(memory.buffer.byteLength).toBe(12 * 65536);
    expect(hasRoomAhead(memory, 12 * 65536, 2 ** 28)).toBe(true);
    expect(memory.buffer.byteLength).toBe(12 * 65536);
    expect(hasRoomAhead(memory, 13 * 65536, 14 * 65536)).toBe(true);
    expect(memory.buffer.byteLength).toBe(14 * 65536);
    expect(hasRoomAhead(memory, 100 * 65536, 2 ** 28)).toBe(true);
    expect(memory.buffer.byteLength).toBe(100 * 65536);
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
