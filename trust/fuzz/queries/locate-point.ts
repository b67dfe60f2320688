import type { QueryStats } from "../../../src/index.ts";
import { type FuzzMesh, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { chooseSpoiling } from "../generators/coordinates.ts";
import type { MadeMeshes } from "../generators/meshes.ts";
import { cellMesh, randomCells, tetrahedron } from "../generators/solids.ts";
import { locateInClosedMesh } from "../oracles/point-in-mesh.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import type { Random } from "../random.ts";
import { pointNear } from "./closest-point.ts";
import { posesFor } from "./pairs.ts";
import { questionsIn, severalOf } from "./shape-case.ts";

export const locatePoint: FuzzQuery = {
  name: "locatePoint",
  checks: "locatePoint: inside, on or outside of closed meshes, nested and self-intersecting ones included",
  questions: { point: 3 },
  generate(random) {
    const made = spoiltSolids(random);
    const poses = posesFor(made, random);
    const corners = worldTriangles(made.meshes[0], poses[0]!);
    return { ...made, poses, numbers: severalOf(() => ({ point: pointNear(corners, random) })) };
  },
  check({ meshes, poses, numbers }, session) {
    const triangles = worldTriangles(meshes[0], poses[0]!);
    if (!isClosed(meshes[0])) return;
    const questions = questionsIn(numbers.point, 3).map((point) => ({
      point,
      expected: locateInClosedMesh(triangles, point),
    }));
    session.eachVariant(["aabb", "obb"], () => {
      const tree = session.build("tree", meshes[0]);
      for (const { point, expected } of questions) {
        const stats = {} as QueryStats;
        const got = session.ask("locatePoint", tree as never, point, { toWorld: poses[0], stats });
        session.count(stats);
        if (got.side !== expected || got.method !== "ray-parity")
          throw new WrongAnswer("locatePoint differs", got, expected);
      }
    });
  },
};

/** One mesh of a few closed solids, anywhere in each other, with coordinates of any size. */
export function spoiltSolids(random: Random): MadeMeshes {
  const parts = Array.from({ length: random.between(1, 3) }, () =>
    random.chance(0.5) ? tetrahedron(random) : cellMesh(randomCells(random, 4), random, false),
  );
  const mesh = join(parts);
  const spoiling = chooseSpoiling(random);
  // The same vertex stays one: coordinates are spoilt after joining.
  spoiling.apply(mesh.positions);
  mesh.positions = mesh.positions.map((x) => Math.max(-(2 ** 99), Math.min(2 ** 99, x)));
  return {
    kind: `${parts.length} solids, ${spoiling.name}`,
    meshes: [mesh],
    isLattice: spoiling.keepsLattice,
  };
}

function join(meshes: readonly FuzzMesh[]): FuzzMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    for (const v of mesh.indices!) indices.push(first + v);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Every edge is used an even number of times, by its vertex numbers. */
export function isClosed({ indices }: FuzzMesh): boolean {
  if (indices === null) return false;
  const uses = new Map<string, number>();
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [p, q] = [indices[t + k], indices[t + ((k + 1) % 3)]];
      const key = p < q ? `${p} ${q}` : `${q} ${p}`;
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  return [...uses.values()].every((count) => count % 2 === 0);
}
