import { assembleModule, type FunctionCode } from "./assembler.ts";
import { areKernelsAvailable } from "./available.ts";
import { hasRoom, ifRoomLasts, isWorthKeeping, PAGE, type WasmMemory } from "./memory.ts";

// Where kernels are available, one that does not compile or link is an error that is thrown. The only failure that has another
// answer is a limit of the engine (`ifRoomLasts`): then callers do without the kernel.

export { hasRoom, isWorthKeeping, type WasmMemory };

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};

/** Compiled functions over a memory of a given size at first. */
export type CompiledFunctions = object;

/** Null where kernels are not available, or the engine has no room to compile them. With `sharing`, they will work in the memory of others. */
export function compileFunctions(
  bytes: number,
  write: () => readonly FunctionCode[],
  sharing = false,
): CompiledFunctions | null {
  if (!areKernelsAvailable()) return null;
  const module = assembleModule(Math.ceil(bytes / PAGE), write(), sharing);
  return ifRoomLasts(() => new WebAssembly.Module(module));
}

/** The functions with a new memory; null where there is none left. */
export function instantiate<Functions extends object>(
  compiled: CompiledFunctions,
): (Functions & { readonly memory: WasmMemory }) | null {
  return ifRoomLasts(
    () => new WebAssembly.Instance(compiled, {}).exports as Functions & { memory: WasmMemory },
  );
}

/** How many times to go without: where address space is short, a try in vain takes a tenth of a second. */
let pause = 0;
const PAUSE = 1000;

/** The functions with a new memory of so many bytes, for one object; null where there is none, and for a while afterwards. */
export function instantiateWith<Functions extends object>(
  compiled: CompiledFunctions,
  bytes: number,
): (Functions & { readonly memory: WasmMemory }) | null {
  if (pause > 0) {
    pause--;
    return null;
  }
  const functions = instantiate<Functions>(compiled);
  if (functions !== null && hasRoom(functions.memory, bytes)) return functions;
  pause = PAUSE;
  return null;
}

/** The functions, compiled for sharing, in the memory of others; null where the engine has no room for them. */
export function instantiateIn<Functions extends object>(
  compiled: CompiledFunctions,
  memory: WasmMemory,
): (Functions & { readonly memory: WasmMemory }) | null {
  return ifRoomLasts(() => {
    const functions = new WebAssembly.Instance(compiled, { kernels: { memory } }).exports as Functions;
    return { ...functions, memory };
  });
}
