import { link, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../src/errors.ts";
import {
  readBvh,
  readDae,
  readGltf,
  readModel,
  readObj,
  readOff,
  readPly,
  readSrdf,
  readStl,
  readUrdf,
  readUrdfModel,
} from "../../src/formats/index.ts";
import { readModelFile } from "../../src/formats/read-model-file.ts";

// Small files that took minutes or gigabytes, or that passed names of Object.prototype for what they are not.

const utf8 = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => utf8(JSON.stringify(value));
const asset = { version: "2.0" };
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The work, not the clock, is what a test can count: how often a resolver was asked. */
function countingResolver(bytes: Uint8Array): { resolve: () => Uint8Array; calls: () => number } {
  let calls = 0;
  return {
    resolve: () => {
      calls++;
      return bytes;
    },
    calls: () => calls,
  };
}

describe("readGltf", () => {
  it("reads a file that many buffers name once, and refuses 60,000 names", async () => {
    const { resolve, calls } = countingResolver(new Uint8Array(9));
    const named = (count: number) =>
      json({ asset, buffers: Array(count).fill({ uri: "self.gltf", byteLength: 9 }) });
    await readGltf(named(1000), "self.gltf", { resolve });
    expect(calls()).toBe(1);
    await expect(readGltf(named(60_000), "self.gltf", { resolve })).rejects.toThrow(
      /^self.gltf, buffers\[16384\].uri: 16385 names of files are more than the limit of 16384; limits.files/,
    );
    expect(calls()).toBe(2);
  });

  it("reads a file once, whatever names and links lead to it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "abut-names-"));
    try {
      await writeFile(join(folder, "a.bin"), new Uint8Array(1000));
      await symlink(join(folder, "a.bin"), join(folder, "b.bin"));
      await link(join(folder, "a.bin"), join(folder, "c.bin"));
      const uris = ["a.bin", "./a.bin", "b.bin", "c.bin", "%61.bin"];
      const file = join(folder, "m.gltf");
      const content = json({ asset, buffers: uris.map((uri) => ({ uri, byteLength: 1000 })) });
      await writeFile(file, content);
      // Room for the file itself and one of the buffers when they are read; all five count when they are used.
      const limits = { bytes: content.length + 5 * 1000 };
      await expect(readModelFile(file, { limits })).resolves.toBeDefined();
      await expect(readModelFile(file, { limits: { bytes: 999 } })).rejects.toThrow(/bytes are more than/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  const zeros = (count: number, meshes: number) =>
    json({
      asset,
      accessors: [{ componentType: 5126, count, type: "VEC3" }],
      meshes: numbers(meshes).map(() => ({ primitives: [{ attributes: { POSITION: 0 } }] })),
      nodes: numbers(meshes).map((mesh) => ({ mesh })),
      scenes: [{ nodes: numbers(meshes) }],
    });

  it("refuses a file of 1.2 kB that asks for 8 million triangles", async () => {
    await expect(readGltf(zeros(1_500_000, 16), "zeros.gltf")).rejects.toThrow(
      /^zeros.gltf, .* are more than the limit of \d+; limits\.(?:bytes|triangles) \(--read-limit/,
    );
    await expect(readGltf(zeros(3000, 16), "zeros.gltf", { limits: { triangles: 15_999 } })).rejects.toThrow(
      /part "node 15": 16000 triangles are more than the limit of 15999/,
    );
    const { parts } = await readGltf(zeros(3000, 16), "zeros.gltf", { limits: { triangles: 16_000 } });
    expect(parts.length).toBe(16);
  });

  it("copies the name of a mesh for each of its nodes only within the budget", async () => {
    const content = json({
      asset,
      accessors: [{ componentType: 5126, count: 3, type: "VEC3" }],
      meshes: [{ name: "n".repeat(2 ** 17), primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: numbers(1000).map(() => ({ mesh: 0 })),
    });
    await expect(readGltf(content, "names.gltf", { limits: { bytes: 2 ** 24 } })).rejects.toThrow(
      /names of parts: \d+ bytes are more than/,
    );
  });

  it.each(["constructor", "toString", "__proto__"])(
    "refuses an accessor of type %s, a name that every object has",
    async (type) => {
      const content = { asset, accessors: [{ componentType: 5126, count: 3, type }] };
      const scene = { meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], nodes: [{ mesh: 0 }] };
      await expect(readGltf(json({ ...content, ...scene }), "a.gltf")).rejects.toThrow(/expected SCALAR/);
    },
  );

  it("channels that share their times pay for each look at them", async () => {
    const times = new Float32Array(2 ** 20).map((_, i) => i);
    const bin = new Uint8Array(times.buffer);
    const content = json({
      asset,
      buffers: [{ uri: "t.bin", byteLength: bin.length }],
      bufferViews: [{ buffer: 0, byteLength: bin.length }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: times.length, type: "SCALAR" },
        { componentType: 5126, count: times.length, type: "VEC3" },
      ],
      animations: [
        {
          samplers: [{ input: 0, output: 1 }],
          channels: Array(20_000).fill({ sampler: 0, target: { node: 0, path: "translation" } }),
        },
      ],
      nodes: [{}],
    });
    await expect(
      readGltf(content, "a.gltf", { resolve: () => bin, time: 1, limits: { bytes: 2 ** 28 } }),
    ).rejects.toThrow(/samplers\[0\].input: \d+ bytes are more than the limit/);
  });
});

describe("readObj", () => {
  it("reads a line of 300,000 continuations, comments left alone", () => {
    const head = "# ends in a path C:\\\nv 0 0 0\nv 1 0 0\nv 0 1 0\n";
    const { parts } = readObj(utf8(`${head}f 1 2 ${"\\\n".repeat(300_000)}3\n`), "x.obj");
    expect(parts[0].mesh.triangleCount).toBe(1);
    expect(() => readObj(utf8(`${head}f 1 2 \\\r\n\\\r\n 9\n`), "x.obj")).toThrow(
      /^x.obj, line 7: vertex "9"/,
    );
  });

  it("puts a long name of an object before many groups only within the budget", () => {
    const groups = numbers(1000).map((i) => `g ${i}\nf 1 1 1\n`);
    const text = `v 0 0 0\no ${"n".repeat(2 ** 17)}\n${groups.join("")}`;
    expect(() => readObj(utf8(text), "x.obj", { limits: { bytes: 2 ** 24 } })).toThrow(
      /names of groups: \d+ bytes are more than the limit/,
    );
  });
});

describe("readStl", () => {
  it("reads 3,000 solids in one line in one pass", () => {
    const solid = (i: number) =>
      `solid s${i} facet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet `;
    const { parts } = readStl(utf8(numbers(3000).map(solid).join("")), "x.stl");
    expect(parts.length).toBe(3000);
    expect(parts.at(-1)!.name).toBe("s2999");
  });

  it("welds corners whose hashes were made to be alike", () => {
    // x · A ^ y · B is the same for all of these: y = x · A / B modulo 2^32.
    const inverse = inverseOf(0x85ebca77);
    const count = 30_000;
    const bits = new Int32Array(9 * count);
    const floats = new Float32Array(bits.buffer);
    for (let x = 0x3f800000, at = 0; at < bits.length; x++) {
      const y = Math.imul(Math.imul(x, 0x9e3779b1), inverse);
      bits[at] = x;
      bits[at + 1] = y;
      if (Math.abs(floats[at + 1]) <= 1e20) at += 3;
    }
    const stl = new Uint8Array(84 + 50 * count);
    const view = new DataView(stl.buffer);
    view.setUint32(80, count, true);
    for (let t = 0; t < count; t++)
      for (let k = 0; k < 9; k++) view.setInt32(84 + 50 * t + 12 + 4 * k, bits[9 * t + k], true);
    const { parts } = readStl(stl, "x.stl");
    expect(parts[0].mesh.vertexCount).toBe(3 * count);
  });
});

function inverseOf(odd: number): number {
  let inverse = 1;
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
}

describe("readPly", () => {
  const header = (type: string, format: string, extra = "") =>
    `ply\nformat ${format} 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n${extra}property list ${type} int vertex_indices\nend_header\n`;
  const body = Buffer.concat([
    Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer),
    Buffer.from([3]),
    Buffer.from(new Int32Array([0, 1, 2]).buffer),
  ]);

  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "refuses %s, a name that every object has, as a type",
    async (type) => {
      for (const [format, data] of [
        ["binary_little_endian", body],
        ["ascii", utf8("0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")],
      ] as const) {
        const reading = readModel(Buffer.concat([utf8(header(type, format)), data]), "x.ply");
        await expect(reading).rejects.toThrow(FormatError);
        await expect(reading).rejects.toThrow(/^x.ply, line 8: expected the property's type and name/);
      }
    },
  );

  it("takes the list where a single value has the same name", () => {
    const text = header("uchar", "binary_little_endian", "property uchar vertex_indices\n");
    const data = Buffer.concat([body.subarray(0, 36), Buffer.from([7]), body.subarray(36)]);
    const { parts } = readPly(Buffer.concat([utf8(text), data]), "x.ply");
    expect([...parts[0].mesh.indices!]).toEqual([0, 1, 2]);
  });
});

describe("readDae", () => {
  const scene = (nodes: string, library = "") =>
    utf8(
      `<COLLADA><library_nodes>${library}</library_nodes><library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`,
    );

  it("counts nodes when they are kept, not when they are visited", async () => {
    // Each visit of h keeps 2,000 leaves and goes on with h itself: 1,024 levels of them would be 2 million.
    const leaves = "<node/>".repeat(2000);
    const around = scene(
      '<node id="h"><instance_node url="#h"/></node>'.replace("</node>", `${leaves}</node>`),
    );
    await expect(readDae(around, "x.dae", { limits: { parts: 10_000 } })).rejects.toThrow(
      /x.dae, nodes: \d+ parts are more than the limit/,
    );
  });

  it("an element called toString is not taken for a transform", async () => {
    const { parts } = await readDae(scene("<node><toString>1</toString></node>"), "x.dae");
    expect(parts).toEqual([]);
  });

  it.each(["__proto__", "constructor", "hasOwnProperty"])(
    "refuses a root <%s> with an error that names it",
    async (name) => {
      await expect(readDae(utf8(`<${name}/>`), "x.dae")).rejects.toThrow(FormatError);
    },
  );
});

describe("readers of robots", () => {
  it("counts the triangles of primitives", async () => {
    const shape = '<collision><geometry><sphere radius="1"/></geometry></collision>';
    const robot = `<robot name="r"><link name="a">${shape.repeat(100)}</link></robot>`;
    await expect(readUrdf(robot, "r.urdf", { limits: { triangles: 100_000 } })).rejects.toThrow(
      /link "a": \d+ triangles are more than the limit/,
    );
  });

  it("finds the links above 3,000 on a chain of 3,000 frames", async () => {
    const count = 3000;
    const box = '<collision><geometry><box size="1 1 1"/></geometry></collision>';
    const joint = (i: string | number, parent: string, child: string) =>
      `<joint name="j${i}" type="fixed"><parent link="${parent}"/><child link="${child}"/></joint>`;
    const frames = numbers(count).map(
      (i) => `<link name="f${i}"/>${i === 0 ? "" : joint(i, `f${i - 1}`, `f${i}`)}`,
    );
    const leaves = numbers(count).map(
      (i) => `<link name="b${i}">${box}</link>${joint(`b${i}`, `f${count - 1}`, `b${i}`)}`,
    );
    const text = `<robot name="r"><link name="root">${box}</link>${joint("r", "root", "f0")}${frames.join("")}${leaves.join("")}</robot>`;
    const { allowedPairs } = await readUrdfModel(text, "r.urdf");
    expect(allowedPairs!.length).toBe(count);
    expect(allowedPairs![7]).toEqual(["root", "b7"]);
  });
});

describe("limits of readers", () => {
  const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const solid =
    "solid a\nfacet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\nendsolid\n";
  const ply =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  const bvh = "HIERARCHY ROOT a { OFFSET 0 0 0 JOINT b { OFFSET 0 1 0 } } MOTION Frames: 0 Frame Time: 1";
  type Read = (limits: object) => unknown;
  const readers: [string, Read][] = [
    ["STL", (limits) => readStl(utf8(solid), "x", { limits })],
    ["OBJ", (limits) => readObj(utf8(triangle), "x", { limits })],
    ["PLY", (limits) => readPly(utf8(ply), "x", { limits })],
    ["OFF", (limits) => readOff(utf8("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"), "x", { limits })],
    ["Collada", (limits) => readDae(utf8("<COLLADA><asset/></COLLADA>"), "x", { limits })],
    ["glTF", (limits) => readGltf(json({ asset }), "x", { limits })],
    ["URDF", (limits) => readUrdf('<robot><link name="a"/></robot>', "x", { limits })],
    ["SRDF", (limits) => readSrdf("<robot/>", "x", { limits })],
    [".bvh", (limits) => readBvh(utf8(bvh), "x", { limits })],
    ["IFC", (limits) => readModel(utf8("ISO-10303-21;FILE_SCHEMA(('IFC4'))"), "x.ifc", { limits })],
  ];

  it.each(readers)("%s has a budget of bytes", async (_, read) => {
    await expect(async () => read({ bytes: 3 })).rejects.toThrow(
      /\d+ bytes are more than the limit of 3; limits\.bytes \(--read-limit bytes=…\) sets another/,
    );
    await expect(async () => read({ byte: 3 })).rejects.toThrow(OptionError);
    await expect(async () => read({ bytes: Number.NaN })).rejects.toThrow(/limits.bytes: expected a number/);
  });

  it.each(readers.slice(0, 4))("%s has a budget of triangles", async (_, read) => {
    await expect(async () => read({ triangles: 0 })).rejects.toThrow(
      /1 triangles are more than the limit of 0/,
    );
    await expect(Promise.resolve(read({ triangles: 1 }))).resolves.toBeDefined();
  });

  it("nested elements, joints and lists have a budget of levels", async () => {
    const limits = { depth: 1 };
    await expect(readDae(utf8("<COLLADA><asset><unit/></asset></COLLADA>"), "x", { limits })).rejects.toThrow(
      FormatError,
    );
    expect(() => readBvh(utf8(bvh), "x", { limits })).toThrow(/2 nested levels/);
    const step = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\n";
    await expect(readModel(utf8(step), "x.ifc", { limits })).rejects.toThrow(/line 3: 2 nested levels/);
  });
});
