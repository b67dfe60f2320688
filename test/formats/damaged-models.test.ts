import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { readModel } from "../../src/formats/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { randomCases } from "../random-cases.ts";
import { meshObject, modelXml, pack3mf } from "./3mf/write-3mf.ts";
import { createGltf } from "./write-gltf.ts";
import { faceLines, toAsciiStl, toBinaryStl, toObj, toOff, utf8, vertexLines } from "./write-models.ts";

// Whatever happens to a file's bytes, it is read or rejected: no other error, no hang, no giant allocation.

const box = createBox();

function plyText(): string {
  const header = `ply\nformat ascii 1.0\nelement vertex ${box.vertexCount}\nproperty float x\nproperty float y\nproperty float z
element face ${box.triangleCount}\nproperty list uchar int vertex_indices\nend_header\n`;
  return header + [...vertexLines(box), ...faceLines(box, 0).map((line) => `3 ${line}`)].join("\n");
}

function plyBytes(): Uint8Array {
  const header = utf8(
    plyText().split("end_header\n")[0].replace("ascii", "binary_little_endian") + "end_header\n",
  );
  const bytes = new Uint8Array(header.length + 12 * box.vertexCount + 13 * box.triangleCount);
  const view = new DataView(bytes.buffer, header.length);
  bytes.set(header);
  for (let i = 0; i < 3 * box.vertexCount; i++) view.setFloat32(4 * i, box.positions[i], true);
  for (let t = 0; t < box.triangleCount; t++) {
    const at = 12 * box.vertexCount + 13 * t;
    view.setUint8(at, 3);
    for (let c = 0; c < 3; c++) view.setInt32(at + 1 + 4 * c, box.indices![3 * t + c], true);
  }
  return bytes;
}

function gltf(): Uint8Array {
  const file = createGltf();
  const POSITION = file.add(Float32Array.from(box.positions), "VEC3");
  const indices = file.add(Uint16Array.from(box.indices!), "SCALAR");
  const joints = file.add(new Uint8Array(4 * box.vertexCount), "VEC4");
  const weights = file.add(new Float32Array(4 * box.vertexCount).fill(0.25), "VEC4");
  file.json.meshes = [
    {
      primitives: [
        { attributes: { POSITION, JOINTS_0: joints, WEIGHTS_0: weights }, indices, targets: [{ POSITION }] },
      ],
      weights: [0.5],
    },
  ];
  file.json.nodes = [
    { mesh: 0, children: [1] },
    { mesh: 0, skin: 0, scale: [1, 2, 3] },
  ];
  file.json.skins = [{ joints: [0, 1] }];
  file.json.animations = [
    {
      channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
      samplers: [
        {
          input: file.add(Float32Array.of(0, 1), "SCALAR"),
          output: file.add(Float32Array.of(0, 0, 0, 1, 1, 1), "VEC3"),
        },
      ],
    },
  ];
  return file.toGltf();
}

const FILES: Record<string, Uint8Array> = {
  "text.stl": utf8(toAsciiStl(box)),
  "binary.stl": toBinaryStl(box),
  "box.obj": utf8(`o box\ng a\n${toObj(box)}\nf 1 2 3 4 5 6\n`),
  "box.off": utf8(toOff(box)),
  "text.ply": utf8(plyText()),
  "binary.ply": plyBytes(),
  "box.gltf": gltf(),
  "box.3mf": pack3mf({ "3D/3dmodel.model": modelXml(meshObject(1, box), '<item objectid="1"/>') }),
  unnamed: utf8(toOff(box)),
};

const damage = fc.array(
  fc.record({
    where: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    kind: fc.constantFrom("set", "cut", "repeat", "digits"),
    byte: fc.integer({ min: 0, max: 255 }),
  }),
  { minLength: 1, maxLength: 6 },
);

function damaged(bytes: Uint8Array, changes: { where: number; kind: string; byte: number }[]): Uint8Array {
  let result = [...bytes];
  for (const { where, kind, byte } of changes) {
    const at = Math.floor(where * result.length);
    if (kind === "set") result[at] = byte;
    else if (kind === "cut") result = [...result.slice(0, at), ...result.slice(at + byte)];
    else if (kind === "repeat") result = [...result.slice(0, at + byte), ...result.slice(at)];
    else result = [...result.slice(0, at), ...utf8("9".repeat(byte % 20)), ...result.slice(at)];
  }
  return Uint8Array.from(result);
}

describe("damaged files are read or refused", () => {
  it.each(Object.entries(FILES))("%s", async (source, bytes) => {
    expect((await readModel(bytes, source, { time: 0.5 })).parts.length).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        try {
          await readModel(damaged(bytes, changes), source, { time: 0.5 });
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          expect((error as Error).message.startsWith(source)).toBe(true);
        }
      }),
      { numRuns: randomCases(38) },
    );
  });
});
