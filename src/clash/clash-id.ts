import { addText, createFnv64, digitsOf } from "./fnv-64.ts";

/** 16 hex digits that name the clash of two parts, in either order: made of their keys and nothing else. */
export function clashId(keyA: string, keyB: string): string {
  const [first, second] = keyA < keyB ? [keyA, keyB] : [keyB, keyA];
  return idOf("pair", first, second);
}

/** 16 hex digits that name the clash of a part with itself. */
export function selfClashId(key: string): string {
  return idOf("self", key);
}

function idOf(...texts: string[]): string {
  const hash = createFnv64();
  for (const text of texts) addText(hash, text);
  return digitsOf(hash);
}
