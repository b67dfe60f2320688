// The getter that all typed arrays share: it answers for those of every realm, and is not deceived by an object's own tag.
const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
/** Whether a value is a typed array of this kind, of whatever realm. */
export function isArrayOf(value, kind) {
	return tagOf.call(value) === kind;
}
/** Whether a value is an ArrayBuffer, of whatever realm. */
export function isArrayBuffer(value) {
	return value instanceof ArrayBuffer || Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}
/** Whether the buffer behind a typed array was transferred. */
export function isDetached(array) {
	if (array.length > 0) return false;
	try {
		new Uint8Array(array.buffer);
		return false;
	} catch {
		return true;
	}
}
/** The end of an error about arrays that were found empty. */
export const DETACHED = "its buffer was detached: it was transferred, to a worker for instance";
