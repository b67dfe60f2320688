import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsPoint } from "../../src/mesh/convex-core.ts";
import { isConvex } from "../../src/mesh/is-convex.ts";
import {
  createBox,
  createCapsule,
  createCylinder,
  createIcosphere,
  createLattice,
  createSphere,
  createTorus,
} from "../../src/mesh/primitives/index.ts";
import { solidOf } from "../../src/mesh/solid.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { locatePoint } from "../../src/queries/classify/locate-point.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { withMoved } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

/** Two degenerate triangles on an edge of the first triangle. */
const DEGENERATE = [0, 0, 1, 0, 1, 1];

const ROUND: [string, TriangleMesh][] = [
  ["sphere", createSphere({ segments: 24, rings: 12 })],
  ["capsule", createCapsule()],
  ["icosphere", createIcosphere({ subdivisions: 2 })],
  ["cylinder", createCylinder({ segments: 20 })],
  ["box", createBox({ size: [1, 2, 0.05] })],
];

/** Rotated by an arbitrary angle and rounded to f32. */
function turnedF32(mesh: TriangleMesh): TriangleMesh {
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  return withMoved(mesh, (x, y, z) =>
    [c * x - s * y, c * (s * x + c * y) - s * z, s * (s * x + c * y) + c * z].map(Math.fround),
  );
}

/** Points of the hull shrunk towards the centre: its corners, and points between them. */
function pointsOfCore(mesh: TriangleMesh, shrink: number, centre: Float64Array): number[][] {
  const { points } = solidOf(mesh).hull;
  const corners = Array.from({ length: points.length / 3 }, (_, i) =>
    [0, 1, 2].map((k) => points[3 * i + k]),
  );
  const between = corners.map((p, i) => p.map((x, k) => (x + corners[(7 * i + 3) % corners.length][k]) / 2));
  return [...corners, ...between].map((p) => p.map((x, k) => x + shrink * (centre[k] - x)));
}

describe("convexCore", () => {
  it.each(ROUND)("is almost the whole hull of a %s", (_, mesh) => {
    const { core } = solidOf(mesh);
    expect(core!.shrink).toBeLessThan(1e-12);
    if (isConvex(mesh)) expect(core!.shrink).toBe(0);
  });

  it.each(ROUND)("lies in the mesh, exactly: a %s, as f32 and with noise of 1e-5", (_, mesh) => {
    let seed = 1;
    const noise = () => {
      seed = (seed * 48271) % 2147483647;
      return 1e-5 * (seed / 2147483647 - 0.5);
    };
    const shapes = [mesh, turnedF32(mesh), withMoved(mesh, (...p) => p.map((x) => x + noise()))];
    for (const shape of shapes) {
      const { core } = solidOf(shape);
      expect(core).not.toBeNull();
      if (core!.shrink === 0) {
        expect(isConvex(shape)).toBe(true); // the hull itself
        continue;
      }
      const tree = buildAabbTree(shape);
      for (const point of pointsOfCore(shape, core!.shrink, core!.centre))
        expect(locatePoint(tree, point).side).not.toBe("outside");
    }
    expect(solidOf(shapes[1]).core!.shrink).toBeLessThan(1e-4); // 1e-6 except for the plate
  });

  it("is null for meshes that are not nearly convex: dents, holes, hollows, shells, two bodies", () => {
    const sphere = createSphere({ segments: 24, rings: 12 });
    const dented = withMoved(sphere, (...p) => (p[1] > 0.99 ? p.map((x) => 0.9 * x) : p));
    const twice = createMesh({
      positions: sphere.positions,
      indices: Uint32Array.from([...sphere.indices!, ...sphere.indices!]),
    });
    const hollow = joined(
      sphere,
      withMoved(sphere, (...p) => p.map((x) => 0.5 * x)),
    );
    const open = createMesh({ positions: sphere.positions, indices: sphere.indices!.slice(3) });
    const apart = joined(
      sphere,
      withMoved(sphere, (x, y, z) => [x + 3, y, z]),
    );
    for (const mesh of [dented, twice, hollow, open, apart, createTorus(), createLattice({ counts: 2 })])
      expect(solidOf(mesh).core).toBeNull();
  });

  it("does not depend on winding, indices or degenerate triangles", () => {
    const sphere = createSphere({ segments: 16, rings: 8 });
    const indices = Array.from(sphere.indices!);
    const soup = createMesh({
      positions: Float64Array.from(indices.flatMap((v) => [...sphere.positions.subarray(3 * v, 3 * v + 3)])),
    });
    const inward = createMesh({ positions: sphere.positions, indices: Uint32Array.from(indices).reverse() });
    const flat = createMesh({
      positions: sphere.positions,
      indices: Uint32Array.from([...indices, ...DEGENERATE.map((k) => indices[k])]),
    });
    const { shrink } = solidOf(sphere).core!;
    for (const mesh of [soup, inward, flat]) {
      expect(solidOf(mesh).core).not.toBeNull();
      expect(solidOf(mesh).core!.shrink).toBeCloseTo(shrink, 12);
    }
  });
});

function joined(p: TriangleMesh, q: TriangleMesh): TriangleMesh {
  return createMesh({
    positions: Float64Array.from([...p.positions, ...q.positions]),
    indices: Uint32Array.from([...p.indices!, ...Array.from(q.indices!, (v) => v + p.vertexCount)]),
  });
}

describe("holdsPoint", () => {
  it("agrees with locatePoint, also where the ray passes vertices and edges (lattice points, seed 4)", () => {
    const meshes = [
      createLattice({ counts: 2 }),
      createBox({ size: 2 }),
      createTorus({ majorSegments: 8, minorSegments: 4 }),
    ];
    const coordinate = fc.integer({ min: -8, max: 8 }).map((n) => n / 4);
    fc.assert(
      fc.property(fc.constantFrom(...meshes), coordinate, coordinate, coordinate, (mesh, x, y, z) => {
        const { side } = locatePoint(buildAabbTree(mesh), [x, y, z]);
        fc.pre(side !== "on");
        expect(holdsPoint(mesh, Float64Array.of(x, y, z))).toBe(side === "inside");
      }),
      { seed: 4, numRuns: randomCases(100) },
    );
  });
});
