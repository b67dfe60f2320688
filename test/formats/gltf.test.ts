import { describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../src/errors.ts";
import { type GltfOptions, type Model, readGltf } from "../../src/formats/index.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import { createGltf, type Gltf, type GltfWriter, toGlb } from "./write-gltf.ts";
import { cornersOf } from "./write-models.ts";

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const SQUARE = [...TRIANGLE, 1, 1, 0];

/** A file with one mesh, whose primitive may be changed, and one node. */
function createOne(primitive: Gltf = {}, node: Gltf = {}, positions = TRIANGLE): GltfWriter {
  const gltf = createGltf();
  const POSITION = gltf.add(Float32Array.from(positions), "VEC3");
  const { attributes, ...rest } = primitive;
  gltf.json.meshes = [{ primitives: [{ attributes: { POSITION, ...attributes }, ...rest }] }];
  gltf.json.nodes = [{ mesh: 0, name: "one", ...node }];
  return gltf;
}

async function read(gltf: GltfWriter, options?: GltfOptions): Promise<Model> {
  const model = await readGltf(gltf.toGlb(), "a.glb", options);
  expect(await readGltf(gltf.toGltf(), "a.glb", options)).toEqual(model);
  return model;
}

async function refusal(gltf: GltfWriter, options?: GltfOptions): Promise<string> {
  const error = await readGltf(gltf.toGlb(), "a.glb", options).then(
    () => "read",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FormatError);
  return (error as Error).message;
}

/** All corners in world space. */
function worldCorners({ parts }: Pick<Model, "parts">): number[] {
  return parts.flatMap(({ mesh, toWorld }) => {
    const corners = cornersOf(mesh);
    return toWorld === null ? corners : [...bakePositions(corners, toWorld)];
  });
}

describe("readGltf: meshes", () => {
  it("reads positions and indices unchanged", async () => {
    const gltf = createOne({}, {}, SQUARE);
    gltf.json.meshes[0].primitives[0].indices = gltf.add(Uint16Array.of(0, 1, 2, 2, 1, 3), "SCALAR");
    const { parts, warnings } = await read(gltf);
    expect(warnings).toEqual([]);
    expect(parts).toEqual([
      {
        name: "one",
        mesh: {
          positions: Float32Array.from(SQUARE),
          indices: Uint16Array.of(0, 1, 2, 2, 1, 3),
          vertexCount: 4,
          triangleCount: 2,
        },
        toWorld: null,
      },
    ]);
  });

  it("reads Node's Buffer like a Uint8Array", async () => {
    const bytes = createOne().toGlb();
    expect(await readGltf(Buffer.from(bytes), "a.glb")).toEqual(await readGltf(bytes, "a.glb"));
  });

  it.each([
    ["a soup", {}, [0, 1, 2]],
    ["a strip", { mode: 5 }, [0, 1, 2, 1, 3, 2]],
    ["a fan", { mode: 6 }, [0, 1, 2, 0, 2, 3]],
  ])("reads %s without indices", async (_, primitive, expected) => {
    const positions = "mode" in primitive ? SQUARE : TRIANGLE;
    const { parts } = await read(createOne(primitive, {}, positions));
    expect(cornersOf(parts[0].mesh)).toEqual(expected.flatMap((i) => positions.slice(3 * i, 3 * i + 3)));
  });

  it("reads indices of bytes, in a strip that turns", async () => {
    const gltf = createOne({ mode: 5 }, {}, SQUARE);
    gltf.json.meshes[0].primitives[0].indices = gltf.add(Uint8Array.of(0, 1, 2, 2, 2, 1, 3), "SCALAR");
    expect([...(await read(gltf)).parts[0].mesh.indices!]).toEqual([0, 1, 2, 2, 1, 3]);
  });

  it("joins the primitives of a mesh, sharing vertices that they share", async () => {
    const gltf = createOne({}, {}, SQUARE);
    const [first] = gltf.json.meshes[0].primitives;
    const other = gltf.add(
      Float32Array.from(TRIANGLE, (x) => x + 5),
      "VEC3",
    );
    gltf.json.meshes[0].primitives = [
      { ...first, indices: gltf.add(Uint16Array.of(0, 1, 2), "SCALAR") },
      { ...first, indices: gltf.add(Uint32Array.of(2, 1, 3), "SCALAR"), material: 7 },
      { attributes: { POSITION: other } },
      { mode: 1, attributes: { POSITION: other } },
    ];
    const { parts, warnings } = await read(gltf);
    expect(parts[0].mesh.vertexCount).toBe(7);
    expect([...parts[0].mesh.indices!]).toEqual([0, 1, 2, 2, 1, 3, 4, 5, 6]);
    expect(warnings).toEqual(["a.glb, meshes[0].primitives[3]: points or lines, ignored"]);
  });

  it("reads interleaved, sparse and zero-filled accessors", async () => {
    const gltf = createOne();
    const interleaved = Float32Array.from([0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9]);
    const bufferView = gltf.addView(new Uint8Array(interleaved.buffer), { byteStride: 16 });
    gltf.json.accessors[0].bufferView = bufferView;
    expect(worldCorners(await read(gltf))).toEqual(TRIANGLE);
    const places = gltf.addView(Uint8Array.of(2, 1));
    const values = gltf.addView(new Uint8Array(Float32Array.of(0, 7, 0, 8, 0, 0).buffer));
    gltf.json.accessors[0].sparse = {
      count: 2,
      indices: { bufferView: places, componentType: 5121 },
      values: { bufferView: values },
    };
    expect(worldCorners(await read(gltf))).toEqual([0, 0, 0, 8, 0, 0, 0, 7, 0]);
    delete gltf.json.accessors[0].bufferView;
    expect(worldCorners(await read(gltf))).toEqual([0, 0, 0, 8, 0, 0, 0, 7, 0]);
  });

  it("reads quantised positions, normalised or not", async () => {
    const gltf = createOne();
    const values = Int16Array.of(0, 0, 0, 32767, 0, 0, -32768, 16384, 0);
    gltf.json.meshes[0].primitives[0].attributes.POSITION = gltf.add(values, "VEC3");
    gltf.json.extensionsRequired = ["KHR_mesh_quantization"];
    expect(worldCorners(await read(gltf))).toEqual([...values]);
    gltf.json.accessors[1].normalized = true;
    expect(worldCorners(await read(gltf))).toEqual([0, 0, 0, 1, 0, 0, -1, Math.fround(16384 / 32767), 0]);
  });
});

describe("readGltf: nodes", () => {
  it("multiplies transforms from the root down; nonuniform scale, mirror and shear included", async () => {
    const gltf = createOne();
    const half = Math.SQRT1_2;
    gltf.json.nodes = [
      { name: "shaft", mesh: 0, translation: [1, 2, 3], rotation: [0, 0, half, half], scale: [2, -3, 4] },
      { name: "sheared", mesh: 0, matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1] },
      { children: [0, 1], scale: [1, 10, 1] },
      { mesh: 0, name: "elsewhere" },
    ];
    gltf.json.scenes = [{ nodes: [3] }, { nodes: [2] }];
    gltf.json.scene = 1;
    const { parts } = await read(gltf);
    expect(parts.map(({ name }) => name)).toEqual(["shaft", "sheared"]);
    expect(parts[0].mesh).toBe(parts[1].mesh);
    const expected = [1, 20, 3, 1, 40, 3, 4, 20, 3, 10, 0, 0, 11, 0, 0, 10.5, 10, 0];
    for (const [i, value] of worldCorners({ parts }).entries()) expect(value).toBeCloseTo(expected[i], 12);
  });

  it("takes the first scene, or all roots where there are no scenes; names come from node, mesh or number", async () => {
    const gltf = createOne();
    gltf.json.meshes.push({ ...gltf.json.meshes[0], name: "gear" });
    gltf.json.nodes = [{ mesh: 0 }, { mesh: 1 }, { mesh: 1, name: "gear" }, { camera: 9, children: [0] }];
    expect((await read(gltf)).parts.map(({ name }) => name)).toEqual(["gear", "gear#2", "node 0"]);
    gltf.json.scenes = [{ nodes: [2] }];
    expect((await read(gltf)).parts.map(({ name }) => name)).toEqual(["gear"]);
  });

  it("makes a part of each instance, all with one mesh", async () => {
    const gltf = createOne({}, { translation: [100, 0, 0] });
    const attributes = {
      TRANSLATION: gltf.add(Float32Array.of(0, 0, 0, 0, 5, 0), "VEC3"),
      ROTATION: gltf.add(Int8Array.of(0, 0, 0, 127, 0, 0, 127, 0), "VEC4", { normalized: true }),
      SCALE: gltf.add(Float32Array.of(1, 1, 1, 2, 2, 2), "VEC3"),
    };
    gltf.json.extensionsRequired = ["EXT_mesh_gpu_instancing"];
    gltf.json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes } };
    const { parts } = await read(gltf);
    expect(parts.map(({ name }) => name)).toEqual(["one[0]", "one[1]"]);
    expect(parts[0].mesh).toBe(parts[1].mesh);
    expect(worldCorners({ parts })).toEqual([
      100, 0, 0, 101, 0, 0, 100, 1, 0, 100, 5, 0, 98, 5, 0, 100, 3, 0,
    ]);
  });

  it("bakes a transform that flattens, and warns", async () => {
    const { parts, warnings } = await read(createOne({}, { scale: [2, 0, 1] }));
    expect(parts[0].toWorld).toBe(null);
    expect(cornersOf(parts[0].mesh)).toEqual([0, 0, 0, 2, 0, 0, 0, 0, 0]);
    expect(warnings[0]).toMatch(/^a.glb, nodes\[0\]: its transform flattens the mesh/);
  });

  it("reads a chain of 20,000 nodes, where the limit allows it", async () => {
    const gltf = createOne();
    const count = 20_000;
    gltf.json.nodes = Array.from({ length: count }, (_, i) => ({
      translation: [1, 0, 0],
      children: [i + 1],
    }));
    gltf.json.nodes.push({ mesh: 0 });
    await expect(readGltf(gltf.toGlb(), "a.glb")).rejects.toThrow(/1025 nested levels/);
    const { parts } = await readGltf(gltf.toGlb(), "a.glb", { limits: { depth: count + 1 } });
    expect(parts[0].toWorld![12]).toBe(count);
  });
});

