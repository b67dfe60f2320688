/** The parts of this global that are used here; the ES2022 types lack it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  CompileError: new () => Error;
};

// A module with one function: i32.const 0, i8x16.splat, drop and end.
// biome-ignore format: a section a row
const PROBE = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // "\0asm", version 1
  1, 4, 1, 0x60, 0, 0, // types: ( ) → ( )
  3, 2, 1, 0, // functions: one, of type 0
  10, 9, 1, 7, 0, 0x41, 0, 0xfd, 15, 0x1a, 0x0b,
]);

let available: boolean | undefined;

/**
 * Whether kernels are available in this process: WebAssembly exists, has SIMD, and its use is permitted. Probed once, with a module of one
 * SIMD instruction. If the probe compiles, a kernel that does not compile is a bug and throws.
 */
export function areKernelsAvailable(): boolean {
  available ??= typeof WebAssembly === "object" && compilesSimd();
  return available === true;
}

/** Undefined, to be tried again later, if there is not even memory for the probe. */
function compilesSimd(): boolean | undefined {
  try {
    new WebAssembly.Module(PROBE);
    return true;
  } catch (error) {
    // A CompileError if SIMD is unknown or a policy forbids compiling; some engines report a policy by an EvalError.
    if (error instanceof WebAssembly.CompileError || error instanceof EvalError) return false;
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
