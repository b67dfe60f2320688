import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { printable } from "../../src/reports/printable-text.ts";
import { element, xmlDocument } from "../../src/reports/xml-document.ts";
import { NAMES } from "./reports.ts";

describe("xmlDocument", () => {
  it("writes elements, attributes and text, one line per element, and leaves out null", () => {
    const root = element("a", [element("b", "1 < 2"), null, element("c", [], { d: '"e"' })]);
    expect(xmlDocument(root)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b>1 &lt; 2</b>\n  <c d="&quot;e&quot;"/>\n</a>\n',
    );
  });

  it("can be read back apart from control characters and lone surrogates", () => {
    const parser = new XMLParser({ parseTagValue: false, trimValues: false, htmlEntities: true });
    for (const name of NAMES) {
      const { a } = parser.parse(xmlDocument(element("a", name)));
      expect(a).toBe(printable(name));
    }
  });
});