describe("readGltf: morphs, skins and animation", () => {
  function createMorph(): GltfWriter {
    const gltf = createOne();
    const up = gltf.add(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), "VEC3");
    const right = gltf.add(Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0), "VEC3");
    gltf.json.meshes[0].primitives[0].targets = [{ POSITION: up }, { NORMAL: 99 }, { POSITION: right }];
    return gltf;
  }

  it("morphs by the mesh's weights, the node's, or the animation's", async () => {
    const gltf = createMorph();
    expect(worldCorners(await read(gltf))).toEqual(TRIANGLE);
    gltf.json.meshes[0].weights = [2, 9, 0];
    expect(worldCorners(await read(gltf))).toEqual(TRIANGLE.map((x, i) => (i % 3 === 2 ? x + 2 : x)));
    gltf.json.nodes[0].weights = [0, 0, 0.5];
    expect(worldCorners(await read(gltf))).toEqual(TRIANGLE.map((x, i) => (i % 3 === 0 ? x + 0.5 : x)));
    gltf.json.animations = [
      {
        channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
        samplers: [
          {
            input: gltf.add(Float32Array.of(1, 3), "SCALAR"),
            output: gltf.add(Float32Array.of(0, 0, 0, 4, 0, 0), "SCALAR"),
          },
        ],
      },
    ];
    const at = async (time: number) => worldCorners(await read(gltf, { time }))[2];
    expect([await at(0), await at(1.5), await at(3), await at(99)]).toEqual([0, 1, 4, 4]);
  });

  it("shares morphed meshes among nodes with the same weights", async () => {
    const gltf = createMorph();
    gltf.json.nodes = [{ mesh: 0 }, { mesh: 0, weights: [1, 0, 0] }, { mesh: 0, weights: [1, 0, 0] }];
    const { parts } = await read(gltf);
    expect(parts[1].mesh).toBe(parts[2].mesh);
    expect(parts[0].mesh).not.toBe(parts[1].mesh);
  });

  function createSkin(): GltfWriter {
    const gltf = createOne({}, { translation: [1000, 0, 0], skin: 0 });
    const attributes = gltf.json.meshes[0].primitives[0].attributes;
    attributes.JOINTS_0 = gltf.add(Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0), "VEC4");
    attributes.WEIGHTS_0 = gltf.add(Float32Array.of(1, 0, 0, 0, 2, 0, 0, 0, 0.5, 0.5, 0, 0), "VEC4");
    gltf.json.nodes.push({ translation: [10, 0, 0], children: [2] }, { translation: [0, 5, 0] });
    const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    gltf.json.skins = [
      {
        joints: [1, 2],
        inverseBindMatrices: gltf.add(Float32Array.of(...unit, 0, 0, 0, 1, ...unit, 0, 0, 2, 1), "MAT4"),
      },
    ];
    return gltf;
  }

  it("moves skinned vertices by the mean of their joints, weights normalised, whatever the node's transform", async () => {
    const { parts } = await read(createSkin());
    expect(parts[0].toWorld).toBe(null);
    expect(cornersOf(parts[0].mesh)).toEqual([10, 0, 0, 11, 5, 2, 10, 3.5, 1]);
  });

  it.each([
    ["LINEAR", [20, 0, 0, 40, 0, 0], 25],
    ["STEP", [20, 0, 0, 40, 0, 0], 20],
    // p(t) = (2t³ − 3t² + 1)·20 + 4·(t³ − 2t² + t)·8 + (3t² − 2t³)·40 + 0 at t = 1/4
    ["CUBICSPLINE", [9, 9, 9, 20, 0, 0, 8, 0, 0, 0, 0, 0, 40, 0, 0, 9, 9, 9], 27.625],
  ])("poses the skeleton at a time, by %s keys", async (interpolation, values, expected) => {
    const gltf = createSkin();
    gltf.json.animations = [
      { name: "idle", channels: [], samplers: [] },
      {
        name: "walk",
        channels: [{ sampler: 0, target: { node: 1, path: "translation" } }],
        samplers: [
          {
            interpolation,
            input: gltf.add(Float32Array.of(1, 5), "SCALAR"),
            output: gltf.add(Float32Array.from(values), "VEC3"),
          },
        ],
      },
    ];
    expect(worldCorners(await read(gltf, { animation: "walk", time: 2 }))[0]).toBeCloseTo(expected, 12);
    expect(worldCorners(await read(gltf, { animation: 1 }))[0]).toBe(20);
    expect(worldCorners(await read(gltf, { time: 2 }))[0]).toBe(10);
    await expect(readGltf(gltf.toGlb(), "a.glb", { animation: "run" })).rejects.toThrow(
      new OptionError('animation: "run" is not among those of a.glb: 0 "idle", 1 "walk"'),
    );
    await expect(readGltf(gltf.toGlb(), "a.glb", { time: Number.NaN })).rejects.toThrow(OptionError);
  });

  it("rotates along the shorter arc", async () => {
    const gltf = createOne();
    const [sin, cos] = [Math.sin(Math.PI / 4), Math.cos(Math.PI / 4)];
    gltf.json.animations = [
      {
        channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }],
        samplers: [
          {
            input: gltf.add(Float32Array.of(0, 1), "SCALAR"),
            output: gltf.add(Float32Array.of(0, 0, 0, 1, 0, 0, -sin, -cos), "VEC4"),
          },
        ],
      },
    ];
    const [, , , x, y] = worldCorners(await read(gltf, { time: 1 / 3 }));
    expect(x).toBeCloseTo(Math.cos(Math.PI / 6), 6);
    expect(y).toBeCloseTo(Math.sin(Math.PI / 6), 6);
  });

  it("warns if a time is set and nothing moves", async () => {
    expect((await read(createOne(), { time: 1 })).warnings).toEqual([
      "a.glb, animations: a time was given, but there are no animations",
    ]);
  });
});

