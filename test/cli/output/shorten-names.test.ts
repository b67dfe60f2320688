import { describe, expect, it } from "vitest";
import { createShortener, cut } from "../../../src/cli/output/shorten-names.ts";

describe("createShortener", () => {
  const names = ["Building-Hvac.ifc/house fireplace cap", "Building-Structural.ifc/house - chimney"];

  it("keeps what differs and omits what is common", () => {
    const shorten = createShortener(names);
    expect(shorten(names[0], 40)).toBe(names[0]);
    expect(shorten(names[0], 22)).toBe("…Hvac…fireplace cap");
    expect(shorten(names[1], 22)).toBe("…Structural…chimney");
  });

  it("omits no more than it must, the most common words first", () => {
    const slats = Array.from({ length: 40 }, (_, i) => `facade west/slat-${i + 1}`);
    const shorten = createShortener([...slats, "facade east/pipe"]);
    expect(shorten("facade west/slat-17", 15)).toBe("…west/slat-17");
    expect(shorten("facade west/slat-17", 8)).toBe("…slat-17");
    expect(shorten("facade west/slat-17", 7)).toBe("…17");
    expect(new Set(slats.map((name) => shorten(name, 8))).size).toBe(40);
  });

  it("removes the middle of what no other name has, and counts characters, not code units", () => {
    expect(createShortener(["abcdefghijklm"])("abcdefghijklm", 8)).toBe("abc…jklm");
    expect(cut("🔩🔩🔩🔩", 4)).toBe("🔩🔩🔩🔩");
    expect(cut("🔩🔩🔩🔩🔩", 4)).toBe("🔩…🔩🔩");
  });
});
