import { assembleModule, type FunctionCode } from "./assembler.ts";

/** The memory that functions of a module work on. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object) => { exports: object };
};

export const PAGE = 65536;

/** The functions by name, and their memory; null where WebAssembly is missing or forbidden, or has no SIMD. */
export function instantiate<Kernels extends { readonly memory: KernelMemory }>(
  pages: number,
  functions: readonly FunctionCode[],
): Kernels | null {
  try {
    const bytes = assembleModule(pages, functions);
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as Kernels;
  } catch {
    return null;
  }
}

/** Sees to it that the memory has so many bytes; false where the engine gives no more. */
export function hasRoom(memory: KernelMemory, bytes: number): boolean {
  const lacking = bytes - memory.buffer.byteLength;
  if (lacking <= 0) return true;
  try {
    memory.grow(Math.ceil(lacking / PAGE));
    return true;
  } catch {
    return false;
  }
}