describe("readGltf: external buffers", () => {
  const gltf = createOne();
  const json = { ...gltf.json, buffers: [{ byteLength: gltf.buffer().length, uri: "my%20data.bin" }] };
  const bytes = new TextEncoder().encode(JSON.stringify(json));

  it("asks the resolver for them", async () => {
    const asked: string[] = [];
    const resolve = async (uri: string) => {
      asked.push(uri);
      return gltf.buffer();
    };
    expect(worldCorners(await readGltf(bytes, "a.gltf", { resolve }))).toEqual(TRIANGLE);
    expect(asked).toEqual(["my%20data.bin"]);
  });

  it("refuses them without a resolver, and when it fails or brings too little", async () => {
    const message = (options: GltfOptions) => readGltf(bytes, "a.gltf", options).then(String, String);
    expect(await message({})).toBe(
      'FormatError: a.gltf, buffers[0].uri: cannot read "my%20data.bin": it lies outside the file, and no resolver was given',
    );
    expect(await message({ resolve: () => Promise.reject(new Error("offline")) })).toMatch(/: offline$/);
    expect(await message({ resolve: async () => new Uint8Array(3) })).toBe(
      "FormatError: a.gltf, buffers[0].byteLength: 36 bytes are promised, the buffer has 3",
    );
  });
});

