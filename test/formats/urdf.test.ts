import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createArticulatedBody, setPose } from "../../src/articulated.ts";
import { jointValues, locateMesh, readSrdf, readUrdf, type UrdfOptions } from "../../src/formats/index.ts";
import { FormatError, inspectMesh, OptionError, type TriangleMesh } from "../../src/index.ts";
import { createArticulation } from "../../src/mesh/articulation/articulation.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { vertexOf } from "../../src/mesh/triangle-mesh.ts";
import { randomCases } from "../random-cases.ts";
import { toBinaryStl } from "./write-models.ts";

const BOX = '<collision><geometry><box size="1 1 1"/></geometry></collision>';

function link(name: string, content = BOX): string {
  return `<link name="${name}">${content}</link>`;
}

function joint(parent: string, child: string, content = "", type = "fixed", name = `to ${child}`): string {
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${content}</joint>`;
}

function robot(...elements: string[]): string {
  return `<?xml version="1.0"?>\n<robot name="r">${elements.join("\n")}</robot>`;
}

function read(xml: string, options: UrdfOptions = {}) {
  return readUrdf(xml, "r.urdf", options);
}

/** The pose of a link, row by row, for joint values. */
async function frameOf(xml: string, name: string, byName: Record<string, number> = {}): Promise<number[][]> {
  const found = await read(xml);
  const body = createArticulatedBody(found.links);
  setPose(body, jointValues(found, byName));
  const at = 16 * body.articulation.names.indexOf(name);
  return [0, 1, 2].map((row) => [0, 4, 8, 12].map((column) => body.linkToWorld[at + column + row]));
}

/** Positive when triangles face outward. */
function volume(mesh: TriangleMesh): number {
  let sum = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const at = 3 * vertexOf(mesh, t, corner);
      return mesh.positions.subarray(at, at + 3);
    }) as [Float64Array, Float64Array, Float64Array];
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      sum += a[k] * (b[i] * c[j] - b[j] * c[i]);
    }
  }
  return sum / 6;
}

function extent(mesh: TriangleMesh): number[][] {
  const range = [0, 1, 2].map(() => [Infinity, -Infinity]);
  for (let i = 0; i < mesh.positions.length; i++) {
    range[i % 3][0] = Math.min(range[i % 3][0], mesh.positions[i]);
    range[i % 3][1] = Math.max(range[i % 3][1], mesh.positions[i]);
  }
  return range;
}

function expectClose(got: number[][], expected: number[][], digits = 14): void {
  got.flat().forEach((value, i) => {
    expect(value).toBeCloseTo(expected.flat()[i], digits);
  });
}

describe("joints of a URDF robot", () => {
  it("turn an origin by roll, pitch and yaw about fixed axes", async () => {
    const turned = joint("a", "b", '<origin xyz="1 2 3" rpy="0.3 -0.7 1.9"/>');
    const rotate = (axis: number, angle: number) =>
      [0, 1, 2].map((row) =>
        [0, 1, 2].map((column) => {
          if (row === axis || column === axis) return row === column ? 1 : 0;
          if (row === column) return Math.cos(angle);
          return (column === (row + 1) % 3 ? -1 : 1) * Math.sin(angle);
        }),
      );
    const times = (a: number[][], b: number[][]) =>
      a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
    const turn = times(rotate(2, 1.9), times(rotate(1, -0.7), rotate(0, 0.3)));
    const expected = turn.map((row, i) => [...row, i + 1]);
    expectClose(await frameOf(robot(link("a"), link("b"), turned), "b"), expected);
  });

  it("are hinges, sliders, free and fixed, with URDF's default axis x", async () => {
    const limits = '<limit lower="-1" upper="2"/>';
    const found = await read(
      robot(
        ...["root", "a", "b", "c", "d", "e"].map((name) => link(name)),
        joint("root", "a", limits, "revolute", "turn"),
        joint("a", "b", '<axis xyz="0 0 2"/>', "continuous", "spin"),
        joint("b", "c", limits, "prismatic", "push"),
        joint("c", "d", "", "floating", "fly"),
        joint("d", "e", '<axis xyz="0 0 0"/>', "fixed", "stay"),
      ),
    );
    expect(found.links.map(({ name, joint: motion }) => [name, motion?.type])).toEqual([
      ["root", undefined],
      ["a", "hinge"],
      ["b", "hinge"],
      ["c", "slider"],
      ["d", "free"],
      ["e", "fixed"],
    ]);
    expect(found.links[1].joint).toMatchObject({ axis: [1, 0, 0], limits: [-1, 2] });
    expect(found.links[2].joint!.limits).toBeUndefined();
    expect(found.valueNames).toEqual([
      ...["turn", "spin", "push"],
      ...["fly.x", "fly.y", "fly.z", "fly.qw", "fly.qx", "fly.qy", "fly.qz"],
    ]);
    expect(createArticulatedBody(found.links).articulation.valueCount).toBe(found.valueNames.length);
    expect([...jointValues(found, { push: 3 })]).toEqual([0, 0, 3, 0, 0, 0, 1, 0, 0, 0]);
  });

  it("slide along two directions and turn about the axis when planar", async () => {
    const planar = joint("a", "b", '<origin xyz="0 0 5"/><axis xyz="0 0 1"/>', "planar", "p");
    const xml = robot(link("a"), link("b"), planar);
    const values = { "p.x": 2, "p.y": 3, "p.angle": Math.PI / 2 };
    const expected = [
      [0, -1, 0, 2],
      [1, 0, 0, 3],
      [0, 0, 1, 5],
    ];
    expectClose(await frameOf(xml, "b", values), expected);
    const along = xml.replace("0 0 1", "1 2 -2");
    const [x, y, z] = (await frameOf(along, "b", { "p.x": 2, "p.y": 3 })).map((row) => row[3]);
    expect(x + 2 * y - 2 * (z - 5)).toBeCloseTo(0, 13);
    expect(Math.hypot(x, y, z - 5)).toBeCloseTo(Math.hypot(2, 3), 13);
  });

  it("mimic, also by way of another mimic", async () => {
    const move = '<axis xyz="1 0 0"/>';
    const mimic = (of: string, by: number, plus: number) =>
      `<mimic joint="${of}" multiplier="${by}" offset="${plus}"/>`;
    const xml = robot(
      ...["root", "a", "b", "c"].map((name) => link(name)),
      joint("root", "c", move + mimic("second", -1, 0.25), "prismatic", "third"),
      joint("root", "b", move + mimic("first", 2, 1), "prismatic", "second"),
      joint("root", "a", move, "prismatic", "first"),
    );
    expect((await read(xml)).valueNames).toEqual(["first"]);
    for (const [name, x] of [
      ["a", 3],
      ["b", 7],
      ["c", -6.75],
    ] as const)
      expect((await frameOf(xml, name, { first: 3 }))[0][3]).toBe(x);
  });

  it("can be written in any order", async () => {
    const xml = robot(joint("b", "c"), link("c"), joint("a", "b"), link("b"), link("a"));
    expect((await read(xml)).links.map(({ name }) => name)).toEqual(["a", "c", "b"]);
  });

  it("without limits are unlimited, with a warning", async () => {
    const found = await read(robot(link("a"), link("b"), joint("a", "b", "", "revolute")));
    expect(found.warnings).toEqual(['r.urdf, joint "to b": has no <limit>, taken as unlimited']);
  });
});

describe("shapes of a URDF robot", () => {
  const shape = (geometry: string, origin = "") =>
    `<collision>${origin}<geometry>${geometry}</geometry></collision>`;
  const meshOf = async (content: string, options?: UrdfOptions) =>
    (await read(robot(link("a", content)), options)).links[0].mesh!;

  it.each([
    ["box", '<box size="1 2 3"/>', 6, [1, 2, 3]],
    ["cylinder", '<cylinder radius="0.5" length="4"/>', Math.PI, [1, 1, 4]],
    ["capsule", '<capsule radius="0.5" length="4"/>', Math.PI * (1 + 1 / 6), [1, 1, 5]],
    ["sphere", '<sphere radius="2"/>', (Math.PI * 32) / 3, [4, 4, 4]],
  ])("%s is closed, faces outward and has its size and nearly its volume", async (_, xml, exact, size) => {
    const mesh = await meshOf(shape(xml));
    expect(inspectMesh(mesh).closed).toBe(true);
    expect(volume(mesh) / exact).toBeLessThanOrEqual(1 + 1e-12);
    expect(volume(mesh) / exact).toBeGreaterThan(0.975);
    extent(mesh).forEach(([low, high], k) => {
      expect(high - low).toBeLessThanOrEqual(size[k] + 1e-12);
      expect(high - low).toBeGreaterThan(0.98 * size[k]);
      expect(high + low).toBeCloseTo(0, 12);
    });
  });

  it("of one link are joined in the link's space", async () => {
    const mesh = await meshOf(
      shape('<box size="1 1 1"/>') +
        shape('<box size="2 4 6"/>', '<origin xyz="10 0 0" rpy="0 0 1.5707963267948966"/>') +
        '<visual><geometry><sphere radius="99"/></geometry></visual>',
    );
    expect(mesh.triangleCount).toBe(24);
    expectClose(
      extent(mesh),
      [
        [-0.5, 12],
        [-1, 1],
        [-3, 3],
      ],
      12,
    );
  });

  it("are the visual ones when asked for, with as many corners as asked for", async () => {
    const content = `${BOX}<visual><geometry><cylinder radius="1" length="1"/></geometry></visual>`;
    expect((await meshOf(content, { geometry: "visual", segments: 7 })).triangleCount).toBe(28);
  });

  it("come from files, each loaded once, scaled and mirrored with the outside kept outside", async () => {
    const torus = createTorus({ majorSegments: 8, minorSegments: 6 });
    const asked: string[] = [];
    const resolve = async (uri: string) => {
      asked.push(uri);
      return toBinaryStl(torus);
    };
    const mesh = (scale: string) => shape(`<mesh filename="package://p/t.STL" ${scale}/>`);
    const xml = robot(
      link("a", mesh("")),
      link("b", mesh('scale="-2 1 1"')),
      link("c", mesh('scale="1 1 1"')),
      joint("a", "b"),
      joint("b", "c"),
    );
    const { links } = await read(xml, { resolve });
    const [a, b, c] = links.map((entry) => entry.mesh!);
    expect(asked).toEqual(["package://p/t.STL"]);
    expect(c).toBe(a); // so that they share a tree
    expect(a.triangleCount).toBe(torus.triangleCount);
    expect(volume(a)).toBeGreaterThan(0);
    expect(volume(b)).toBeCloseTo(2 * volume(a), 12);
    expect(b.positions[0]).toBe(-2 * a.positions[0]);
  });

  it("that are missing are errors, or warnings when asked for", async () => {
    const xml = robot(
      link("a", BOX + shape('<mesh filename="gone.stl"/>')),
      link("b", shape('<mesh filename="gone.stl"/>')),
      joint("a", "b"),
    );
    const resolve = () => {
      throw new Error("no such file");
    };
    const complaint = 'r.urdf, link "a": mesh "gone.stl" is missing: no such file';
    await expect(read(xml, { resolve })).rejects.toThrow(new FormatError(complaint));
    const { links, warnings } = await read(xml, { resolve, missingMeshes: "warn" });
    expect(warnings).toEqual([complaint]);
    expect(links.map(({ mesh }) => mesh?.triangleCount)).toEqual([12, undefined]);
    await expect(read(xml)).rejects.toThrow(/"gone.stl" is missing: no resolve option was given/);
  });

  it("are fetched a few at a time and reported in the file's order", async () => {
    const names = Array.from({ length: 40 }, (_, i) => `m${i}.stl`);
    const links = names.map((name, i) => link(`l${i}`, shape(`<mesh filename="${name}"/>`)));
    const joints = names.slice(1).map((_, i) => joint("l0", `l${i + 1}`));
    let open = 0;
    let most = 0;
    const resolve = async (uri: string) => {
      most = Math.max(most, ++open);
      await new Promise((done) => setTimeout(done, uri.length % 3));
      open--;
      throw new Error("gone");
    };
    const { warnings } = await read(robot(...links, ...joints), { resolve, missingMeshes: "warn" });
    expect(warnings.map((warning) => /"(m\d+\.stl)"/.exec(warning)![1])).toEqual(names);
    expect(most).toBe(8);
    await expect(read(robot(...links, ...joints), { resolve })).rejects.toThrow('link "l0": mesh "m0.stl"');
  });

  it("that are damaged are errors that name the link and the file", async () => {
    const xml = robot(link("a", shape('<mesh filename="bad.stl"/>')));
    for (const missingMeshes of ["error", "warn"] as const)
      await expect(read(xml, { resolve: () => new Uint8Array(10), missingMeshes })).rejects.toThrow(
        /^r\.urdf, link "a": bad\.stl, byte 10/,
      );
  });
});

describe("a bad URDF file", () => {
  const ab = link("a") + link("b");
  const shape = (geometry: string) => link("a", `<collision><geometry>${geometry}</geometry></collision>`);

  it.each<[string, string, RegExp]>([
    ["malformed XML", "<robot><link></robot>", /^r\.urdf, line 1: .*'link'/],
    ["no XML", "solid cube", /^r\.urdf, line 1: /],
    ["an empty file", "", /^r\.urdf, line 1: /],
    ["two root elements", "<robot/><robot/>", /^r\.urdf: expected one root element, got 2/],
    ["another format", "<sdf/>", /^r\.urdf: expected <robot>, got <sdf>/],
    ["no links", robot(), /^r\.urdf: the robot has no links/],
    ["a link without a name", robot("<link/>"), /^r\.urdf, link 1: <link> has no name/],
    ["two links of a name", robot(link("a"), link("a")), /^r\.urdf: a second link "a"/],
    ["two roots", robot(ab), /^r\.urdf: links "a" and "b" both have no parent joint/],
    ["a cycle", robot(ab, joint("a", "b"), joint("b", "a")), /joint "to b": link "b" is its own ancestor/],
    [
      "a cycle beside a root",
      robot(link("r"), ab, joint("a", "b"), joint("b", "a")),
      /joint "to b": link "b" is its own ancestor/,
    ],
    ["a link of its own", robot(link("r"), link("a"), joint("a", "a")), /link "a" is its own ancestor/],
    [
      "two parents",
      robot(link("r"), ab, joint("r", "b"), joint("a", "b", "", "fixed", "again")),
      /joint "again": link "b" is already the child of joint "to b"/,
    ],
    ["two joints of a name", robot(ab, joint("a", "b"), joint("a", "b")), /joint "to b": there are two/],
    ["an unknown link", robot(ab, joint("a", "x")), /joint "to x": its child link "x" does not exist/],
    [
      "an unknown type",
      robot(ab, joint("a", "b", "", "screw")),
      /joint "to b": unknown type "screw", expected one of revolute/,
    ],
    ["an inherited type", robot(ab, joint("a", "b", "", "constructor")), /unknown type "constructor"/],
    ["no parent", robot(ab, '<joint name="j" type="fixed"><child link="b"/></joint>'), /has no <parent>/],
    [
      "reversed limits",
      robot(ab, joint("a", "b", '<limit lower="2" upper="-2"/>', "revolute")),
      /joint "to b": limits are reversed, lower 2 is above upper -2/,
    ],
    [
      "an axis without direction",
      robot(ab, joint("a", "b", '<axis xyz="0 0 0"/>', "continuous")),
      /joint "to b": axis 0 0 0 has no direction/,
    ],
    [
      "NaN",
      robot(ab, joint("a", "b", '<origin xyz="0 nan 0"/>')),
      /joint "to b": xyz of <origin> has "nan", not a finite number/,
    ],
    ["infinity", robot(ab, joint("a", "b", '<origin rpy="0 0 1e999"/>')), /has "1e999", not a finite/],
    ["a far origin", robot(ab, joint("a", "b", '<origin xyz="0 0 1e99"/>')), /xyz 0 0 1e\+99 of <origin>/],
    ["too few numbers", robot(ab, joint("a", "b", '<origin xyz="1 2"/>')), /needs 3 numbers, got "1 2"/],
    [
      "xacro",
      robot(ab, joint("a", "b", `<origin xyz="$${"{len}"} 0 0"/>`)),
      /which xacro would have to expand first/,
    ],
    [
      "a mimic of nothing",
      robot(ab, joint("a", "b", '<mimic joint="x"/>', "continuous")),
      /joint "to b": mimics "x", which does not exist/,
    ],
    [
      "a mimic of itself",
      robot(ab, joint("a", "b", '<mimic joint="to b"/>', "continuous")),
      /joint "to b": mimics "to b", which mimics it in turn/,
    ],
    [
      "a mimic of a fixed joint",
      robot(link("r"), ab, joint("r", "a"), joint("a", "b", '<mimic joint="to a"/>', "continuous")),
      /mimics "to a", a fixed joint, which has no single value/,
    ],
    ["no geometry", robot(link("a", "<collision/>")), /link "a": a <collision> has no geometry/],
    ["an unknown geometry", robot(shape("<cone/>")), /link "a": unknown geometry <cone>/],
    ["a negative radius", robot(shape('<sphere radius="-1"/>')), /link "a", <sphere>: radius.*got -1/],
    ["a flat scale", robot(shape('<mesh filename="a.stl" scale="1 0 1"/>')), /link "a": scale 1 0 1/],
    [
      "an inherited mesh format",
      robot(shape('<mesh filename="a.constructor"/>')),
      /has an unknown extension/,
    ],
    ["an unknown mesh format", robot(shape('<mesh filename="a.max"/>')), /"a.max" has an unknown extension/],
    [
      "the name of an added frame",
      robot(link("a"), link("p.x"), joint("a", "p.x", "", "planar", "p")),
      /link "p.x" has the name of a frame/,
    ],
  ])("with %s is rejected with a message", async (_, xml, message) => {
    await expect(read(xml)).rejects.toThrow(FormatError);
    await expect(read(xml)).rejects.toThrow(message);
  });

  it("cannot expand entities", async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
    const bomb = `<!DOCTYPE r [<!ENTITY l0 "lol">${lines.join("")}]><robot name="&l20;">${link("a")}</robot>`;
    await expect(read(bomb)).rejects.toThrow(FormatError);
    const file = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><robot name="&x;">${link("a")}</robot>`;
    await expect(read(file)).rejects.toThrow(FormatError);
    expect((await read(robot(link("a &amp; b &#65;")))).links[0].name).toBe("a & b A");
  });

  it("cannot exhaust the stack or run for ever", async () => {
    const start = process.cpuUsage().user;
    await expect(read("<a>".repeat(100_000) + "</a>".repeat(100_000))).rejects.toThrow(FormatError);
    await expect(read("<".repeat(100_000))).rejects.toThrow(FormatError);
    await expect(read(" ".repeat(2 ** 26 + 1))).rejects.toThrow(/characters of XML, more than/);
    const names = Array.from({ length: 3000 }, (_, i) => `l${i}`);
    const chain = names.slice(1).map((name, i) => joint(names[i], name));
    const mimics = names
      .slice(1)
      .map((name, i) => joint(names[i], name, `<mimic joint="to l${i + 2}"/>`, "continuous"));
    const bare = names.map((name) => link(name, ""));
    expect((await read(robot(...bare, ...chain.reverse()))).links.length).toBe(3000);
    await expect(read(robot(...bare, ...mimics))).rejects.toThrow(/64 joints away/);
    expect(process.cpuUsage().user - start).toBeLessThan(10e6);
  });

  it("never ends in anything except a FormatError (seed 7)", async () => {
    const good = robot(
      ab,
      joint("a", "b", '<origin xyz="1 2 3" rpy="0 1 0"/><limit lower="0" upper="1"/>', "revolute"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.nat(12),
        fc.string({ maxLength: 4 }),
        async (at, drop, put) => {
          try {
            const found = await read(good.slice(0, at) + put + good.slice(at + drop));
            createArticulation(found.links);
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError);
          }
        },
      ),
      { seed: 7, numRuns: randomCases(38) },
    );
  });

  it("and bad options are refused", async () => {
    const xml = robot(link("a"));
    for (const options of [{ geometry: "both" }, { missingMeshes: "skip" }, { segments: 3 }, { resolve: 1 }])
      await expect(read(xml, options as never)).rejects.toThrow(OptionError);
    await expect(read(undefined as never)).rejects.toThrow("r.urdf: expected text or bytes, got undefined");
    const found = await read(robot(ab, joint("a", "b", "", "continuous")));
    const body = createArticulatedBody(found.links);
    expect(() => setPose(body, [1, 2])).toThrow("values: the joints take 1 numbers, got 2");
    expect(() => jointValues(found, { elbow: 1 })).toThrow('no joint "elbow"');
    expect(() => jointValues(found, { "to b": Number.NaN })).toThrow('NaN for joint "to b"');
  });
});

