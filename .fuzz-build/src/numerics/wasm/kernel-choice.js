// Whether the WebAssembly kernels may serve, or must. Answers are the same either way.
/** "where they pay" is the default; "never" and "always" hold for the work of `withoutKernels` and `withKernels`. */
let choice = "where they pay";
/**
* Does some work without the kernels. Counters of pair queries and rays differ a little, and which path serves depends on what was
* asked before. Clash reports publish counters, which must not depend on threads: so they work this way. A broad phase
* keeps the choice it was created with.
*/
export function withoutKernels(work) {
	return withChoice("never", work);
}
/**
* Does some work with the kernels from the first query on, and however small a model is, for tests. Inputs that kernels cannot
* serve (coordinates beyond f32, leaves that are too large) still go the plain way. A broad phase keeps the choice it was
* created with.
*/
export function withKernels(work) {
	return withChoice("always", work);
}
/** The innermost choice counts. */
function withChoice(inner, work) {
	const outer = choice;
	choice = inner;
	try {
		return work();
	} finally {
		choice = outer;
	}
}
export function areKernelsUnwanted() {
	return choice === "never";
}
export function areKernelsInsistedOn() {
	return choice === "always";
}
