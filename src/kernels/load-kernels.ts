import { areKernelsAvailable } from "./available.ts";
import { ifRoomLasts, PAGE, type WasmMemory } from "./wasm-memory.ts";

// The bytes of a module of kernels, made ready. Where kernels are available, a module that does not compile or link throws: a
// kernel is never silently absent. A limit of the engine is another matter: it is told by null, and TypeScript takes over.

/** A module as src/kernels/generated/ holds it: bytes as ASCII, by `encodeKernels` of scripts/build-kernels.mjs. */
export type KernelBytes = string;

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: object };
  Memory: new (size: { initial: number }) => WasmMemory;
};

/** A compiled module, to be linked with as many memories as are needed. */
export type CompiledKernels = object;

/** Null where kernels are not available, or the engine has no room to compile them. */
export function compileKernels(kernels: KernelBytes): CompiledKernels | null {
  if (!areKernelsAvailable()) return null;
  const bytes = decodeKernels(kernels);
  return ifRoomLasts(() => new WebAssembly.Module(bytes));
}

/** Characters that stand for a byte; two more say that the next one stands for a byte SINGLES or twice SINGLES higher. */
const SINGLES = 87;
/** The characters from space to tilde that are left out, because strings or pages would escape them: " $ ' < \\ ` */
const LEFT_OUT = [34, 36, 39, 60, 92, 96];

function decodeKernels(text: KernelBytes): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let end = 0;
  let add = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    let value = code - 32;
    for (const other of LEFT_OUT) if (code > other) value--;
    if (value >= SINGLES) add = (value - SINGLES + 1) * SINGLES;
    else {
      bytes[end++] = add + value;
      add = 0;
    }
  }
  return bytes.slice(0, end);
}

/** The functions of a module, with the memory they work in. */
export interface LinkedKernels<Functions extends object> {
  readonly functions: Functions;
  readonly memory: WasmMemory;
}

/** How many times to go without after a try in vain: where address space is short, one takes a tenth of a second. */
const PAUSE = 1000;
let pause = 0;

/** The functions of a module over a new memory of at least `bytes` bytes; null where there is no room, and for a while afterwards. */
export function linkKernels<Functions extends object>(
  compiled: CompiledKernels,
  bytes: number,
): LinkedKernels<Functions> | null {
  if (pause > 0) {
    pause--;
    return null;
  }
  const linked = ifRoomLasts(() => {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const functions = new WebAssembly.Instance(compiled, { env: { memory } }).exports as Functions;
    return { functions, memory };
  });
  if (linked === null) pause = PAUSE;
  return linked;
}

/** The functions of a module over the memory of another one; null where the engine has no room for them. */
export function linkKernelsTo<Functions extends object>(
  compiled: CompiledKernels,
  memory: WasmMemory,
): Functions | null {
  return ifRoomLasts(() => new WebAssembly.Instance(compiled, { env: { memory } }).exports as Functions);
}
