import { assembleModule, i32, i32x4, writeFunction } from "./assembler.ts";

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  CompileError: new () => Error;
};

let available: boolean | undefined;

/**
 * Whether kernels can be had in this process: there is WebAssembly, it has SIMD, and its use is permitted. It is found out once, by a
 * module of one SIMD instruction. Where it compiles, a kernel that does not is a fault of the kernel, and an error.
 */
export function areKernelsAvailable(): boolean {
  available ??= typeof WebAssembly === "object" && compilesSimd();
  return available === true;
}

/** Undefined, and to be asked again, where there is not even memory for this. */
function compilesSimd(): boolean | undefined {
  const bytes = assembleModule(0, [writeFunction("probe", 0, () => i32x4.signs(i32x4.splat(i32.const(-1))))]);
  try {
    new WebAssembly.Module(bytes);
    return true;
  } catch (error) {
    // A CompileError where SIMD is unknown, and where a policy forbids to compile; some engines say the latter by an EvalError.
    if (error instanceof WebAssembly.CompileError || error instanceof EvalError) return false;
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
