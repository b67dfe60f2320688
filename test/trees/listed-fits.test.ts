import fc from "fast-check";
import { expect, it } from "vitest";
import { type AabbTree, buildAabbTree, createMesh, MeshError, refit } from "../../src/index.ts";
import { createTorusKnot } from "../../src/mesh/primitives/index.ts";
import { fitBoxesPlainly } from "../../src/trees/fit-boxes.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "../../src/trees/layout.ts";
import { orderedVertices } from "../../src/trees/ordered-vertices.ts";
import { chooseOrigin } from "../../src/trees/origin.ts";
import { hasSharedEdge } from "../../src/trees/shared-edges.ts";
import { summedSizes } from "../../src/trees/spread.ts";
import { recordOf } from "../../src/trees/tree-copies.ts";
import { refitSwept } from "../../src/trees.ts";
import { byKernel, describeKernels } from "../kernels.ts";
import { randomCases } from "../random-cases.ts";

// From the second fit of a copy on, kernels fit by lists of the nodes of each kind: (1) they leave the bits, and the sums of sizes, of the
// plain way; (2) a bad coordinate leaves the tree as it is, and the next refit is right again; (3) lists are of the copy that there is now.

/** Few coordinates, so that triangles often share edges, are degenerate or coincide; with zeros of either sign and what f32 rounds. */
const coordinate = fc.constantFrom(
  0,
  -0,
  1,
  -1,
  0.5,
  1e-46,
  -1e-46,
  1 + 2 ** -40,
  -1 - 2 ** -40,
  3,
  7.25,
  0.1,
  -0.3,
);

const meshes = fc.record({
  vertices: fc.integer({ min: 3, max: 60 }),
  corners: fc.array(fc.nat(1000), { minLength: 3, maxLength: 400, size: "max" }),
  strips: fc.boolean(),
  frames: fc.array(fc.array(coordinate, { minLength: 20, maxLength: 60 }), { minLength: 5, maxLength: 5 }),
  leafSize: fc.integer({ min: 1, max: 4 }),
  split: fc.constantFrom("sah" as const, "median" as const),
  far: fc.constantFrom(0, 1e7),
});

function fitPlainly(tree: AabbTree): { bits: Int32Array; origin: Float64Array } {
  const origin = new Float64Array(3);
  chooseOrigin(tree.mesh.positions, origin);
  const bits = tree.links.slice();
  const { low, high } = orderedVertices(tree.mesh.positions, origin);
  fitBoxesPlainly({ ...tree, links: bits, nodes: new Float32Array(bits.buffer) }, { low, high });
  return { bits, origin };
}

/** How many leaves there are of one triangle, of two with a common edge, of two without, and of more. */
function countLeaves({ links, corners }: AabbTree, counts: number[]): void {
  for (let at = 0; at < links.length; at += AABB_STRIDE) {
    const link = links[at + AABB_LINK];
    if (link >= 0) continue;
    const count = links[at + AABB_COUNT];
    counts[count === 1 ? 0 : count > 2 ? 3 : hasSharedEdge(corners, 3 * ~link) ? 1 : 2]++;
  }
}

function fill(positions: Float32Array | Float64Array, numbers: number[], far: number): void {
  for (let i = 0; i < positions.length; i++) positions[i] = numbers[(i * i + 3 * i) % numbers.length] + far;
  positions[0] = 2 + far; // a tiny mesh would be scaled
}

