// Typed arrays of callers. They may come from another realm (a frame, Node's vm), whose classes are other ones, and their
// buffer may have been transferred to a worker, which leaves arrays of length 0 behind.

interface Kinds {
  Uint8Array: Uint8Array;
  Float32Array: Float32Array;
  Float64Array: Float64Array;
  Uint16Array: Uint16Array;
  Uint32Array: Uint32Array;
  Int32Array: Int32Array;
}

// The getter that all typed arrays share: it answers for those of every realm, and is not deceived by an object's own tag.
const tagOf = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)!.get!;

/** Whether a value is a typed array of this kind, of whatever realm. */
export function isArrayOf<Kind extends keyof Kinds>(value: unknown, kind: Kind): value is Kinds[Kind] {
  return tagOf.call(value) === kind;
}

/** Whether a value is an ArrayBuffer, of whatever realm. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer || Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}

/** Whether the buffer behind a typed array was transferred. */
export function isDetached(array: { readonly length: number; readonly buffer: ArrayBufferLike }): boolean {
  if (array.length > 0) return false;
  try {
    new Uint8Array(array.buffer);
    return false;
  } catch {
    return true; // the only reason for which this throws
  }
}

/** The end of an error about arrays that were found empty. */
export const DETACHED = "its buffer was detached: it was transferred, to a worker for instance";
