// How much memory WebAssembly holds in this process. Node counts it nowhere, so every memory that is made is remembered weakly.

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** The part of the global that is used here; the types of ES2022 do not know it. */
interface WasmGlobal {
  Memory: new (...words: unknown[]) => Memory;
  Instance: new (...words: unknown[]) => { readonly exports: { readonly memory?: unknown } };
}

const memories = new Set<WeakRef<Memory>>();

/** To be called before the library makes its first instance. */
export function watchWasmMemory(): void {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: WasmGlobal };
  const { Memory, Instance } = wasm;
  wasm.Memory = class extends Memory {
    constructor(...words: unknown[]) {
      super(...words);
      memories.add(new WeakRef<Memory>(this));
    }
  };
  wasm.Instance = class extends Instance {
    constructor(...words: unknown[]) {
      super(...words);
      const { memory } = this.exports;
      if (memory instanceof Memory) memories.add(new WeakRef(memory));
    }
  };
}

/** Bytes of all memories that were not collected yet, each counted once. */
export function wasmBytes(): number {
  const alive = new Set<Memory>();
  for (const reference of memories) {
    const memory = reference.deref();
    if (memory === undefined) memories.delete(reference);
    else alive.add(memory);
  }
  let bytes = 0;
  for (const { buffer } of alive) bytes += buffer.byteLength;
  return bytes;
}
