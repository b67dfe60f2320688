import { describe, expect, it } from "vitest";
import { chooseSceneUnit, inUnit, scalePose } from "../../../src/cli/scene/scene-unit.ts";
import { OptionError } from "../../../src/errors.ts";

const file = (label: string, metresPerUnit: number | null) => ({ label, metresPerUnit });
const [stl, obj, glb, ifc] = [
  file("a.stl", null),
  file("b.obj", null),
  file("c.glb", 1),
  file("d.ifc", 0.001),
];

describe("chooseSceneUnit", () => {
  it("keeps the numbers of files without a unit, in the unit of the command line or in none", () => {
    expect(chooseSceneUnit([stl, obj], null)).toEqual({
      unit: { name: "unit", metres: null, perSceneUnit: 1 },
      scales: [1, 1],
      warnings: [],
    });
    expect(chooseSceneUnit([stl, obj], "mm")).toEqual({
      unit: { name: "mm", metres: 0.001, perSceneUnit: 1 },
      scales: [1, 1],
      warnings: [],
    });
  });

  it("keeps the numbers of files of one unit, and reports in the requested unit", () => {
    expect(chooseSceneUnit([glb, glb], "mm")).toEqual({
      unit: { name: "mm", metres: 0.001, perSceneUnit: 1000 },
      scales: [1, 1],
      warnings: [],
    });
    expect(chooseSceneUnit([ifc], null).unit).toEqual({ name: "mm", metres: 0.001, perSceneUnit: 1 });
    expect(chooseSceneUnit([file("e.ifc", 0.1)], null).unit).toEqual({
      name: "m",
      metres: 1,
      perSceneUnit: 0.1,
    });
  });

  it("scales to metres if files of different units meet", () => {
    expect(chooseSceneUnit([glb, ifc], null)).toEqual({
      unit: { name: "m", metres: 1, perSceneUnit: 1 },
      scales: [1, 0.001],
      warnings: [],
    });
    expect(chooseSceneUnit([stl, glb], "in")).toMatchObject({ unit: { name: "in" }, scales: [0.0254, 1] });
  });

  it("treats files without a unit beside others as metres, and warns", () => {
    const { unit, scales, warnings } = chooseSceneUnit([stl, glb], null);
    expect(unit).toEqual({ name: "m", metres: 1, perSceneUnit: 1 });
    expect(scales).toEqual([1, 1]);
    expect(warnings).toEqual([
      "a.stl does not say its unit: metres are assumed, as in other files; --unit sets another unit",
    ]);
    expect(chooseSceneUnit([stl, obj, glb], null).warnings[0]).toMatch(
      /^a\.stl and another file do not say their unit/,
    );
  });

  it("needs no scale if the unit of the command line is that of the other files", () => {
    expect(chooseSceneUnit([stl, ifc], "mm")).toMatchObject({ scales: [1, 1], unit: { perSceneUnit: 1 } });
  });
});

describe("inUnit", () => {
  const mm = { name: "mm", metres: 0.001, perSceneUnit: 1000 };
  it("keeps plain numbers and converts lengths with units", () => {
    expect(inUnit({ value: 10, unit: null }, mm, "--clearance")).toBe(10);
    expect(inUnit({ value: 10, unit: "mm" }, mm, "--clearance")).toBe(10);
    expect(inUnit({ value: 1, unit: "in" }, mm, "--clearance")).toBeCloseTo(25.4, 12);
  });

  it("rejects a unit if that of the files is unknown", () => {
    const unit = { name: "unit", metres: null, perSceneUnit: 1 };
    expect(() => inUnit({ value: 10, unit: "mm" }, unit, "--clearance")).toThrow(OptionError);
    expect(() => inUnit({ value: 10, unit: "mm" }, unit, "--clearance")).toThrow(/--clearance.*--unit/);
  });
});

describe("scalePose", () => {
  it("scales rotation and translation, and keeps the last row", () => {
    expect(scalePose(null, 1)).toBeNull();
    expect([...scalePose(null, 2)!]).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
    const pose = Float64Array.of(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1);
    expect([...scalePose(pose, 10)!]).toEqual([0, 10, 0, 0, -10, 0, 0, 0, 0, 0, 10, 0, 50, 60, 70, 1]);
    expect(pose[12]).toBe(5);
  });
});
