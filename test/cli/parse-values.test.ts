import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import { CLASH_KINDS } from "../../src/clash/clash.ts";
import {
  parseCount,
  parseFailOn,
  parseFormats,
  parseLength,
  parsePackage,
  parseSeconds,
  parseUnit,
} from "../../src/cli/parse-values.ts";

describe("the values of options", () => {
  it.each([
    ["10", 10, null],
    ["0.5", 0.5, null],
    [".5", 0.5, null],
    ["1e-3", 0.001, null],
    ["10mm", 10, "mm"],
    ["10 mm", 10, "mm"],
    ["1e-3m", 0.001, "m"],
    ["2in", 2, "in"],
  ])("reads the length %s", (text, value, unit) => {
    expect(parseLength(text)).toEqual({ value, unit });
  });

  it.each(["", "mm", "-1", "1e", "x", "10km", "Infinity", "NaN", "1,5", "0x10"])(
    "refuses '%s' as a length",
    (text) => {
      expect(() => parseLength(text)).toThrow(InvalidArgumentError);
    },
  );

  it("reads units, counts and seconds", () => {
    expect(parseUnit("ft")).toBe("ft");
    expect(() => parseUnit("parsec")).toThrow("Expected one of m, mm, cm, in, ft.");
    expect(parseCount(1)("12")).toBe(12);
    for (const text of ["0", "-1", "1.5", "x", "", "1e3"])
      expect(() => parseCount(1)(text)).toThrow("at least 1");
    expect(parseSeconds("1.5")).toBe(1.5);
    for (const text of ["-1", "x", ""]) expect(() => parseSeconds(text)).toThrow(InvalidArgumentError);
  });

  it("reads formats, with commas or one by one, each once", () => {
    expect(parseFormats("json,table", ["glb"])).toEqual(["glb", "json", "table"]);
    expect(parseFormats("JSON, json")).toEqual(["json"]);
    expect(() => parseFormats("json,pdf")).toThrow('"pdf" is not one of table, json');
  });

  it("reads packages by name", () => {
    expect(parsePackage("b=/c=d", parsePackage("a=x"))).toEqual({ a: "x", b: "/c=d" });
    for (const text of ["a", "=x", "a="]) expect(() => parsePackage(text)).toThrow("name=folder");
  });

  it("reads what to fail on", () => {
    const all = new Set(CLASH_KINDS);
    expect(parseFailOn("any")).toEqual({ kinds: all, onlyNew: false });
    expect(parseFailOn("none")).toEqual({ kinds: new Set(), onlyNew: false });
    expect(parseFailOn("new")).toEqual({ kinds: all, onlyNew: true });
    expect(parseFailOn("duplicate, overlapping")).toEqual({
      kinds: new Set(["duplicate", "overlapping"]),
      onlyNew: false,
    });
    expect(parseFailOn("new,duplicate")).toEqual({ kinds: new Set(["duplicate"]), onlyNew: true });
    for (const text of ["", "foo", "none,any", "duplicate,none"])
      expect(() => parseFailOn(text)).toThrow(InvalidArgumentError);
  });
});
