import { areKernelsAvailable } from "./available.ts";
import { decodeKernels } from "./decode-kernels.ts";
import { ifRoomLasts, PAGE, type WasmMemory } from "./wasm-memory.ts";

// Compiles and links a module of kernels. If kernels are available, a module that does not compile or link throws: a kernel is never
// silently absent. A limit of the engine is reported by null, and TypeScript takes over.

/**
 * A module in src/kernels/generated/. It is an object rather than a string, so that minifiers leave it in place: they inline a string that
 * is used once, and texts far apart take a kilobyte more by gzip.
 */
export interface KernelModule {
  /** The bytes, by `encodeKernels` of scripts/encode-kernels.mjs. */
  readonly text: string;
  /** Null until first needed. */
  compiled: CompiledKernels | null;
}

/** The parts of this global that are used here; the ES2022 types lack it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: object };
  Memory: new (size: { initial: number }) => WasmMemory;
};

/** Can be linked with any number of memories. */
type CompiledKernels = object;

/** Null if kernels are not available, or the engine has no room to compile them. */
function compileKernels(module: KernelModule): CompiledKernels | null {
  if (module.compiled === null && areKernelsAvailable()) {
    const bytes = decodeKernels(module.text);
    module.compiled = ifRoomLasts(() => new WebAssembly.Module(bytes));
  }
  return module.compiled;
}

/** The functions of a module, with the memory they work in. */
export interface LinkedKernels<Functions extends object> {
  readonly functions: Functions;
  readonly memory: WasmMemory;
}

/** How many calls to skip after a failed attempt: where address space is short, one attempt takes a tenth of a second. */
const PAUSE = 1000;
let pause = 0;

/**
 * The functions of a module over a new memory of at least `bytes` bytes; null without kernels or memory, and for a while after a failure.
 */
export function linkKernels<Functions extends object>(
  module: KernelModule,
  bytes: number,
): LinkedKernels<Functions> | null {
  if (pause > 0) {
    pause--;
    return null;
  }
  const compiled = compileKernels(module);
  if (compiled === null) return null;
  const linked = ifRoomLasts(() => {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const functions = new WebAssembly.Instance(compiled, { env: { memory } }).exports as Functions;
    return { functions, memory };
  });
  if (linked === null) pause = PAUSE;
  return linked;
}

/** The functions of a module over an existing memory, importing the functions in `others`; null without kernels or memory. */
export function linkKernelsTo<Functions extends object>(
  module: KernelModule,
  memory: WasmMemory,
  others: object = {},
): Functions | null {
  const compiled = compileKernels(module);
  if (compiled === null) return null;
  const env = { memory, ...others };
  return ifRoomLasts(() => new WebAssembly.Instance(compiled, { env }).exports as Functions);
}
