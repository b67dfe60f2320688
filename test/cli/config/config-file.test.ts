import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/cli/config/config-file.ts";
import { FORMAT_NAMES } from "../../../src/cli/output/formats.ts";
import { FormatError } from "../../../src/errors.ts";
import { createValidator, readText } from "../../reports/schema.ts";

const validate = createValidator("config.schema.json");
const FULL = {
  $schema: "node_modules/abut/docs/config.schema.json",
  description: "all members",
  files: ["a.ifc"],
  unit: "mm",
  tolerance: 0.5,
  clearance: "1cm",
  touching: "report",
  between: true,
  self: false,
  group: "class",
  failOn: "overlapping,self",
  limit: 10,
  threads: 2,
  timeout: 2.5,
  baseline: "last.json",
  status: true,
  ignore: ["IfcGrid"],
  formats: ["html", "json"],
  output: "reports/",
  sets: {
    pipes: { description: "d", name: "pipe*", file: ["a.ifc"], class: "IfcPipe*", storey: "EG" },
    outer: { property: { "Pset_WallCommon.IsExternal": ["true", "T"] } },
  },
  checks: [
    { description: "d", a: "pipes", b: "outer", tolerance: "1mm", clearance: 3 },
    { a: "*", b: { name: "x" } },
  ],
  allow: [
    { a: "pipes", b: "*", reason: "sleeves", until: "2026-12-31" },
    { id: "0123456789abcdef", reason: "planned" },
  ],
};

const parse = (config: unknown) => parseConfig(JSON.stringify(config), "abut.config.json");

describe("parseConfig", () => {
  it("reads every member, which the schema accepts", () => {
    expect(validate(FULL)).toEqual([]);
    const config = parse(FULL);
    expect(Object.keys(config)).toEqual(Object.keys(FULL));
    expect(config.tolerance).toEqual({ value: 0.5, unit: null });
    expect(config.clearance).toEqual({ value: 1, unit: "cm" });
    expect(config.sets!.pipes.name).toEqual(["pipe*"]);
    expect([...config.failOn!.kinds]).toEqual(["overlapping", "self"]);
  });

  it("knows the members and formats of its schema", () => {
    const { properties } = JSON.parse(readText("docs/config.schema.json"));
    expect(Object.keys(properties)).toEqual(Object.keys(FULL));
    expect(properties.formats.items.enum).toEqual(FORMAT_NAMES);
  });

  // Each damages one member: [a change, what the error says, whether the schema finds it, too].
  const damages: [(config: typeof FULL) => void, RegExp, boolean][] = [
    [
      (c) => Object.assign(c, { tolerence: 1 }),
      /^abut\.config\.json: tolerence: is not a known member; did you mean tolerance\?/,
      true,
    ],
    [
      (c) => Object.assign(c.sets.pipes, { clas: "x" }),
      /: sets\.pipes\.clas: is not a known member; did you mean class\?/,
      true,
    ],
    [
      (c) => Object.assign(c.checks[0], { clearence: 1 }),
      /: checks\[0\]\.clearence: .*did you mean clearance\?/,
      true,
    ],
    [(c) => Object.assign(c.allow[0], { til: "x" }), /: allow\[0\]\.til: is not a known member/, true],
    [
      (c) => Object.assign(c.allow[0], { until: "31.12.2026" }),
      /: allow\[0\]\.until: expected a day such as/,
      true,
    ],
    [
      (c) => Object.assign(c.allow[0], { until: "2026-13-31" }),
      /: allow\[0\]\.until: expected a day such as/,
      false,
    ],
    [(c) => Object.assign(c.allow[1], { a: "pipes", b: "*" }), /: allow\[1\]: expected either a and b/, true],
    [
      (c) => Object.assign(c.checks[0], { a: "pips" }),
      /: checks\[0\]\.a: there is no set "pips"; did you mean pipes\?/,
      false,
    ],
    [
      (c) => Object.assign(c.sets, { empty: { description: "d" } }),
      /: sets\.empty: a set needs a condition/,
      false,
    ],
    [(c) => Object.assign(c, { tolerance: "5 miles" }), /: tolerance: "5 miles": Expected a length/, false],
    [(c) => Object.assign(c, { tolerance: -1 }), /: tolerance: "-1": Expected a length/, true],
    [(c) => Object.assign(c, { failOn: "overlap" }), /: failOn: "overlap": Expected any, none, new/, false],
    [(c) => Object.assign(c, { formats: ["pdf"] }), /: formats\[0\]: expected one of "table", "json"/, true],
    [
      (c) => Object.assign(c, { threads: 0 }),
      /: threads: expected a whole number of at least 1, got 0/,
      true,
    ],
    [(c) => Object.assign(c, { group: "cuase" }), /: group: expected one of "cause"/, true],
    [(c) => Object.assign(c, { sets: [] }), /: sets: expected an object, got a list of 0/, true],
  ];

  it.each(damages)("refuses a wrong member with its place (%#)", (damage, message, isInSchema) => {
    const config = structuredClone(FULL);
    damage(config);
    expect(() => parse(config)).toThrow(FormatError);
    expect(() => parse(config)).toThrow(message);
    expect(validate(config).length > 0).toBe(isInSchema);
  });

  it("refuses what is not JSON", () => {
    expect(() => parseConfig("{", "x.json")).toThrow(/^x\.json: not JSON/);
    expect(() => parseConfig("[]", "x.json")).toThrow(/^x\.json: expected an object/);
  });
});
