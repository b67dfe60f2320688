import { describe, expect, it } from "vitest";
import { addBytes, addText, createFnv64, digitsOf } from "../../src/clash/fnv-64.ts";

const hashOf = (text: string) => {
  const hash = createFnv64();
  addBytes(hash, new TextEncoder().encode(text));
  return digitsOf(hash);
};

/** The definition, computed with BigInt. */
function hashByIntegers(bytes: Uint8Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0");
}

describe("FNV-1a of 64 bits", () => {
  it("gives the published values", () => {
    expect(hashOf("")).toBe("cbf29ce484222325");
    expect(hashOf("a")).toBe("af63dc4c8601ec8c");
    expect(hashOf("foobar")).toBe("85944171f73967e8");
  });

  it("agrees with BigInt arithmetic, byte by byte", () => {
    const bytes = Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255);
    for (let length = 0; length <= bytes.length; length += 7) {
      const hash = createFnv64();
      addBytes(hash, bytes.subarray(0, length));
      expect(digitsOf(hash)).toBe(hashByIntegers(bytes.subarray(0, length)));
    }
  });

  it("differs for two texts split at another place (ab + c, a + bc)", () => {
    const pairs = [
      ["ab", "c"],
      ["a", "bc"],
      ["", "abc"],
      ["abc", ""],
      ["\ud800", "a"],
      ["\ud801", "a"],
    ];
    const found = pairs.map((texts) => {
      const hash = createFnv64();
      for (const text of texts) addText(hash, text);
      return digitsOf(hash);
    });
    expect(new Set(found).size).toBe(pairs.length);
  });
});
