/** Whether two arrays of integers are equal. One boolean: a list of 170,000 entries that differ makes a long message. */
export function sameNumbers<Integers extends Uint8Array | Uint32Array>(a: Integers, b: Integers): boolean {
  return bytesOf(a).equals(bytesOf(b));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
