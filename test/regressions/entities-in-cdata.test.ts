import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { createBudget } from "../../src/formats/budget.ts";
import { parseXml } from "../../src/formats/xml.ts";
import { readBcf } from "../../src/reports/bcf/read-bcf.ts";

// CDATA was taken for other text: "&" in it was refused as an unknown entity, and "&lt;" became "<".
it("the XML reader keeps CDATA as it is", async () => {
  const read = async (xml: string) => (await parseXml(xml, "x.xml", createBudget())).text;
  expect(await read("<a><![CDATA[nuts & bolts]]></a>")).toBe("nuts & bolts");
  expect(await read("<a><![CDATA[&lt;b&gt; <c>]]></a>")).toBe("&lt;b&gt; <c>");
  expect(await read("<a>1 &lt;<![CDATA[&]]>&gt; 2<![CDATA[]]></a>")).toBe("1 <&> 2");
});

it("readBcf reads comments in CDATA", async () => {
  const markup = `<Markup><Topic Guid="t"><Title>x</Title></Topic>
    <Comment Guid="c"><Comment><![CDATA[raise A & B, a <b> of &amp;]]></Comment></Comment></Markup>`;
  const bytes = zipSync({
    "bcf.version": strToU8('<Version VersionId="2.1"/>'),
    "t/markup.bcf": strToU8(markup),
  });
  const { topics } = await readBcf(bytes);
  expect(topics[0].comments[0].text).toBe("raise A & B, a <b> of &amp;");
});
