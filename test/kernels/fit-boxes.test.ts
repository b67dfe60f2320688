import fc from "fast-check";
import { expect, it } from "vitest";
import { type AabbTree, buildAabbTree, createMesh, MeshError, refit } from "../../src/index.ts";
import { fitToDoubles, fitToOrdered, fitToSingles } from "../../src/kernels/fit-boxes.ts";
import { createTorusKnot } from "../../src/mesh/primitives/index.ts";
import { fitBoxesPlainly } from "../../src/trees/fit-boxes.ts";
import { orderedVertices, orderedWays } from "../../src/trees/ordered-vertices.ts";
import { chooseOrigin, ORIGIN_RULE } from "../../src/trees/origin.ts";
import { summedSizes } from "../../src/trees/spread.ts";
import { describeKernels } from "../kernels.ts";
import { randomCases } from "../random-cases.ts";

// The kernels fit boxes as the plain way does, to the last bit, however small the tree.

/** Coordinates that round, vanish in f32, are zeros of either sign, or lie at the limit. */
const coordinate = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.constantFrom(
    0,
    -0,
    1e-46,
    -1e-46,
    2 ** -149,
    -(2 ** -149),
    1 + 2 ** -40,
    -1 - 2 ** -40,
    2 ** 100,
    -(2 ** 100),
  ),
  fc.double({ min: -1e-40, max: 1e-40, noNaN: true }),
);

const soups = fc.record({
  triangles: fc.integer({ min: 1, max: 70 }),
  numbers: fc.array(coordinate, { minLength: 40, maxLength: 120 }),
  leafSize: fc.integer({ min: 1, max: 5 }),
  far: fc.constantFrom(0, 1e7),
});

/** A tree whose boxes are those of other vertices, and the vertices to fit them to. */
function treeOf<T extends Float32Array | Float64Array>(
  View: new (length: number) => T,
  triangles: number,
  numbers: number[],
  leafSize: number,
  far = 0,
): { tree: AabbTree; positions: T } {
  const positions = new View(9 * triangles);
  for (let i = 0; i < positions.length; i++) positions[i] = i % 97;
  const tree = buildAabbTree(createMesh({ positions }), { leafSize });
  for (let i = 0; i < positions.length; i++) positions[i] = numbers[(i * i + 3 * i) % numbers.length] + far;
  return { tree, positions };
}

function plainBits(tree: AabbTree, vertices: ReturnType<typeof orderedVertices>): Int32Array {
  const links = tree.links.slice();
  fitBoxesPlainly(
    { ...tree, links, nodes: new Float32Array(links.buffer) },
    {
      low: vertices.low.slice(),
      high: vertices.high === vertices.low ? vertices.low : vertices.high.slice(),
    },
  );
  return links;
}

describeKernels("the kernels that fit boxes (seed 7)", () => {
  const NO_ORIGIN = new Float64Array(3);

  it("agree with TypeScript on f32 vertices", () => {
    fc.assert(
      fc.property(soups, ({ triangles, numbers, leafSize }) => {
        const { tree, positions } = treeOf(Float32Array, triangles, numbers, leafSize);
        const expected = plainBits(tree, orderedVertices(positions, NO_ORIGIN));
        const sizes = fitToSingles(tree, positions);
        expect(tree.links).toEqual(expected);
        expect(sizes).toEqual(summedSizes(tree));
      }),
      { seed: 7, numRuns: randomCases(38) },
    );
  });

  it("agree with TypeScript on f64 vertices, far from zero too", () => {
    fc.assert(
      fc.property(soups, ({ triangles, numbers, leafSize, far }) => {
        const { tree, positions } = treeOf(Float64Array, triangles, numbers, leafSize, far);
        const origin = new Float64Array(3);
        chooseOrigin(positions, origin);
        if (positions.some((x) => Math.abs(x) > 2 ** 100)) return;
        const expected = plainBits(tree, orderedVertices(positions, origin));
        for (const guess of [origin.slice(), new Float64Array(3), Float64Array.of(5, -far, 2 ** 60)]) {
          const sizes = fitToDoubles(tree, positions, guess, ORIGIN_RULE);
          expect(guess).toEqual(origin);
          expect(tree.links).toEqual(expected);
          expect(sizes).toEqual(summedSizes({ ...tree, origin }));
        }
      }),
      { seed: 7, numRuns: randomCases(38) },
    );
  });

  it("agree with TypeScript on ordered vertices, and on ways of vertices", () => {
    fc.assert(
      fc.property(soups, ({ triangles, numbers, leafSize }) => {
        const { tree, positions } = treeOf(Float32Array, triangles, numbers, leafSize);
        const end = positions.map((x, i) => (i % 5 === 0 ? -x : x / 2));
        for (const vertices of [
          () => orderedVertices(positions, NO_ORIGIN),
          () => orderedWays(positions, end, NO_ORIGIN),
        ]) {
          const expected = plainBits(tree, vertices());
          const { low, high } = vertices();
          expect(fitToOrdered(tree, low, high, positions.length)).toBe(true);
          expect(tree.links).toEqual(expected);
        }
      }),
      { seed: 7, numRuns: randomCases(25) },
    );
  });

  it("leave the tree as it is, and refit throws, at a coordinate that is not finite or too large, wherever it is", () => {
    for (const View of [Float32Array, Float64Array]) {
      const { positions, indices } = createTorusKnot({ knotSegments: 20, tubeSegments: 5 });
      const mesh = createMesh({ positions: View.from(positions), indices });
      const tree = buildAabbTree(mesh);
      const before = tree.links.slice();
      const { length } = mesh.positions;
      for (const place of [0, 1, 7, length - 2, length - 1])
        for (const bad of [NaN, Infinity, -Infinity, 2 ** 101, -(2 ** 101)]) {
          const good = mesh.positions[place];
          mesh.positions[place] = bad;
          const done =
            mesh.positions instanceof Float32Array
              ? fitToSingles(tree, mesh.positions)
              : fitToDoubles(tree, mesh.positions, new Float64Array(3), ORIGIN_RULE);
          expect(done).toBeNull();
          expect(() => refit(tree)).toThrow(MeshError);
          expect(tree.links).toEqual(before);
          mesh.positions[place] = good;
        }
    }
  });

  it("leave trees that are too large for their memory to TypeScript", () => {
    const { tree, positions } = treeOf(Float32Array, 60, [0, 1, 2, 4], 1);
    expect(fitToSingles(tree, positions, 4000)).toBeNull();
    expect(fitToSingles(tree, positions)).not.toBeNull();
  });
});
