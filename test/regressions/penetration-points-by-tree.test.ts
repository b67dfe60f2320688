import { expect, it } from "vitest";
import {
  type AabbTreeOptions,
  buildAabbTree,
  buildObbTree,
  createMesh,
  penetration,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

// Two copies of one torus, one of them translated, touch at two places at once after they have been parted. Which of them became the contact
// point depended on the tree: `collide` found one or the other.

const WAYS: AabbTreeOptions[] = [
  { frame: "none" },
  { frame: "best" },
  { frame: "none", split: "midpoint", leafSize: 1 },
  { frame: "none", split: "median", leafSize: 6 },
];

it("the points of penetration do not depend on the tree where solids touch at two places (seed 3)", () => {
  const next = random(3);
  const torus = createTorus({ majorSegments: 12, minorSegments: 7 });
  let count = 0;
  for (let k = 0; k < randomCases(40); k++) {
    const [p, q] = [2 * Math.PI * next(), 2 * Math.PI * next()];
    const positions = new Float32Array(torus.positions.length);
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = torus.positions.subarray(i, i + 3);
      const v = Math.sin(p) * x + Math.cos(p) * y;
      positions[i] = Math.cos(p) * x - Math.sin(p) * y;
      positions[i + 1] = Math.cos(q) * v - Math.sin(q) * z;
      positions[i + 2] = Math.sin(q) * v + Math.cos(q) * z;
    }
    const mesh = createMesh({ positions, indices: torus.indices });
    const offset = Array.from({ length: 3 }, () => Math.round(64 * (next() - 0.5)) / 32);
    const bToWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...offset, 1];
    const trees = [...WAYS.map((options) => buildAabbTree(mesh, options)), buildObbTree(mesh)];
    const answers = trees.flatMap((tree) =>
      [withKernels, withoutKernels].map((run) => run(() => penetration(tree, tree, { bToWorld }))),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    if (answers[0] !== null) count++;
  }
  expect(count).toBeGreaterThan(20);
});