describe("readGltf refuses", () => {
  it.each<[string, (json: Gltf, gltf: GltfWriter) => void]>([
    ['asset.version: expected "2.0", got "1.0"', (json) => (json.asset.version = "1.0")],
    [
      'extensionsRequired[0]: the file needs the extension "ACME_nurbs", which is not supported',
      (json) => (json.extensionsRequired = ["ACME_nurbs"]),
    ],
    ["nodes[0].mesh: mesh 1 is out of range, there are 1", (json) => (json.nodes[0].mesh = 1)],
    ['nodes[0].mesh: expected a whole number, got "0"', (json) => (json.nodes[0].mesh = "0")],
    ["nodes[0].scale: expected 3 numbers, got an array of 2", (json) => (json.nodes[0].scale = [1, 1])],
    ["nodes[0].scale: null is not a finite number", (json) => (json.nodes[0].scale = [1, null, 1])],
    [
      "nodes[0].matrix: not affine, its last row must be 0 0 0 1",
      (json) => (json.nodes[0].matrix = Array(16).fill(1)),
    ],
    ["nodes[0].children[0]: node 5 is out of range, there are 1", (json) => (json.nodes[0].children = [5])],
    ["nodes[0]: the node is its own ancestor", (json) => (json.nodes[0].children = [0])],
    [
      "nodes[2].children[0]: node 0 is already a child of node 1",
      (json) => json.nodes.push({ children: [0] }, { children: [0] }),
    ],
    ["scene: scene 3 is out of range, there are 0", (json) => (json.scene = 3)],
    [
      "scenes[0].nodes[1]: node 0 is listed twice, or is a child of another node",
      (json) => (json.scenes = [{ nodes: [0, 0] }]),
    ],
    ["meshes[0].primitives: expected an array, got an object", (json) => (json.meshes[0].primitives = {})],
    [
      "meshes[0].primitives[0].attributes.POSITION: accessor 8 is out of range, there are 1",
      (json) => (json.meshes[0].primitives[0].attributes.POSITION = 8),
    ],
    [
      "meshes[0].primitives[0].attributes.POSITION: accessor 0 has 1 numbers per element, expected 3",
      (json) => (json.accessors[0].type = "SCALAR"),
    ],
    [
      "accessors[0].componentType: 5 is not a component type",
      (json) => (json.accessors[0].componentType = 5),
    ],
    [
      "accessors[0]: 4 elements end at byte 48 of buffer view 0, which has 36",
      (json) => (json.accessors[0].count = 4),
    ],
    [
      "accessors[0]: a stride of 4 bytes is less than an element",
      (json) => (json.bufferViews[0].byteStride = 4),
    ],
    [
      "bufferViews[0]: bytes 0 to 99 of buffer 0, which has 36",
      (json) => (json.bufferViews[0].byteLength = 99),
    ],
    [
      "meshes[0].primitives[0].indices: index 1: vertex 3 is out of range, there are 3",
      (json, gltf) => (json.meshes[0].primitives[0].indices = gltf.add(Uint16Array.of(0, 3, 1), "SCALAR")),
    ],
    [
      "meshes[0].primitives[0].indices: vertex numbers must be unsigned whole numbers",
      (json, gltf) => (json.meshes[0].primitives[0].indices = gltf.add(Float32Array.of(0, 1, 2), "SCALAR")),
    ],
    [
      "meshes[0].primitives[0].attributes.POSITION: coordinate NaN of vertex 1 is not within ±2^100",
      (json, gltf) => {
        const values = Float32Array.of(0, 0, 0, Number.NaN, 0, 0, 0, 1, 0);
        json.meshes[0].primitives[0].attributes.POSITION = gltf.add(values, "VEC3");
      },
    ],
    [
      "meshes[0].primitives[0].targets[0].POSITION: 1 offsets for 3 vertices",
      (json, gltf) =>
        (json.meshes[0].primitives[0].targets = [{ POSITION: gltf.add(Float32Array.of(1, 1, 1), "VEC3") }]),
    ],
  ])("%s", async (message, change) => {
    const gltf = createOne();
    change(gltf.json, gltf);
    expect(await refusal(gltf)).toBe(`a.glb, ${message}`);
  });

  it("zeros and instances without end", async () => {
    const zeros = createOne();
    zeros.json.accessors[0] = { componentType: 5126, type: "VEC3", count: 2 ** 40 };
    expect(await refusal(zeros)).toMatch(/accessors\[0\]: \d+ bytes are more than the limit of \d+/);
    const lying = createOne();
    lying.json.accessors[0].count = 2 ** 40;
    expect(await refusal(lying)).toMatch(/accessors\[0\]: \d+ bytes are more than the limit of \d+/);
    const instances = createOne();
    instances.json.accessors.push({ componentType: 5121, type: "VEC3", count: 5_000_000 });
    instances.json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } };
    expect(await refusal(instances)).toMatch(/attributes: 5000001 parts are more than the limit of \d+/);
  });

  it("containers that are cut short or foreign", async () => {
    const whole = createOne().toGlb();
    for (let length = 0; length < whole.length; length++)
      await expect(readGltf(whole.slice(0, length), "a.glb")).rejects.toThrow(FormatError);
    const message = (bytes: Uint8Array) => readGltf(bytes, "a.gltf").then(String, String);
    expect(await message(new TextEncoder().encode('{"asset":\n{]'))).toMatch(
      /^FormatError: a.gltf, line 2: neither GLB nor JSON: /,
    );
    expect(await message(new TextEncoder().encode("[1]"))).toBe(
      "FormatError: a.gltf, the JSON: expected an object, got an array of 1",
    );
    const old = toGlb({}, new Uint8Array(0));
    old[4] = 1;
    expect(await message(old)).toBe("FormatError: a.gltf, byte 4: GLB version 1; only version 2 is known");
  });
});
