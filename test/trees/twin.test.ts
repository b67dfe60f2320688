import { describe, expect, it } from "vitest";
import { FormatError, MeshError } from "../../src/errors.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { collide } from "../../src/queries/pairs/collide.ts";
import { findPairs } from "../../src/queries/pairs/find-pairs.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { buildRTree } from "../../src/queries/pairs/r-trees.ts";
import { restoreTree } from "../../src/queries/pairs/restore-tree.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { treeQuality } from "../../src/trees/quality.ts";
import { insertTriangle, removeTriangle } from "../../src/trees/r-tree/edit.ts";
import { refit } from "../../src/trees/refit.ts";
import { refitSwept } from "../../src/trees/refit-swept.ts";
import { saveTree } from "../../src/trees/save.ts";
import { degradation } from "../../src/trees/should-rebuild.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { gridTorus, timesPower } from "../tiny.ts";

const SPLITS = ["sah", "midpoint", "median", "half-balanced", "best-axis"] as const;
const torus = gridTorus(20, 12);
const other = gridTorus(20, 12, [0.6, 0.4, 0.2]);
const BUILDERS = { aabb: buildAabbTree, obb: buildObbTree, "r-tree": buildRTree };
const KINDS = Object.keys(BUILDERS) as (keyof typeof BUILDERS)[];

