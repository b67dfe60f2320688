import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGlob } from "../../../src/cli/patterns/glob.ts";
import { randomCases } from "../../random-cases.ts";

describe("createGlob", () => {
  it.each([
    ["bolt", "bolt", true],
    ["bolt", "bolt#2", false],
    ["bolt*", "bolt#2", true],
    ["*bolt", "a/b/bolt", true],
    ["b?lt", "bolt", true],
    ["b?lt", "blt", false],
    ["*", "", true],
    ["?", "", false],
    ["node[3]", "node[3]", true],
    ["node[3]", "node3", false],
    ["a.b", "axb", false],
    ["\\*", "*", true],
    ["\\*", "x", false],
    ["*a*b*c*", "xxaxxbxxcxx", true],
    ["*a*b*c*", "xxaxxcxxbxx", false],
    ["ends\\", "ends\\", true],
    ["?", "🔩", true],
  ])("matches %s with %s: %s", (pattern, text, expected) => {
    expect(createGlob(pattern)(text)).toBe(expected);
  });

  it("agrees with a regular expression (seed 1997)", () => {
    const letters = fc
      .array(fc.constantFrom("a", "b", "*", "?"), { maxLength: 8 })
      .map((list) => list.join(""));
    const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 10 }).map((list) => list.join(""));
    fc.assert(
      fc.property(letters, text, (pattern, word) => {
        const twin = new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`);
        expect(createGlob(pattern)(word)).toBe(twin.test(word));
      }),
      { seed: 1997, numRuns: randomCases(500) },
    );
  });

  it("takes at most pattern times text steps: a hundred stars against 20,000 letters", () => {
    expect(createGlob(`${"*a".repeat(100)}b`)("a".repeat(20_000))).toBe(false);
  });
});
