import { expect, it } from "vitest";
import { buildAabbTree, createMesh, findPairs, refit } from "../../src/index.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { findPairsByBruteForce } from "../../src/reference/index.ts";
import { rotation } from "../poses.ts";

// A tiny mesh is refitted as its enlarged twin, but the boxes along the frame were looked for at the tree itself. So the next query fitted
// those of the twin, and left their copy for kernels as it was: pairs were lost, and others found that do not meet.

const FRAME = [0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1];
const torus = createTorus({ majorSegments: 24, minorSegments: 12 });

function framedTorus(size: number) {
  const positions = Float64Array.from(torus.positions, (x) => size * x);
  return buildAabbTree(createMesh({ positions, indices: torus.indices }), { frame: FRAME });
}

it.each([1e-38, 1])("pairs of a refitted torus of size %s with a frame are those of brute force", (size) => {
  const a = framedTorus(size);
  const b = framedTorus(0.9 * size);
  const bToWorld = rotation([1, 0, 0, 0.25]);
  const { positions } = a.mesh;
  for (let step = 0; step < 6; step++) {
    for (let i = 0; i < positions.length; i += 3) positions[i] += (step % 2 === 0 ? 0.7 : -0.7) * size;
    refit(a);
    const pairs = findPairsByBruteForce(a.mesh, b.mesh, { bToWorld });
    expect(pairs.length).toBeGreaterThan(200);
    // A copy for kernels is made from the second query on.
    for (let query = 0; query < 3; query++) expect(findPairs(a, b, { bToWorld }).pairs).toEqual(pairs);
    expect(withoutKernels(() => findPairs(a, b, { bToWorld }).pairs)).toEqual(pairs);
  }
});
