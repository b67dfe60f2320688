import { expect, it } from "vitest";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { classify } from "../../src/queries/classify/classify.ts";
import { overlapDepth } from "../../src/queries/overlap-depth/overlap-depth.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";

// A rounded corner of a piece of a face lies inside the solid that the face only touches: the depth was 4e-17, where 0 is documented.

// biome-ignore format: two triangles a row
const INDICES = Uint16Array.of(
  0, 2, 1, 1, 2, 3,
  4, 5, 6, 5, 7, 6,
  0, 1, 4, 1, 5, 4,
  2, 6, 3, 3, 6, 7,
  0, 4, 2, 2, 4, 6,
  1, 3, 5, 3, 7, 5,
);

function cubeAt(x: number) {
  const corners = Array.from({ length: 8 }, (_, i) => [x + (i & 1), (i >> 1) & 1, i >> 2]);
  return buildAabbTree(createMesh({ positions: Float64Array.from(corners.flat()), indices: INDICES }));
}

const SHEARED = [2, 1, 1, 0, -2, -2, 0, 0, 1, 0, 0, 0, 4, 4, 1, 1];

it.each([1, 1 / 3, 0.1, 0.7, 1e-5])(
  "cubes that touch in a face have depth 0 (sheared, times %d)",
  (scale) => {
    const pose = SHEARED.map((x, i) => (i === 15 ? 1 : i % 4 === 3 ? 0 : x * scale));
    const [a, b] = [cubeAt(0), cubeAt(1)];
    const options = { aToWorld: pose, bToWorld: pose };
    expect(classify(a, b, options).relation).toBe("touching");
    const found = overlapDepth(a, b, options)!;
    expect(found).toMatchObject({ depth: 0, lowerBound: 0, kind: "exact", direction: [0, 0, 0] });
    expect(found.pointA).toEqual(found.pointB);
  },
);
