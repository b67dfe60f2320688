/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object) => { exports: object };
};

/** A memory of WebAssembly; its buffer is another one after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export const PAGE = 65536;

/** What a module exports; null where WebAssembly is missing or forbidden, or lacks what the module needs. */
export function instantiate(write: () => Uint8Array<ArrayBuffer>): object | null {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(write())).exports;
  } catch {
    return null;
  }
}
