import { describe, expect, it } from "vitest";
import type { ConvexShape } from "../../src/geometry/convex/convex-shape.ts";
import { createMesh, type TriangleMesh } from "../../src/index.ts";
import { holdsPoint } from "../../src/mesh/convex-core.ts";
import {
  createBox,
  createDentedEllipsoid,
  createIcosphere,
  createTorus,
} from "../../src/mesh/primitives/index.ts";
import { orient3d } from "../../src/numerics/orient.ts";
import { convexPatches } from "../../src/papers.ts";
import { random } from "../meshes.ts";

// Contracts of the convex surface decomposition: (1) every triangle is in one patch (2) the triangles of a patch lie on the surface of its
// hull (3) the hull lies in the solid, sampled (4) a convex mesh is one patch.

/** A U: a box of 3 × 3 × 1 with a notch of 1 × 2 × 1 from above. Its outer sides are a convex patch whose hull would fill the notch. */
function createU(): TriangleMesh {
  const outline = [0, 0, 3, 0, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3];
  const positions: number[] = [];
  for (const z of [0, 1]) for (let k = 0; k < 8; k++) positions.push(outline[2 * k], outline[2 * k + 1], z);
  const flat = [0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4, 0, 5, 6, 0, 6, 7];
  const indices: number[] = [];
  for (let i = 0; i < flat.length; i += 3) {
    indices.push(flat[i], flat[i + 2], flat[i + 1]);
    indices.push(8 + flat[i], 8 + flat[i + 1], 8 + flat[i + 2]);
  }
  for (let k = 0; k < 8; k++) {
    const next = (k + 1) % 8;
    indices.push(k, next, 8 + next, k, 8 + next, 8 + k);
  }
  return createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
}

const meshes: [string, () => TriangleMesh][] = [
  ["a U", createU],
  ["dented ellipsoid", () => createDentedEllipsoid()],
  ["torus", () => createTorus({ majorSegments: 16, minorSegments: 8 })],
  ["box", () => createBox()],
];

describe.each(meshes)("the convex patches of a mesh (%s)", (_, create) => {
  const mesh = create();
  const patches = convexPatches(mesh);
  const vertex = (t: number, k: number) => {
    const at = 3 * mesh.indices![3 * t + k];
    return [...mesh.positions.subarray(at, at + 3)] as [number, number, number];
  };

  it("(1) have every triangle once", () => {
    const all = patches.flatMap(({ triangles }) => [...triangles]).sort((p, q) => p - q);
    expect(all).toEqual(Array.from({ length: mesh.triangleCount }, (_, t) => t));
  });

  it("(2) lie on the surfaces of their hulls", () => {
    for (const { triangles, hull } of patches)
      for (const t of triangles) {
        const [a, b, c] = [0, 1, 2].map((k) => vertex(t, k));
        const sides = new Set<number>();
        for (let i = 0; i < hull.points.length; i += 3)
          sides.add(
            Math.sign(orient3d(...a, ...b, ...c, hull.points[i], hull.points[i + 1], hull.points[i + 2])),
          );
        expect(sides.has(1) && sides.has(-1)).toBe(false);
      }
  });

  it("(3) have hulls inside the solid, at 30 random inner points each (seed 1)", () => {
    const next = random(1);
    let [drawn, checked] = [0, 0];
    for (const { hull } of patches) {
      if (hull.dimension < 3) continue;
      for (let sample = 0; sample < 30; sample++) {
        const weights = Array.from({ length: hull.pointCount }, () => -Math.log(1 - next()));
        const sum = weights.reduce((p, q) => p + q);
        const point = new Float64Array(3);
        for (let i = 0; i < hull.points.length; i++)
          point[i % 3] += (hull.points[i] * weights[Math.floor(i / 3)]) / sum;
        // Hulls that are flat but for rounding are thinner than the rounding of a point.
        drawn++;
        if (!isInHull(hull, point)) continue;
        checked++;
        expect(holdsPoint(mesh, point)).toBe(true);
      }
    }
    expect(checked).toBeGreaterThanOrEqual(0.5 * drawn);
  });
});

function isInHull({ points, faces }: ConvexShape, [x, y, z]: Float64Array): boolean {
  const corner = (v: number) => [...points.subarray(3 * v, 3 * v + 3)] as [number, number, number];
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [corner(faces[f]), corner(faces[f + 1]), corner(faces[f + 2])];
    if (orient3d(...a, ...b, ...c, x, y, z) >= 0) return false;
  }
  return true;
}

it("(4) of a convex mesh are one, whatever its winding", () => {
  const sphere = createIcosphere({ subdivisions: 2 });
  expect(convexPatches(sphere)).toHaveLength(1);
  const { positions, indices } = createBox();
  expect(convexPatches(createMesh({ positions, indices: indices!.slice().reverse() }))).toHaveLength(1);
});

it("of a dented link are 95, most of them single triangles of its hollow side", () => {
  const link = createDentedEllipsoid({ radii: [0.47, 0.47 / 6, 0.47 / 6], center: [0.5, 0, 0] });
  const sizes = convexPatches(link).map(({ triangles }) => triangles.length);
  expect(sizes).toHaveLength(95);
  expect(sizes.filter((size) => size === 1)).toHaveLength(59);
});

it("of an open mesh are refused", () => {
  const open = createMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) });
  expect(() => convexPatches(open)).toThrow("the mesh is open");
});

it("of a U are several: no hull fills its notch", () => {
  const patches = convexPatches(createU());
  expect(patches.length).toBeGreaterThan(1);
  for (const { hull } of patches) expect(hull.pointCount).toBeLessThan(16);
});
