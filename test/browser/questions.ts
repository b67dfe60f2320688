import { createDynamicTree } from "../../src/broadphase/index.ts";
import { findClashes } from "../../src/clash/index.ts";
import {
  type AabbTree,
  buildAabbTree,
  buildObbTree,
  castRay,
  classify,
  collide,
  createMesh,
  distance,
  findContacts,
  findPairs,
  findSelfPairs,
  overlapDepth,
  penetration,
  timeOfImpact,
} from "../../src/index.ts";
import { loadKernels } from "../../src/kernels/pair-kernels.ts";

// One question of every kind, asked wherever this file runs: the answers of a browser are compared with those of Node.

const TURNED = [0.8, 0, -0.6, 0, 0, 1, 0, 0, 0.6, 0, 0.8, 0, 0.9, 0.2, 0.4, 1];
const BESIDE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 0.5, 0, 1];

/** Whether pair queries run in WebAssembly here. */
export const hasKernels = (): boolean => loadKernels() !== null;

/** Vertices and corners, as plain numbers: sines, of which ready-made meshes are made, differ from engine to engine. */
export type PlainMesh = { positions: number[]; indices: number[] };

/** The answers by name, as JSON, which keeps every bit of a number. `meshes`: a torus, a knot, a box and a lattice. */
export function answersOf(meshes: PlainMesh[]): Record<string, string> {
  const made = meshes.map(({ positions, indices }) =>
    createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) }),
  );
  const trees = made.map((mesh) => buildAabbTree(mesh));
  const oriented = made.map((mesh) => buildObbTree(mesh));
  const [torus, knot, box] = trees as [AabbTree, AabbTree, AabbTree];
  const pairs = trees.flatMap((a) =>
    trees.flatMap((b) => [TURNED, BESIDE].map((bToWorld) => [a, b, { bToWorld }] as const)),
  );
  const broad = createDynamicTree();
  for (let k = 0; k < 40; k++) broad.add([k, k % 3, 0, k + 1.5, (k % 3) + 1, 1]);
  const found = {
    collide: pairs.map((pair) => collide(...pair)),
    findPairs: pairs.map((pair) => findPairs(...pair)),
    orientedPairs: oriented.map((a) => findPairs(a, oriented[0], { bToWorld: TURNED })),
    distance: pairs.map((pair) => distance(...pair)),
    self: trees.map((tree) => findSelfPairs(tree)),
    contacts: findContacts(torus, knot, { bToWorld: TURNED }),
    classify: classify(torus, knot, { bToWorld: BESIDE }),
    penetration: penetration(box, box, { bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, 0.125, 0, 1] }),
    overlapDepth: overlapDepth(torus, knot, { bToWorld: TURNED }),
    timeOfImpact: timeOfImpact(box, torus, { from: BESIDE, to: TURNED }, null),
    castRay: castRay(torus, [-5, 0.1, 0.2], [1, 0.01, 0]),
    broadPhase: broad.update(),
    clashes: findClashes([
      { key: "torus", name: "torus", group: 0, mesh: made[0], toWorld: null },
      { key: "knot", name: "knot", group: 0, mesh: made[1], toWorld: new Float64Array(TURNED) },
    ]),
  };
  return Object.fromEntries(
    Object.entries(found).map(([name, answer]) => [name, JSON.stringify(answer, plain)]),
  );
}

/** Counters are left out: what it costs to answer depends on the kernels. */
function plain(key: string, value: unknown): unknown {
  if (key === "stats") return undefined;
  return ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value;
}
