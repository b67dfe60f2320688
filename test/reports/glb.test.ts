import { type Node, NodeIO } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { OptionError } from "../../src/errors.ts";
import { readGltf } from "../../src/formats/index.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import type { Vector } from "../../src/geometry/vector.ts";
import type { ClashPart, ClashReport } from "../../src/reports/clash-report.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { writeGlb } from "../../src/reports/glb.ts";
import { writeMarkdown } from "../../src/reports/markdown.ts";
import { gltfIssues } from "../formats/validate-gltf.ts";
import { cornersOf } from "../formats/write-models.ts";
import { identity } from "../poses.ts";
import { MILLIMETRES, type RandomScene, randomSource } from "./reports.ts";

function randomScene(seed: number, scene?: RandomScene): { report: ClashReport; parts: ClashPart[] } {
  const source = randomSource(seed, scene);
  return { report: createClashReport(source), parts: [...source.parts] };
}

async function nodesOf(bytes: Uint8Array): Promise<{ parts: Node[]; clashes: Node[] }> {
  const document = await new NodeIO().readBinary(bytes);
  const roots = document.getRoot().listScenes()[0].listChildren();
  expect(roots.map((node) => node.getName())).toEqual(["parts", "clashes"]);
  return { parts: roots[0].listChildren(), clashes: roots[1].listChildren() };
}

function materialOf(node: Node) {
  return node.getMesh()!.listPrimitives()[0].getMaterial()!;
}

/** The ends of all lines of a clash, in metres. */
function linesOf(node: Node): number[] {
  const primitive = node.getMesh()!.listPrimitives()[0];
  expect(primitive.getMode()).toBe(1);
  const positions = primitive.getAttribute("POSITION")!.getArray()!;
  const corners = [...primitive.getIndices()!.getArray()!].flatMap((i) => [
    ...positions.slice(3 * i, 3 * i + 3),
  ]);
  return [...bakePositions(corners, node.getWorldMatrix())];
}

function expectNear(found: ArrayLike<number>, expected: ArrayLike<number>, error: number): void {
  expect(found.length).toBe(expected.length);
  for (let i = 0; i < found.length; i++)
    expect(Math.abs(found[i] - expected[i]), `number ${i}`).toBeLessThanOrEqual(error);
}