describe("the tree of a tiny mesh", () => {
  it.each(SPLITS)("has the nodes of the scaled mesh, and an exponent (%s)", (split) => {
    const ordinary = buildAabbTree(timesPower(torus, 1), { split }); // the largest coordinate is 1 … 2
    for (const power of [-45, -150, -300, -1000]) {
      const tree = buildAabbTree(timesPower(torus, power), { split });
      expect(tree.exponent[0]).toBe(1 - power);
      expect(tree.links).toEqual(ordinary.links);
      expect(tree.triangles).toEqual(ordinary.triangles);
      expect(validateTree(tree)).toEqual([]);
      expect(treeQuality(tree)).toEqual(treeQuality(ordinary));
      expect(degradation(tree)).toBe(1);
    }
  });

  it("is the tree of the scaled mesh for all other kinds, too", () => {
    for (const build of [buildObbTree, buildRTree]) {
      const ordinary = build(timesPower(torus, 1));
      const tree = build(timesPower(torus, -300));
      expect(tree.exponent[0]).toBe(301);
      expect(tree.links).toEqual(ordinary.links);
      expect(validateTree(tree)).toEqual([]);
    }
  });

  it("has the exponent 0 in the ordinary range, with tiny noise, and where all vertices are equal", () => {
    for (const power of [-39, 0, 90])
      for (const kind of KINDS) expect(BUILDERS[kind](timesPower(torus, power)).exponent[0]).toBe(0);
    const noisy = createMesh({ positions: Float64Array.of(1, 1e-310, 0, 0, 1e-310, 5e-324, 0, 1, 0) });
    const point = createMesh({ positions: new Float64Array(9) });
    const farPoint = createMesh({ positions: new Float64Array(9).fill(3) });
    for (const mesh of [noisy, point, farPoint])
      for (const kind of KINDS) {
        const tree = BUILDERS[kind](mesh);
        expect(tree.exponent[0]).toBe(0);
        expect(validateTree(tree)).toEqual([]);
        expect(collide(tree, tree)).toBe(true);
      }
  });

  it("ignores a vertex that no triangle uses, whatever its size", () => {
    const positions = Float64Array.of(...[0, 0, 0, 1, 0, 0, 0, 1, 0].map((x) => x * 1e-200), 1e20, 1, 1);
    const mesh = createMesh({ positions, indices: Uint16Array.of(0, 1, 2) });
    for (const kind of KINDS) {
      const tree = BUILDERS[kind](mesh);
      expect(tree.exponent[0]).toBe(665);
      expect(validateTree(tree)).toEqual([]);
      expect(collide(tree, tree)).toBe(true);
    }
    positions[9] = Number.NaN;
    expect(() => buildAabbTree(mesh)).toThrow(MeshError);
  });

  it("holds the smallest f64 numbers", () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).map((x) => x * 5e-324);
    const beside = Float64Array.of(2, 0, 0, 3, 0, 0, 2, 1, 0).map((x) => x * 5e-324);
    for (const kind of KINDS) {
      const [a, b] = [positions, beside].map((p) => BUILDERS[kind](createMesh({ positions: p })));
      expect(validateTree(a)).toEqual([]);
      expect(collide(a, a)).toBe(true);
      expect(collide(a, b)).toBe(false);
    }
  });

  it("is saved, restored and copied with its exponent", () => {
    const mesh = timesPower(torus, -300);
    for (const kind of KINDS) {
      const tree = BUILDERS[kind](mesh);
      const partner = BUILDERS[kind](timesPower(other, -300));
      const expected = findPairs(tree, partner).pairs;
      expect(expected.length).toBeGreaterThan(0);
      const saved = saveTree(tree);
      const restored = restoreTree(saved.slice(0), mesh) as typeof tree;
      expect(restored.exponent[0]).toBe(301);
      expect(validateTree(restored)).toEqual([]);
      expect(findPairs(restored, partner).pairs).toEqual(expected);
      const posted = structuredClone(tree);
      expect(findPairs(posted, structuredClone(partner)).pairs).toEqual(expected);
      const lying = saved.slice(0);
      new Uint32Array(lying)[2] |= 0x0400_0000; // an exponent of 1024 and more
      expect(() => restoreTree(lying, mesh)).toThrow(FormatError);
      expect(() => restoreTree(lying, mesh)).toThrow("exponent 1325, expected 0 to 1023");
    }
  });

  it("gets another exponent when the mesh grows or shrinks between refits", () => {
    const mesh = timesPower(torus, 0);
    const partner = timesPower(other, 0);
    for (const build of [buildAabbTree, buildRTree]) {
      const pairsOf = () => findPairs(tree as never, treeB as never).pairs;
      const [tree, treeB] = [build(mesh), build(partner)];
      const expected = pairsOf();
      for (const power of [-300, -310, 90, -1000, 0, -60]) {
        mesh.positions.set(torus.positions.map((x) => x * 2 ** power));
        partner.positions.set(other.positions.map((x) => x * 2 ** power));
        refit(tree);
        refit(treeB);
        expect(tree.exponent[0]).toBe(power < -40 ? 1 - power : 0);
        expect(validateTree(tree)).toEqual([]);
        expect(pairsOf()).toEqual(expected);
      }
      mesh.positions.set(torus.positions);
      partner.positions.set(other.positions);
    }
  });

  it("is unchanged after a rejected refit", () => {
    const mesh = timesPower(torus, -300);
    const tree = buildAabbTree(mesh);
    const before = new Uint8Array(tree.buffer).slice();
    for (const bad of [Number.NaN, Infinity, 1e40]) {
      const kept = mesh.positions[7];
      mesh.positions[7] = bad;
      expect(() => refit(tree)).toThrow(MeshError);
      expect(() => refitSwept(tree, torus.positions)).toThrow(MeshError);
      mesh.positions[7] = kept;
      expect(new Uint8Array(tree.buffer)).toEqual(before);
    }
    expect(collide(tree, tree)).toBe(true);
  });

  it("encloses motions that stay tiny, and those that do not", () => {
    const mesh = timesPower(torus, -300);
    const tree = buildAabbTree(mesh);
    const partner = buildAabbTree(timesPower(other, -300));
    const expected = findPairs(tree, partner).pairs;
    refitSwept(tree, timesPower(other, -298).positions);
    expect(tree.exponent[0]).toBe(298);
    expect(findPairs(tree, partner).pairs).toEqual(expected);
    refitSwept(tree, other.positions);
    expect(tree.exponent[0]).toBe(0);
    expect(collide(tree, partner)).toBe(true);
    refit(tree);
    expect(tree.exponent[0]).toBe(301);
    expect(validateTree(tree)).toEqual([]);
  });

  it("can remove and insert triangles in an R-tree", () => {
    const mesh = timesPower(torus, -300);
    const tree = buildRTree(mesh, { maxChildren: 4 });
    const partner = buildRTree(timesPower(other, -300), { maxChildren: 4 });
    const expected = findPairs(tree, partner).pairs;
    for (let t = 0; t < mesh.triangleCount; t += 2) removeTriangle(tree, t);
    expect(validateTree(tree)).toEqual([]);
    expect([...findPairs(tree, partner).pairs]).toEqual(
      [...expected].filter((_, i) => expected[i - (i % 2)] % 2 === 1),
    );
    for (let t = 0; t < mesh.triangleCount; t += 2) insertTriangle(tree, t);
    expect(validateTree(tree)).toEqual([]);
    expect(findPairs(tree, partner).pairs).toEqual(expected);
  });
});
