import { compileFunctions, instantiateWith, isWorthKeeping } from "../../../numerics/wasm/instantiate.js";
import { MODEL } from "./memory-layout.js";
import { writeNodeBoxes, writeSlotBoxes } from "./write-boxes.js";
import { writeCrossingTest } from "./write-crossing-test.js";
import { writeNeighbourTest } from "./write-neighbour-test.js";
import { writePlaneTest } from "./write-plane-test.js";
import { writeSelfCandidates, writeSelfLeafPairs } from "./write-self-descent.js";
import { writeTriangles } from "./write-triangles.js";
let compiled;
let kernels = null;
/** Assembled and compiled when first asked for; null where kernels are not available, or there is no memory for them now. */
export function loadSelfKernels() {
	if (compiled === undefined) compiled = compileFunctions(MODEL, writeAll);
	if (compiled !== null && kernels === null) kernels = instantiateWith(compiled, MODEL);
	return kernels;
}
/** To be called when a query ends. */
export function releaseSelfKernels() {
	if (kernels !== null && !isWorthKeeping(kernels.memory)) kernels = null;
}
function writeAll() {
	return [
		writeNodeBoxes(),
		writeSlotBoxes(),
		writeTriangles(),
		writeSelfLeafPairs(),
		writeSelfCandidates(),
		writePlaneTest(),
		writeCrossingTest(),
		writeNeighbourTest()
	];
}
