import { expect, test } from "vitest";
import { cutMeshes } from "../../src/formats/3mf/mesh-text.ts";

// Some hundred KB took minutes: the search for line ends went on to the end of the document for each element, and so did that for the end
// of a name after each "<".
test("texts of many elements are cut in linear time", { timeout: 20_000 }, () => {
  const cut = (text: string) => cutMeshes(new TextEncoder().encode(text), "test").texts.length;
  expect(cut("<vertices></vertices>".repeat(60_000))).toBe(60_000);
  expect(cut("<".repeat(300_000))).toBe(0);
});
