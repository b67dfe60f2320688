import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshError, OptionError } from "../../src/errors.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { restoreTree } from "../../src/queries/pairs/restore-tree.ts";
import {
  OBB_AXES,
  OBB_CENTRE,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
  type ObbTree,
} from "../../src/trees/layout.ts";
import { saveTree } from "../../src/trees/save.ts";
import { twinOf } from "../../src/trees/twin.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { latticeSoup, randomSoup, smallTorus, trianglesAt } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

function soup(...triangles: number[][]): TriangleMesh {
  return createMesh({ positions: Float64Array.from(triangles.flat()) });
}

function moved(mesh: TriangleMesh, x: number, y: number, z: number): TriangleMesh {
  const offset = [x, y, z];
  const positions = Float64Array.from(mesh.positions, (value, i) => value + offset[i % 3]);
  return createMesh({ positions, indices: mesh.indices });
}

function halves(tree: ObbTree, node = 0): number[] {
  return [...tree.nodes.subarray(OBB_STRIDE * node + OBB_HALF, OBB_STRIDE * node + OBB_HALF + 3)];
}

function leafCounts(tree: ObbTree): number[] {
  const counts = [];
  for (let at = 0; at < tree.links.length; at += OBB_LINK_STRIDE)
    if (tree.links[at + OBB_LINK] < 0) counts.push(tree.links[at + OBB_COUNT]);
  return counts;
}

// An f64 as an integer, in units of 2^-1074.
function toInteger(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & ((1n << 52n) - 1n);
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n === 1n ? -size : size;
}

type Exact = readonly bigint[];

