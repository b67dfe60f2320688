import { compileFunctions, instantiateWith } from "../../numerics/wasm/instantiate.js";
import { writeCheck } from "../check-kernel.js";
import { writeMend } from "./mend-kernel.js";
import { writeImage, writePlace } from "./place-kernel.js";
import { writeFetch, writeSweep } from "./sweep-kernel.js";
let compiled;
export const createSegmentKernels = (bytes) => {
	if (compiled === undefined) compiled = compileFunctions(0, () => [
		writeCheck("check2D", 2),
		writeCheck("check3D", 3),
		writeImage("image2D", 2),
		writeImage("image3D", 3),
		writePlace(),
		writeMend(),
		writeFetch(),
		writeSweep()
	]);
	return compiled && instantiateWith(compiled, bytes);
};
