import { describe, expect, it } from "vitest";
import { findBoxPairs } from "../../src/broadphase/index.ts";
import {
  buildAabbTree,
  buildRTree,
  collide,
  collidesItself,
  createMesh,
  findPairs,
  findSelfPairs,
  MeshError,
  OptionError,
  sweepBox,
} from "../../src/index.ts";
import { findPairsByLayers } from "../../src/papers.ts";
import { restoreTree, saveTree, validateTree } from "../../src/trees.ts";
import { updateDeformableModel } from "../../src/world/index.ts";
import { METHODS } from "../broadphase/methods.ts";
import { latticeSoup, smallTorus } from "../meshes.ts";

// Found in review: calls from plain JavaScript that were answered wrongly, or refused by the engine in the midst of work.

/** What TypeScript would not let pass. */
const wrong = (value: unknown) => value as never;

describe("options and boxes with getters that run queries of their own", () => {
  it("findPairs does not mix two queries when `into` is a getter that runs another", () => {
    const torus = buildAabbTree(smallTorus());
    const soup = buildAabbTree(latticeSoup(3, 40));
    const expected = findPairs(soup, soup).pairs;
    const found = findPairs(soup, soup, {
      get into() {
        findPairs(torus, torus);
        return undefined;
      },
    });
    expect(found.pairs).toEqual(expected);
  });

  it.each(Object.entries(METHODS))("%s keeps the box that was given, not parts of another", (_, create) => {
    const phase = create({ dimensions: 3 });
    const box = [0, 0, 0, 1, 1, 1];
    Object.defineProperty(box, 5, { get: () => phase.add([10, 10, 10, 11, 11, 11]) + 1 });
    phase.add(box);
    phase.add([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(Array.from(phase.update().pairs)).toEqual([1, 2]);
  });
});

describe("wrong calls", () => {
  it("a box must hold numbers: null and text are not converted", () => {
    for (const create of Object.values(METHODS))
      for (const value of [null, "0", true, undefined, {}]) {
        const phase = create({ dimensions: 2 });
        expect(() => phase.add([wrong(value), 0, 1, 1])).toThrow(OptionError);
        expect(phase.size).toBe(0);
      }
  });

  it("counters and results of another kind are refused before any work is done", () => {
    const tree = buildAabbTree(smallTorus());
    for (const stats of [{ boxTests: "1" }, { kind: "aabb" }, [], null, 3].map(wrong)) {
      expect(() => collide(tree, tree, { stats })).toThrow(OptionError);
      for (const query of [findPairs, findPairsByLayers])
        expect(() => query(tree, tree, { stats })).toThrow(/stats/);
      for (const query of [findSelfPairs, collidesItself])
        expect(() => query(tree, { stats })).toThrow(/stats/);
    }
    for (const into of [{}, 3].map(wrong)) {
      expect(() => findPairs(tree, tree, { into })).toThrow("into: expected the last result");
      expect(() => findPairsByLayers(tree, tree, { into })).toThrow(OptionError);
      expect(() => findSelfPairs(tree, { into })).toThrow("into: expected the last result");
      expect(() => findBoxPairs(new Float64Array(6), { into })).toThrow("into: expected the last result");
    }
    expect(() => collide(tree, tree, { cache: wrong(3) })).toThrow("cache: expected an object to be filled");
  });

  it("an argument that is not a tree, mesh or model is named in the error", () => {
    for (const value of [undefined, null, {}, 3].map(wrong)) {
      expect(() => validateTree(value)).toThrow("validateTree: expected a tree");
      expect(() => saveTree(value)).toThrow("saveTree: expected a tree");
      expect(() => restoreTree(saveTree(buildRTree(smallTorus())), value)).toThrow(MeshError);
      expect(() => updateDeformableModel(value)).toThrow("createDeformableModel");
    }
  });

  it("vertices that became NaN without a refit are refused, on whichever axis", () => {
    // Apart in a plane: a projection along the bad axis would tell them apart without seeing NaN.
    const flat = (x: number) => Float64Array.from([x, 0, 0, x + 3, 0, 0, x, 3, 0]);
    for (let bad = 0; bad < 9; bad++) {
      const a = createMesh({ positions: flat(0) });
      const b = createMesh({ positions: flat(2.5) });
      const trees = [buildAabbTree(a), buildAabbTree(b)] as const;
      for (let i = 0; i < 9; i += 3) b.positions[i] += 9;
      b.positions[bad] = Number.NaN;
      expect(() => findPairs(...trees)).toThrow("vertices were changed without a refit");
    }
  });

  it("vertices that became NaN or infinite without a refit are refused by sweepBox", () => {
    for (const bad of [Number.NaN, Infinity]) {
      const mesh = smallTorus();
      const tree = buildAabbTree(mesh);
      mesh.positions.fill(bad);
      expect(() => sweepBox(tree, [3, -1, -1, 3.1, 1, 1], [-4, 0, 0])).toThrow(
        "vertices were changed without a refit",
      );
    }
  });
});
