import { afterEach, describe, expect, it, vi } from "vitest";
import { FormatError, OptionError } from "../../../src/errors.ts";
import { type Model, readIfc, readModel } from "../../../src/formats/index.ts";
import { bakePositions } from "../../../src/geometry/affine.ts";
import { importFresh } from "../../fresh-modules.ts";
import { element, ifcFile } from "./write-ifc.ts";

function boxOf({ parts }: Model, part = 0): number[] {
  const { mesh, toWorld } = parts[part];
  const points = toWorld === null ? mesh.positions : bakePositions(mesh.positions, toWorld);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    box[i % 3] = Math.min(box[i % 3], points[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], points[i]);
  }
  return box;
}

const MILLIMETRE = "#4=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n";
const FOOT = `#4=IFCCONVERSIONBASEDUNIT(#12,.LENGTHUNIT.,'FOOT',#13);
#12=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#13=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#14);
#14=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
`;
/** A mapped box at a position, as representation number n. */
const mapped = (n: number) => `#${n}=IFCSHAPEREPRESENTATION(#2,'Body','MappedRepresentation',(#${n + 1}));
#${n + 1}=IFCMAPPEDITEM(#11,#${n + 2});
#${n + 2}=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#6,$,$);
`;

afterEach(() => vi.restoreAllMocks());

