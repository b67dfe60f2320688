import { describe, expect, it } from "vitest";
import { createAssembly, PARTS_A_STATION } from "../../bench/scenes/assembly.mjs";
import { findClashes } from "../../src/clash/index.ts";
import { createMesh, inspectMesh } from "../../src/index.ts";

// The machine of `npm run bench -- clash`: a benchmark whose right answer is known.

describe("createAssembly", () => {
  it("makes closed, consistently wound meshes at every detail", () => {
    for (const detail of [100, 500, 5000]) {
      const { parts } = createAssembly(createMesh, {
        parts: PARTS_A_STATION,
        triangles: PARTS_A_STATION * detail,
      });
      for (const { mesh } of parts)
        expect(inspectMesh(mesh)).toMatchObject({
          closed: true,
          degenerateTriangles: new Uint32Array(0),
          inconsistentEdges: new Uint32Array(0),
        });
    }
  });

  it("has as many parts as asked for, about as many triangles, half of them of instances", () => {
    const { parts } = createAssembly(createMesh, { parts: 1000, triangles: 500_000 });
    expect(parts).toHaveLength(1000);
    const sum = (meshes: typeof parts) => meshes.reduce((total, { mesh }) => total + mesh.triangleCount, 0);
    expect(Math.abs(sum(parts) / 500_000 - 1)).toBeLessThan(0.1);
    const different = [...new Map(parts.map((part) => [part.mesh, part])).values()];
    expect(sum(different) / sum(parts)).toBeGreaterThan(0.4);
    expect(sum(different) / sum(parts)).toBeLessThan(0.6);
  });

  it("is reproducible by its seed, and 5 to 10 % of its parts clash", () => {
    const make = (seed: number) => createAssembly(createMesh, { parts: 1700, triangles: 170_000, seed });
    const { parts, planned } = make(5);
    expect(make(5).planned).toEqual(planned);
    expect(make(5).parts.at(-1)).toEqual(parts.at(-1));
    expect(make(6).planned).not.toEqual(planned);
    const faulty = new Set(planned.flatMap(({ a, b }) => [a, b])).size / parts.length;
    expect(faulty).toBeGreaterThan(0.05);
    expect(faulty).toBeLessThan(0.1);
  });

  it("has the clashes that were planned, and no others (51 parts, seed 1)", () => {
    const { parts, planned } = createAssembly(createMesh, { parts: 51, triangles: 5100, seed: 1 });
    const { clashes } = findClashes(parts, { curves: false });
    const names = (list: readonly { kind: string; a: number; b: number }[]) =>
      list.map(({ kind, a, b }) => `${kind} ${parts[a].key} ${parts[b].key}`).sort();
    expect(planned.length).toBeGreaterThan(3);
    expect(names(clashes)).toEqual(names(planned));
  });
});
