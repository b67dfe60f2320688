import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError, MeshError, OptionError } from "../../src/errors.ts";
import {
  buildAabbTree,
  buildRTree,
  createMesh,
  type RTree,
  type RTreeOptions,
  refit,
  type TriangleMesh,
  treeQuality,
} from "../../src/index.ts";
import { createGrid46080 } from "../../src/mesh/primitives/index.ts";
import { AABB_COUNT, AABB_LINK, HEADER, HEADER_BYTES } from "../../src/trees/layout.ts";
import { insertTriangle, removeTriangle, restoreTree, saveTree, validateTree } from "../../src/trees.ts";
import { latticeSoup, random, randomSoup, smallTorus, trianglesAt } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

const PACKS = ["sah", "hilbert", "str", false] as const;
const FANOUTS: RTreeOptions[] = [
  {},
  { maxChildren: 2 },
  { maxChildren: 3 },
  { maxChildren: 4, minChildren: 2 },
  { maxChildren: 5, minChildren: 2 },
  { maxChildren: 16, minChildren: 8 },
  { maxChildren: 16, minChildren: 1 },
  { measure: "volume" },
  { maxChildren: 3, measure: "volume" },
];

/** Identical triangles, collinear ones, or points only: no box has an area. */
const DEGENERATE: [string, TriangleMesh][] = [
  ["one point 40 times", trianglesAt(Array(40).fill([1, 2, 3]), 0)],
  [
    "points on a line",
    trianglesAt(
      Array.from({ length: 60 }, (_, i) => [i, 0, 0] as const),
      0,
    ),
  ],
  ["one triangle 33 times", trianglesAt(Array(33).fill([0.25, 0.5, 0.75]), 0.125)],
];

const MESHES: [string, TriangleMesh][] = [
  ["one triangle", randomSoup(1, 1)],
  ["eight", randomSoup(2, 8)],
  ["nine", randomSoup(3, 9)],
  ["random soup", randomSoup(4, 150)],
  ["lattice soup", latticeSoup(5, 150)],
  ["f32 torus", smallTorus()],
  ["f64 torus", smallTorus(12, 9, Float64Array)],
  ["far from zero", shifted(randomSoup(6, 60), 2 ** 33)],
  ...DEGENERATE,
];

function shifted(mesh: TriangleMesh, by: number): TriangleMesh {
  return createMesh({ positions: Float64Array.from(mesh.positions, (x) => x + by), indices: mesh.indices });
}

/** `toEqual` finds any two ArrayBuffers equal. */
function bytesOf(tree: RTree): Uint8Array {
  return new Uint8Array(saveTree(tree));
}

function sizesOf(box: number[]): { area: number; volume: number } {
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  return { area: x * y + y * z + z * x, volume: x * y * z };
}

