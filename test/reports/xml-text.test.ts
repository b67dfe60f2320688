import { describe, expect, it } from "vitest";
import { escapeAttribute, escapeXml } from "../../src/reports/xml-text.ts";

describe("escapeXml", () => {
  it.each([
    ["tab\tline\nreturn\r", "tab\tline\nreturn&#13;"],
    ["\0\x1b\ufffe\uffff", "\u2400\u241b\ufffd\ufffd"],
    ["\ud800 \udfff \u{1f529}", "\ufffd \ufffd \u{1f529}"],
    [']]> & <!-- "a"', "]]&gt; &amp; &lt;!-- &quot;a&quot;"],
  ])("escapes %j as %j", (text, expected) => {
    expect(escapeXml(text)).toBe(expected);
  });

  it("keeps tabs and line feeds of attributes", () => {
    expect(escapeAttribute("a\tb\nc\rd&")).toBe("a&#9;b&#10;c&#13;d&amp;");
  });
});
