import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildRTree,
  collidesItself,
  createMesh,
  findSelfPairs,
  MeshError,
  OptionError,
  type RTree,
  refit,
  type SelfOptions,
  type TriangleMesh,
} from "../../src/index.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { findSelfPairsByBruteForce } from "../../src/reference/self-pairs.ts";
import { removeTriangle, replaceMesh, restoreTree, saveTree, validateTree } from "../../src/trees.ts";
import { latticeSoup, random, smallTorus } from "../meshes.ts";

/** A cloth of 2 · cells² triangles whose arrays grow. */
interface Cloth {
  positions: number[];
  indices: number[];
}

function crumpledCloth(cells: number, next: () => number): Cloth {
  const { positions, indices } = createPlaneGrid({ columns: cells, rows: cells, width: 1, depth: 1 });
  return { positions: Array.from(positions, (x) => x + 0.6 * (next() - 0.5)), indices: [...indices!] };
}

function meshOf({ positions, indices }: Cloth, isSingle: boolean): TriangleMesh {
  const View = isSingle ? Float32Array : Float64Array;
  return createMesh({ positions: View.from(positions), indices: Uint32Array.from(indices) });
}

/** A new vertex in the middle of a triangle: one triangle becomes three. */
function splitTriangle({ positions, indices }: Cloth, next: () => number): void {
  const t = 3 * Math.floor((next() * indices.length) / 3);
  const [a, b, c] = indices.slice(t, t + 3);
  const middle = positions.length / 3;
  for (let k = 0; k < 3; k++)
    positions.push((positions[3 * a + k] + positions[3 * b + k] + positions[3 * c + k]) / 3);
  indices.splice(t, 3, a, b, middle);
  indices.push(b, c, middle, c, a, middle);
}

/** Tears the cloth along a path: the triangles on one side of a line through a few vertices get vertices of their own. */
function tear(cloth: Cloth, next: () => number): void {
  const { positions, indices } = cloth;
  const [x, z, angle] = [next() - 0.5, next() - 0.5, 2 * Math.PI * next()];
  const beyond = (v: number) =>
    Math.cos(angle) * (positions[3 * v] - x) + Math.sin(angle) * (positions[3 * v + 2] - z);
  const copies = new Map<number, number>();
  for (let t = 0; t < indices.length; t += 3) {
    const middle = (beyond(indices[t]) + beyond(indices[t + 1]) + beyond(indices[t + 2])) / 3;
    if (middle < 0) continue;
    for (let c = t; c < t + 3; c++) {
      const v = indices[c];
      if (Math.abs(beyond(v)) > 0.15) continue;
      if (!copies.has(v)) {
        copies.set(v, positions.length / 3);
        for (let k = 0; k < 3; k++) positions.push(positions[3 * v + k] + 0.02 * (next() - 0.5));
      }
      indices[c] = copies.get(v)!;
    }
  }
}

/** The last triangle takes the place of one that goes. */
function dropTriangle({ indices }: Cloth, next: () => number): void {
  if (indices.length < 30) return;
  const t = 3 * Math.floor((next() * indices.length) / 3);
  const last = indices.splice(-3);
  if (t < indices.length) indices.splice(t, 3, ...last);
}

function move({ positions }: Cloth, next: () => number): void {
  for (let i = 0; i < positions.length; i++) positions[i] += 0.05 * (next() - 0.5);
}

/** Brute force on the mesh, without the pairs of triangles that the tree does not have. */
function expectedPairs(tree: RTree, mesh: TriangleMesh, options: SelfOptions): string {
  const { exclude, topology, toWorld } = options;
  const { pairs } = findSelfPairsByBruteForce(mesh, { exclude, topology, toWorld });
  const kept: number[] = [];
  for (let k = 0; k < pairs.length; k += 2)
    if (tree.places[pairs[k]] >= 0 && tree.places[pairs[k + 1]] >= 0) kept.push(pairs[k], pairs[k + 1]);
  return kept.join();
}

const TURNED = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 3, 0, 10, 20, 30, 1];