describe("buildRTree", () => {
  it.each(MESHES)("gives valid trees, packed and inserted, for every fan-out (%s)", (_, mesh) => {
    for (const pack of PACKS) {
      for (const fanOut of FANOUTS) {
        const tree = buildRTree(mesh, { ...fanOut, pack });
        expect(validateTree(tree), `${pack}, ${JSON.stringify(fanOut)}`).toEqual([]);
        expect(tree.triangleCount).toBe(mesh.triangleCount);
      }
    }
  });

  it("has the boxes that an AABB tree has: the root's, and those of single triangles", () => {
    for (const mesh of [smallTorus(), smallTorus(9, 7, Float64Array), shifted(randomSoup(7, 50), 1e9)]) {
      const binary = buildAabbTree(mesh, { leafSize: 1 });
      const boxes = new Map<number, string>();
      for (let node = 0; node < binary.nodeCount; node++) {
        const link = binary.links[8 * node + AABB_LINK];
        const box = binary.nodes.subarray(8 * node, 8 * node + 6).join();
        if (link < 0) boxes.set(binary.triangles[~link], box);
      }
      for (const pack of PACKS) {
        const tree = buildRTree(mesh, { pack });
        expect(tree.nodes.subarray(0, 6)).toEqual(binary.nodes.subarray(0, 6));
        expect([...tree.origin]).toEqual([...binary.origin]);
        for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
          const node = tree.places[triangle];
          expect(tree.nodes.subarray(8 * node, 8 * node + 6).join()).toBe(boxes.get(triangle));
        }
      }
    }
  });

  it("builds identical trees from identical meshes and options", () => {
    for (const pack of PACKS)
      expect(bytesOf(buildRTree(smallTorus(), { pack }))).toEqual(
        bytesOf(buildRTree(smallTorus(), { pack })),
      );
  });

  it("stays valid at 46,080 triangles, where packing in SAH order makes a cheaper tree than Hilbert order or insertion", () => {
    const grid = createGrid46080();
    const cost = (pack: RTreeOptions["pack"]) => {
      const tree = buildRTree(grid, { pack });
      expect(validateTree(tree)).toEqual([]);
      return treeQuality(tree).sahCost;
    };
    expect(cost("sah")).toBeLessThan(cost("hilbert"));
    expect(cost("sah")).toBeLessThan(cost(false));
  });

  it("rejects bad options and meshes by name", () => {
    const mesh = smallTorus();
    const build = (options: unknown) => () => buildRTree(mesh, options as RTreeOptions);
    expect(build({ maxChildren: 1 })).toThrow("maxChildren: 1 is not a whole number from 2 to 1024");
    expect(build({ maxChildren: 1025 })).toThrow(OptionError);
    expect(build({ maxChildren: 4.5 })).toThrow(OptionError);
    expect(build({ maxChildren: Number.NaN })).toThrow(OptionError);
    expect(build({ maxChildren: "8" })).toThrow(OptionError);
    expect(build({ maxChildren: 8, minChildren: 5 })).toThrow(
      "minChildren: 5 is not a whole number from 1 to 4, half of maxChildren",
    );
    expect(build({ maxChildren: 5, minChildren: 3 })).toThrow(OptionError);
    expect(build({ minChildren: 0 })).toThrow(OptionError);
    expect(build({ minChildren: Number.NaN })).toThrow(OptionError);
    expect(build({ pack: true })).toThrow("pack: true is not one of sah, hilbert, str, false");
    expect(build({ pack: "toString" })).toThrow(OptionError);
    expect(build({ measure: "length" })).toThrow("measure: length is not one of area, volume");
    expect(build({ measure: null })).toThrow(OptionError);
    expect(() => buildRTree(null as unknown as TriangleMesh)).toThrow(MeshError);
    for (const value of [Number.NaN, Infinity, 2 ** 101]) {
      for (const bad of [randomSoup(8, 20), smallTorus()]) {
        bad.positions[7] = value;
        for (const pack of PACKS)
          expect(() => buildRTree(bad, { pack })).toThrow(/^positions\[7\] \(vertex 2, y\)/);
      }
    }
  });
});

