import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gridOf, integersOf } from "../../../src/geometry/contact/rational-point.ts";
import { buildAabbTree, buildObbTree, classify, createMesh, type TriangleMesh } from "../../../src/index.ts";
import { createBox, createPlaneGrid } from "../../../src/mesh/primitives/index.ts";
import { haveSameTriangles } from "../../../src/queries/classify/same-triangles.ts";
import { haveSameTrianglesByTexts } from "../../../src/reference/slow-same-triangles.ts";
import { worldTriangles } from "../../../src/reference/triangle-pairs.ts";
import { randomCases } from "../../random-cases.ts";

const relationOf = (a: TriangleMesh, b: TriangleMesh, options = {}) =>
  classify(buildAabbTree(a), buildAabbTree(b), options);

/** A small soup: corners on few places, so that triangles repeat and degenerate. */
const soup = fc
  .array(fc.constantFrom(-1, 0, 1, -0), { minLength: 9, maxLength: 36 })
  .map((numbers) =>
    createMesh({ positions: Float64Array.from(numbers.slice(0, 9 * Math.floor(numbers.length / 9))) }),
  );
const pose = fc.constantFrom(
  null,
  Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
  Float64Array.of(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
  Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
);

describe("meshes with one set of triangles", () => {
  it("agrees with the slow twin on soups, half of them shuffled copies (seed 1)", () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(soup, soup, pose, pose, fc.boolean(), (a, other, aToWorld, bToWorld, isCopy) => {
        const b = isCopy ? shuffle(a) : other;
        const toB = isCopy ? aToWorld : bToWorld;
        const [ofA, ofB] = [worldTriangles(a, aToWorld), worldTriangles(b, toB)];
        const grid = gridOf(ofA, ofB);
        const [first, second] = [ofA, ofB].map((corners) =>
          Array.from({ length: corners.length / 9 }, (_, t) =>
            [0, 3, 6].map((k) => integersOf(corners, 9 * t + k, grid)),
          ),
        );
        const found = haveSameTriangles({ mesh: a, toWorld: aToWorld }, { mesh: b, toWorld: toB });
        seen.add(found);
        expect(found).toBe(haveSameTrianglesByTexts(first, second));
      }),
      { seed: 1, numRuns: randomCases(1000) },
    );
    expect([...seen].sort()).toEqual([false, true]);
  });

  it("are duplicates where surfaces are open and cross themselves", () => {
    // Two sheets that cross each other, as one mesh.
    const sheet = Float64Array.of(-2, -2, 0, 2, -2, 0, 0, 2, 0);
    const upright = Float64Array.of(0, -2, -2, 0, -2, 2, 0, 2, 0);
    const crossed = createMesh({ positions: Float64Array.of(...sheet, ...upright) });
    const turned = createMesh({ positions: Float64Array.of(...upright, ...sheet) });
    expect(relationOf(crossed, turned)).toMatchObject({ relation: "duplicate", exact: true });
    expect(relationOf(crossed, createMesh({ positions: sheet })).relation).not.toBe("duplicate");
    const twice = createMesh({ positions: Float64Array.of(...sheet, ...upright, ...sheet) });
    expect(relationOf(crossed, twice).relation).toBe("duplicate");
  });

  it("are duplicates as flat parts without an inside, which a plane separates", () => {
    const { positions } = createPlaneGrid();
    const { indices } = createPlaneGrid();
    const both = createMesh({ positions, indices: Uint32Array.of(...indices!, ...indices!) }); // closed: each edge is used evenly
    expect(relationOf(both, both)).toMatchObject({ relation: "duplicate", aClosed: true });
  });

  it("compares positions in the world, as the poses make them", () => {
    const box = createBox({ size: 2 });
    const shift = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2 ** -40, 0, 0, 1];
    expect(relationOf(box, box, { bToWorld: shift }).relation).toBe("overlapping");
    const moved = createMesh({
      positions: box.positions.map((x, i) => (i % 3 === 0 ? x + 8 : x)),
      indices: box.indices,
    });
    const back = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -8, 0, 0, 1];
    expect(relationOf(box, moved, { bToWorld: back }).relation).toBe("duplicate");
    const answer = classify(buildObbTree(box), buildObbTree(moved), { bToWorld: back });
    expect(answer.relation).toBe("duplicate");
  });
});

/** The triangles in reverse order, each with its corners turned; the first one twice. */
function shuffle(mesh: TriangleMesh): TriangleMesh {
  const triangles: number[][] = [];
  for (let i = 0; i < mesh.positions.length; i += 9) {
    const t = Array.from(mesh.positions.subarray(i, i + 9));
    triangles.unshift([...t.slice(6), ...t.slice(3, 6), ...t.slice(0, 3)]);
  }
  return createMesh({ positions: Float64Array.from([...triangles, triangles[0]].flat()) });
}