describe("locateMesh", () => {
  const packages = { arm: "/ros/arm/", "arm/meshes/visual": "/elsewhere" };
  it.each([
    ["package://arm/meshes/a.stl", "/ros/arm/meshes/a.stl"],
    ["package://arm/meshes/visual/a.dae", "/elsewhere/a.dae"],
    ["file:///home/me/a%20b.stl", "/home/me/a b.stl"],
    ["file://localhost/a.stl", "/a.stl"],
    ["meshes/a.stl", "/robots/meshes/a.stl"],
    ["../a.stl", "/robots/../a.stl"],
    ["/abs/a.stl", "/abs/a.stl"],
    ["https://host/a.stl", "https://host/a.stl"],
  ])("%s is %s", (uri, path) => {
    expect(locateMesh(uri, { folder: "/robots/", packages })).toBe(path);
  });

  it("names the package that is not known", () => {
    expect(() => locateMesh("package://armada/a.stl", { packages })).toThrow(
      '"package://armada/a.stl": the folder of package "armada" is not known (known: arm, arm/meshes/visual)',
    );
    expect(() => locateMesh("file:///%ff")).toThrow(FormatError);
  });
});

describe("readSrdf", () => {
  const pair = (a: string, b: string) => `<disable_collisions link1="${a}" link2="${b}" reason="Never"/>`;

  it("lists each pair once", async () => {
    const xml = robot(pair("a", "b"), pair("b", "a"), pair("b", "c"), "<group name='arm'/>");
    const found = await readSrdf(xml, "r.srdf", { links: [{ name: "a" }, { name: "b" }] });
    expect(found.allowedPairs).toEqual([["a", "b"]]);
    expect(found.reasons).toEqual(["Never"]);
    expect(found.warnings).toEqual(['r.srdf: pair "b", "c": the robot has no link "c"']);
    expect((await readSrdf(xml, "r.srdf")).allowedPairs.length).toBe(2);
  });

  it("rejects pairs with one link, and other documents", async () => {
    await expect(readSrdf(robot('<disable_collisions link1="a"/>'), "r.srdf")).rejects.toThrow(
      "r.srdf: <disable_collisions> has no link2",
    );
    await expect(readSrdf("<sdf/>", "r.srdf")).rejects.toThrow(FormatError);
  });
});