describe("insertTriangle and removeTriangle", () => {
  it.each(["area", "volume"] as const)(
    "insert where the box grows least, by %s (200 random soups)",
    (measure) => {
      let decided = 0;
      for (let seed = 0; seed < 200; seed++) {
        const mesh = randomSoup(seed, 20, 0.6);
        const tree = buildRTree(mesh, { measure, maxChildren: 8 });
        const box = Array.from(tree.nodes.subarray(8 * tree.places[19], 8 * tree.places[19] + 6));
        removeTriangle(tree, 19);
        const first = tree.links[AABB_LINK];
        const children = Array.from({ length: tree.links[AABB_COUNT] }, (_, k) => first + k);
        if (tree.depth !== 3 || children.some((node) => tree.links[8 * node + AABB_COUNT] === 8)) continue; // no split
        const leastBy = (by: "area" | "volume") => {
          const growths = children.map((node) => {
            const before = [...tree.nodes.subarray(8 * node, 8 * node + 6)];
            const after = before.map((x, k) => (k < 3 ? Math.min(x, box[k]) : Math.max(x, box[k])));
            return { node, growth: sizesOf(after)[by] - sizesOf(before)[by], size: sizesOf(before)[by] };
          });
          return growths.sort((p, q) => p.growth - q.growth || p.size - q.size)[0].node;
        };
        const expected = { area: leastBy("area"), volume: leastBy("volume") };
        insertTriangle(tree, 19);
        expect(tree.parents[(tree.places[19] - 1) >> 3]).toBe(expected[measure]);
        if (expected.area !== expected.volume) decided++;
      }
      expect(decided).toBeGreaterThan(5);
    },
  );

  it("keep the tree valid through any sequence (fast-check)", () => {
    const steps = fc.array(fc.nat(79), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(
        fc.nat(),
        fc.boolean(),
        fc.constantFrom(...PACKS),
        fc.constantFrom(...FANOUTS),
        steps,
        (seed, onLattice, pack, fanOut, toggles) => {
          const mesh = onLattice ? latticeSoup(seed, 80) : randomSoup(seed, 80);
          const tree = buildRTree(mesh, { ...fanOut, pack });
          const inside = new Set(Array.from({ length: 80 }, (_, i) => i));
          for (const triangle of toggles) {
            if (inside.delete(triangle)) removeTriangle(tree, triangle);
            else {
              insertTriangle(tree, triangle);
              inside.add(triangle);
            }
          }
          expect(validateTree(tree)).toEqual([]);
          expect(trianglesIn(tree)).toEqual([...inside].sort((p, q) => p - q));
        },
      ),
      { numRuns: randomCases(15) },
    );
  });

  it.each(PACKS)("empty the tree and fill it again, valid after every step (pack %s, seed 9)", (pack) => {
    const next = random(9);
    const mesh = randomSoup(9, 120);
    const order = Array.from({ length: 120 }, (_, i) => i).sort(() => next() - 0.5);
    const tree = buildRTree(mesh, { pack, maxChildren: 4 });
    for (const change of [removeTriangle, insertTriangle]) {
      for (const triangle of order) {
        change(tree, triangle);
        expect(validateTree(tree)).toEqual([]);
      }
      expect(tree.triangleCount).toBe(change === removeTriangle ? 0 : 120);
      if (change === removeTriangle) expect(tree).toMatchObject({ depth: 2, nodeCount: 5 });
    }
    expect(tree.nodes.subarray(0, 6)).toEqual(buildRTree(mesh).nodes.subarray(0, 6));
  });

  it("grow the arrays as needed, and free blocks", () => {
    const mesh = randomSoup(10, 600);
    const tree = buildRTree(mesh, { maxChildren: 4 });
    for (let t = 0; t < 600; t++) removeTriangle(tree, t);
    const saved = restoreTree(saveTree(tree), mesh) as RTree;
    expect(saved.triangles.length).toBe(5);
    for (let t = 0; t < 600; t++) insertTriangle(saved, t);
    expect(validateTree(saved)).toEqual([]);
    expect(saved.triangles.length).toBeGreaterThan(600);
    expect(saved.triangles.length).toBeLessThan(4 * saved.nodeCount);
  });

  it("reject missing and repeated triangles, and leave the tree unchanged", () => {
    const mesh = randomSoup(11, 20);
    const tree = buildRTree(mesh);
    const before = bytesOf(tree);
    expect(() => insertTriangle(tree, 3)).toThrow("triangle: 3 is already in the tree");
    for (const triangle of [-1, 20, 1.5, Number.NaN, "3"])
      for (const change of [insertTriangle, removeTriangle])
        expect(() => change(tree, triangle as number)).toThrow(OptionError);
    expect(bytesOf(tree)).toEqual(before);
    removeTriangle(tree, 3);
    expect(() => removeTriangle(tree, 3)).toThrow("triangle: 3 is not in the tree");
    const removed = new Uint8Array(tree.buffer.slice(0));
    mesh.positions[27] = Number.NaN;
    expect(() => insertTriangle(tree, 3)).toThrow(MeshError);
    expect(new Uint8Array(tree.buffer)).toEqual(removed);
    const binary = buildAabbTree(randomSoup(11, 20)) as unknown as RTree;
    expect(() => insertTriangle(binary, 3)).toThrow(
      'insertTriangle: expected a tree of the kind "r-tree", got "aabb"',
    );
    expect(() => removeTriangle(undefined as unknown as RTree, 3)).toThrow(OptionError);
  });
});