describe("replaceMesh", () => {
  it.each([1, 2, 3])(
    "follows a cloth that is cut, torn and deformed, and finds its self pairs as brute force does (seed %i)",
    (seed) => {
      const next = random(seed);
      const isSingle = seed % 2 === 1;
      const cloth = crumpledCloth(4, next);
      const tree = buildRTree(meshOf(cloth, isSingle), { maxChildren: 4, minChildren: 2 });
      const edits = [splitTriangle, tear, dropTriangle, move];
      let found = 0;
      for (let step = 0; step < 24; step++) {
        for (let k = 0; k <= step % 3; k++) edits[Math.floor(edits.length * next())](cloth, next);
        const mesh = meshOf(cloth, isSingle);
        const before = tree.triangleCount;
        const changes = replaceMesh(tree, mesh);
        expect(changes.kept + changes.changed + changes.removed).toBe(before);
        expect(tree.triangleCount).toBe(before + changes.inserted - changes.removed);
        expect(tree.mesh).toBe(mesh);
        if (step % 6 === 5) {
          const triangle = tree.places.findIndex((place) => place >= 0);
          removeTriangle(tree, triangle);
        }
        expect(validateTree(tree)).toEqual([]);
        const options: SelfOptions = {
          exclude: (["none", "shared-edge", "shared-vertex"] as const)[step % 3],
        };
        if (step % 4 === 1) options.toWorld = TURNED;
        if (step % 5 === 2) options.topology = "position";
        const expected = expectedPairs(tree, mesh, options);
        const { pairs, count } = findSelfPairs(tree, options);
        expect(pairs.join()).toBe(expected);
        expect(collidesItself(tree, options)).toBe(count > 0);
        found += count;
      }
      expect(found).toBeGreaterThan(100);
    },
  );

  it("keeps the triangles that have not changed, and moves those along a tear without inserting them", () => {
    const next = random(4);
    const cloth: Cloth = (({ positions, indices }) => ({
      positions: [...positions],
      indices: [...indices!],
    }))(createPlaneGrid({ columns: 20, rows: 20, width: 1, depth: 1 }));
    const tree = buildRTree(meshOf(cloth, true));
    splitTriangle(cloth, next);
    expect(replaceMesh(tree, meshOf(cloth, true))).toEqual({
      kept: 799,
      changed: 1,
      inserted: 2,
      removed: 0,
    });
    tear(cloth, next);
    const { kept, changed, inserted, removed } = replaceMesh(tree, meshOf(cloth, true));
    expect(changed).toBeGreaterThan(10);
    expect([kept + changed, inserted, removed]).toEqual([802, 0, 0]);
    dropTriangle(cloth, next);
    expect(replaceMesh(tree, meshOf(cloth, true)).removed).toBe(1);
    expect(validateTree(tree)).toEqual([]);
    const restored = restoreTree(saveTree(tree), tree.mesh) as RTree;
    expect(findSelfPairs(restored).pairs.join()).toBe(findSelfPairs(buildAabbTree(tree.mesh)).pairs.join());
  });

  it("leaves triangles out that were taken out, and can replace all of them", () => {
    const tree = buildRTree(smallTorus());
    removeTriangle(tree, 7);
    replaceMesh(tree, smallTorus(16, 10, Float64Array));
    expect(tree.places[7]).toBe(-1);
    replaceMesh(tree, latticeSoup(3, 40));
    expect(tree.triangleCount).toBe(39);
    expect(validateTree(tree)).toEqual([]);
    replaceMesh(tree, createMesh({ positions: tree.mesh.positions.map((x) => 2 ** -60 * x) }));
    expect(validateTree(tree)).toEqual([]);
    expect(findSelfPairs(tree).pairs.join()).toBe(expectedPairs(tree, tree.mesh, {}));
  });

  it("throws at a bad coordinate and leaves the tree as it was; refuses other trees", () => {
    const tree = buildRTree(smallTorus());
    const mesh = smallTorus(20, 10);
    mesh.positions[4] = Number.NaN;
    const before = { ...tree };
    expect(() => replaceMesh(tree, mesh)).toThrow(MeshError);
    expect(tree).toEqual(before);
    expect(() => replaceMesh(buildAabbTree(smallTorus()) as unknown as RTree, smallTorus())).toThrow(
      OptionError,
    );
    expect(() => replaceMesh(tree, {} as TriangleMesh)).toThrow("expected a mesh");
  });
});

describe("findSelfPairs of an R-tree", () => {
  it.each([2, 8, 40])("equals that of an AABB tree (maxChildren %i)", (maxChildren) => {
    for (const mesh of [latticeSoup(1, 300, 8), latticeSoup(2, 900, 20), smallTorus()]) {
      const tree = buildRTree(mesh, { maxChildren });
      for (const exclude of ["none", "shared-vertex", 2] as const) {
        const expected = findSelfPairs(buildAabbTree(mesh), { exclude });
        const found = findSelfPairs(tree, { exclude });
        expect(found.pairs).toEqual(expected.pairs);
        expect(found.degenerateTriangles).toEqual(expected.degenerateTriangles);
        expect(found.stats.boxTests).toBeGreaterThan(mesh.triangleCount / 2);
      }
    }
  });

  it("is empty for a tree without triangles, and refuses layers", () => {
    const tree = buildRTree(latticeSoup(5, 6));
    for (let triangle = 0; triangle < 6; triangle++) removeTriangle(tree, triangle);
    refit(tree);
    expect(findSelfPairs(tree)).toMatchObject({ count: 0, degenerateTriangles: new Uint32Array(0) });
    expect(collidesItself(tree)).toBe(false);
    expect(() => findSelfPairs(tree, { by: "layers" })).toThrow(
      'by: "layers" needs a tree of the kind "aabb"',
    );
  });
});
