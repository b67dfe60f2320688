import type { Penetration } from "../../../src/index.ts";
import { type FuzzCase, type FuzzMesh, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { anyPose } from "../generators/poses.ts";
import { boxMesh, tetrahedron } from "../generators/solids.ts";
import { relationOfCells } from "../oracles/cell-solids.ts";
import { convexDepth } from "../oracles/convex-depth.ts";
import { rootToNumber } from "../oracles/integers.ts";
import { trianglesOf } from "../oracles/squared-distance.ts";
import { toVectors } from "../oracles/vectors.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import type { Random } from "../random.ts";
import { cellCase, readCells } from "./classify.ts";
import { isClosed } from "./locate-point.ts";

/** Bounds may be off by rounding: this share of the largest coordinate. */
const ERROR = 1e-11;

export const penetration: FuzzQuery = {
  name: "penetration",
  checks:
    "penetration: the true depth of convex solids within the bounds; null or zero exactly where solids of cells are apart or touch",
  generate: (random) => (random.chance(0.1) ? cellCase(random) : convexCase(random)),
  check(fuzzCase, session) {
    if (fuzzCase.meshes.length === 0) return checkCells(fuzzCase, session);
    const [aToWorld, bToWorld] = fuzzCase.poses;
    const [meshA, meshB] = fuzzCase.meshes as [FuzzMesh, FuzzMesh];
    if (!isConvexInput(meshA) || !isConvexInput(meshB)) return;
    const a = worldTriangles(meshA, aToWorld!);
    const b = worldTriangles(meshB, bToWorld!);
    const { vectors, exponent } = toVectors(a, b);
    const all = trianglesOf(vectors);
    const square = convexDepth(all.slice(0, a.length / 9), all.slice(a.length / 9));
    const depth = square === null ? null : rootToNumber(square[0], square[1], exponent);
    const slack = ERROR * Math.max(...Array.from(a, Math.abs), ...Array.from(b, Math.abs));
    session.eachVariant(["aabb", "obb"], () => {
      const treeA = session.build("a", meshA);
      const treeB = session.build("b", meshB);
      judgeConvex(session.ask("penetration", treeA as never, treeB as never, { aToWorld, bToWorld }));
      judgeConvex(
        session.ask("penetration", treeB as never, treeA as never, {
          aToWorld: bToWorld,
          bToWorld: aToWorld,
        }),
      );
    });

    function judgeConvex(got: Penetration | null): void {
      // Rounded boxes are not quite convex: what they say may differ from their hulls by rounding.
      const isRounded = aToWorld !== null || bToWorld !== null;
      if ((got === null) !== (depth === null) && !(isRounded && (got?.depth ?? depth ?? 0) <= slack))
        throw new WrongAnswer("penetration is null or not", got, depth);
      if (got === null || depth === null) return;
      if (got.depth < depth - slack)
        throw new WrongAnswer("penetration: depth is below the truth", got, depth);
      if (got.lowerBound > depth + slack)
        throw new WrongAnswer("penetration: lower bound is above the truth", got, depth);
      if (got.kind === "exact" && got.depth > depth + slack)
        throw new WrongAnswer("penetration: exact depth is above the truth", got, depth);
    }
  },
};

function checkCells(fuzzCase: FuzzCase, session: Parameters<FuzzQuery["check"]>[1]): void {
  const { a, b, meshes, pose } = readCells(fuzzCase);
  const relation = relationOfCells(a, b);
  session.eachVariant(["aabb"], () => {
    const treeA = session.build("a", meshes[0]);
    const treeB = session.build("b", meshes[1]);
    const got = session.ask("penetration", treeA as never, treeB as never, {
      aToWorld: pose,
      bToWorld: pose,
    });
    if ((got === null) !== (relation === "separate"))
      throw new WrongAnswer("penetration is null or not", got, relation);
    if (got === null) return;
    if ((got.depth === 0) !== (relation === "touching"))
      throw new WrongAnswer("penetration is zero or not", got, relation);
    if (got.lowerBound > got.depth * (1 + 1e-9))
      throw new WrongAnswer("penetration: bounds cross", got, relation);
  });
}

export function convexCase(random: Random): Omit<FuzzCase, "seed"> {
  const make = (): FuzzMesh => {
    if (random.chance(0.5)) return tetrahedron(random);
    const low = [0, 1, 2].map(() => random.between(-3, 2));
    return boxMesh(
      low,
      low.map((x) => x + random.between(1, 3)),
    );
  };
  const meshes = [make(), make()];
  const pose = () => (random.chance(0.6) ? null : anyPose(random));
  return { kind: "convex solids", meshes, poses: [pose(), pose()], numbers: {} };
}

/** A tetrahedron or a box as the generators make them: the shrinker may have opened it. */
function isConvexInput(mesh: FuzzMesh): boolean {
  const { positions, indices } = mesh;
  if (!isClosed(mesh) || indices === null) return false;
  if (positions.length === 12) return indices.length === 12;
  if (positions.length !== 24 || indices.length !== 36) return false;
  const high = Array.from(positions.subarray(21, 24));
  return Array.from(positions).every(
    (x, i) => x === ((Math.floor(i / 3) >> (i % 3)) & 1 ? high[i % 3] : positions[i % 3]),
  );
}
