import { areKernelsAvailable } from "./available.ts";
import { decodeKernels } from "./decode-kernels.ts";
import { ifRoomLasts, PAGE, type WasmMemory } from "./wasm-memory.ts";

// The bytes of a module of kernels, made ready. Where kernels are available, a module that does not compile or link throws: a
// kernel is never silently absent. A limit of the engine is another matter: it is told by null, and TypeScript takes over.

/**
 * A module as src/kernels/generated/ holds it. It is an object, not a string, so that minifiers leave it where it is: a string that is used
 * once they write where it is used, and texts that are apart take a kilobyte more by gzip.
 */
export interface KernelModule {
  /** The bytes, by `encodeKernels` of scripts/encode-kernels.mjs. */
  readonly text: string;
  /** Null before it is first needed. */
  compiled: CompiledKernels | null;
}

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: object };
  Memory: new (size: { initial: number }) => WasmMemory;
};

/** To be linked with as many memories as are needed. */
type CompiledKernels = object;

/** Null where kernels are not available, or the engine has no room to compile them. */
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

/** How many times to go without after a try in vain: where address space is short, one takes a tenth of a second. */
const PAUSE = 1000;
let pause = 0;

/** The functions of a module over a new memory of at least `bytes` bytes; null without kernels, without room, and for a while after that. */
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

/** The functions of a module over the memory of another one, and with functions of `others`; null without kernels or room. */
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
