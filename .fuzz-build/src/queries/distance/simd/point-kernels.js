import { compileFunctions, instantiateIn } from "../../../numerics/wasm/instantiate.js";
import { loadKernels, whenKernelsAreReleased } from "../../pairs/simd/kernels.js";
import { COPIES } from "../../pairs/simd/memory-layout.js";
import { writePointDescent } from "./write-point-descent.js";
let compiled;
let kernels = null;
whenKernelsAreReleased(() => {
	kernels = null;
});
/** Null where those for pairs are not to be had. */
export function loadPointKernels() {
	if (kernels !== null) return kernels;
	const memory = loadKernels()?.memory;
	if (memory === undefined) return null;
	if (compiled === undefined) compiled = compileFunctions(COPIES, () => [writePointDescent()], true);
	kernels = compiled && instantiateIn(compiled, memory);
	return kernels;
}
