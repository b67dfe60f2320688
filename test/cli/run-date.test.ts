import { describe, expect, it } from "vitest";
import { dateOfRun } from "../../src/cli/run-date.ts";
import { OptionError } from "../../src/errors.ts";

describe("dateOfRun", () => {
  it("is that of SOURCE_DATE_EPOCH, in whole seconds", () => {
    expect(dateOfRun({ SOURCE_DATE_EPOCH: "1700000000" })).toBe("2023-11-14T22:13:20Z");
    expect(dateOfRun({ SOURCE_DATE_EPOCH: "0" })).toBe("1970-01-01T00:00:00Z");
    expect(dateOfRun({ SOURCE_DATE_EPOCH: "253402300799" })).toBe("9999-12-31T23:59:59Z");
  });

  it.each([{}, { SOURCE_DATE_EPOCH: "" }])("is now without it (%o)", (env) => {
    const before = Math.floor(Date.now() / 1000);
    const found = dateOfRun(env);
    expect(found).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(found) / 1000).toBeGreaterThanOrEqual(before);
    expect(Date.parse(found)).toBeLessThanOrEqual(Date.now());
  });

  it.each(["yesterday", "-1", "1.5", "NaN", "Infinity", "253402300800"])("refuses %s", (epoch) => {
    expect(() => dateOfRun({ SOURCE_DATE_EPOCH: epoch })).toThrow(OptionError);
    expect(() => dateOfRun({ SOURCE_DATE_EPOCH: epoch })).toThrow(epoch);
  });
});
