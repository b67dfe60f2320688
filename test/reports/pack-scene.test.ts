import { describe, expect, it } from "vitest";
import type { WholePart } from "../../src/clash/clash.ts";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { movePoint } from "../../src/geometry/affine.ts";
import { createBox, createSphere } from "../../src/mesh/primitives/index.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import type { ClashReport } from "../../src/reports/clash-report.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { packScene } from "../../src/reports/pack-scene.ts";
import { unpackScene } from "../../viewer/src/data/unpack-scene.ts";
import { expectLess } from "../expect-in-loops.ts";

function part(name: string, mesh: WholePart["mesh"], toWorld: WholePart["toWorld"] = null): WholePart {
  return { key: `f/${name}`, name, group: 0, mesh, toWorld };
}

function reportOf(parts: WholePart[], perSceneUnit = 1): ClashReport {
  return createClashReport({
    result: findClashes(parts),
    parts,
    inputs: [{ file: "f", bytes: 1, sha256: "", warnings: [] }],
    unit: { name: "mm", metres: 0.001, perSceneUnit },
    settings: {
      tolerance: 0,
      clearance: 0,
      touching: "ignore",
      between: false,
      self: false,
      ignore: [],
      limit: null,
    },
    toolVersion: "0",
  });
}

function unpack(report: ClashReport, parts: WholePart[], maxTriangles = 1e6) {
  const { scene, bytes } = packScene(report, parts, maxTriangles);
  return { scene, ...unpackScene(scene, bytes.buffer as ArrayBuffer) };
}

/** The corner of a triangle as the page draws it, in the report's coordinates. */
function corner(
  { scene, meshes, matrices }: ReturnType<typeof unpack>,
  number: number,
  at: number,
): number[] {
  const { positions, indices } = meshes[scene.meshOfPart[number]];
  const m = matrices[number]!;
  const p = [0, 1, 2].map((k) => positions[3 * indices[at] + k]);
  return [0, 1, 2].map((k) => m[k] * p[0] + m[3 + k] * p[1] + m[6 + k] * p[2] + m[9 + k] + scene.origin[k]);
}

function expectSameCorners(parts: WholePart[], perSceneUnit: number, error: number): void {
  const unpacked = unpack(reportOf(parts, perSceneUnit), parts);
  const world = new Float64Array(3);
  parts.forEach(({ mesh, toWorld }, number) => {
    for (let at = 0; at < 3 * mesh.triangleCount; at++) {
      const [x, y, z] = mesh.positions.subarray(3 * (mesh.indices?.[at] ?? at));
      movePoint(toWorld ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], x, y, z, world, 0);
      corner(unpacked, number, at).forEach((value, k) => {
        expectLess(Math.abs(value - world[k] * perSceneUnit), error);
      });
    }
  });
}

describe("packScene", () => {
  const turned = Float64Array.of(0, 2, 0, 0, -1, 0, 0, 0, 0, 0, -3, 0, 5, 6, 7, 1);

  it("keeps every corner: instances, mirrored poses, triangle soups, the report's unit", () => {
    const soup = createMesh({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9, 8, 9, 9, 8, 8, 8),
    });
    const ball = createSphere({ radius: 1 });
    expectSameCorners([part("a", ball), part("b", ball, turned), part("c", soup, turned)], 1000, 0.002);
  });

  it("keeps meshes with more than 65,536 vertices", () => {
    const count = 70_000;
    const positions = Float32Array.from({ length: 3 * count }, (_, i) => (i % 97) / 97);
    const indices = Uint32Array.from({ length: 3 * 100 }, (_, i) => (i * 49_999) % count);
    const small = createBox();
    const parts = [part("small", small), part("large", createMesh({ positions, indices }), turned)];
    expect(unpack(reportOf(parts), parts).meshes.map((mesh) => mesh.indices.BYTES_PER_ELEMENT)).toEqual([
      2, 4,
    ]);
    expectSameCorners(parts, 1, 1e-5);
  });

  it("is as precise at map coordinates as near zero", () => {
    const away = [3_512_345.678, 5_812_345.123, 412.5];
    const near = createBox({ size: 0.01 });
    const far = createMesh({
      positions: Float64Array.from(near.positions, (x, i) => x + away[i % 3]),
      indices: near.indices,
    });
    const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, away[0], away[1], away[2], 1);
    // f32 alone would be off by 0.2. The remaining error is the f64 rounding of the coordinates.
    expectSameCorners([part("baked", far), part("posed", near, pose)], 1, 2e-9);
  });

  it("stores an instanced mesh once", () => {
    const ball = createSphere({ radius: 1 });
    const parts = [0, 5, 10].map((x) =>
      part(`${x}`, ball, Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1)),
    );
    const { scene } = packScene(reportOf(parts), parts, 1e6);
    expect(scene.meshes).toHaveLength(1);
    expect(scene.meshOfPart).toEqual([0, 0, 0]);
  });

  it("draws clashing parts first, then small ones, up to maxTriangles", () => {
    const at = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1);
    const box = createBox(); // 12 triangles
    const finer = createBox({ segments: 2 }); // 48 triangles
    const parts = [
      part("large", finer, at(10)),
      part("small", box, at(20)),
      part("clashing", finer, at(0)),
      part("clashing too", box, at(0.5)),
    ];
    const report = reportOf(parts);
    expect(report.clashes).toHaveLength(1);
    const drawn = (budget: number) =>
      packScene(report, parts, budget).scene.meshOfPart.map((mesh) => mesh !== -1);
    expect(drawn(1000)).toEqual([true, true, true, true]);
    expect(drawn(119)).toEqual([false, true, true, true]);
    expect(drawn(60)).toEqual([false, false, true, true]);
    expect(drawn(20)).toEqual([false, false, false, true]);
    expect(drawn(0)).toEqual([false, false, false, false]);
  });

  it("keeps the curves of clashes, closed or not", () => {
    const parts = [part("a", createBox()), part("b", createBox({ size: 0.5, center: [0.5, 0, 0] }))];
    const report = reportOf(parts);
    const { curves } = unpack(report, parts);
    expect(report.clashes[0].curves.length).toBeGreaterThan(0);
    report.clashes[0].curves.forEach(({ closed, points }, i) => {
      const { point } = report.clashes[0];
      expect(curves[0][i].closed).toBe(closed);
      curves[0][i].points.forEach((value, j) => {
        expect(value + point[j % 3]).toBeCloseTo(points[j], 6);
      });
    });
  });

  it("packs a report without parts", () => {
    const { scene, bytes } = packScene({ ...reportOf([part("a", createBox())]), parts: [] }, [], 1e6);
    expect(bytes).toHaveLength(0);
    expect(scene.box).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
