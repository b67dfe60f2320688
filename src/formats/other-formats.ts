// Formats that abut does not read: what they are, and how to convert them to one that it reads.

const FROM_CAD = "export it as STL, OBJ or glTF from the program that made it, or convert it with FreeCAD";
const FROM_SCENES = "export it as glTF (.glb) from the program that made it, or convert it with Blender";
const FROM_BUILDINGS = "export it as IFC from the program that made it";

const OTHERS: Readonly<Record<string, readonly [name: string, advice: string]>> = {
  step: ["STEP", FROM_CAD],
  stp: ["STEP", FROM_CAD],
  stpz: ["STEP", FROM_CAD],
  iges: ["IGES", FROM_CAD],
  igs: ["IGES", FROM_CAD],
  brep: ["OpenCASCADE", FROM_CAD],
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
  "3mf": ["3MF", "save it as STL from the slicer"],
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
  ifczip: ["ifcZIP", "unpack it: the .ifc file in it is read"],
  xacro: ["xacro", "expand it first: xacro robot.xacro > robot.urdf"],
  srdf: ["SRDF", "it has no shapes: read the .urdf file, with this one as its srdf option"],
  sdf: ["SDF", "convert it to URDF"],
  zip: ["ZIP", "unpack it first"],
  gz: ["gzip", "unpack it first"],
};

/** A sentence about a format that is known but not read, by file extension; null for any other. */
export function describeOtherFormat(extension: string): string | null {
  if (!Object.hasOwn(OTHERS, extension)) return null;
  const [name, advice] = OTHERS[extension];
  return `${name} files are not read; ${advice}`;
}