describeKernels("fit lists (seed 27)", () => {
  for (const View of [Float32Array, Float64Array])
    it(`leave the bits and sums of the plain way, ${View.name}, all kinds of leaves`, () => {
      const counts = [0, 0, 0, 0];
      fc.assert(
        fc.property(meshes, ({ vertices, corners, strips, frames, leafSize, split, far }) => {
          const count = Math.floor(corners.length / 3);
          // In a strip each triangle has an edge of the one before.
          const indices = Uint32Array.from({ length: 3 * count }, (_, c) =>
            strips ? (Math.floor(c / 3) + (c % 3)) % vertices : corners[c] % vertices,
          );
          indices[0] = 0;
          const positions = new View(3 * vertices);
          fill(positions, frames[0], far);
          const tree = buildAabbTree(createMesh({ positions, indices }), { leafSize, split, frame: "none" });
          countLeaves(tree, counts);
          frames.forEach((numbers, frame) => {
            fill(positions, numbers, far);
            byKernel("fit", () => refit(tree));
            const { bits, origin } = fitPlainly(tree);
            expect(tree.links).toEqual(bits);
            expect(tree.origin).toEqual(origin);
            expect(tree.fitCount.sizes).toEqual(summedSizes(tree));
            // A tree has a copy from its second refit on.
            expect(recordOf(tree).fitLists > 0).toBe(frame > 1);
          });
        }),
        { seed: 27, numRuns: randomCases(50) },
      );
      expect(
        counts.every((leaves) => leaves > 100),
        `${counts}`,
      ).toBe(true);
    });

  it("are not used after a bad coordinate, which leaves the tree as it is, and are made again", () => {
    for (const View of [Float32Array, Float64Array]) {
      const { positions, indices } = createTorusKnot({ knotSegments: 20, tubeSegments: 5 });
      const mesh = createMesh({ positions: View.from(positions), indices });
      const tree = buildAabbTree(mesh);
      for (let place = 0; place < 13; place++)
        for (const bad of [NaN, Infinity, -Infinity, 2 ** 101, -(2 ** 101)]) {
          for (let k = 0; k < 3; k++) byKernel("fit", () => refit(tree));
          expect(recordOf(tree).fitLists).toBeGreaterThan(0);
          const before = tree.links.slice();
          const at = mesh.positions.length - 1 - place;
          const good = mesh.positions[at];
          mesh.positions[at] = bad;
          expect(() => refit(tree)).toThrow(MeshError);
          expect(tree.links).toEqual(before);
          mesh.positions[at] = good;
          byKernel("fit", () => refit(tree));
          expect(tree.links).toEqual(fitPlainly(tree).bits);
        }
    }
  });

  for (const View of [Float32Array, Float64Array])
    it(`are dropped with the copy, and are right for the next one, ${View.name}`, () => {
      const { positions, indices } = createTorusKnot({ knotSegments: 300, tubeSegments: 9 }); // more nodes than a call of the kernel fits
      const mesh = createMesh({ positions: View.from(positions), indices });
      const tree = buildAabbTree(mesh, { frame: "none" });
      for (let frame = 0; frame < 12; frame++) {
        mesh.positions.forEach((x, i, all) => {
          all[i] = x + 0.01 * Math.sin(i + frame);
        });
        if (frame % 4 === 3) refitSwept(tree, mesh.positions);
        byKernel("fit", () => refit(tree));
        expect(recordOf(tree).fitLists > 0).toBe(frame === 2 || (frame > 3 && frame % 4 !== 3));
        expect(tree.links).toEqual(fitPlainly(tree).bits);
        expect(tree.fitCount.sizes).toEqual(summedSizes(tree));
      }
    });

  it("follow an f64 mesh to another origin and back, by its root's box or by the box of all vertices", () => {
    const { positions, indices } = createTorusKnot({ knotSegments: 60, tubeSegments: 7 });
    const mesh = createMesh({ positions: new Float64Array([...positions, 0, 0, 0]), indices }); // the last vertex is in no triangle
    const tree = buildAabbTree(mesh, { frame: "none" });
    const extent = Math.max(...[0, 1, 2].map((axis) => tree.nodes[3 + axis] - tree.nodes[axis]));
    const origins: boolean[] = [];
    // In extents: up to 4 the root's box proves that the origin is zero, beyond 8 it is not.
    for (const [distance, lone] of [
      ...[0, 2, 6, 6, 100, 100, 0, 0, 2, 7, 1e6, 6, 0].map((place) => [place, place]),
      ...[100, 100, 3, 9].map((place) => [place, 0]),
    ]) {
      for (let k = 0; k < 4; k++) {
        positions.forEach((x, i) => {
          mesh.positions[i] = x * (1 + 2 ** -30) + distance * extent;
        });
        mesh.positions.fill(lone * extent, positions.length);
        byKernel("fit", () => refit(tree));
        const { bits, origin } = fitPlainly(tree);
        expect(tree.links).toEqual(bits);
        expect(tree.origin).toEqual(origin);
        expect(tree.fitCount.sizes).toEqual(summedSizes(tree));
      }
      origins.push(tree.origin[0] === 0);
    }
    expect(origins.filter((isZero) => isZero).length).toBe(14);
  });
});
