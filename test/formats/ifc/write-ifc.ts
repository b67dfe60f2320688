import { utf8 } from "../write-models.ts";

// Small IFC files as text: boxes that are extruded, mapped and placed.

const HEADER = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('test.ifc','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,'project',$,$,$,$,(#2),#3);
#2=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#5,$);
#3=IFCUNITASSIGNMENT((#4));
#5=IFCAXIS2PLACEMENT3D(#6,$,$);
#6=IFCCARTESIANPOINT((0.,0.,0.));
#7=IFCRECTANGLEPROFILEDEF(.AREA.,$,#15,2.,4.);
#15=IFCAXIS2PLACEMENT2D(#16,$);
#16=IFCCARTESIANPOINT((0.,0.));
#8=IFCDIRECTION((0.,0.,1.));
#9=IFCEXTRUDEDAREASOLID(#7,#5,#8,6.);
#10=IFCSHAPEREPRESENTATION(#2,'Body','SweptSolid',(#9));
#11=IFCREPRESENTATIONMAP(#5,#10);
`;
const METRE = "#4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n";

/** A file with these statements added; its boxes measure 2 by 4 by 6 units, from #10 (plain) or #11 (to be mapped). */
export function ifcFile(statements: string, unit = METRE): Uint8Array {
  return utf8(`${HEADER}${unit}${statements}ENDSEC;\nEND-ISO-10303-21;\n`);
}

export interface ElementSpec {
  type?: string;
  name?: string;
  at?: readonly [number, number, number];
  /** The shape representations; default the box. */
  representations?: string;
}

/** An element, as statements with numbers from 100·index on. */
export function element(index: number, spec: ElementSpec = {}): string {
  const { type = "IFCBUILDINGELEMENTPROXY", name = `'box'`, at = [0, 0, 0], representations = "#10" } = spec;
  const n = 100 * index;
  const guid = `0000000000000000000${String(index).padStart(3, "0")}`;
  const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));
  return `#${n}=${type}('${guid}',$,${name},$,$,#${n + 1},#${n + 4},$,$);
#${n + 1}=IFCLOCALPLACEMENT($,#${n + 2});
#${n + 2}=IFCAXIS2PLACEMENT3D(#${n + 3},$,$);
#${n + 3}=IFCCARTESIANPOINT((${at.map(real).join()}));
#${n + 4}=IFCPRODUCTDEFINITIONSHAPE($,$,(${representations}));
`;
}
