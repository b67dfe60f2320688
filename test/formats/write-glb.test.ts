import { NodeIO } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError, OptionError, PoseError } from "../../src/errors.ts";
import { addPositions, createDraft, packGlb } from "../../src/formats/gltf/draft.ts";
import { type ModelPart, readGltf, writeModelGlb } from "../../src/formats/index.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { randomSoup, smallTorus } from "../meshes.ts";
import { affinePose, identity, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { gltfIssues } from "./validate-gltf.ts";
import { cornersOf } from "./write-models.ts";

function part(name: string, mesh: TriangleMesh, toWorld: number[] | null = null): ModelPart {
  return { name, mesh, toWorld: toWorld === null ? null : Float64Array.from(toWorld) };
}

function worldCorners({ mesh, toWorld }: ModelPart): Float64Array {
  return bakePositions(cornersOf(mesh), toWorld ?? identity());
}

function shear(x: number): number[] {
  const pose = rotation([1, 2, -1, 3], [5, 6, 7], [1, 2, -0.5]);
  for (let row = 0; row < 3; row++) pose[4 + row] += x * pose[row];
  return pose;
}

/** Reads it back, after the Khronos validator has found no error and no warning. */
async function roundTrip(parts: ModelPart[], options?: Parameters<typeof writeModelGlb>[1]) {
  const bytes = writeModelGlb(parts, options);
  expect(await gltfIssues(bytes)).toEqual([]);
  return readGltf(bytes, "a.glb");
}

/** Greatest difference of two lists of numbers. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let greatest = 0;
  for (let i = 0; i < a.length; i++) greatest = Math.max(greatest, Math.abs(a[i] - b[i]));
  return greatest;
}

describe("writeModelGlb", () => {
  it("preserves f32 meshes, names and poses, bit for bit", async () => {
    const soup = createMesh({ positions: Float32Array.from(randomSoup(1, 20).positions) });
    const parts = [
      part("torus", smallTorus()),
      part("soup at a place", soup, [...identity().slice(0, 12), 1e7 + 0.125, -3, 4, 1]),
      part('a "scaled", mirrored — torus', smallTorus(), rotation([1, 2, 3, 4], [1, 2, 3], [2, -0.5, 3])),
    ];
    const { parts: read, warnings } = await roundTrip(parts);
    expect(warnings).toEqual([]);
    expect(read).toEqual(parts);
  });

  it("writes the mesh of instances once", async () => {
    const mesh = smallTorus();
    const poses = [null, rotation([1, 0, 0, 1]), rotation([0, 1, 0, 1], [9, 9, 9])];
    const parts = poses.map((pose, i) => part(`torus ${i}`, mesh, pose));
    const { parts: read } = await roundTrip(parts);
    expect(new Set(read.map((one) => one.mesh)).size).toBe(1);
    expect(writeModelGlb(parts).length).toBeLessThan(writeModelGlb(parts.slice(0, 1)).length + 1000);
  });

  it("keeps the digits of f64 meshes far from the origin", async () => {
    const torus = smallTorus(16, 10, Float64Array);
    const far = createMesh({
      positions: torus.positions.map((x, i) => x + [4.5e6, 5.2e6, 120][i % 3]),
      indices: torus.indices,
    });
    const parts = [part("here", far), part("turned", far, rotation([1, 1, 0, 0]))];
    const { parts: read } = await roundTrip(parts);
    for (const [i, one] of read.entries())
      expect(difference(worldCorners(one), worldCorners(parts[i]))).toBeLessThan(2 ** -23);
  });

  it("writes a pose with shear as two nodes", async () => {
    const torus = smallTorus();
    const parts = [part("sheared", torus, shear(0.7))];
    const { parts: read } = await roundTrip(parts);
    expect(read[0].name).toBe("sheared");
    expect(difference(read[0].toWorld!, parts[0].toWorld!)).toBeLessThan(1e-13);
  });

  it("writes any affine pose as a valid file (seed 1997)", async () => {
    const torus = smallTorus(4, 3);
    await fc.assert(
      fc.asyncProperty(affinePose, async (pose) => {
        const { parts: read } = await roundTrip([part("torus", torus, pose)]);
        expect(difference(read[0].toWorld ?? identity(), pose)).toBeLessThan(1e-12);
      }),
      { numRuns: randomCases(13) },
    );
  });

  it.each([1e-6, 20, 1000, 1e9])("writes a scale of %d", async (scale) => {
    const pose = rotation([1, 2, 3, 4], [1, 2, 3], [scale, scale, 2 * scale]);
    const { parts: read } = await roundTrip([part("torus", smallTorus(4, 3), pose)]);
    expect([...read[0].toWorld!]).toEqual(pose);
  });

  it("converts to metres", async () => {
    const parts = [part("torus", smallTorus(), rotation([1, 2, 3, 4], [10, 20, 30]))];
    const { parts: read } = await roundTrip(parts, { metresPerUnit: 0.001 });
    const millimetres = worldCorners(read[0]).map((x) => 1000 * x);
    expect(difference(millimetres, worldCorners(parts[0]))).toBeLessThan(1e-12);
    expect(() => writeModelGlb(parts, { metresPerUnit: 0 })).toThrow(OptionError);
    expect(() => writeModelGlb(parts, { metresPerUnit: Number.NaN })).toThrow("metresPerUnit: NaN");
  });

  it("rotates parts with z up", async () => {
    const mesh = createMesh({ positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 3) });
    const { parts: read } = await roundTrip([part("a", mesh)], { upAxis: "z" });
    expect([...worldCorners(read[0])].map((x) => x + 0)).toEqual([0, 0, 0, 1, 0, 0, 0, 3, -2]);
  });

  it.each([
    [65535, Uint16Array],
    [65536, Uint32Array],
  ])("writes %i vertices with indices of the least size", async (count, Type) => {
    const positions = new Float32Array(3 * count).map((_, i) => i % 1000);
    const mesh = createMesh({ positions, indices: Uint32Array.of(0, 1, count - 1) });
    const { parts } = await roundTrip([part("many", mesh)]);
    expect(parts[0].mesh.indices).toEqual(Type.of(0, 1, count - 1));
  });

  it("is read identically by glTF Transform", async () => {
    const parts = [part("a", smallTorus()), part("b", randomSoup(3, 7), rotation([1, 2, 3, 4], [1, 2, 3]))];
    const document = await new NodeIO().readBinary(writeModelGlb(parts));
    const nodes = document.getRoot().listNodes();
    expect(nodes.map((node) => node.getName())).toEqual(["a", "b"]);
    for (const [i, node] of nodes.entries()) {
      const primitive = node.getMesh()!.listPrimitives()[0];
      const positions = primitive.getAttribute("POSITION")!.getArray()!;
      expect(positions).toEqual(Float32Array.from(parts[i].mesh.positions));
      expect(primitive.getIndices()?.getArray() ?? null).toEqual(parts[i].mesh.indices);
      expect(difference(node.getMatrix(), parts[i].toWorld ?? identity())).toBeLessThan(1e-12);
    }
  });

  it("writes no parts as an empty scene", async () => {
    const { parts, warnings } = await roundTrip([]);
    expect(parts).toEqual([]);
    expect(warnings).toEqual(["a.glb: no triangles"]);
  });

  it("rejects parts that do not fit into a file, before allocating", () => {
    const draft = createDraft();
    addPositions(draft, 2 ** 29, [0, 0, 0], [0, 0, 0], () => expect.unreachable());
    expect(() => packGlb(draft)).toThrow(FormatError);
    expect(() => packGlb(draft)).toThrow("a GLB has at most 4 GiB, these parts need 64424");
  });

  it("names the part whose pose cannot be used", () => {
    expect(() => writeModelGlb([part("lid", smallTorus(), [1, 2])])).toThrow(PoseError);
    expect(() => writeModelGlb([part("lid", smallTorus(), [1, 2])])).toThrow(
      'the pose of part "lid": expected 16',
    );
  });
});
