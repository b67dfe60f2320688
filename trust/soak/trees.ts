import { createDynamicTree } from "../../src/broadphase/index.ts";
import {
  buildAabbTree,
  buildObbTree,
  buildRTree,
  closestPoint,
  collide,
  createMesh,
  findSelfPairs,
  type TriangleMesh,
} from "../../src/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { random, turned } from "../fingerprint/models.ts";

// Trees that are made, asked a few questions and dropped. Most are small, some are so large that kernels copy megabytes.

/** Returns a function that makes tree number `i`, asks it, and forgets it. */
export function createTreeMaker(): (i: number) => number {
  const next = random(29);
  const partner = buildAabbTree(createTorus({ majorSegments: 12, minorSegments: 8 }));
  const small = createTorus({ majorSegments: 12, minorSegments: 8 });
  const large = createTorus({ majorSegments: 120, minorSegments: 60 });
  return (i) => {
    const mesh = copyOf(i % 500 === 0 ? large : small, next);
    const bToWorld = turned([3, i % 4, 1, 2], next(), next(), next());
    const tree = buildAabbTree(mesh);
    let met = 0;
    for (let round = 0; round < 3; round++) met += Number(collide(tree, partner, { bToWorld }));
    met += findSelfPairs(tree).count + Number(closestPoint(tree, [1, 2, 3]) !== null);
    if (i % 4 === 1) met += Number(collide(buildObbTree(mesh), buildObbTree(small)));
    if (i % 4 === 2) met += Number(collide(buildRTree(mesh), buildRTree(small)));
    if (i % 4 === 3) {
      const phase = createDynamicTree();
      for (let k = 0; k < 20; k++) phase.add([k, 0, 0, k + 1.5, 1, 1]);
      met += phase.update().count;
    }
    return met;
  };
}

function copyOf({ positions, indices }: TriangleMesh, next: () => number): TriangleMesh {
  const factor = 1 + next();
  return createMesh({ positions: positions.map((x) => factor * x), indices: indices! });
}
