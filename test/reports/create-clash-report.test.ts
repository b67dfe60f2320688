import { describe, expect, it } from "vitest";
import { OptionError } from "../../src/errors.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { writeJson } from "../../src/reports/json.ts";
import { randomSource } from "./reports.ts";

describe("createClashReport", () => {
  it("multiplies every length and coordinate by perSceneUnit, and nothing else (seed 1)", () => {
    const source = randomSource(1, { clashes: 40 });
    const plain = createClashReport({ ...source, unit: { name: "unit", metres: null, perSceneUnit: 1 } });
    const scaled = createClashReport({ ...source, unit: { name: "mm", metres: 0.001, perSceneUnit: 1000 } });
    const times = (lengths: number[]) => lengths.map((length) => 1000 * length);
    for (const [i, { depth, distance, point, box, curves, ...rest }] of plain.clashes.entries()) {
      const other = scaled.clashes[i];
      expect(other).toMatchObject(rest);
      expect(other.point).toEqual(times(point));
      expect(other.box).toEqual(times(box));
      expect(other.curves).toEqual(curves.map(({ closed, points }) => ({ closed, points: times(points) })));
      expect(other.depth).toEqual(
        depth && {
          ...depth,
          depth: 1000 * depth.depth,
          lowerBound: 1000 * depth.lowerBound,
          pointA: times(depth.pointA),
          pointB: times(depth.pointB),
        },
      );
      expect(other.distance).toEqual(
        distance && {
          distance: 1000 * distance.distance,
          pointA: times(distance.pointA),
          pointB: times(distance.pointB),
        },
      );
    }
    expect(plain.clashes.some(({ depth }) => depth !== null)).toBe(true);
    expect(plain.clashes.some(({ distance }) => distance !== null)).toBe(true);
    for (const [i, { box }] of plain.parts.entries()) expect(scaled.parts[i].box).toEqual(times(box));
    expect(scaled.settings).toEqual(source.settings);
  });

  it("keeps scene units with perSceneUnit 1 (seed 2)", () => {
    const source = randomSource(2);
    const { clashes } = createClashReport({ ...source, unit: { name: "m", metres: 1, perSceneUnit: 1 } });
    for (const [i, clash] of source.result.clashes.entries()) {
      const written = JSON.parse(JSON.stringify({ ...clash, curves: [] }));
      expect(JSON.parse(JSON.stringify({ ...clashes[i], curves: [] }))).toMatchObject(written);
      expect(clashes[i].keyA).toBe(source.parts[clash.a].key);
      expect(clashes[i].keyB).toBe(source.parts[clash.b].key);
    }
  });

  it("holds finite numbers and no negative zero (seeds 1 to 20)", () => {
    for (let seed = 1; seed <= 20; seed++) visitNumbers(createClashReport(randomSource(seed)), check);
    function check(value: number): void {
      expect(Number.isFinite(value) && !Object.is(value, -0)).toBe(true);
    }
  });

  it("gives the box of a part's used vertices after bakePositions (seed 3)", () => {
    const source = randomSource(3, { parts: 30 });
    const { parts } = createClashReport({ ...source, unit: { name: "m", metres: 1, perSceneUnit: 1 } });
    for (const [i, { mesh, toWorld }] of source.parts.entries()) {
      const baked = !toWorld ? mesh.positions : bakePositions(mesh.positions, toWorld);
      const axis = (k: number) => [...baked].filter((_, at) => at % 3 === k);
      const least = [0, 1, 2].map((k) => Math.min(...axis(k)) + 0);
      const greatest = [0, 1, 2].map((k) => Math.max(...axis(k)) + 0);
      expect(parts[i].box).toEqual([...least, ...greatest]);
    }
    // A vertex that no triangle uses is not part of the box.
    const mesh = createMesh({
      positions: Float64Array.of(9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0),
      indices: Uint16Array.of(1, 2, 3),
    });
    const loose = { ...source, parts: source.parts.map((part) => ({ ...part, mesh, toWorld: null })) };
    expect(createClashReport(loose).parts[0].box).toEqual([0, 0, 0, 1000, 1000, 0]);
  });

  it("gives each part's input, name, guid and type, and whether it is closed (seed 4)", () => {
    const { parts, inputs } = createClashReport(randomSource(4));
    expect(parts.map(({ closed }) => closed)).toEqual([true, false, true, false, true, false, true, false]);
    expect(parts[0]).toMatchObject({ guid: "2O2Fr$t4X7Zf8NOew3FNr2", type: "IfcWall" });
    expect(parts[1]).not.toHaveProperty("guid");
    for (const [number, input] of inputs.entries()) {
      const own = parts.filter((part) => part.input === number);
      expect(input.parts).toBe(own.length);
      expect(input.triangles).toBe(own.reduce((sum, { triangles }) => sum + triangles, 0));
    }
    expect(inputs.reduce((sum, input) => sum + input.parts, 0)).toBe(parts.length);
  });

  it("gives the number of unlisted clashes and the status partial", () => {
    const whole = createClashReport(randomSource(5));
    expect([whole.truncated, whole.status]).toEqual([null, "complete"]);
    const cut = createClashReport(randomSource(5, { unlisted: 7, status: "partial" }));
    expect([cut.truncated, cut.status]).toEqual([{ unlisted: 7, limit: 12 }, "partial"]);
  });

  it("writes a limit of Infinity as null, and a tolerance of −0 as 0", () => {
    const source = randomSource(5);
    const settings = { ...source.settings, tolerance: -0, limit: Infinity };
    expect(createClashReport({ ...source, settings }).settings).toMatchObject({ tolerance: 0, limit: null });
  });

  it("gives equal bytes for equal sources, and copies what it keeps", () => {
    const source = randomSource(6);
    const report = createClashReport(source);
    const text = writeJson(report);
    expect(writeJson(createClashReport(randomSource(6)))).toBe(text);
    source.result.clashes[0].point[0] = 12345;
    source.settings.ignore.push("other");
    source.inputs[0].warnings.push("other");
    expect(writeJson(report)).toBe(text);
  });

  it("rejects bad sources with errors that name the place", () => {
    const source = randomSource(7);
    const unit = (perSceneUnit: number, metres: number | null = null) => ({
      name: "x",
      metres,
      perSceneUnit,
    });
    expect(() => createClashReport({ ...source, unit: unit(0) })).toThrow(
      new OptionError("unit.perSceneUnit: 0 is not a positive number"),
    );
    expect(() => createClashReport({ ...source, unit: unit(1, NaN) })).toThrow("unit.metres: NaN");
    expect(() => createClashReport({ ...source, unit: unit(1e308) })).toThrow("is not finite");
    expect(() => createClashReport({ ...source, partInfo: [] })).toThrow("partInfo: 0 entries for 8 parts");
    expect(() => createClashReport({ ...source, inputs: [] })).toThrow(/^part 0 .*input [01] does not exist/);
    const settings = { ...source.settings, clearance: Infinity };
    expect(() => createClashReport({ ...source, settings })).toThrow("settings.clearance: Infinity");
  });
});

function visitNumbers(value: unknown, visit: (value: number) => void): void {
  if (typeof value === "number") visit(value);
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) visitNumbers(member, visit);
}