function cross(u: Exact, v: Exact): bigint[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function dot(u: Exact, v: Exact): bigint {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/**
 * Whether every vertex is centre + Σ tk·axisk with |tk| ≤ halfk for the stored numbers: Cramer's rule in integers, without
 * rounding.
 */
function enclosesExactly(tree: ObbTree): boolean {
  const { nodes, links, corners, nodeCount } = tree;
  const { positions } = tree.mesh;
  const first = new Uint32Array(nodeCount);
  const end = new Uint32Array(nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    const link = links[OBB_LINK_STRIDE * node + OBB_LINK];
    first[node] = link < 0 ? ~link : first[link];
    end[node] = link < 0 ? ~link + links[OBB_LINK_STRIDE * node + OBB_COUNT] : end[link + 1];
    const number = (k: number) => toInteger(nodes[OBB_STRIDE * node + k]);
    const vector = (k: number) => [number(k), number(k + 1), number(k + 2)];
    const centre = vector(OBB_CENTRE);
    const axes = [0, 3, 6].map((k) => vector(OBB_AXES + k));
    const normals = [cross(axes[1], axes[2]), cross(axes[2], axes[0]), cross(axes[0], axes[1])];
    const det = dot(axes[0], normals[0]);
    for (let c = 3 * first[node]; c < 3 * end[node]; c++) {
      const way = [0, 1, 2].map((k) => toInteger(positions[3 * corners[c] + k]) - centre[k]);
      for (let k = 0; k < 3; k++) {
        // tk = (way · normalk) / det, in units where axes have a factor 2^1074 too
        const scaled = abs(dot(way, normals[k])) << 1074n;
        if (scaled > number(OBB_HALF + k) * abs(det)) return false;
      }
    }
  }
  return true;
}

const MESHES: [string, TriangleMesh][] = [
  ["one triangle", soup([0, 0, 0, 1, 0, 0, 0, 1, 0])],
  ["one needle", soup([0, 0, 0, 1, 1, 1, 0.5, 0.5, 0.5 + 1e-12])],
  ["one segment", soup([0, 0, 0, 1, 2, 3, 2, 4, 6])],
  ["one point", soup([1, 2, 3, 1, 2, 3, 1, 2, 3])],
  ["the origin", soup([0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ["collinear triangles", soup(...[0, 1, 2, 3, 4].map((t) => [t, t, t, t + 1, t + 1, t + 1, t, t, t]))],
  ["identical triangles", soup(...Array.from({ length: 9 }, () => [0, 0, 0, 1, 0, 0, 0, 1, 1]))],
  ["identical points", soup(...Array.from({ length: 9 }, () => [1e6, 1, 1, 1e6, 1, 1, 1e6, 1, 1]))],
  ["a flat sheet", createPlaneGrid()],
  [
    "a tilted flat sheet",
    trianglesAt(
      [...Array(50)].map((_, t) => [t % 7, t, 3 * (t % 7) - t] as const),
      0.1,
    ),
  ],
  ["random", randomSoup(1, 60)],
  ["lattice", latticeSoup(2, 60)],
  ["torus", smallTorus(8, 6)],
  ["torus, 1e6 away", moved(smallTorus(8, 6), 1e6, -1e6, 1e6)],
  ["random, 1e6 away", moved(randomSoup(3, 40), 1e6, 1e6, 1e6)],
  [
    "huge",
    trianglesAt(
      [...Array(20)].map((_, t) => [2 ** 99, -(2 ** (60 + t)), t] as const),
      2 ** 90,
    ),
  ],
  [
    "tiny",
    trianglesAt(
      [...Array(20)].map((_, t) => [t * 1e-200, (t % 3) * 1e-210, 0] as const),
      1e-205,
    ),
  ],
  ["subnormal", soup([0, 0, 0, 5e-324, 1e-323, 0, 0, 0, 1e-310], [5e-324, 0, 0, 0, 2e-322, 5e-324, 0, 0, 0])],
];

describe("buildObbTree", () => {
  it.each(MESHES)("gives a valid tree whose boxes enclose their triangles exactly: %s", (_name, mesh) => {
    for (const leafSize of [1, 3]) {
      const tree = buildObbTree(mesh, { leafSize });
      expect(validateTree(tree)).toEqual([]);
      expect(enclosesExactly(twinOf(tree))).toBe(true);
      expect(Math.max(...leafCounts(tree))).toBeLessThanOrEqual(leafSize);
    }
  });

  it("has n leaves and n − 1 inner nodes by default", () => {
    const mesh = smallTorus();
    const tree = buildObbTree(mesh);
    expect(tree.nodeCount).toBe(2 * mesh.triangleCount - 1);
    expect(leafCounts(tree)).toEqual(Array(mesh.triangleCount).fill(1));
  });

  it("puts everything into one leaf if leafSize allows", () => {
    const mesh = randomSoup(4, 10);
    const tree = buildObbTree(mesh, { leafSize: 10 });
    expect(tree.nodeCount).toBe(1);
    expect(tree.depth).toBe(1);
    expect(validateTree(tree)).toEqual([]);
  });

  it("aligns the box of a tilted sheet with it", () => {
    // a strip of 8 × 2 along (1, 1, 1), flat in the direction (1, −1, 0)
    const [u, v] = [1 / Math.sqrt(3), 1 / Math.sqrt(6)];
    const point = (s: number, t: number) => [s * u + t * v, s * u + t * v, s * u - 2 * t * v];
    const triangles = [];
    for (let s = 0; s < 8; s++) {
      triangles.push([...point(s, 0), ...point(s + 1, 0), ...point(s + 1, 2)]);
      triangles.push([...point(s, 0), ...point(s + 1, 2), ...point(s, 2)]);
    }
    const [long, middle, short] = halves(buildObbTree(soup(...triangles)));
    expect(long).toBeCloseTo(4, 2);
    expect(middle).toBeCloseTo(1, 1);
    expect(short).toBeLessThan(1e-12);
  });

  it("gives a single triangle the smallest possible box, twice its area, longest axis first", () => {
    const [long, middle, short] = halves(buildObbTree(soup([0, 0, 0, 3, 0, 4, 0, 0, 4])));
    expect(long).toBeCloseTo(2.5, 12);
    expect(middle).toBeCloseTo(1.2, 12);
    expect(short).toBeLessThan(1e-12);
  });

  it("weighs by area: a finely meshed spot does not turn the box", () => {
    const big = [-10, -1, 0, 10, -1, 0, 0, 2, 0];
    const spot = [...Array(200)].map((_, t) => {
      const [x, y] = [1e-3 * (t % 10), 1e-3 * Math.floor(t / 10)];
      return [x, y, 0, x + 1e-3, y, 0, x, y + 1e-3, 0];
    });
    const tree = buildObbTree(soup(big, ...spot));
    expect(Math.abs(tree.nodes[OBB_AXES])).toBeCloseTo(1, 4);
  });

  it("fits as tightly 1e6 away from the origin as at it", () => {
    const near = halves(buildObbTree(randomSoup(5, 50)));
    const far = halves(buildObbTree(moved(randomSoup(5, 50), 1e6, 1e6, 1e6)));
    for (let k = 0; k < 3; k++) expect(far[k]).toBeCloseTo(near[k], 6);
  });

  it("stays within about 40 + log2 n levels for triangles that the mean cuts off one by one", () => {
    const points = [...Array(400)].map((_, t) => [2 ** (99 - t / 2), 0, 0] as const);
    const tree = buildObbTree(trianglesAt(points, 0));
    expect(validateTree(tree)).toEqual([]);
    expect(tree.depth).toBeLessThanOrEqual(40 + 2 * Math.ceil(Math.log2(400)) + 1);
  });

  it("is deterministic", () => {
    const bytes = () => new Uint8Array(saveTree(buildObbTree(randomSoup(6, 300))));
    expect(bytes()).toEqual(bytes());
  });

  it("gives equal trees for Uint16 indices, Uint32 indices and soups", () => {
    const mesh = smallTorus(6, 5);
    const wide = createMesh({ positions: mesh.positions, indices: Uint32Array.from(mesh.indices!) });
    const loose = createMesh({
      positions: Float32Array.from(
        [...mesh.indices!].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]),
      ),
    });
    const tree = buildObbTree(mesh);
    expect(buildObbTree(wide).links).toEqual(tree.links);
    expect(buildObbTree(loose).links).toEqual(tree.links);
  });

  it("can be saved and restored", () => {
    const mesh = smallTorus(6, 5);
    const tree = buildObbTree(mesh);
    const restored = restoreTree(saveTree(tree), mesh);
    expect(restored.kind).toBe("obb");
    expect(restored.links).toEqual(tree.links);
    expect(validateTree(restored)).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN, "2"])("rejects leafSize %s", (leafSize) => {
    expect(() => buildObbTree(randomSoup(7, 3), { leafSize: leafSize as number })).toThrow(OptionError);
  });

  it("rejects a coordinate that is no longer finite", () => {
    const mesh = randomSoup(8, 3);
    mesh.positions[4] = Number.NaN;
    expect(() => buildObbTree(mesh)).toThrow(MeshError);
  });

  it("encloses exactly whatever the triangles are (fast-check)", () => {
    const coordinate = fc.oneof(
      fc.integer({ min: -2, max: 2 }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: 1e6, max: 1e6 + 1, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(coordinate, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 12 }),
        (triangles) => {
          const tree = buildObbTree(soup(...triangles));
          expect(validateTree(tree)).toEqual([]);
          expect(enclosesExactly(twinOf(tree))).toBe(true);
        },
      ),
      { numRuns: randomCases(25) },
    );
  });
});