function trianglesIn(tree: RTree): number[] {
  return [...tree.places.keys()].filter((triangle) => tree.places[triangle] >= 0);
}

describe("refit of an R-tree", () => {
  it.each(PACKS)("keeps every box tight, with and without some of the triangles (pack %s)", (pack) => {
    for (const mesh of [randomSoup(12, 100), smallTorus(), smallTorus(9, 7, Float64Array)]) {
      const tree = buildRTree(mesh, { pack });
      const next = random(12);
      for (let step = 0; step < 4; step++) {
        for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] += 0.3 * (next() - 0.5);
        if (step === 2) for (let t = 0; t < mesh.triangleCount; t += 2) removeTriangle(tree, t);
        refit(tree);
        expect(validateTree(tree)).toEqual([]);
      }
    }
  });

  it("changes nothing when nothing has moved, and nothing when a coordinate is bad", () => {
    const mesh = smallTorus();
    const tree = buildRTree(mesh);
    const before = new Uint8Array(tree.buffer.slice(0));
    refit(tree);
    expect(new Uint8Array(tree.buffer)).toEqual(before);
    mesh.positions[5] = Number.NaN;
    expect(() => refit(tree)).toThrow(/positions\[5\] \(vertex 1, z\)/);
    expect(new Uint8Array(tree.buffer)).toEqual(before);
  });

  it("takes a new origin when the mesh moves far away", () => {
    const mesh = randomSoup(13, 40);
    const tree = buildRTree(mesh);
    for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] += 1e9;
    refit(tree);
    expect(tree.origin[0]).toBeGreaterThan(1e8);
    expect(validateTree(tree)).toEqual([]);
  });
});

