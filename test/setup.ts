import fc from "fast-check";
import { expect } from "vitest";

// One seed for all property tests that name none makes runs repeatable. ABUT_SEED=n chooses another one.
fc.configureGlobal({ seed: Number(process.env.ABUT_SEED ?? 1997) });

// Vitest compares typed arrays element by element, 1 µs each. Equal bytes of one type are equal; others are left to Vitest, which
// says where they differ.
expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return undefined;
    if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return undefined;
    return bytesOf(a).equals(bytesOf(b)) || undefined;
  },
]);

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
