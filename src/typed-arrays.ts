// Typed arrays of callers. They may come from another realm (an iframe, Node's vm), where `instanceof` fails. Their buffer may have
// been transferred to a worker, which leaves an array of length 0 behind.

interface Kinds {
  Uint8Array: Uint8Array;
  Float32Array: Float32Array;
  Float64Array: Float64Array;
  Uint16Array: Uint16Array;
  Uint32Array: Uint32Array;
  Int32Array: Int32Array;
}

// The getter that all typed arrays share. It works for every realm, and an object cannot fake it with a tag.
const tagOf = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)!.get!;

/** Whether a value is a typed array of this kind, from any realm. */
export function isArrayOf<Kind extends keyof Kinds>(value: unknown, kind: Kind): value is Kinds[Kind] {
  return tagOf.call(value) === kind;
}

/** Whether a value is an ArrayBuffer, from any realm. */
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
    return true; // it throws only for a detached buffer
  }
}

/** The end of an error message about an array whose buffer is detached. */
export const DETACHED = "its buffer is detached: it was transferred, for example to a worker";