describe("validateTree of an R-tree", () => {
  const damage = (edit: (tree: RTree) => void) => {
    const tree = buildRTree(smallTorus());
    edit(tree);
    return validateTree(tree)[0];
  };

  it("names the node or block and what is wrong with it", () => {
    expect(damage(() => {})).toBeUndefined();
    expect(damage((tree) => (tree.links[AABB_LINK] = 2))).toMatch(
      /^node 0: children at 2, expected the first/,
    );
    expect(damage((tree) => (tree.links[AABB_LINK] = -5))).toMatch(/^node 0: children at -5/);
    expect(damage((tree) => (tree.links[AABB_COUNT] = 9))).toMatch(/^node 0: 9 children, expected 2 to 8/);
    expect(damage((tree) => (tree.links[8 + AABB_COUNT] = 2))).toMatch(
      /^node 1: 2 children, expected 3 to 8/,
    );
    expect(damage((tree) => (tree.links[16 + AABB_LINK] = tree.links[8 + AABB_LINK]))).toMatch(
      /^block \d+ is reached twice/,
    );
    expect(damage((tree) => tree.parents[1]++)).toMatch(/^block 1: its parent is given as/);
    expect(damage((tree) => (tree.nodes[0] -= 1))).toMatch(/^node 0: min x is/);
    expect(damage((tree) => (tree.nodes[8 * tree.places[7] + 4] = Number.NaN))).toMatch(/max y is .*NaN/);
    expect(damage((tree) => tree.corners[3 * tree.places[7]]++)).toMatch(/^node \d+: corners .* expected/);
    expect(damage((tree) => (tree.triangles[tree.places[7]] = 8))).toMatch(/whose place is given as/);
    expect(damage((tree) => (tree.triangles[tree.places[7]] = 1e6))).toMatch(/is not in the mesh/);
    expect(damage((tree) => (tree.places[7] = tree.places[8]))).toMatch(/whose place is given as/);
    expect(damage((tree) => tree.depth++)).toMatch(/children at|children, expected/);
    expect(damage((tree) => tree.depth--)).toMatch(/blocks are reached, expected all/);
    expect(damage((tree) => tree.triangleCount--)).toMatch(/nodes have a triangle/);
    expect(damage((tree) => (tree.nodeCount -= 8))).toMatch(/children at|reached/);
    expect(damage((tree) => (tree.mesh.positions[0] += 9))).toMatch(/^node \d+: m/);
  });

  it("ends without an exception whatever the links are (fast-check)", () => {
    const tree = buildRTree(randomSoup(14, 40), { maxChildren: 4 });
    const intact = tree.links.slice();
    const edit = fc.tuple(
      fc.nat(tree.nodeCount - 1),
      fc.constantFrom(AABB_LINK, AABB_COUNT),
      fc.oneof(fc.integer({ min: -30, max: 60 }), fc.integer()),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        tree.links.set(intact);
        for (const [node, field, value] of edits) tree.links[8 * node + field] = value;
        expect(validateTree(tree).length).toBeLessThanOrEqual(20);
      }),
      { numRuns: randomCases(38) },
    );
  });
});

