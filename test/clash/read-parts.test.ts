import { describe, expect, it } from "vitest";
import { type ClashPart, findClashes, keyParts } from "../../src/clash/index.ts";
import { readParts } from "../../src/clash/read-parts.ts";
import { OptionError, PoseError } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createClashReport, writeBcf, writeGlb } from "../../src/reports/index.ts";
import { at } from "./scenes.ts";

const mesh = createBox();
const poses: [string, ArrayLike<number>][] = [
  ["a Float64Array", at(0.5)],
  ["a Float32Array", Float32Array.from(at(0.5))],
  ["an array", [...at(0.5)]],
  ["anything with 16 numbers", { ...[...at(0.5)], length: 16 }],
];

describe("a part with properties left out", () => {
  it("gets its key as name, group 0 and the identity pose", () => {
    const whole = { key: "a", name: "a", group: 0, mesh, toWorld: null };
    expect(readParts([{ key: "a", mesh }])).toEqual([whole]);
    const nothing = { name: undefined, group: undefined, toWorld: undefined };
    expect(readParts([{ key: "a", mesh, ...nothing }])).toEqual([whole]);
  });

  it.each(poses)("gives the same clashes with a pose as %s", (_, toWorld) => {
    const short: ClashPart[] = [
      { key: "a", mesh },
      { key: "b", mesh, toWorld },
    ];
    const long = [
      { key: "a", name: "a", group: 0, mesh, toWorld: null },
      { key: "b", name: "b", group: 0, mesh, toWorld: at(0.5) },
    ];
    const result = findClashes(short);
    expect(result).toEqual(findClashes(long));
    expect(result.clashes.map(({ kind }) => kind)).toEqual(["overlapping"]);
    const source = {
      result,
      inputs: [{ file: "f", bytes: 1, sha256: "", warnings: [] }],
      unit: { name: "m", metres: 1, perSceneUnit: 1 },
      settings: {
        tolerance: 0,
        clearance: 0,
        touching: "ignore" as const,
        between: false,
        self: false,
        ignore: [],
        limit: null,
      },
      toolVersion: "0",
    };
    const report = createClashReport({ ...source, parts: short });
    expect(report).toEqual(createClashReport({ ...source, parts: long }));
    expect(writeGlb(report, short)).toEqual(writeGlb(report, long));
    const options = { maxPictures: 0 };
    expect(writeBcf(report, short, options)).toEqual(writeBcf(report, long, options));
  });

  it("keeps its key when the pose comes in another kind of array", () => {
    const keysOf = (toWorld: ArrayLike<number>) => {
      const twice = { name: "bolt", mesh, toWorld };
      return keyParts([{ label: "f", parts: [twice, { name: "bolt", mesh }, twice] }]);
    };
    for (const [, pose] of poses) expect(keysOf(pose)).toEqual(keysOf(at(0.5)));
  });

  it("is rejected without a group when between is true", () => {
    const parts = [
      { key: "a", mesh, group: 1 },
      { key: "b", mesh },
    ];
    expect(() => findClashes(parts, { between: true })).toThrow(OptionError);
    expect(() => findClashes(parts, { between: true })).toThrow(
      "parts[1].group: with between, every part needs",
    );
    expect(findClashes(parts).clashes.length).toBe(1);
  });

  it("is passed to ignore as the caller's object", () => {
    const parts = ["a", "b", "c"].map((key) => ({
      ...{ key, name: key, group: 0, mesh, toWorld: null },
      layer: key === "c" ? 2 : 1,
    }));
    const { clashes } = findClashes(parts, { ignore: (a, b) => a.layer !== b.layer });
    expect(clashes.map(({ a, b }) => [a, b])).toEqual([[0, 1]]);
  });
});

it.each(["a part", 3, null, undefined])("findClashes rejects %j as a part", (wrong) => {
  const call = () => findClashes([{ key: "a", mesh }, wrong as never]);
  expect(call).toThrow(OptionError);
  expect(call).toThrow("parts[1]: expected a part, got ");
});

it("findClashes and keyParts reject the holes of sparse arrays", () => {
  expect(() => findClashes(new Array(2))).toThrow("parts[0]: expected a part, got undefined");
  expect(() => keyParts(new Array(2))).toThrow("files[0]: expected { label, parts }, a string and an array");
  const holes = () => keyParts([{ label: "a", parts: new Array(2) }]);
  expect(holes).toThrow(OptionError);
  expect(holes).toThrow("files[0].parts[0]: expected { name, mesh, toWorld? }, got undefined");
});

it.each<[object, typeof OptionError | typeof PoseError, string]>([
  [{ name: 3 }, OptionError, "parts[0].name: 3 is not a string"],
  [{ group: null }, OptionError, "parts[0].group: null is not a whole number"],
  [
    { toWorld: [1, 2, 3] },
    PoseError,
    "parts[0] (a): toWorld: expected 16 numbers (of a three.js matrix, its elements), got 3",
  ],
  [{ toWorld: { elements: [] } }, PoseError, "got object without a length"],
  [{ toWorld: "abcdefghijklmnop" }, PoseError, 'toWorld is "abcdefghijklmnop"; expected 16 numbers or null'],
  [{ toWorld: new Array(16).fill(Number.NaN) }, PoseError, "toWorld[0]: NaN is not a finite number"],
])("findClashes rejects a part with %j", (wrong, error, message) => {
  const call = () => findClashes([{ key: "a", mesh, ...wrong }]);
  expect(call).toThrow(error);
  expect(call).toThrow(message);
});
