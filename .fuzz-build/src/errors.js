// The typed errors of DESIGN: every refusal names the file or array, the index and the value, and is thrown
// before any work is done.
/** A mesh that cannot be used: wrong lengths, indices out of range, non-finite coordinates, no triangles. */
export class MeshError extends Error {
	name = "MeshError";
}
/** A pose that cannot be used: wrong length, not affine, non-finite, singular, or out of range. */
export class PoseError extends Error {
	name = "PoseError";
}
/** A file or saved tree that cannot be read: foreign, damaged, truncated or of another version. */
export class FormatError extends Error {
	name = "FormatError";
}
/** An option outside its range, named with the value given. */
export class OptionError extends Error {
	name = "OptionError";
}
/** A thread that failed, or that ended before its work was done. */
export class ThreadError extends Error {
	name = "ThreadError";
}
/** A value of a caller, for an error: not all of them can be made a text. */
export function show(value) {
	try {
		return String(value);
	} catch {
		return Object.prototype.toString.call(value);
	}
}
/** Whether a query says that it cannot answer about its meshes where they stand. An `OptionError` is a mistake in the call. */
export function isRefusal(error) {
	return error instanceof MeshError || error instanceof PoseError;
}
