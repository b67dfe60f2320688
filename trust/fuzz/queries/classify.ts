import { type FuzzCase, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { latticePose } from "../generators/poses.ts";
import { cellMesh, randomCells } from "../generators/solids.ts";
import { type Cell, relationOfCells } from "../oracles/cell-solids.ts";
import { pairsOfMeshes } from "../oracles/mesh-pairs.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import { createRandom, type Random } from "../random.ts";

export const classify: FuzzQuery = {
  name: "classify",
  checks:
    "classify: solids made of cells, touching in faces, edges and corners, nested, equal; all at poses of the lattice",
  generate: cellCase,
  check(fuzzCase, session) {
    const { a, b, meshes, pose } = readCells(fuzzCase);
    const expected = relationOfCells(a, b);
    const surfacesMeet =
      pairsOfMeshes(worldTriangles(meshes[0], pose), worldTriangles(meshes[1], pose)).pairs.length > 0;
    session.eachVariant(["aabb", "obb"], () => {
      const treeA = session.build("a", meshes[0]);
      const treeB = session.build("b", meshes[1]);
      const got = session.ask("classify", treeA as never, treeB as never, { aToWorld: pose, bToWorld: pose });
      session.count(got.stats);
      if (got.relation !== expected || got.surfacesMeet !== surfacesMeet || !got.exact)
        throw new WrongAnswer("classify differs", got, { relation: expected, surfacesMeet });
      const other = session.ask("classify", treeB as never, treeA as never, {
        aToWorld: pose,
        bToWorld: pose,
      });
      if (other.relation !== SEEN_FROM_B[expected] || other.surfacesMeet !== surfacesMeet || !other.exact)
        throw new WrongAnswer("classify the other way round differs", other, {
          relation: SEEN_FROM_B[expected],
          surfacesMeet,
        });
    });
  },
};

const SEEN_FROM_B = {
  separate: "separate",
  touching: "touching",
  overlapping: "overlapping",
  contains: "inside",
  inside: "contains",
  duplicate: "duplicate",
} as const;

/** Two solids as lists of cells, in `numbers`: the shrinker takes cells away by moving them onto others. */
export function cellCase(random: Random): Omit<FuzzCase, "seed"> {
  // Few cells are asked about the most often: what takes many is slow, and a few have every relation.
  const [most, reach] = random.chance(0.03)
    ? [6, 2]
    : random.pick([
        [1, 1],
        [1, 1],
        [2, 1],
        [2, 1],
        [2, 2],
        [3, 2],
      ] as const);
  const a = randomCells(random, most, reach);
  const way = random.below(5);
  let b = randomCells(random, most, reach);
  if (way === 0) b = a.slice(0, random.between(1, a.length));
  if (way === 1) b = [...a, ...b.slice(0, random.between(1, b.length))];
  if (way === 2) b = a.map(([x, y, z]) => [x + random.pick([0, 1]), y, z] as const);
  return {
    kind: "solids of cells",
    meshes: [],
    poses: [latticePose(random)],
    numbers: { a: a.flat(), b: b.flat(), looks: [random.below(1000)] },
  };
}

export function readCells({ numbers, poses }: FuzzCase) {
  const [a, b] = [cellsOf(numbers.a), cellsOf(numbers.b)];
  const random = createRandom(`looks ${numbers.looks}`);
  const meshes = [a, b].map((cells) => cellMesh(cells, random, random.chance(0.3)));
  return { a, b, meshes, pose: poses[0]! };
}

function cellsOf(numbers: readonly number[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (let i = 0; i < numbers.length; i += 3) {
    const cell = [Math.round(numbers[i]), Math.round(numbers[i + 1]), Math.round(numbers[i + 2])] as const;
    cells.set(cell.join(), cell);
  }
  return [...cells.values()];
}
