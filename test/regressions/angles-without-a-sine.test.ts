import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readModel } from "../../src/formats/index.ts";

// Angles of 1e308 have no sine here, so poses became NaN: `PoseError: pose[4]: NaN is not a finite number`, without the file's name. So were
// poses and mimics refused that only together lead out of range. Collada turned the axis of a rotation that overflows into a scale.

const BOX = '<geom type="box" size=".1 .1 .1"/>';
const mjcf = (body: string, joint = "") =>
  `<mujoco><worldbody><body name="a">${BOX}<body name="b" ${body}>${joint}${BOX}</body></body></worldbody></mujoco>`;
const urdf = (origin: string, joint = "") =>
  `<robot name="r"><link name="a"><collision><origin ${origin}/><geometry><box size="1 1 1"/></geometry></collision></link>${joint}</robot>`;
const joint = (origin: string) =>
  `<link name="b"/><joint name="j" type="fixed"><origin ${origin}/><parent link="a"/><child link="b"/></joint>`;
/** Joint l follows k, which follows j, each by 1e200. */
const MIMICS = ["a", "b", "c"]
  .map((parent, i) => {
    const [child, name, leader] = ["bcd"[i], "jkl"[i], " jk"[i]];
    const mimic = i === 0 ? "" : `<mimic joint="${leader}" multiplier="1e200"/>`;
    return `<link name="${child}"/><joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/>${mimic}</joint>`;
  })
  .join("");
const dae = (transform: string) =>
  `<COLLADA><library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="f" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#f" count="3" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node id="n">${transform}<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>`;
const gltf = (rotation: number[]) =>
  JSON.stringify({
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, rotation }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [
      {
        byteLength: 36,
        uri: `data:application/octet-stream;base64,${Buffer.from(
          Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer,
        ).toString("base64")}`,
      },
    ],
  });
const HUGE = "is not within ±2^100";
/** Within ±2^100, but twice as far is not. */
const FAR = "1e30 0 0";

describe("angles and poses out of range", () => {
  it.each([
    ["a.mjcf", mjcf('euler="1e308 0 0"'), `body "b": euler 1e+308 0 0 of <body> ${HUGE}`],
    ["a.mjcf", mjcf('axisangle="0 0 1 1e300"'), `body "b": axisangle 0 0 1 1e+300 of <body> ${HUGE}`],
    ["a.mjcf", mjcf("", '<joint name="j" ref="1e308"/>'), `joint "j": ref 1e+308 of <joint> ${HUGE}`],
    ["a.mjcf", mjcf(`pos="${FAR}"`, `<joint name="j" pos="${FAR}"/>`), 'joint "j": '],
    ["a.urdf", urdf('rpy="1e308 0 0"'), `link "a": rpy 1e+308 0 0 of <origin> ${HUGE}`],
    ["a.urdf", urdf("", joint('rpy="0 0 -1e40"')), `joint "j": rpy 0 0 -1e+40 of <origin> ${HUGE}`],
    ["a.urdf", urdf("", MIMICS), 'joint "l" of link "d": mimic by Infinity'],
    ["a.dae", dae("<rotate>0 0 1 1e308</rotate>"), 'node "n": <rotate> by 1e+308 degrees'],
    ["a.dae", dae("<rotate>1.7e308 1.7e308 0 90</rotate>"), 'node "n": <rotate> about 1.7e+308'],
    ["a.gltf", gltf([1e200, 0, 0, 0]), ""],
  ])("are refused with the file's name: %s, %#", async (name, text, message) => {
    const failure = await readModel(new TextEncoder().encode(text), name).then(
      () => "read",
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(FormatError);
    expect((failure as Error).message).toMatch(new RegExp(`^${name}[,:] `));
    expect((failure as Error).message).toContain(message);
    expect((failure as Error).message).not.toContain("NaN");
  });
});
