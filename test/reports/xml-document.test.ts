import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { element, escapeXml, xmlDocument } from "../../src/reports/xml-document.ts";
import { NAMES } from "./reports.ts";

describe("xmlDocument", () => {
  it("writes elements, attributes and text, a line each, and leaves out null", () => {
    const root = element("a", [element("b", "1 < 2"), null, element("c", [], { d: '"e"' })]);
    expect(xmlDocument(root)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b>1 &lt; 2</b>\n  <c d="&quot;e&quot;"/>\n</a>\n',
    );
  });

  it("can be read back, forbidden characters as U+FFFD", () => {
    const parser = new XMLParser({ parseTagValue: false, trimValues: false, htmlEntities: true });
    for (const name of NAMES) {
      const { a } = parser.parse(xmlDocument(element("a", name)));
      expect(a).toBe(Array.from(name, (c) => (isForbidden(c.codePointAt(0)!) ? "\ufffd" : c)).join(""));
    }
  });
});

function isForbidden(code: number): boolean {
  if (code < 0x20) return !"\t\n\r".includes(String.fromCodePoint(code));
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
}

describe("escapeXml", () => {
  it.each([
    ["tab\tline\nreturn\r", "tab\tline\nreturn&#13;"],
    ["\0\x01\x1b\ufffe\uffff", "\ufffd\ufffd\ufffd\ufffd\ufffd"],
    ["\ud800 \udfff \u{1f529}", "\ufffd \ufffd \u{1f529}"],
    ["]]> & <!--", "]]&gt; &amp; &lt;!--"],
  ])("of %j is %j", (text, expected) => {
    expect(escapeXml(text)).toBe(expected);
  });
});
