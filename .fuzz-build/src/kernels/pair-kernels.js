import { KERNELS } from "./generated/pairs.js";
import { compileKernels, linkKernels } from "./load-kernels.js";
import { COPIES } from "./pair-memory-map.js";
let compiled = null;
let kernels = null;
const forgetters = [];
/** Null where kernels are not available, or there is no memory for them now. */
export function loadKernels() {
	if (kernels !== null) return kernels;
	compiled ??= compileKernels(KERNELS);
	const linked = compiled && linkKernels(compiled, COPIES);
	kernels = linked && {
		...linked.functions,
		memory: linked.memory
	};
	return kernels;
}
/** The memory of the kernels; null while they are not loaded. */
export function loadedMemory() {
	return kernels?.memory ?? null;
}
/** Gives the memory of the kernels back, with all that is in it. Memory of WebAssembly cannot shrink: it goes as a whole. */
export function releaseKernels() {
	kernels = null;
	for (const forget of forgetters) forget();
}
/** Whoever keeps a view of the memory, or functions that work in it, lets go of them in `forget`. */
export function whenKernelsAreReleased(forget) {
	forgetters.push(forget);
}
