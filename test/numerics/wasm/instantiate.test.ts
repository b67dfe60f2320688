import { afterEach, describe, expect, it } from "vitest";
import { f32, i32, writeFunction } from "../../../src/numerics/wasm/assembler.ts";
import {
  compileFunctions,
  hasRoom,
  instantiate,
  instantiateIn,
  instantiateWith,
  isWorthKeeping,
  type WasmMemory,
} from "../../../src/numerics/wasm/instantiate.ts";

interface Engine {
  Instance: unknown;
  readonly CompileError: new () => Error;
  readonly LinkError: new () => Error;
}
const globals = globalThis as unknown as { WebAssembly: Engine };
const { Instance } = globals.WebAssembly;

afterEach(() => {
  globals.WebAssembly.Instance = Instance;
});

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

  it("that do not compile or link are errors", () => {
    const { CompileError, LinkError } = globals.WebAssembly;
    const wrongType = () => [writeFunction("seven", 0, () => f32.const(7))];
    expect(() => compileFunctions(0, wrongType)).toThrow(CompileError);
    expect(() => compileFunctions(2 ** 40, write)).toThrow(CompileError);
    expect(() => instantiate({})).toThrow(TypeError);
    const { memory } = instantiate(compileFunctions(0, write)!)!;
    expect(() => instantiateIn(compileFunctions(65536, write, true)!, memory)).toThrow(LinkError);
    const failing = () => {
      throw new RangeError("in code that writes a kernel");
    };
    expect(() => compileFunctions(0, failing)).toThrow(RangeError);
  });

  it("are null where memory runs out, and only there", () => {
    const compiled = compileFunctions(0, write)!;
    globals.WebAssembly.Instance = function refuse() {
      throw new RangeError("WebAssembly.Instance(): Out of memory");
    };
    expect(instantiate(compiled)).toBeNull();
    globals.WebAssembly.Instance = function refuse() {
      throw new Error("another fault");
    };
    expect(() => instantiate(compiled)).toThrow("another fault");
    const grow = () => {
      throw new TypeError("another fault");
    };
    expect(() => hasRoom({ buffer: new ArrayBuffer(0), grow }, 1)).toThrow(TypeError);
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
