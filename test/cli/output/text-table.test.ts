import { describe, expect, it } from "vitest";
import { formatCount, formatNumber, formatPoint } from "../../../src/cli/output/format-number.ts";
import { layOutTable } from "../../../src/cli/output/text-table.ts";

const plain = (text: string) => text;
const columns = [
  { title: "kind", align: "left", shrinks: false },
  { title: "part", align: "left", shrinks: true },
  { title: "depth", align: "right", shrinks: false },
] as const;

describe("layOutTable", () => {
  it("makes columns as wide as needed", () => {
    expect(
      layOutTable(
        columns,
        [
          ["self", "a", "= 10"],
          ["inside", "gear", "≤ 2"],
        ],
        Infinity,
        plain,
      ),
    ).toEqual(["kind    part  depth", "self    a      = 10", "inside  gear    ≤ 2"]);
  });

  it("removes the middle of shrinking columns, and colours the rest", () => {
    const rows = [["self", { text: "a-very-long-name-of-a-part", colour: "red" as const }, "= 1"]];
    const lines = layOutTable(columns, rows, 30, (text, colour) => `<${colour}>${text}</>`);
    expect(lines[1]).toBe("self  <red>a-very-l…f-a-part</>    = 1");
    const uncoloured = layOutTable(columns, rows, 30, plain);
    expect(uncoloured.map((line) => line.length)).toEqual([30, 30]);
  });

  it("leaves out an optional column before it shortens names", () => {
    const more = [
      ...columns,
      { title: "triangles", align: "right", shrinks: false, isOptional: true },
    ] as const;
    const rows = [["self", "a-name-of-20-letters", "= 1", "1,000"]];
    expect(layOutTable(more, rows, 80, plain)[0]).toContain("triangles");
    expect(layOutTable(more, rows, 35, plain)[1]).toBe("self  a-name-of-20-letters    = 1");
  });

  it("keeps eight characters, however narrow the window", () => {
    expect(layOutTable(columns, [["self", "abcdefghijklm", "= 1"]], 5, plain)[1]).toBe(
      "self  abc…jklm    = 1",
    );
  });

  it("removes control characters and line ends from names", () => {
    const [, line] = layOutTable(columns, [["self", "a\u001b[31m\nb", ""]], 80, plain);
    expect(line).toContain("a\u241b[31m b");
  });
});

describe("numbers for people", () => {
  it.each([
    [0, "0"],
    [0.2, "0.2"],
    [12.3456, "12.35"],
    [-12.3456, "-12.35"],
    [1234.56, "1235"],
    [9_999_999, "9999999"],
    [12_345_678, "1.235e+7"],
    [0.00012345, "0.0001234"],
    [0.00001, "1e-5"],
    [1.5e-7, "1.5e-7"],
  ])("%d is %s", (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it("groups counts, and drops coordinates that are only rounding", () => {
    expect([0, 999, 1000, 1234567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
    expect(formatPoint([5e-13, -2000, 65])).toBe("0 -2000 65");
    expect(formatPoint([0, 0, 0])).toBe("0 0 0");
  });
});
