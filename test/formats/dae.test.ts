import { describe, expect, it } from "vitest";
import { type DaeOptions, readDae, readUrdf } from "../../src/formats/index.ts";
import { bakePositions, FormatError, inspectMesh } from "../../src/index.ts";
import { cornersOf, utf8 } from "./write-models.ts";

const CORNERS = "0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1";
const QUADS = "0 3 2 1  4 5 6 7  0 1 5 4  1 2 6 5  2 3 7 6  3 0 4 7";

function geometry(faces: string, id = "cube", positions = CORNERS): string {
  const count = positions.trim().split(/\s+/).length;
  return `<geometry id="${id}" name="${id} name"><mesh>
    <source id="${id}-normals"><float_array>nan</float_array></source>
    <source id="${id}-positions">
      <float_array id="${id}-array" count="${count}">${positions}</float_array>
      <technique_common><accessor source="#${id}-array" count="${count / 3}" stride="3"/></technique_common>
    </source>
    <vertices id="${id}-vertices"><input semantic="POSITION" source="#${id}-positions"/></vertices>
    ${faces}
  </mesh></geometry>`;
}

const INPUT = '<input semantic="VERTEX" source="#cube-vertices" offset="0"/>';
const CUBE = geometry(`<polylist count="6">${INPUT}<vcount>4 4 4 4 4 4</vcount><p>${QUADS}</p></polylist>`);

function file(geometries: string, nodes: string | null, asset = "<up_axis>Z_UP</up_axis>"): string {
  const scene =
    nodes === null
      ? ""
      : `<library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes>
         <scene><instance_visual_scene url="#s"/></scene>`;
  return `<?xml version="1.0"?><COLLADA version="1.4.1"><asset>${asset}</asset>
    <library_geometries>${geometries}</library_geometries>${scene}</COLLADA>`;
}

const USE = '<instance_geometry url="#cube"/>';

function read(xml: string, options?: DaeOptions) {
  return readDae(utf8(xml), "c.dae", options);
}

/** The image of the cube's corner 1 1 1. */
async function corner(nodes: string, asset?: string, options?: DaeOptions): Promise<number[]> {
  const { parts } = await read(file(CUBE, nodes, asset), options);
  const { mesh, toWorld } = parts[0];
  const moved = toWorld === null ? mesh.positions : bakePositions(mesh.positions, toWorld);
  return Array.from(moved.subarray(18, 21), (value) => Math.round(value * 1e12) / 1e12 + 0);
}