describe("saveTree and restoreTree of an R-tree", () => {
  const mesh = randomSoup(15, 60);
  const tree = buildRTree(mesh, { maxChildren: 5, minChildren: 2 });
  for (let t = 0; t < 60; t += 7) removeTriangle(tree, t);
  const saved = saveTree(tree);

  it("restore a tree with its triangles and bounds, ready for changes", () => {
    const restored = restoreTree(saved.slice(0), mesh) as RTree;
    expect(restored).toMatchObject({ kind: "r-tree", minChildren: 2, maxChildren: 5, depth: tree.depth });
    expect(validateTree(restored)).toEqual([]);
    expect(trianglesIn(restored)).toEqual(trianglesIn(tree));
    expect(bytesOf(restored)).toEqual(new Uint8Array(saved));
    insertTriangle(restored, 7);
    removeTriangle(restored, 8);
    expect(validateTree(restored)).toEqual([]);
    expect(bytesOf(tree)).toEqual(new Uint8Array(saved));
  });

  it("keep by what insertion compares boxes", () => {
    const byVolume = buildRTree(mesh, { pack: false, measure: "volume" });
    const restored = restoreTree(saveTree(byVolume), mesh) as RTree;
    expect(restored).toMatchObject({ measure: "volume", minChildren: 3, maxChildren: 8 });
    expect(tree.measure).toBe("area");
    expect((restoreTree(saved.slice(0), mesh) as RTree).measure).toBe("area");
    for (const some of [byVolume, restored]) {
      removeTriangle(some, 5);
      insertTriangle(some, 5);
    }
    expect(bytesOf(restored)).toEqual(bytesOf(byVolume));
    expect(bytesOf(byVolume)).not.toEqual(bytesOf(buildRTree(mesh, { pack: false })));
  });

  it("keep an empty tree", () => {
    const soup = randomSoup(16, 3);
    const empty = buildRTree(soup);
    for (let t = 0; t < 3; t++) removeTriangle(empty, t);
    expect(validateTree(restoreTree(saveTree(empty), soup))).toEqual([]);
  });

  it("reject every flipped bit of the header, any damage, truncation and addition", () => {
    for (let bit = 0; bit < 8 * HEADER_BYTES; bit++) {
      const copy = saved.slice(0);
      new Uint8Array(copy)[bit >> 3] ^= 1 << (bit & 7);
      expect(() => restoreTree(copy, mesh)).toThrow(FormatError);
    }
    for (let byte = HEADER_BYTES; byte < saved.byteLength; byte += 5) {
      const copy = saved.slice(0);
      new Uint8Array(copy)[byte] ^= 0x10;
      expect(() => restoreTree(copy, mesh)).toThrow(FormatError);
    }
    for (let length = 0; length < saved.byteLength; length += 61)
      expect(() => restoreTree(saved.slice(0, length), mesh)).toThrow(FormatError);
    const longer = new Uint8Array(saved.byteLength + 4);
    longer.set(new Uint8Array(saved));
    expect(() => restoreTree(longer.buffer, mesh)).toThrow(/bytes, expected/);
  });

  it("reject forged words, even with a correct checksum, or give a tree whose structure is valid (fast-check)", () => {
    fc.assert(
      fc.property(fc.nat(saved.byteLength / 4 - 1), fc.oneof(fc.nat(200), fc.integer()), (at, value) => {
        fc.pre(at !== HEADER.checksum);
        const copy = saved.slice(0);
        const words = new Int32Array(copy);
        words[at] = value;
        words[HEADER.checksum] = checksum(words);
        try {
          restoreTree(copy, mesh);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: randomCases(125) },
    );
  });

  it("reject the tree of another mesh, and a tree of one kind that claims to be of another", () => {
    const other = randomSoup(17, 60);
    expect(() => restoreTree(saved, other)).toThrow(/hash to/);
    for (const kind of [1, 2]) {
      const copy = saved.slice(0);
      const words = new Int32Array(copy);
      words[HEADER.kind] = kind;
      words[HEADER.checksum] = checksum(words);
      expect(() => restoreTree(copy, mesh)).toThrow(FormatError);
    }
    const binary = new Int32Array(saveTree(buildAabbTree(mesh)));
    binary[HEADER.kind] = 3;
    binary[HEADER.checksum] = checksum(binary);
    expect(() => restoreTree(binary.buffer, mesh)).toThrow(FormatError);
  });
});

function checksum(words: Int32Array): number {
  let hash = 0;
  for (let i = 0; i < words.length; i++) {
    if (i === HEADER.checksum) continue;
    hash = Math.imul(hash ^ words[i], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

describe("treeQuality of an R-tree", () => {
  it("has the values computed by hand for four unit boxes in a row", () => {
    // Boxes 0 … 1, 2 … 3, 4 … 5 and 6 … 7 on x; two leaves of two, 3 × 1 × 1 each, under a root of 7 × 1 × 1.
    const mesh = trianglesAt(
      [0, 2, 4, 6].map((x) => [x + 0.5, 0.5, 0.5] as const),
      0.5,
    );
    expect(treeQuality(buildRTree(mesh, { maxChildren: 2 }))).toEqual({
      nodes: 3,
      leaves: 2,
      depth: 2,
      meanLeafDepth: 2,
      largestLeaf: 2,
      sahCost: 1 + (2 * 2 * 7) / 15,
      volume: 1 + 6 / 7,
      siblingOverlap: 0,
      balance: 1,
    });
  });

  it("is defined for a single leaf, an empty tree and for points", () => {
    const soup = randomSoup(18, 1);
    const tree = buildRTree(soup);
    expect(treeQuality(tree)).toMatchObject({ nodes: 1, leaves: 1, depth: 1, largestLeaf: 1, balance: 1 });
    removeTriangle(tree, 0);
    expect(treeQuality(tree)).toMatchObject({ nodes: 1, leaves: 1, largestLeaf: 0, balance: 1 });
    for (const [, mesh] of DEGENERATE)
      for (const value of Object.values(treeQuality(buildRTree(mesh))))
        expect(Number.isFinite(value)).toBe(true);
  });
});
