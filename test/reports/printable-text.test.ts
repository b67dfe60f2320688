import { describe, expect, it } from "vitest";
import { printable } from "../../src/reports/printable-text.ts";

describe("printable", () => {
  it("shows control characters as pictures, or as U+FFFD", () => {
    expect(printable("\u0000\u001b[31m\u007f")).toBe("␀␛[31m␡");
    expect(printable("\u0085\u009b\ufffe\uffff")).toBe("����");
  });

  it("keeps tabs, line ends and every visible character", () => {
    const text = "a\tb\nc\r\nd é 漢 🔩 ~\u00a0\ue000\ufdd0";
    expect(printable(text)).toBe(text);
  });

  it("replaces lone surrogates but not pairs", () => {
    expect(printable("\ud83d\udd29 \ud83d \udd29 \udd29\ud83d")).toBe("🔩 � � ��");
  });

  it("gives text that is legal in UTF-8 and XML, for any text", () => {
    const every = Array.from({ length: 0x10000 }, (_, code) => `${String.fromCharCode(code)} `).join("");
    const shown = printable(every);
    expect(new TextDecoder().decode(new TextEncoder().encode(shown))).toBe(shown);
    expect([...shown].filter((character) => !isXml(character.codePointAt(0)!))).toEqual([]);
  });
});

/** Char of XML 1.0, production 2. */
function isXml(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000;
}
