import { afterEach, describe, expect, it, vi } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readIfc } from "../../src/formats/index.ts";
import { element, ifcFile } from "../formats/ifc/write-ifc.ts";

// web-ifc throws a raw TypeError where it expects a list, "v[4]?.map is not a function", and prints "Invalid IFC Line". Both went
// through to the caller. A missing member of a list was a TypeError of our own.

const STOREY = "#50=IFCBUILDINGSTOREY('0000000000000000000050',$,'ground',$,$,$,$,$,.ELEMENT.,0.);\n";
const contained = (elements: string, storey: string) =>
  `${STOREY}#51=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000051',$,$,$,${elements},${storey});\n`;
const properties = (objects: string, set: string) =>
  `#60=IFCRELDEFINESBYPROPERTIES('0000000000000000000060',$,$,$,${objects},#61);\n` +
  `#61=IFCPROPERTYSET('0000000000000000000061',$,'Pset',$,${set});\n` +
  "#62=IFCPROPERTYSINGLEVALUE('Load',$,IFCLABEL('none'),$);\n";

/** Reads a file with one box and these statements; fails if anything was printed. */
async function read(statements: string) {
  const spies = (["log", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
  try {
    return await readIfc(ifcFile(element(1) + statements), "a.ifc", { properties: true });
  } finally {
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  }
}

afterEach(() => vi.restoreAllMocks());

describe("a line of IFC that web-ifc cannot read", () => {
  it.each([
    ["text for the elements of a storey", contained("'x'", "#50"), "#51"],
    ["a reference for the objects of properties", properties("#100", "(#62)"), "#60"],
    ["a reference for the properties of a set", properties("(#100)", "#62"), "#61"],
  ])("is named: %s", async (_, statements, line) => {
    const failure = await read(statements).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FormatError);
    expect((failure as Error).message).toMatch(
      new RegExp(`^a\\.ifc, ${line}: web-ifc cannot read it: .*map`),
    );
  });

  it("leaves web-ifc usable for the next file", async () => {
    await expect(read(contained("'x'", "#50"))).rejects.toThrow(FormatError);
    expect((await read(contained("(#100)", "#50"))).parts).toMatchObject([{ storey: "ground" }]);
  });
});

describe("a wrong reference in IFC", () => {
  it("is ignored where a list has other members", async () => {
    const { parts, warnings } = await read(
      contained("(#100,$,'x')", "#50") + properties("($,#100)", "($,#62)"),
    );
    expect(parts).toMatchObject([{ storey: "ground", properties: { "Pset.Load": "none" } }]);
    expect(warnings).toEqual([]);
  });

  it("causes a warning that names the missing line", async () => {
    const { parts, warnings } = await read(contained("(#100)", "#999"));
    expect(parts.length).toBe(1);
    expect(warnings).toEqual(["a.ifc, #999: web-ifc: Invalid IFC Line"]);
  });
});
