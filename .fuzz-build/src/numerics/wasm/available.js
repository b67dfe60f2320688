// A module with one function, whose only instructions are v128.const, drop and end.
const PROBE = new Uint8Array([
	...[
		0,
		97,
		115,
		109,
		1,
		0,
		0,
		0
	],
	...[
		1,
		4,
		1,
		96,
		0,
		0
	],
	...[
		3,
		2,
		1,
		0
	],
	...[
		10,
		23,
		1,
		21,
		0,
		253,
		12,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		26,
		11
	]
]);
let available;
/**
* Whether kernels can be had in this process: there is WebAssembly, it has SIMD, and its use is permitted. It is found out once, by a
* module of one SIMD instruction. Where it compiles, a kernel that does not is a fault of the kernel, and an error.
*/
export function areKernelsAvailable() {
	available ??= typeof WebAssembly === "object" && compilesSimd();
	return available === true;
}
/** Undefined, and to be asked again, where there is not even memory for this. */
function compilesSimd() {
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
