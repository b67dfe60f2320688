import { describe, expect, it } from "vitest";
import { createMesh, findSelfPairs, MeshError, OptionError } from "../../src/index.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { createDeformableModel, updateDeformableModel } from "../../src/world/index.ts";
import { random, randomSoup, smallTorus } from "../meshes.ts";

describe("a deformable model", () => {
  it("is refitted while it keeps its shape, however it moves, scales and bends", () => {
    const mesh = smallTorus(24, 12, Float64Array);
    const rest = mesh.positions.slice();
    const model = createDeformableModel(mesh);
    const { tree } = model;
    for (let frame = 1; frame <= 10; frame++) {
      for (let i = 0; i < rest.length; i += 3) {
        const angle = 0.2 * frame * rest[i + 2];
        mesh.positions[i] = 5 + frame * (rest[i] * Math.cos(angle) - rest[i + 1] * Math.sin(angle));
        mesh.positions[i + 1] = frame * (rest[i] * Math.sin(angle) + rest[i + 1] * Math.cos(angle));
        mesh.positions[i + 2] = frame * rest[i + 2];
      }
      expect(updateDeformableModel(model)).toBe(false);
    }
    expect(model.tree).toBe(tree);
    expect([model.refits, model.rebuilds]).toEqual([10, 0]);
    expect(validateTree(model.tree)).toEqual([]);
  });

  it("is rebuilt when it is torn, and then only refitted for some frames (seed 6)", () => {
    const mesh = randomSoup(6, 400, 0.1);
    const model = createDeformableModel(mesh, { leafSize: 1 });
    const next = random(6);
    for (let t = 0; t < mesh.triangleCount; t++) {
      const offset = [next(), next(), next()];
      for (let i = 0; i < 9; i++) mesh.positions[9 * t + i] += 3 * offset[i % 3];
    }
    expect(updateDeformableModel(model)).toBe(true);
    expect(model.tree.nodeCount).toBe(2 * mesh.triangleCount - 1); // the rebuilt tree has the model's options
    expect(updateDeformableModel(model)).toBe(false);
    expect([model.refits, model.rebuilds]).toEqual([2, 1]);
    expect(findSelfPairs(model.tree).pairs).toEqual(findSelfPairs(createDeformableModel(mesh).tree).pairs);
  });

  it("rebuilds never with rebuildAt Infinity, and at once with 1", () => {
    const mesh = randomSoup(2, 50);
    const never = createDeformableModel(mesh, { rebuildAt: Infinity });
    const eager = createDeformableModel(mesh, { rebuildAt: 1 });
    for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] += Math.sin(Math.floor(i / 9) ** 2);
    expect(updateDeformableModel(never)).toBe(false);
    expect(updateDeformableModel(eager)).toBe(true);
  });

  it("rejects a bad rebuildAt before building, and a bad vertex before changing anything", () => {
    const mesh = createMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) });
    expect(() => createDeformableModel(mesh, { rebuildAt: 0.5 })).toThrow(OptionError);
    expect(() => createDeformableModel(mesh, { rebuildAt: Number.NaN })).toThrow("rebuildAt: NaN");
    const model = createDeformableModel(mesh);
    mesh.positions[4] = Infinity;
    expect(() => updateDeformableModel(model)).toThrow(MeshError);
    expect(model.refits).toBe(0);
  });
});
