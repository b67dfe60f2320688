import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../../src/errors.ts";
import {
  formatOf,
  type Model,
  type Occt,
  readBrep,
  readIges,
  readModel,
  readStep,
} from "../../../src/formats/index.ts";
import { topologyOf } from "../../../src/mesh/surface-topology.ts";
import { utf8 } from "../write-models.ts";
import { METRE, stepBoxes } from "./write-step.ts";

const SAMPLES = join(dirname(fileURLToPath(import.meta.resolve("occt-import-js"))), "../test/testfiles");

function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(SAMPLES, name)));
}

function boxOf({ parts }: Model): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { mesh } of parts)
    for (let i = 0; i < mesh.positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3], mesh.positions[i]);
      high[i % 3] = Math.max(high[i % 3], mesh.positions[i]);
    }
  return [...low, ...high];
}

describe("readStep", () => {
  it("reads boxes: names, colours, unit, twelve triangles that close", async () => {
    const bytes = stepBoxes([
      { name: "plate", size: [10, 20, 3], color: [1, 0, 0] },
      { name: "block", at: [5, 5, 2.5], size: [2, 2, 2] },
    ]);
    expect(formatOf(bytes, "x")).toBe("step");
    const model = await readModel(bytes, "boxes.step");
    expect(model.warnings).toEqual([]);
    expect(model.metresPerUnit).toBe(0.001);
    expect(model.parts.map(({ name }) => name)).toEqual(["plate", "block"]);
    expect(model.parts[0].color).toEqual([1, 0, 0]);
    for (const { mesh } of model.parts) {
      expect([mesh.vertexCount, mesh.triangleCount]).toEqual([8, 12]);
      expect(topologyOf(mesh).closed).toBe(true);
    }
    expect(boxOf({ ...model, parts: [model.parts[1]] })).toEqual([5, 5, 2.5, 7, 7, 4.5]);
  });

  it("keeps the numbers of the file's unit", async () => {
    const metres = await readStep(stepBoxes([{ name: "a", size: [0.1, 0.2, 0.3] }], METRE), "a.step");
    expect(metres.metresPerUnit).toBe(1);
    expect(boxOf(metres)).toEqual([0, 0, 0, 0.1, 0.2, 0.3]);
    const inches = await readStep(sample("cube-units/cube-in.step"), "in.step");
    expect(inches.metresPerUnit).toBe(0.0254);
    expect(boxOf(inches)[3]).toBe(39.370078740157);
  });

  it("keeps the tree of an assembly", async () => {
    const { parts, warnings } = await readStep(sample("cax-if/as1-tu-203.stp"), "as1.stp");
    expect(warnings).toEqual([]);
    expect(parts).toHaveLength(18);
    expect(parts.find(({ name }) => name === "plate")!.path).toEqual(["as1"]);
    expect(parts.find(({ name }) => name === "rod")!.path).toEqual(["as1", "rod-assembly"]);
    expect(parts.filter(({ name }) => name.startsWith("bolt"))).toHaveLength(6);
    expect(parts.every(({ mesh }) => topologyOf(mesh).closed)).toBe(true);
  });

  it("names solids without a name after their product", async () => {
    const { parts } = await readStep(sample("cax-if/as1_pe_203.stp"), "as1.stp");
    expect(parts[0].name).toBe("PLATE");
    expect(parts[0].path).toEqual(["AS1_PE_ASM"]);
  });

  it("follows the deflection: nearer triangles, more of them", async () => {
    const bytes = sample("cax-if/io1-cm-214.stp");
    const trianglesAt = async (deflection: number, deflectionUnit?: number) => {
      const { parts } = await readStep(bytes, "a.stp", { deflection, deflectionUnit, angularDeflection: 3 });
      return parts.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
    };
    const [coarse, fine] = [await trianglesAt(1), await trianglesAt(0.01)];
    expect(fine).toBeGreaterThan(2 * coarse);
    expect(await trianglesAt(0.00001, 1)).toBe(fine); // 0.01 mm, given in metres
    await expect(readStep(bytes, "a.stp", { deflection: 0 })).rejects.toThrow(OptionError);
    await expect(readStep(bytes, "a.stp", { deflection: Number.NaN })).rejects.toThrow(
      "deflection: NaN is not a positive number",
    );
  });

  it("refuses a broken syntax with its line, before OpenCASCADE sees it", async () => {
    const text = new TextDecoder().decode(stepBoxes([{ name: "a" }]));
    const broken = utf8(text.replace("VERTEX_POINT('',", "VERTEX_POINT('','"));
    await expect(readStep(broken, "a.step")).rejects.toThrow(/^a\.step, line \d+: /);
    await expect(readStep(utf8(text.slice(0, 5000)), "a.step")).rejects.toThrow(/it was cut off/);
  });

  it("warns about faces that have no shape", async () => {
    const text = new TextDecoder().decode(stepBoxes([{ name: "a" }]));
    const { parts, warnings } = await readStep(utf8(text.replace("PLANE(", "PLANET(")), "a.step");
    expect(parts[0].mesh.triangleCount).toBeLessThan(12);
    expect(warnings.join()).toMatch(/of 6 faces in the file only 5 have a shape/);
  });

  it("refuses buildings, and readIfc refuses CAD models", async () => {
    const text = new TextDecoder().decode(stepBoxes([{ name: "a" }]));
    await expect(readStep(utf8(text.replace("AUTOMOTIVE_DESIGN", "IFC4")), "a.step")).rejects.toThrow(
      "readIfc reads it",
    );
  });

  it("keeps within the budget", async () => {
    const reading = readStep(stepBoxes([{ name: "a" }]), "a.stp", { limits: { triangles: 11 } });
    await expect(reading).rejects.toThrow(/triangles are more than the limit of 11;/);
  });

  it("reads or refuses damaged files (fast-check, seed 11)", { timeout: 120_000 }, async () => {
    const text = stepBoxes([{ name: "a", size: [1, 2, 3], color: [1, 0, 0] }]);
    const change = fc.record({
      where: fc.double({ min: 0.04, max: 1, maxExcluded: true, noNaN: true }),
      byte: fc.constantFrom(...utf8("0123456789#,.('TF*$-E").values()),
    });
    let [read, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const bytes = text.slice();
        for (const { where, byte } of changes) bytes[Math.floor(where * bytes.length)] = byte;
        try {
          const { parts, warnings } = await readStep(bytes, "a.step");
          const triangles = parts.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
          if (triangles < 12) expect(warnings.length).toBeGreaterThan(0); // nothing is lost silently
          read++;
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          expect((error as Error).message.startsWith("a.step")).toBe(true);
          refused++;
        }
      }),
      { numRuns: 20, seed: 11 },
    );
    expect(Math.min(read, refused)).toBeGreaterThan(4);
  });
});

