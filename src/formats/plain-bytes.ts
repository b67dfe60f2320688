/**
 * The bytes as a plain Uint8Array, not copied. Node's Buffer is one too, but its `slice` does not copy: readers would
 * change the caller's bytes and share them with meshes.
 */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array
    ? bytes
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
