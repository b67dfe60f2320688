// Formats that abut does not read: what they are, and how to convert them to one that it reads.

const FROM_CAD = "export it as STEP, STL or glTF from the program that made it, or convert it with FreeCAD";
const FROM_SCENES = "export it as glTF (.glb) from the program that made it, or convert it with Blender";
const FROM_BUILDINGS = "export it as IFC from the program that made it";

const OTHERS: Readonly<Record<string, readonly [name: string, advice: string]>> = {
  stpz: ["packed STEP", "unpack it: the .stp file in it is read"],
  x_t: ["Parasolid", FROM_CAD],
  x_b: ["Parasolid", FROM_CAD],
  xmt_txt: ["Parasolid", FROM_CAD],
  xmt_bin: ["Parasolid", FROM_CAD],
  sat: ["ACIS", FROM_CAD],
  fcstd: ["FreeCAD", FROM_CAD],
  jt: ["JT", FROM_CAD],
  sldprt: ["SolidWorks", FROM_CAD],
  sldasm: ["SolidWorks", FROM_CAD],
  catpart: ["CATIA", FROM_CAD],
  catproduct: ["CATIA", FROM_CAD],
  ipt: ["Inventor", FROM_CAD],
  iam: ["Inventor", FROM_CAD],
  dwg: ["DWG", FROM_CAD],
  dxf: ["DXF", FROM_CAD],
  amf: ["AMF", "save it as STL from the slicer"],
  fbx: ["FBX", FROM_SCENES],
  blend: ["Blender", FROM_SCENES],
  "3ds": ["3DS", FROM_SCENES],
  max: ["3ds Max", FROM_SCENES],
  x3d: ["X3D", FROM_SCENES],
  wrl: ["VRML", FROM_SCENES],
  usd: ["USD", FROM_SCENES],
  usda: ["USD", FROM_SCENES],
  usdc: ["USD", FROM_SCENES],
  usdz: ["USD", FROM_SCENES],
  abc: ["Alembic", FROM_SCENES],
  skp: ["SketchUp", FROM_SCENES],
  rvt: ["Revit", FROM_BUILDINGS],
  nwd: ["Navisworks", FROM_BUILDINGS],
  ifcxml: ["ifcXML", "export it as plain .ifc"],
  xacro: ["xacro", "expand it first: xacro robot.xacro > robot.urdf"],
  srdf: ["SRDF", "it has no shapes: read the .urdf file, with this one as its srdf option"],
  sdf: ["SDF", "convert it to URDF"],
  gz: ["gzip", "unpack it first"],
};

/** A sentence about a format that is known but not read, by file extension; null for any other. */
export function describeOtherFormat(extension: string): string | null {
  if (!Object.hasOwn(OTHERS, extension)) return null;
  const [name, advice] = OTHERS[extension];
  return `${name} files are not read; ${advice}`;
}