describe("readIfc", () => {
  it("makes a part of an element, with name, GlobalId and class, in metres, z up", async () => {
    const file = ifcFile(element(1, { type: "IFCWALL", name: `'W\\X2\\00E4\\X0\\nd'`, at: [10, 20, 30] }));
    const model = await readIfc(file, "a.ifc");
    expect(model).toMatchObject({ metresPerUnit: 1, upAxis: "z", warnings: [] });
    expect(model.parts).toMatchObject([{ name: "Wänd", guid: "0000000000000000000001", type: "IfcWall" }]);
    expect(model.parts[0].mesh).toMatchObject({ triangleCount: 12, vertexCount: 8 });
    expect(boxOf(model)).toEqual([9, 18, 30, 11, 22, 36]);
  });

  it("recognises the file by its first words, and uses the GlobalId for a missing name", async () => {
    const { parts } = await readModel(ifcFile(element(1, { name: "$" })), "download");
    expect(parts.map(({ name }) => name)).toEqual(["0000000000000000000001"]);
  });

  it("converts the file's unit to metres", async () => {
    const inMillimetres = await readIfc(ifcFile(element(1), MILLIMETRE), "mm.ifc");
    boxOf(inMillimetres).forEach((value, i) => {
      expect(value).toBeCloseTo([-0.001, -0.002, 0, 0.001, 0.002, 0.006][i], 9);
    });
    const inFeet = await readIfc(ifcFile(element(1), FOOT), "ft.ifc");
    expect(boxOf(inFeet)[5]).toBeCloseTo(6 * 0.3048, 9);
  });

  it("keeps coordinates far from the origin, to the last bit of f64", async () => {
    const at = [3_512_345.125, 5_404_321.0625, 412.5] as const;
    const model = await readIfc(ifcFile(element(1, { at })), "far.ifc");
    const box = [at[0] - 1, at[1] - 2, at[2], at[0] + 1, at[1] + 2, at[2] + 6];
    boxOf(model).forEach((value, i) => {
      expect(Math.abs(value - box[i])).toBeLessThan(1e-8);
    });
  });

  it("shares the mesh among elements that map the same geometry, and joins several geometries of one", async () => {
    const file = ifcFile(
      mapped(30) +
        element(1, { representations: "#30" }) +
        element(2, { representations: "#30", at: [10, 0, 0] }) +
        "#40=IFCSHAPEREPRESENTATION(#2,'Body','SweptSolid',(#9,#41));\n" +
        "#41=IFCEXTRUDEDAREASOLID(#42,#5,#8,1.);\n#42=IFCRECTANGLEPROFILEDEF(.AREA.,$,#15,10.,10.);\n" +
        element(3, { representations: "#40" }),
    );
    const { parts } = await readIfc(file, "shared.ifc");
    expect(parts.map(({ name }) => name)).toEqual(["box", "box#2", "box#3"]);
    expect(parts[0].mesh).toBe(parts[1].mesh);
    expect(parts[2].toWorld).toBe(null);
    expect(parts[2].mesh).toMatchObject({ triangleCount: 24 });
    expect(parts[2].mesh.positions).toBeInstanceOf(Float64Array);
  });

  it("omits what nobody can run into, unless requested by class", async () => {
    const file = ifcFile(
      element(1, { type: "IFCWALL", name: "'wall'" }) +
        element(2, { type: "IFCSPACE", name: "'room'" }) +
        element(3, { type: "IFCOPENINGELEMENT", name: "'hole'" }),
    );
    const names = async (options: object) =>
      (await readIfc(file, "a.ifc", options)).parts.map(({ name }) => name);
    expect(await names({})).toEqual(["wall"]);
    expect(await names({ types: ["IfcSpace", "ifcwall"] })).toEqual(["wall", "room"]);
    expect(await names({ types: ["IfcElement"] })).toEqual(["wall", "hole"]); // subclasses count
    expect(await names({ excludeTypes: ["IfcWall"] })).toEqual(["room", "hole"]);
    await expect(names({ types: ["IfcWal"] })).rejects.toThrow(
      new OptionError('types: "IfcWal" is not a class of IFC'),
    );
  });

  it("names the element whose shape it does not know, and prints nothing", async () => {
    const spies = (["log", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
    const file = ifcFile(
      "#20=IFCSHAPEREPRESENTATION(#2,'Body','CSG',(#21));\n#21=IFCSPHERICALSURFACE(#5,1.);\n" +
        element(1, { type: "IFCWALL", name: "'round'", representations: "#20" }) +
        element(2),
    );
    const { parts, warnings } = await readIfc(file, "a.ifc");
    expect(parts.length).toBe(1);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^a\.ifc, #100 IfcWall "round": .*IfcWall left out$/);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });

  it("warns of a file without elements", async () => {
    const { parts, warnings } = await readIfc(ifcFile(""), "empty.ifc");
    expect([parts, warnings]).toEqual([[], ["empty.ifc: no triangles"]]);
  });

  it("frees the memory of each file", async () => {
    const calls: string[] = [];
    const { IfcAPI } = await import("web-ifc");
    const webIfc = new IfcAPI();
    await webIfc.Init(undefined, true);
    const close = webIfc.CloseModel.bind(webIfc);
    webIfc.CloseModel = (model) => {
      calls.push("close");
      close(model);
    };
    expect((await readIfc(ifcFile(element(1)), "a.ifc", { webIfc })).parts.length).toBe(1);
    await expect(readIfc(ifcFile(element(1)), "a.ifc", { webIfc, types: ["x"] })).rejects.toThrow(
      OptionError,
    );
    expect(calls).toEqual(["close", "close"]);
  });

  it("says how to install web-ifc where it is missing", async () => {
    vi.resetModules();
    vi.doMock("web-ifc", () => {
      throw Object.assign(new Error("Cannot find package 'web-ifc'"), { code: "ERR_MODULE_NOT_FOUND" });
    });
    try {
      const fresh =
        await importFresh<typeof import("../../../src/formats/ifc/read.ts")>("src/formats/ifc/read.ts");
      await expect(fresh.readIfc(ifcFile(element(1)), "a.ifc")).rejects.toThrow(
        /^a\.ifc: reading IFC takes the package web-ifc; to install it, run: npm install web-ifc/,
      );
    } finally {
      vi.doUnmock("web-ifc");
      vi.resetModules();
    }
  });

  it("leaves STEP files of other schemas to the reader of CAD models, whatever their name", async () => {
    const file = new TextEncoder().encode(
      "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 }'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n",
    );
    await expect(readModel(file, "part.ifc")).rejects.toThrow(FormatError);
    await expect(readModel(file, "part.ifc")).rejects.toThrow(
      /^part\.ifc, byte 0: occt-import-js cannot read it/,
    );
  });
});
