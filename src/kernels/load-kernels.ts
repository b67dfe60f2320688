// The bytes of a module of kernels, made ready. Whether the engine has WebAssembly with SIMD, and is allowed to compile it, is
// probed once. Where it is, a module that does not compile or link throws: a kernel is never silently absent. Lack of memory is
// another matter: it is told by null, and the plain way takes over.

/** A module as src/kernels/generated/ holds it. */
export interface KernelBytes {
  readonly compiler: string;
  /** SHA-256 of the sources. */
  readonly sources: string;
  readonly base64: string;
}

/** The memory that kernels work in; its buffer is another one after it has grown. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: object };
  Memory: new (size: { initial: number }) => KernelMemory;
};

/** A page of WebAssembly memory, in bytes. */
const PAGE = 65536;

// A module with one function, whose only instructions are v128.const, drop and end.
const PROBE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
  ...[1, 4, 1, 0x60, 0, 0], // types: ( ) → ( )
  ...[3, 2, 1, 0], // functions: one, of type 0
  ...[10, 23, 1, 21, 0, 0xfd, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x0b],
]);

let hasSimd: boolean | undefined;

/** Whether there is WebAssembly with SIMD, and it may be compiled here; asked once a process. */
export function areKernelsPossible(): boolean {
  hasSimd ??= probe();
  return hasSimd;
}

function probe(): boolean {
  if (typeof WebAssembly !== "object") return false;
  try {
    new WebAssembly.Module(PROBE);
    return true;
  } catch {
    // No SIMD, or a policy that forbids to compile: this is what the probe is for.
    return false;
  }
}

/** A compiled module, to be linked with as many memories as are needed. */
export type CompiledKernels = object;

export function compileKernels({ base64 }: KernelBytes): CompiledKernels {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return new WebAssembly.Module(bytes);
}

/** The functions of a module, over this memory. */
export function linkKernels<Functions extends object>(
  compiled: CompiledKernels,
  memory: KernelMemory,
): Functions {
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as Functions;
}

/** A memory of at least so many bytes; null where there is no room for it. */
export function createKernelMemory(bytes: number): KernelMemory | null {
  return unlessOutOfMemory(() => new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) }));
}

/** Sees to it that the memory has so many bytes; false where there is no room for them. */
export function growKernelMemory(memory: KernelMemory, bytes: number): boolean {
  const lacking = bytes - memory.buffer.byteLength;
  return lacking <= 0 || unlessOutOfMemory(() => memory.grow(Math.ceil(lacking / PAGE))) !== null;
}

/** Engines report memory they do not have by a RangeError, and nothing else by one here. */
function unlessOutOfMemory<T>(allocate: () => T): T | null {
  try {
    return allocate();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
