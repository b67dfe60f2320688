/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  CompileError: new () => Error;
};

// A module with one function, whose only instructions are v128.const, drop and end.
const PROBE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
  ...[1, 4, 1, 0x60, 0, 0], // types: ( ) → ( )
  ...[3, 2, 1, 0], // functions: one, of type 0
  ...[10, 23, 1, 21, 0, 0xfd, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x0b],
]);

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
  try {
    new WebAssembly.Module(PROBE);
    return true;
  } catch (error) {
    // A CompileError where SIMD is unknown, and where a policy forbids to compile; some engines report a policy by an EvalError.
    if (error instanceof WebAssembly.CompileError || error instanceof EvalError) return false;
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
