import { describe, expect, it } from "vitest";
import { i32, writeFunction } from "../../../src/numerics/wasm/assembler.ts";
import {
  compileFunctions,
  hasRoom,
  instantiate,
  instantiateIn,
  isWorthKeeping,
  type WasmMemory,
} from "../../../src/numerics/wasm/instantiate.ts";

const write = () => [writeFunction("seven", 0, () => i32.const(7))];

describe("modules of kernels", () => {
  it("have a memory of their own, or that of others", () => {
    const own = instantiate<{ seven(): number }>(compileFunctions(100_000, write)!)!;
    expect(own.seven()).toBe(7);
    expect(own.memory.buffer.byteLength).toBe(2 * 65536);
    const sharing = instantiateIn<{ seven(): number }>(compileFunctions(100_000, write, true)!, own.memory)!;
    expect(sharing.seven()).toBe(7);
    expect(sharing.memory).toBe(own.memory);
  });

  it("are null where the engine refuses them", () => {
    expect(compileFunctions(2 ** 40, write)).toBeNull();
    expect(instantiate({})).toBeNull();
    const { memory } = instantiate(compileFunctions(0, write)!)!;
    expect(instantiateIn(compileFunctions(65536, write, true)!, memory)).toBeNull();
  });

  it("grow, or say that they cannot", () => {
    const { memory } = instantiate(compileFunctions(65536, write)!)!;
    expect(hasRoom(memory, 65537)).toBe(true);
    expect(memory.buffer.byteLength).toBe(2 * 65536);
    expect(hasRoom(memory, 2 ** 33)).toBe(false);
    expect(memory.buffer.byteLength).toBe(2 * 65536);
  });

  it("are kept up to 64 MiB", () => {
    const memoryOf = (byteLength: number) => ({ buffer: { byteLength } }) as WasmMemory;
    expect(isWorthKeeping(memoryOf(2 ** 26))).toBe(true);
    expect(isWorthKeeping(memoryOf(2 ** 26 + 65536))).toBe(false);
  });
});
