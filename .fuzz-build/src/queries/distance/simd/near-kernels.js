import { compileFunctions, instantiateIn } from "../../../numerics/wasm/instantiate.js";
import { loadKernels, whenKernelsAreReleased } from "../../pairs/simd/kernels.js";
import { COPIES } from "../../pairs/simd/memory-layout.js";
import { writeNearDescent } from "./write-near-descent.js";
import { writeNearTriangles } from "./write-near-triangles.js";
import { writeSetReach } from "./write-reach.js";
let compiled;
let kernels = null;
whenKernelsAreReleased(() => {
	kernels = null;
});
/** Null where those for pairs are not to be had. */
export function loadNearKernels() {
	if (kernels !== null) return kernels;
	const memory = loadKernels()?.memory;
	if (memory === undefined) return null;
	if (compiled === undefined) compiled = compileFunctions(COPIES, () => [
		writeSetReach(),
		writeNearTriangles(),
		writeNearDescent()
	], true);
	kernels = compiled && instantiateIn(compiled, memory);
	return kernels;
}
