import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshError, OptionError, PoseError } from "../../src/errors.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import { type Bounds, emptyBounds, growBounds } from "../../src/geometry/bounds.ts";
import { inspectMesh } from "../../src/mesh/inspect-mesh.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { buildRTree } from "../../src/queries/pairs/r-trees.ts";
import { boundsOf } from "../../src/trees/bounds-of.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { insertTriangle, removeTriangle } from "../../src/trees/r-tree/edit.ts";
import { refit } from "../../src/trees/refit.ts";
import { latticeSoup, randomSoup, smallTorus } from "../meshes.ts";
import { affinePose, identity, latticePose, rigidPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { powerPose, timesPower } from "../tiny.ts";

const BUILDERS = { aabb: buildAabbTree, obb: buildObbTree, "r-tree": buildRTree };
const KINDS = Object.keys(BUILDERS) as (keyof typeof BUILDERS)[];

/** The box of the baked vertices. */
function bakedBounds({ positions }: TriangleMesh, pose: ArrayLike<number> = identity()): Bounds {
  const baked = bakePositions(positions, pose);
  const bounds = emptyBounds();
  for (let i = 0; i < baked.length; i += 3) growBounds(bounds, baked[i], baked[i + 1], baked[i + 2]);
  return bounds;
}

/** Whether the first box holds the second, compared as numbers: no tolerance. */
function expectHolds(outer: Bounds, inner: Bounds): void {
  for (let axis = 0; axis < 3; axis++) {
    expect(outer[axis]).toBeLessThanOrEqual(inner[axis]);
    expect(outer[3 + axis]).toBeGreaterThanOrEqual(inner[3 + axis]);
  }
}

const moved = (mesh: TriangleMesh, x: number, y: number, z: number) =>
  createMesh({
    positions: Float64Array.from(mesh.positions, (value, i) => value + [x, y, z][i % 3]),
    indices: mesh.indices,
  });

const MESHES: Record<string, TriangleMesh> = {
  "an f32 torus": smallTorus(),
  "an f64 soup": randomSoup(3, 40),
  "a lattice soup": latticeSoup(5, 30),
  "one triangle": randomSoup(8, 1),
  "a soup far from zero on x alone": moved(randomSoup(4, 30), 1e7, -1e-20, 0.5),
  "a soup far from zero": moved(randomSoup(6, 30), 4.5e6, -3.3e6, 120),
  "a soup of size 2^-300": timesPower(randomSoup(7, 30), -300),
  "a soup of subnormal numbers": timesPower(randomSoup(9, 30), -1060),
  "a soup of size 2^90": timesPower(randomSoup(10, 30), 90),
};

describe.each(KINDS)("boundsOf a tree of kind %s", (kind) => {
  it.each(Object.keys(MESHES))("holds the baked vertices of %s at any pose (seed 41)", (name) => {
    const mesh = MESHES[name];
    const tree = BUILDERS[kind](mesh);
    expectHolds(boundsOf(tree), bakedBounds(mesh));
    fc.assert(
      fc.property(
        fc.oneof(rigidPose, affinePose, latticePose),
        fc.constantFrom(0, 0, -1000, -400, -60, 5),
        fc.constantFrom(1, 1e6, 1e-6),
        (pose, power, far) => {
          const scaled = pose.map((x, i) => (i < 12 ? x * 2 ** power : i < 15 ? x * far : x));
          expectHolds(boundsOf(tree, scaled), bakedBounds(mesh, scaled));
        },
      ),
      { seed: 41, numRuns: randomCases(30) },
    );
  });

  it("follows a refit", () => {
    if (kind === "obb") return expect(() => refit(buildObbTree(smallTorus()) as never)).toThrow(OptionError);
    const mesh = smallTorus();
    const tree = kind === "aabb" ? buildAabbTree(mesh) : buildRTree(mesh);
    mesh.positions.forEach((x, i) => {
      mesh.positions[i] = 3 * x + 2;
    });
    refit(tree);
    expect(boundsOf(tree)).toEqual(bakedBounds(mesh));
  });

  it("throws a typed error for junk, for singular poses and for poses that lead too far", () => {
    const tree = BUILDERS[kind](smallTorus());
    expect(() => boundsOf({} as never)).toThrow(OptionError);
    expect(() => boundsOf(tree, [1, 2, 3])).toThrow(PoseError);
    expect(() => boundsOf(tree, powerPose(0).fill(0, 0, 3))).toThrow(/^pose: singular/);
    expect(() => boundsOf(tree, powerPose(101))).toThrow(/^pose: moves the mesh to coordinates of about/);
    structuredClone(tree.mesh.positions.buffer, { transfer: [tree.mesh.positions.buffer as ArrayBuffer] });
    expect(() => boundsOf(tree)).toThrow(MeshError);
  });
});

describe("boundsOf", () => {
  it("is the box of the vertices of an f32 mesh without a pose, and of one that a pose scales or mirrors", () => {
    const mesh = smallTorus();
    for (const tree of [buildAabbTree(mesh), buildRTree(mesh)]) {
      expect(boundsOf(tree)).toEqual(inspectMesh(mesh).bounds);
      expect(boundsOf(tree, null)).toEqual(inspectMesh(mesh).bounds);
      const mirror = fromDiagonal(-2, 3, 0.1);
      expect(boundsOf(tree, mirror)).toEqual(bakedBounds(mesh, mirror));
    }
  });

  it("has a diagonal of at most √3 times the root box's under a rotation (seeds 1 to 20)", () => {
    const mesh = randomSoup(2, 200);
    const tree = buildAabbTree(mesh);
    const width = ([x, y, z, X, Y, Z]: Bounds) => Math.hypot(X - x, Y - y, Z - z);
    for (let seed = 1; seed <= 20; seed++) {
      const pose = rotation([1, Math.sin(seed), Math.sin(2 * seed), Math.sin(3 * seed)]);
      const diagonal = width(boundsOf(tree));
      expect(width(boundsOf(tree, pose))).toBeLessThanOrEqual(1.001 * Math.sqrt(3) * diagonal);
    }
  });

  it("of an R-tree without triangles is empty, and that of its triangle after an insertion", () => {
    const mesh = randomSoup(1, 1);
    const tree = buildRTree(mesh);
    removeTriangle(tree, 0);
    expect(boundsOf(tree)).toEqual(emptyBounds());
    expect(boundsOf(tree, powerPose(3))).toEqual(emptyBounds());
    insertTriangle(tree, 0);
    expectHolds(boundsOf(tree), bakedBounds(mesh));
  });
});

function fromDiagonal(x: number, y: number, z: number): number[] {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 5, 6, 7, 1];
}
