import fc from "fast-check";
import { expect } from "vitest";

// One seed for all property tests that name none makes runs repeatable. ABUT_SEED=n chooses another one.
fc.configureGlobal({ seed: Number(process.env.ABUT_SEED ?? 1997) });

// Vitest compares element by element, 1 µs each. What is equal to the last bit is equal to Vitest; everything else is left to Vitest,
// which says where it differs.
expect.addEqualityTesters([(a: unknown, b: unknown) => isIdentical(a, b) || undefined]);

/** Whether both are typed arrays of one type and equal bytes, or arrays of equal numbers or of such arrays. */
function isIdentical(a: unknown, b: unknown): boolean {
  if (typeof a === "number") return Object.is(a, b);
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b))
    return a.constructor === b.constructor && a.byteLength === b.byteLength && bytesOf(a).equals(bytesOf(b));
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!isIdentical(a[i], b[i])) return false;
  return true;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
