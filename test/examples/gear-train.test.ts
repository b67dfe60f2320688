import { describe, expect, it } from "vitest";
import { createGearTrain } from "../../examples/gear-train/assembly.mjs";
import { findClashes, keyParts } from "../../src/clash/index.ts";
import { inspectMesh } from "../../src/index.ts";

// The model that `npm start` checks.

describe("createGearTrain", () => {
  const parts = keyParts([{ label: "train", parts: createGearTrain() }]);

  it("is made of closed meshes", () => {
    for (const mesh of new Set(parts.map((part) => part.mesh)))
      expect(inspectMesh(mesh)).toMatchObject({ closed: true, degenerateTriangles: new Uint32Array(0) });
  });

  it("has three mistakes and no others: a bolt twice, gears out of mesh, a shaft 0.2 mm too thick", () => {
    const { clashes } = findClashes(parts, { tolerance: 0.01, curves: false });
    expect(clashes.map(({ kind, a, b }) => `${kind} ${parts[a].name} | ${parts[b].name}`).sort()).toEqual([
      "duplicate bolt 2 | bolt 2 (copy)",
      "overlapping bearing 2a inner ring | shaft 2",
      "overlapping bearing 2b inner ring | shaft 2",
      "overlapping output gear | wheel",
      "overlapping shaft 2 | wheel",
    ]);
    // 0.1 mm on each side, minus the fit of 0.01 mm; facets are nearer than the circles they approximate.
    for (const { a, b, depth } of clashes)
      if ([parts[a], parts[b]].some(({ name }) => name === "shaft 2")) {
        expect(depth!.lowerBound).toBeGreaterThan(0.08);
        expect(depth!.depth).toBeLessThan(0.12);
      }
  });
});
