import { describe, expect, it } from "vitest";
import { dateTimeOf, hasZone, timeOf } from "../../../src/reports/bcf/date-time.ts";

describe("dateTimeOf", () => {
  it.each([
    ["2026-11-17", "2026-11-17T00:00:00Z"],
    ["2024-02-29", "2024-02-29T00:00:00Z"],
    ["0099-12-31", "0099-12-31T00:00:00Z"],
    ["2026-11-17T09:30:00", "2026-11-17T09:30:00"],
    ["2026-11-17T24:00:00.0+14:00", "2026-11-17T24:00:00.0+14:00"],
    ["2026-11-17T09:30:00.1234567-05:30", "2026-11-17T09:30:00.1234567-05:30"],
  ])("takes %s", (text, dateTime) => expect(dateTimeOf(text)).toBe(dateTime));

  it.each(["", "soon", "2026-02-29", "2026-00-10", "2026-13-01", "0000-01-01", "2026-11-17T24:00:01Z"])(
    'refuses "%s"',
    (text) => expect(dateTimeOf(text)).toBe(null),
  );

  it.each(["2026-11-17T09:30Z", "2026-11-17T09:30:60Z", "2026-11-17T09:30:00+14:01", "2026-11-17 09:30:00Z"])(
    "refuses %s",
    (text) => expect(dateTimeOf(text)).toBe(null),
  );
});

describe("timeOf", () => {
  it("takes a date without a zone as UTC, in every zone of the machine", () => {
    expect(timeOf("2026-11-17T09:30:00")).toBe(Date.UTC(2026, 10, 17, 9, 30));
    expect(timeOf("2026-11-17T09:30:00+02:00")).toBe(Date.UTC(2026, 10, 17, 7, 30));
    expect([hasZone("2026-11-17T09:30:00"), hasZone("2026-11-17T09:30:00-05:00")]).toEqual([false, true]);
  });
});
