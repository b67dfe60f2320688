import { addText, createFnv64, digitsOf } from "./fnv-64.ts";

/** The id of the clash of two parts: 16 hex digits, a hash of both keys, independent of their order. */
export function clashId(keyA: string, keyB: string): string {
  const [first, second] = keyA < keyB ? [keyA, keyB] : [keyB, keyA];
  return idOf("pair", first, second);
}

/** The id of the clash of a part with itself: 16 hex digits, a hash of its key. */
export function selfClashId(key: string): string {
  return idOf("self", key);
}

/** 16 hex digits, a hash of texts. */
export function idOf(...texts: string[]): string {
  const hash = createFnv64();
  for (const text of texts) addText(hash, text);
  return digitsOf(hash);
}
