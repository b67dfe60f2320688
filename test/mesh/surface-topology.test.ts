import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMesh, inspectMesh, type TriangleMesh } from "../../src/index.ts";
import { createBox, createPlaneGrid, createTorus } from "../../src/mesh/primitives/index.ts";
import { representatives, topologyOf } from "../../src/mesh/surface-topology.ts";
import { latticeSoup, randomSoup } from "../meshes.ts";
import { polycube } from "../polycubes.ts";

describe("topologyOf", () => {
  const meshes: [string, TriangleMesh][] = [
    ["a box", createBox({ segments: 2 })],
    ["a torus", createTorus()],
    ["a sheet", createPlaneGrid()],
    ["a random soup", randomSoup(3, 40)],
    ["a lattice soup", latticeSoup(3, 200, 3)],
    [
      "a soup of cells",
      polycube(
        [
          [0, 0, 0],
          [1, 1, 0],
          [3, 0, 0],
        ],
        { soup: true },
      ),
    ],
  ];
  it.each(meshes)("agrees with inspectMesh: %s", (_, mesh) => {
    expect(topologyOf(mesh).closed).toBe(inspectMesh(mesh).closed);
  });

  it("agrees with edges counted by name (triangles between few vertices)", () => {
    const corner = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 40 }),
        (triangles) => {
          const indices = Uint32Array.from(triangles.flat());
          const positions = Float64Array.from({ length: 30 }, (_, i) => i ** 2);
          const { closed, manifold, edges, parts } = topologyOf(createMesh({ positions, indices }));
          const uses = new Map<string, number[]>();
          for (const [t, [p, q, r]] of triangles.entries())
            if (p !== q && q !== r && r !== p)
              for (const [k, edge] of [
                [p, q],
                [q, r],
                [r, p],
              ].entries()) {
                const name = edge.sort().join(" ");
                uses.set(name, [...(uses.get(name) ?? []), 3 * t + k]);
              }
          const named = new Uint32Array(indices.length).fill(0xffffffff);
          for (const [first, ...others] of uses.values())
            for (const i of [first, ...others]) named[i] = first;
          const counts = [...uses.values()].map(({ length }) => length);
          expect(edges).toEqual(named);
          expect(closed).toBe(counts.length > 0 && counts.every((count) => count % 2 === 0));
          expect(manifold).toBe(!named.includes(0xffffffff) && counts.every((count) => count === 2));
          const isolated = representatives(edges, new Uint8Array(triangles.length));
          expect(parts).toEqual(isolated.length > 0 ? isolated : Uint32Array.from(triangles.keys()));
        },
      ),
    );
  });

  it("counts connected parts, through common edges", () => {
    expect(topologyOf(createBox({ segments: 3 })).parts.length).toBe(1);
    expect(topologyOf(randomSoup(3, 40)).parts.length).toBe(40);
    expect(
      topologyOf(
        polycube(
          [
            [0, 0, 0],
            [3, 0, 0],
          ],
          { soup: true },
        ),
      ).parts.length,
    ).toBe(2);
    expect(topologyOf(createMesh({ positions: new Float64Array(18) })).parts.length).toBe(2);
  });

  it("omits marked triangles: a box without a ring of sides has two parts", () => {
    const { edges } = topologyOf(createBox());
    const { positions, indices } = createBox();
    const isSide = Uint8Array.from({ length: 12 }, (_, t) =>
      new Set([0, 1, 2].map((c) => positions[3 * indices![3 * t + c] + 2])).size === 2 ? 1 : 0,
    );
    expect(representatives(edges, isSide).length).toBe(2);
  });
});
