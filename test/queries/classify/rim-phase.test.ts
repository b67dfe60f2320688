import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAabbTree, createMesh, locatePoint, type TriangleMesh } from "../../../src/index.ts";
import { createIcosphere, createTorus } from "../../../src/mesh/primitives/index.ts";
import { countCrossings } from "../../../src/queries/classify/crossings.ts";
import { rimOf } from "../../../src/queries/classify/mesh-rim.ts";
import { poseTree } from "../../../src/queries/classify/posed-tree.ts";
import { turnsOfRim, windsAround } from "../../../src/queries/classify/rim-phase.ts";
import { windingNumberByAngles } from "../../../src/reference/index.ts";
import { topologyOfTree } from "../../../src/trees/solid-of-tree.ts";
import { random, randomSoup } from "../../meshes.ts";
import { anyPose } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

/** Without a share of its triangles, and some of the others reversed or there twice. */
function torn({ positions, indices }: TriangleMesh, share: number, seed: number): TriangleMesh {
  const next = random(seed);
  const kept: number[] = [];
  for (let i = 0; i < indices!.length; i += 3) {
    const [a, b, c] = indices!.subarray(i, i + 3);
    if (next() < share) continue;
    kept.push(...(next() < 0.1 ? [a, c, b] : [a, b, c]));
    if (next() < 0.1) kept.push(a, b, c);
  }
  return createMesh({ positions, indices: Uint32Array.from(kept) });
}

const SURFACES = {
  "torn icosphere": torn(createIcosphere({ subdivisions: 2 }), 0.2, 1),
  "torus with few holes": torn(createTorus({ majorSegments: 14, minorSegments: 8 }), 0.03, 2),
  soup: randomSoup(3, 60, 1),
};

describe("turnsOfRim, with the crossings of a ray,", () => {
  for (const [name, mesh] of Object.entries(SURFACES))
    it(`is the integer nearest to the winding number by Girard's theorem (${name}, seed 11)`, () => {
      const tree = buildAabbTree(mesh);
      const topology = topologyOfTree(tree);
      const coordinate = fc.double({ min: -1.3, max: 1.3, noNaN: true });
      let decided = 0;
      let all = 0;
      const windings = new Set<number>();
      fc.assert(
        fc.property(anyPose, fc.tuple(coordinate, coordinate, coordinate), (toWorld, spot) => {
          const posed = poseTree(tree, toWorld, "toWorld");
          const point = Float64Array.from(spot);
          const crossings = countCrossings(posed, point);
          if (Number.isNaN(crossings)) return;
          const expected = windingNumberByAngles(mesh, point, { toWorld });
          const turns = turnsOfRim(posed, rimOf(topology, mesh), point);
          all++;
          if (!Number.isNaN(turns)) {
            decided++;
            windings.add(crossings + turns);
            expect(Math.abs(crossings + turns - expected)).toBeLessThan(0.5 + 1e-6);
          }
          if (Math.abs(Math.abs(expected) - 0.5) > 1e-6)
            expect(windsAround(posed, topology, point, crossings)).toBe(Math.abs(expected) >= 0.5);
        }),
        { seed: 11, numRuns: randomCases(150) },
      );
      // fast-check likes coordinates of 0 and poses on a lattice, where rays meet edges
      expect(decided).toBeGreaterThan(0.6 * all);
      expect(windings.size).toBeGreaterThan(1);
    });

  it("leaves points on the rim, and below an edge or a vertex of it along the ray, to the fan", () => {
    // a box without its lid, z = 1
    const positions = Float64Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 1, 2, 0, 1, 2, 2, 1, 0, 2, 1);
    const indices = Uint32Array.of(
      ...[0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
    );
    const tree = buildAabbTree(createMesh({ positions, indices }));
    const topology = topologyOfTree(tree);
    const rim = rimOf(topology, tree.mesh);
    expect([...rim.vertices].sort()).toEqual([4, 5, 6, 7]);
    const posed = poseTree(tree, null, "toWorld");
    const turnsAt = (...point: number[]) => turnsOfRim(posed, rim, Float64Array.from(point));
    expect(turnsAt(-1, 0, 1)).toBeNaN(); // the vertices 4 and 5 are ahead
    expect(turnsAt(-1, 1, 1)).toBeNaN(); // the edges 4 7 and 5 6 are
    expect(turnsAt(1, 1, 1)).toBeNaN(); // halfway, and the edge 5 6 is ahead
    expect(turnsAt(0, 0, 1)).toBeNaN(); // the vertex 4
    expect(turnsAt(1, 2 ** -60, 1)).toBeNaN(); // on the edge 4 5 but for rounding
    expect(turnsAt(1, 1, 0.5)).toBe(0); // the ray crosses the wall once
    expect(turnsAt(3, 1, 1)).toBe(0); // the edges are behind
    expect(locatePoint(tree, [1, 1, 0.5]).side).toBe("inside");
    expect(locatePoint(tree, [1, 1, 1.5]).side).toBe("outside");
    expect(locatePoint(tree, [-1, 1, 1]).side).toBe("outside");
    expect(locatePoint(tree, [-1, 0, 1]).side).toBe("outside");
  });
});