describe("readIges and readBrep", () => {
  it("reads a cube of 10 mm", async () => {
    const bytes = sample("cube-10x10mm/Cube 10x10.igs");
    expect(formatOf(bytes, "x")).toBe("iges");
    const model = await readModel(bytes, "cube.igs");
    expect([model.parts[0].name, model.metresPerUnit, model.parts[0].mesh.triangleCount]).toEqual([
      "Solid1",
      0.001,
      12,
    ]);
    const box = boxOf(model);
    expect([3, 4, 5].map((i) => box[i] - box[i - 3])).toEqual([10, 10, 10]);
    expect(model.warnings).toEqual([]);
  });

  it("warns where fewer faces of an IGES file come back than its directory lists", async () => {
    const whole = sample("cube-10x10mm/Cube 10x10.igs");
    const real = (await createRequire(import.meta.url)("occt-import-js")()) as Occt;
    const losesOne: Occt = {
      ...real,
      ReadIgesFile: (bytes, settings) => {
        const result = real.ReadIgesFile(bytes, settings);
        result.meshes![0].brep_faces.pop();
        return result;
      },
    };
    const lost = await readIges(whole, "a.igs", { occt: losesOne });
    expect(lost.warnings).toEqual([
      "a.igs: of 6 faces in the file only 5 have a shape; the others are left out",
    ]);
  });

  it("reads the solids of a BREP file, which has no unit", async () => {
    const bytes = sample("cax-if-brep/as1_pe_203.brep");
    expect(formatOf(bytes, "x")).toBe("brep");
    const { parts, metresPerUnit } = await readModel(bytes, "as1.brep");
    expect(parts).toHaveLength(18);
    expect([parts[1].name, metresPerUnit]).toEqual(["as1.brep#2", null]);
    expect(parts.every(({ mesh }) => topologyOf(mesh).closed)).toBe(true);
  });

  it.each([
    ["IGES", readIges, "cube-10x10mm/Cube 10x10.igs"],
    ["BREP", readBrep, "cax-if-brep/as1_pe_203.brep"],
  ] as const)("reads or refuses damaged %s files (seed 1)", { timeout: 120_000 }, async (_, read, name) => {
    const whole = sample(name);
    for (let i = 0; i < 6; i++) {
      const bytes = whole.slice(0, i % 3 === 0 ? Math.floor((whole.length * (i + 1)) / 7) : whole.length);
      if (i % 3 > 0)
        for (let k = 0; k < 4; k++) bytes[(7919 * (i + 1) * (k + 1)) % bytes.length] = 48 + ((i + k) % 10);
      try {
        await read(bytes, "a.cad");
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
        expect((error as Error).message.startsWith("a.cad")).toBe(true);
      }
    }
  });

  it.each([[readStep], [readIges], [readBrep]])("%o refuses an empty file", async (read) => {
    await expect(read(new Uint8Array(0), "a.cad")).rejects.toThrow("a.cad, byte 0: the file is empty");
  });
});
