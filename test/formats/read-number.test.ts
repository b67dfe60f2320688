import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readCoordinate, readNumber, readWhole } from "../../src/formats/text/read-number.ts";
import { openText } from "../../src/formats/text/text-cursor.ts";
import { randomCases } from "../random-cases.ts";
import { utf8 } from "./write-models.ts";

const out = new Float64Array(1);

/** The number at the start of the text, or null. */
function read(text: string): number | null {
  return readNumber(openText(utf8(text), "text"), out, 0) ? out[0] : null;
}

describe("readNumber", () => {
  it("reads what Number reads, to the last bit, however the number is written", () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(finite, fc.integer({ min: 0, max: 20 }), (value, digits) => {
        for (const text of [
          String(value),
          value.toExponential(digits),
          value.toPrecision(digits + 1),
          Math.abs(value) < 1e20 ? value.toFixed(digits) : "0",
        ])
          expect(Object.is(read(text), Number(text)), text).toBe(true);
      }),
      { numRuns: randomCases(250) },
    );
  });

  it("reads digits and exponents of all lengths, on both sides of the exact path's limits", () => {
    const digits = fc.stringMatching(/^[0-9]{1,25}$/);
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: -340, max: 320 }), (whole, fraction, power) => {
        for (const text of [
          `${whole}.${fraction}e${power}`,
          `-${whole}e${power}`,
          `+.${fraction}`,
          `${whole}.`,
        ])
          expect(Object.is(read(text), Number(text)), text).toBe(true);
      }),
      { numRuns: randomCases(250) },
    );
  });

  it("rounds 16 to 22 digits to nearest, also next to the midpoint of two f64", () => {
    const near = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n }),
        fc.integer({ min: 0, max: 14 }),
        near,
        (bits, shift, off) => {
          // The midpoint of two neighbours, and decimals just beside it.
          const middle = (2n * bits + 1n) << BigInt(shift);
          for (const text of [
            `${middle + BigInt(off)}`,
            `${middle}.5`,
            `${bits}.${String(shift).padStart(6, "0")}`,
          ])
            for (const power of ["", "e-5", "e-22", "e3", "e22"])
              expect(Object.is(read(text + power), Number(text + power)), text + power).toBe(true);
        },
      ),
      { numRuns: randomCases(250) },
    );
  });

  it.each([
    ["9007199254740993", 9007199254740992],
    ["9007199254740991", 9007199254740991],
    ["1e22", 1e22],
    ["1e23", 1e23],
    ["8.5e-22", 8.5e-22],
    ["-0", -0],
    ["2.e1", 20],
    ["1E+2", 100],
    ["4.9e-324", 5e-324],
    [`1${"0".repeat(400)}e-400`, 1],
  ])("reads %s", (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each([
    "",
    "-",
    ".",
    "e5",
    "1e",
    "1e+",
    "3.1+e2",
    "1,5",
    "0x10",
    "nan",
    "inf",
    "1.#IND",
    "--1",
    "1.2.3",
    "1_000",
  ])("refuses %j", (text) => {
    expect(read(`${text}\n`)).toBe(null);
  });
});

describe("readCoordinate and readWhole", () => {
  it.each([
    ["\n\n nan", "text, line 1: expected a coordinate, got the end of the line"],
    ["nan", 'text, line 1: expected a coordinate, got "nan"'],
    ["1e31", 'text, line 1: coordinate "1e31" is not within ±2^100'],
    ["", "text, byte 0: the file is empty"],
  ])("%j is rejected with its position", (text, message) => {
    expect(() => readCoordinate(openText(utf8(text), "text"), out, 0)).toThrow(new FormatError(message));
  });

  it.each(["-1", "1.5", "1e300", "x"])("%s is not a count", (text) => {
    const expected = `text, line 1: expected a count, got "${text}"`;
    expect(() => readWhole(openText(utf8(text), "text"), "a count")).toThrow(new FormatError(expected));
  });
});
