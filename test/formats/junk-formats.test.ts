import * as formats from "../../src/formats/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { type Call, describeJunkArguments } from "../junk.ts";
import { meshObject, modelXml, pack3mf } from "./3mf/write-3mf.ts";
import { stepBoxes } from "./cad/write-step.ts";
import { element, ifcFile } from "./ifc/write-ifc.ts";
import { toAsciiStl, toObj, toOff, utf8 } from "./write-models.ts";

const box = createBox();
const PLY = `ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
`;
const DAE = '<COLLADA version="1.4.1"><asset/></COLLADA>';
const URDF = `<robot name="arm">
  <link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="b"/>
  <joint name="turn" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>`;
const SRDF = '<robot name="arm"><disable_collisions link1="a" link2="b" reason="Adjacent"/></robot>';
const MJCF = '<mujoco><worldbody><body name="a"><geom type="box" size="1 1 1"/></body></worldbody></mujoco>';
const BVH = `HIERARCHY
ROOT hips
{
  OFFSET 0 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 1
Frame Time: 0.1
0 0 0
`;
const motion = () => formats.readBvh(utf8(BVH), "walk.bvh");
/** In place of OpenCASCADE, whose start takes 0.1 s for each file: every file is one triangle. */
const oneTriangle = (): formats.OcctResult => ({
  success: true,
  root: { name: "", meshes: [0], children: [] },
  meshes: [
    {
      name: "triangle",
      brep_faces: [{ first: 0, last: 0, color: null }],
      attributes: { position: { array: [0, 0, 0, 1, 0, 0, 0, 1, 0] } },
      index: { array: [0, 1, 2] },
    },
  ],
});
const OCCT: formats.Occt = {
  ReadStepFile: oneTriangle,
  ReadIgesFile: oneTriangle,
  ReadBrepFile: oneTriangle,
};

/** Names of files. */
const NAMES = ['""', '"abc"'];

/** A reader of bytes or text, with the options to put junk into. */
function reader(file: () => string | Uint8Array, options: string[] = [], given: object = {}): Call {
  return {
    args: () => [file(), "file", given],
    required: 2,
    options: ["limits", ...options],
    legal: { 1: NAMES },
  };
}

/** A reader by a package whose start takes 0.1 s. With junk for options it gets a file that is cut off, which it refuses before the start. */
function packageReader(call: Call, cutOff: string): Call {
  return { ...call, withoutOptions: () => [utf8(cutOff), "file", null] };
}

const MESHES = ["resolve", "geometry", "missingMeshes", "segments"];
const CAD = ["deflection", "deflectionUnit", "angularDeflection"];
const ROBOT: formats.Robot = await formats.readUrdf(URDF, "arm.urdf");

const CALLS: Record<string, Call> = {
  readModel: {
    args: () => [utf8(toObj(box)), "box.obj", {}],
    required: 2,
    options: ["limits", "format", "weld", "upAxis", "time", "joints"],
    legal: { 1: NAMES },
  },
  formatOf: { args: () => [utf8(toObj(box)), "box.obj"], required: 2, legal: { 1: NAMES } },
  locateMesh: {
    args: () => ["package://a/b.stl", { packages: { a: "/a" } }],
    required: 1,
    options: ["folder", "packages"],
    legal: { 0: NAMES },
  },
  writeModelGlb: {
    args: () => [[{ name: "box", mesh: box }], {}],
    required: 1,
    options: ["metresPerUnit", "upAxis"],
    legal: { 0: ["[]"] },
  },
  readStl: reader(() => utf8(toAsciiStl(box)), ["weld"]),
  readObj: reader(() => utf8(toObj(box))),
  readPly: reader(() => utf8(PLY)),
  readOff: reader(() => utf8(toOff(box))),
  readGltf: reader(
    () => formats.writeModelGlb([{ name: "box", mesh: box }]),
    ["resolve", "animation", "time", "decoders"],
  ),
  readDae: reader(() => utf8(DAE), ["upAxis"]),
  readIfc: packageReader(
    reader(() => ifcFile(element(1)), ["types", "excludeTypes", "properties"]),
    "ISO-10303-21;",
  ),
  read3mf: reader(() =>
    pack3mf({ "3D/3dmodel.model": modelXml(meshObject(1, box), '<item objectid="1"/>') }),
  ),
  readStep: packageReader(
    reader(() => stepBoxes([{ name: "box" }]), CAD, { occt: OCCT }),
    "ISO-10303-21;",
  ),
  readIges: packageReader(
    reader(() => utf8(" ".repeat(80)), CAD, { occt: OCCT }),
    "",
  ),
  readBrep: packageReader(
    reader(() => utf8("CASCADE Topology V1\n+1 0\n"), CAD, { occt: OCCT }),
    "",
  ),
  readUrdf: reader(() => URDF, MESHES),
  readUrdfModel: reader(() => URDF, [...MESHES, "joints", "srdf"]),
  readMjcf: reader(() => MJCF, MESHES),
  readMjcfModel: reader(() => MJCF, [...MESHES, "joints"]),
  readSrdf: reader(() => SRDF, ["links"]),
  jointValues: { args: () => [ROBOT, { turn: 0.5 }], required: 1 },
  readBvh: reader(() => utf8(BVH), ["scale"]),
  bvhFrameValues: { args: () => [motion(), 0], required: 2, legal: { 1: ["0"] } },
  createBvhLinks: { args: () => [motion(), {}], required: 1, options: ["shape", "radius", "segments"] },
};

describeJunkArguments("abut/formats", formats, CALLS);