describe("readDae", () => {
  it("reads polygons, triangles, fans and strips to the same surface", async () => {
    const cube = (await read(file(CUBE, null))).parts[0].mesh;
    expect(cube.triangleCount).toBe(12);
    expect(inspectMesh(cube)).toMatchObject({ closed: true });
    const quads = QUADS.split(/\s\s/).map((quad) => quad.split(" "));
    const lists = (name: string, order: number[]) =>
      `<${name}>${INPUT}${quads.map((quad) => `<p>${order.map((i) => quad[i]).join(" ")}</p>`).join("")}</${name}>`;
    const triangles = quads.map(([a, b, c, d]) => [a, b, c, a, c, d].join(" ")).join(" ");
    for (const faces of [
      lists("polygons", [0, 1, 2, 3]),
      lists("trifans", [0, 1, 2, 3]),
      `<triangles>${INPUT}<p>${triangles}</p></triangles>`,
      // Other inputs share the list: only every third number is a vertex.
      `<triangles><input semantic="VERTEX" source="#cube-vertices" offset="1"/>
         <input semantic="NORMAL" source="#cube-normals" offset="0"/><input semantic="TEXCOORD" offset="2"/>
         <p>${triangles.replace(/\d+/g, "99 $& 77")}</p></triangles>`,
    ])
      expect(cornersOf((await read(file(geometry(faces), null))).parts[0].mesh)).toEqual(cornersOf(cube));
    const strips = (await read(file(geometry(lists("tristrips", [0, 1, 3, 2])), null))).parts[0].mesh;
    expect(inspectMesh(strips)).toMatchObject({ closed: true, inconsistentEdges: new Uint32Array() });
  });

  it("multiplies the transforms of nodes in their order, outer nodes first", async () => {
    expect(await corner(`<node>${USE}</node>`)).toEqual([1, 1, 1]);
    const inner = `<node><scale>2 3 4</scale>${USE}</node>`;
    const outer = `<node><translate>10 0 0</translate><rotate>0 0 2 90</rotate>${inner}</node>`;
    expect(await corner(outer)).toEqual([7, 2, 4]);
    expect(await corner(`<node><matrix>0 0 1 5 1 0 0 6 0 2 0 7 0 0 0 1</matrix>${USE}</node>`)).toEqual([
      6, 7, 9,
    ]);
    expect(await corner(`<node><rotate>1 0 0 90</rotate><translate>0 0 1</translate>${USE}</node>`)).toEqual([
      1, -2, 1,
    ]);
  });

  it("converts to metres, and to z up unless told otherwise", async () => {
    const node = `<node><translate>1 2 3</translate>${USE}</node>`; // the corner goes to 2 3 4
    expect(await corner(node, '<unit meter="0.5"/><up_axis>Z_UP</up_axis>')).toEqual([1, 1.5, 2]);
    expect(await corner(node, "<up_axis>Y_UP</up_axis>")).toEqual([2, -4, 3]);
    expect(await corner(node, "")).toEqual([2, -4, 3]); // y is Collada's default
    expect(await corner(node, "<up_axis>X_UP</up_axis>")).toEqual([-3, -4, 2]);
    expect(await corner(node, '<unit meter="10"/><up_axis>Y_UP</up_axis>', { upAxis: "file" })).toEqual([
      20, 30, 40,
    ]);
  });

  it("says which axis is up, and that its unit is the metre", async () => {
    const upOf = async (axis: string, options: DaeOptions) => {
      const model = await read(file(CUBE, null, `<unit meter="0.001"/><up_axis>${axis}</up_axis>`), options);
      expect(model.metresPerUnit).toBe(1);
      return model.upAxis;
    };
    expect(await upOf("Y_UP", {})).toBe("z");
    expect(await upOf("Y_UP", { upAxis: "file" })).toBe("y");
    expect(await upOf("Z_UP", { upAxis: "file" })).toBe("z");
    expect(await upOf("X_UP", { upAxis: "file" })).toBe(null);
  });

  it("shares the mesh among instances, also those of library nodes", async () => {
    const xml = file(
      CUBE,
      `<node name="left">${USE}</node><node name="right"><translate>2 0 0</translate><instance_node url="#arm"/></node>`,
    ).replace(
      "<library_visual",
      `<library_nodes><node id="arm"><translate>0 3 0</translate>${USE}</node></library_nodes><library_visual`,
    );
    const { parts } = await read(xml);
    expect(parts.map(({ name }) => name)).toEqual(["left", "arm"]);
    expect(parts[1].mesh).toBe(parts[0].mesh);
    expect([...parts[1].toWorld!.subarray(12)]).toEqual([2, 3, 0, 1]);
  });

  it("keeps the axes as written for a robot", async () => {
    const urdf = `<robot name="r"><link name="a"><collision><geometry>
      <mesh filename="c.dae" scale="2 2 2"/></geometry></collision></link></robot>`;
    const xml = file(CUBE, `<node>${USE}</node><node><translate>4 0 0</translate>${USE}</node>`, "");
    const { links } = await readUrdf(urdf, "r.urdf", { resolve: () => utf8(xml) });
    expect(inspectMesh(links[0].mesh!).bounds).toEqual([0, 0, 0, 10, 2, 2]);
  });

  const polylist = (vcount: string, p: string) =>
    file(geometry(`<polylist>${INPUT}<vcount>${vcount}</vcount><p>${p}</p></polylist>`), null);
  const scene = (nodes: string) => file(CUBE, nodes);

  it.each<[string, string, RegExp]>([
    ["another document", "<robot/>", /^c\.dae: expected <COLLADA>, got <robot>/],
    ["an index out of range", polylist("3", "0 1 8"), /geometry "cube": index 8 at 2, of 8 positions/],
    ["a negative index", polylist("3", "0 1 -1"), /index -1 at 2/],
    ["too few corners", polylist("3 3", "0 1 2 3"), /its faces need 6 corners, there are 4/],
    ["half a triangle", polylist("3", "0 1"), /its faces need 3 corners, there are 2/],
    ["NaN", scene(`<node><translate>0 nan 0</translate></node>`), /<translate>: number 1 is "nan"/],
    ["too few numbers", scene(`<node><scale>1 2</scale></node>`), /<scale> needs 3 numbers, got 2/],
    ["a projection", scene(`<node><matrix>${"1 ".repeat(16)}</matrix></node>`), /last row .* not 0 0 0 1/],
    [
      "an endless scale",
      scene(`<node><scale>1e200 1 1</scale><node id="n"><scale>1e200 1 1</scale>${USE}</node></node>`),
      /node "n": its transform overflows/,
    ],
    ["no direction", scene(`<node><rotate>0 0 0 9</rotate></node>`), /has no direction/],
    [
      "a url to nowhere",
      scene('<node><instance_geometry url="#x"/></node>'),
      /"#x", which is not a <geometry>/,
    ],
    ["no unit", file(CUBE, null, '<unit meter="0"/>'), /a unit of 0 metres/],
    ["an unknown axis", file(CUBE, null, "<up_axis>W</up_axis>"), /unknown up_axis "W"/],
    ["no positions", file(CUBE.replaceAll("POSITION", "NORMAL"), null), /no vertices with positions/],
    ["missing positions", file(CUBE.replace('source="#cube-p', 'source="#p'), null), /do not exist/],
    ["positions cut off", file(CUBE.replace(/stride="3"/, 'stride="4"'), null), /but there are 24 numbers/],
    ["holes", file(geometry(`<polygons>${INPUT}<ph/></polygons>`), null), /holes are not read/],
    [
      "a node within itself",
      scene('<node id="n"><instance_node url="#n"/><instance_node url="#n"/></node>'),
      /node "n": 1025 nested levels are more than the limit of 1024/,
    ],
  ])("rejects %s with a message", async (_, xml, message) => {
    await expect(read(xml)).rejects.toThrow(FormatError);
    await expect(read(xml)).rejects.toThrow(message);
  });

  it("moves the vertices of meshes that are scaled flat, because such a pose has no inverse", async () => {
    const flat = `<node><scale>1 0 1</scale>${USE}</node>`;
    const { parts, warnings } = await read(file(CUBE, `${flat}<node>${USE}</node>${flat}`));
    expect(parts.map(({ toWorld }) => toWorld)).toEqual([null, null, null]);
    expect(parts.map(({ mesh }) => inspectMesh(mesh).bounds.slice(3))).toEqual([
      [1, 0, 1],
      [1, 1, 1],
      [1, 0, 1],
    ]);
    expect(warnings).toEqual([
      "c.dae, scene: a transform flattens a mesh, whose vertices were moved to world space (2 in all)",
    ]);
  });

  it("warns of what it ignores", async () => {
    const faces = `<lines>${INPUT}<p>0 1</p></lines>`;
    const { parts, warnings } = await read(
      file(geometry(faces), `<node>${USE}<instance_controller/></node>`),
    );
    expect(parts).toEqual([]);
    expect(warnings).toEqual([
      'c.dae, geometry "cube": lines, ignored',
      "c.dae, scene: a skinned or morphed geometry, ignored",
      "c.dae: no triangles",
    ]);
  });
});
