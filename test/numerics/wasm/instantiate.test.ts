import { afterEach, describe, expect, it } from "vitest";
import { i32, writeFunction } from "../../../src/numerics/wasm/assembler.ts";
import {
  compileFunctions,
  hasRoom,
  instantiate,
  instantiateIn,
  instantiateWith,
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

describe("a memory for one object", () => {
  const globals = globalThis as unknown as { WebAssembly: { Instance: unknown } };
  const { Instance } = globals.WebAssembly;

  afterEach(() => {
    globals.WebAssembly.Instance = Instance;
  });

  it("has the bytes that were asked for", () => {
    const functions = instantiateWith<{ seven(): number }>(compileFunctions(0, write)!, 100_000)!;
    expect(functions.seven()).toBe(7);
    expect(functions.memory.buffer.byteLength).toBe(2 * 65536);
  });

  it("is not tried for at once again where there was none, but is later", () => {
    const compiled = compileFunctions(0, write)!;
    let tries = 0;
    globals.WebAssembly.Instance = function refuse() {
      tries++;
      throw new RangeError("WebAssembly.Instance(): Out of memory");
    };
    for (let k = 0; k < 50; k++) expect(instantiateWith(compiled, 10)).toBeNull();
    expect(tries).toBe(1);
    globals.WebAssembly.Instance = Instance;
    expect(instantiateWith(compiled, 10)).toBeNull();
    let calls = 0;
    while (instantiateWith(compiled, 10) === null) expect(++calls).toBeLessThan(2000);
  });
});
