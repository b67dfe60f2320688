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