describe("writeGlb", () => {
  it.each([1, 2, 3, 4, 5])("is valid for any names (seed %i)", async (seed) => {
    const { report, parts } = randomScene(seed, { parts: 40, clashes: 30 });
    expect(await gltfIssues(writeGlb(report, parts))).toEqual([]);
    expect(await gltfIssues(writeGlb(report, parts, { upAxis: "z" }))).toEqual([]);
  });

  it("has every part with its name, and its triangles in metres (seed 6)", async () => {
    const { report, parts } = randomScene(6, { unit: { name: "mm", metres: 0.001, perSceneUnit: 1 } });
    const { parts: read } = await readGltf(writeGlb(report, parts), "a.glb");
    expect(read.length).toBe(parts.length);
    for (const [i, { name, mesh, toWorld }] of parts.entries()) {
      if (name) expect(read[i].name.startsWith(name)).toBe(true);
      const expected = bakePositions(cornersOf(mesh), toWorld ?? identity()).map((x) => x / 1000);
      const found = bakePositions(cornersOf(read[i].mesh), read[i].toWorld ?? identity());
      expectNear(found, expected, 2 ** -24 * 1e-2);
    }
  });

  it("shares the meshes of instances, even with different colours", async () => {
    const { report, parts } = randomScene(7, { parts: 30 });
    const { parts: nodes } = await nodesOf(writeGlb(report, parts));
    const accessors = nodes.map((node) => node.getMesh()!.listPrimitives()[0].getAttribute("POSITION"));
    expect(new Set(nodes.map(materialOf)).size).toBeGreaterThan(2);
    expect(new Set(accessors).size).toBe(2);
    const { parts: read } = await readGltf(writeGlb(report, parts), "a.glb");
    expect(new Set(read.map(({ mesh }) => mesh.positions)).size).toBe(2);
  });

  it("gives clashing parts different colours, and makes the others nearly transparent (seed 8)", async () => {
    const { report, parts } = randomScene(8, { parts: 30, clashes: 10, kinds: ["overlapping", "touching"] });
    const { parts: nodes } = await nodesOf(writeGlb(report, parts));
    const clashing = new Set(report.clashes.flatMap(({ a, b }) => [a, b]));
    expect(clashing.size).toBeLessThan(30);
    for (const [i, node] of nodes.entries()) {
      expect(materialOf(node).getAlphaMode()).toBe("BLEND");
      expect(materialOf(node).getAlpha()).toBe(clashing.has(i) ? 0.45 : 0.12);
    }
    for (const { a, b } of report.clashes) expect(materialOf(nodes[a])).not.toBe(materialOf(nodes[b]));
  });

  it("has a node per clash with its record of the report, in the report's unit (seed 10)", async () => {
    const { report, parts } = randomScene(10, { clashes: 40 });
    report.clashes[0].change = "new";
    const { clashes } = await nodesOf(writeGlb(report, parts));
    expect(clashes.length).toBe(40);
    for (const [i, node] of clashes.entries()) {
      const { id, kind, keyA, keyB, depth, distance, point } = report.clashes[i];
      expect(node.getExtras()).toMatchObject({ id, kind, a: keyA, b: keyB });
      expect(node.getExtras().depth).toBe(depth?.depth);
      expect(node.getExtras().depthKind).toBe(depth?.kind);
      expect(node.getExtras().distance).toBe(distance?.distance);
      expect(node.getExtras().change).toBe(i === 0 ? "new" : undefined);
      expectNear(
        node.getWorldTranslation(),
        point.map((x) => x / 1000),
        1e-9,
      );
    }
  });

  it("draws contact curves as lines in metres, precisely even far from zero", async () => {
    const { report, parts } = randomScene(11, { clashes: 1, kinds: ["overlapping"] });
    const [x, y] = [5.2e9, -4.5e9]; // millimetres
    const square = [x, y, 0, x + 20, y, 0, x + 20, y + 20, 0.001, x, y + 20, 0.001];
    report.unit = MILLIMETRES;
    report.clashes[0] = {
      ...report.clashes[0],
      point: [x + 10, y + 10, 0],
      curves: [
        { closed: true, points: square },
        { closed: false, points: square.slice(0, 9) },
        { closed: false, points: square.slice(0, 3) },
      ],
    };
    const { clashes } = await nodesOf(writeGlb(report, parts));
    const corner = (i: number) => square.slice(3 * i, 3 * i + 3).map((value) => value / 1000);
    const expected = [0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2].flatMap(corner);
    expectNear(linesOf(clashes[0]), expected, 2e-9); // 1 ulp of 5.2 · 10⁶ m in f64
  });

  it("draws the gap of parts that are too close", async () => {
    const { report, parts } = randomScene(12, { clashes: 1, kinds: ["too-close"] });
    const [pointA, pointB] = [
      [1, 2, 3],
      [1, 2, 3.25],
    ] as [Vector, Vector];
    report.clashes[0] = {
      ...report.clashes[0],
      point: [1, 2, 3.125],
      curves: [],
      distance: { distance: 0.25, pointA, pointB },
    };
    const { clashes } = await nodesOf(writeGlb(report, parts));
    expectNear(linesOf(clashes[0]), [0.001, 0.002, 0.003, 0.001, 0.002, 0.00325], 1e-15);
  });

  it("turns z up to y up, and takes coordinates as metres where the unit is unknown", async () => {
    const unit = { name: "unit", metres: null, perSceneUnit: 1 };
    const { report, parts } = randomScene(13, { unit });
    const turned = await nodesOf(writeGlb(report, parts, { upAxis: "z" }));
    const [x, y, z] = report.clashes[0].point;
    expectNear(turned.clashes[0].getWorldTranslation(), [x, z, -y], 1e-9);
    const read = await readGltf(writeGlb(report, parts, { upAxis: "z" }), "a.glb");
    const expected = bakePositions(cornersOf(parts[0].mesh), parts[0].toWorld ?? identity());
    const found = bakePositions(cornersOf(read.parts[0].mesh), read.parts[0].toWorld!);
    for (let i = 0; i < found.length; i += 3)
      expectNear([found[i], -found[i + 2], found[i + 1]], expected.subarray(i, i + 3), 1e-5);
  });

  it("gives equal bytes for equal reports", () => {
    expect(Buffer.compare(writeGlb(...args(14)), writeGlb(...args(14)))).toBe(0);
    expect(Buffer.compare(writeGlb(...args(14)), writeGlb(...args(15)))).not.toBe(0);
  });

  it("writes a report without clashes, or without parts", async () => {
    const { report, parts } = randomScene(16, { clashes: 0 });
    expect(await gltfIssues(writeGlb(report, parts))).toEqual([]);
    expect(await gltfIssues(writeGlb({ ...report, parts: [] }, []))).toEqual([]);
  });

  it("rejects parts of another report", () => {
    const { report, parts } = randomScene(17);
    expect(() => writeGlb(report, parts.slice(1))).toThrow(OptionError);
    expect(() => writeGlb(report, parts.slice(1))).toThrow("the report is about 8 parts, got 7");
    expect(() => writeGlb(report, [...parts].reverse())).toThrow("parts[0]: the report calls it");
  });

  it("rejects an axis that is neither y nor z", () => {
    const { report, parts } = randomScene(17);
    const upAxis = "x" as "y";
    expect(() => writeGlb(report, parts, { upAxis })).toThrow(OptionError);
    expect(() => writeMarkdown(report, parts, { upAxis })).toThrow('upAxis: expected "y", "z" or null, got');
  });
});

function args(seed: number): [ClashReport, ClashPart[]] {
  const { report, parts } = randomScene(seed);
  return [report, parts];
}
