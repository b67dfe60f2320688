import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guidOf } from "../../../src/reports/bcf/guid.ts";

const id = fc.stringMatching(/^[0-9a-f]{16}$/);

describe("guidOf", () => {
  it("never changes: imported topics are found by it", () => {
    expect(guidOf("topic", "0123456789abcdef")).toBe("01234567-89ab-8cde-8f00-616275740001");
    expect(guidOf("viewpoint", "0123456789abcdef")).toBe("01234567-89ab-8cde-8f00-616275740002");
  });

  it("is a UUID of version 8, which holds the whole id (seed 1997)", () => {
    fc.assert(
      fc.property(id, (one) => {
        const guid = guidOf("topic", one);
        expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        const digits = guid.replaceAll("-", "");
        expect(digits.slice(0, 12) + digits.slice(13, 16) + digits[17]).toBe(one);
      }),
    );
  });
});
