import { describe, expect, it } from "vitest";
import { parseAllowFile } from "../../../src/cli/patterns/allow-file.ts";
import { FormatError } from "../../../src/errors.ts";

describe("parseAllowFile", () => {
  it("reads one pattern per line, without comments, blanks and the byte order mark", () => {
    const text = [
      "\uFEFF# all of this was agreed on",
      "",
      "bolt* :: plate   # the thread is modelled",
      "  0123456789abcdef\t# press fit",
      "wall #3 # a name with a number",
      "bolt@00c0ffee#2",
      "spring #",
      "#nothing",
    ].join("\r\n");
    expect(parseAllowFile(text, "allow.txt")).toEqual([
      "bolt* :: plate",
      "0123456789abcdef",
      "wall #3",
      "bolt@00c0ffee#2",
      "spring",
    ]);
  });

  it("reads a JSON array of texts and of objects with reasons", () => {
    const text = ' ["a :: b", { "allow": " c ", "reason": "so be it" }]';
    expect(parseAllowFile(text, "allow.json")).toEqual(["a :: b", "c"]);
  });

  it.each([
    ["[1]", /allow\.json, entry 0: expected a string.*got 1/],
    ['["a", {"pattern": "b"}]', /entry 1: .*got \{"pattern":"b"\}/],
    ['["a"', /begins with \[ but is not JSON/],
    ['[""]', /entry 0/],
  ])("refuses %s", (text, message) => {
    expect(() => parseAllowFile(text, "allow.json")).toThrow(FormatError);
    expect(() => parseAllowFile(text, "allow.json")).toThrow(message);
  });
});
