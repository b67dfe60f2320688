import type { Impact } from "../../../src/index.ts";
import { cornersOf, type FuzzCase, type FuzzMesh, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { chooseSpoiling } from "../generators/coordinates.ts";
import { neighbourMesh, smallMeshes } from "../generators/meshes.ts";
import { anyPose } from "../generators/poses.ts";
import {
  compareTime,
  edgeEdgeTimes,
  movingPoints,
  triangleTimes,
  vertexFaceTimes,
} from "../oracles/impact-times.ts";
import { selfPairsOfMesh } from "../oracles/mesh-pairs.ts";
import type { Root } from "../oracles/real-roots.ts";
import { worldTriangles, worldVertices } from "../oracles/world-vertices.ts";
import { ulpsBetween } from "./rounding.ts";

export const timeOfImpact: FuzzQuery = {
  name: "timeOfImpact",
  checks: "timeOfImpact of straight motion: hit or miss, and the f64 times next to the first contact",
  generate(random) {
    const made = smallMeshes(random, 2, 2);
    const poses = [0, 1, 2, 3].map(() => (random.chance(0.7) ? null : anyPose(random)));
    const numbers: Record<string, number[]> = {};
    made.meshes.forEach(({ positions }, m) => {
      const spoiling = chooseSpoiling(random, false);
      const way = random.below(3);
      const shift = [0, 1, 2].map(() => random.between(-4, 4));
      const ends = positions.map(
        (x, i) => x + (way === 0 ? 0 : way === 1 ? shift[i % 3] : random.between(-4, 4)),
      );
      if (random.chance(0.3)) spoiling.apply(ends);
      numbers[`ends${m}`] = Array.from(ends, (x) => Math.max(-(2 ** 99), Math.min(2 ** 99, x)));
    });
    return { kind: made.kind, meshes: made.meshes, poses, numbers };
  },
  check(fuzzCase, session) {
    const sides = [0, 1].map((m) => sideOf(fuzzCase, m));
    if (sides.some((side) => side === null)) return;
    const [a, b] = sides as [MovingSide, MovingSide];
    const times: { time: Root; triangleA: number; triangleB: number }[] = [];
    for (let i = 0; i < a.starts.length / 9; i++)
      for (let j = 0; j < b.starts.length / 9; j++) {
        const starts = [...a.starts.subarray(9 * i, 9 * i + 9), ...b.starts.subarray(9 * j, 9 * j + 9)];
        const ends = [...a.ends.subarray(9 * i, 9 * i + 9), ...b.ends.subarray(9 * j, 9 * j + 9)];
        for (const time of triangleTimes(movingPoints(starts, ends)))
          times.push({ time, triangleA: i, triangleB: j });
      }
    session.eachVariant(["aabb"], () => {
      const treeA = session.buildAabb("a", fuzzCase.meshes[0]);
      const treeB = session.buildAabb("b", fuzzCase.meshes[1]);
      const got = session.ask("timeOfImpact", treeA, treeB, a.motion, b.motion);
      judge("timeOfImpact", got, times);
    });
  },
};

interface MovingSide {
  motion: { positionsAtEnd: Float64Array; from: number[] | null; to: number[] | null };
  /** World corners, nine numbers a triangle. */
  starts: Float64Array;
  ends: Float64Array;
}

/** null: the shrinker took vertices away, and the ends no longer fit. */
function sideOf({ meshes, poses, numbers }: FuzzCase, m: number): MovingSide | null {
  const mesh = meshes[m];
  const positionsAtEnd = Float64Array.from(numbers[`ends${m}`]);
  if (positionsAtEnd.length !== mesh.positions.length) return null;
  const [from, to] = [poses[2 * m]!, poses[2 * m + 1]!];
  const starts = worldTriangles(mesh, from);
  const ends = worldTriangles({ positions: positionsAtEnd, indices: mesh.indices }, to);
  return { motion: { positionsAtEnd, from, to }, starts, ends };
}

function judge(what: string, got: Impact, times: readonly { time: Root }[]): void {
  if (got.kind === "indeterminate") throw new WrongAnswer(`${what} is indeterminate`, got, times.length > 0);
  if ((got.kind === "hit") !== times.length > 0)
    throw new WrongAnswer(`${what} is a ${got.kind}`, got, times.length > 0);
  if (got.kind !== "hit") return;
  const { lower, upper } = got;
  if (times.some(({ time }) => compareTime(time, lower) < 0))
    throw new WrongAnswer(`${what}: a contact is earlier`, got, "earlier");
  if (!times.some(({ time }) => compareTime(time, upper) <= 0))
    throw new WrongAnswer(`${what}: no contact by then`, got, "later");
  if (ulpsBetween(lower, upper) > 1)
    throw new WrongAnswer(`${what}: times are not neighbours`, got, "neighbours");
}

export const selfTimeOfImpact: FuzzQuery = {
  name: "selfTimeOfImpact",
  checks: "selfTimeOfImpact: features without a common vertex, as timeOfImpact",
  generate(random) {
    const made = neighbourMesh(random, 1);
    const { positions } = made.meshes[0];
    const ends = Array.from(positions, (x) => x + (random.chance(0.5) ? 0 : random.between(-4, 4)));
    return { kind: made.kind, meshes: made.meshes, poses: [null], numbers: { ends } };
  },
  check({ meshes, numbers }, session) {
    const mesh = meshes[0];
    const ends = Float64Array.from(numbers.ends);
    if (ends.length !== mesh.positions.length) return;
    const corners = cornersOf(mesh);
    const isApartAtStart = selfPairsOfMesh(worldTriangles(mesh, null), corners).pairs.length === 0;
    const times = isApartAtStart ? ownTimes(mesh, corners, ends) : [];
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", mesh);
      const got = session.ask("selfTimeOfImpact", tree, ends);
      // What meets itself at the start meets at time 0, unless only neighbours do: no rule says so.
      if (!isApartAtStart) session.counts.undecided++;
      else judge("selfTimeOfImpact", got, times);
    });
  },
};

function ownTimes(mesh: FuzzMesh, corners: Uint32Array, ends: Float64Array): { time: Root }[] {
  const points = movingPoints(worldVertices(mesh.positions, null), ends);
  const found: Root[] = [];
  const count = corners.length / 3;
  const edges = new Map<string, [number, number]>();
  for (let t = 0; t < count; t++) {
    const [a, b, c] = corners.subarray(3 * t, 3 * t + 3) as unknown as [number, number, number];
    for (const v of new Set(corners))
      if (v !== a && v !== b && v !== c) found.push(...vertexFaceTimes(points, v, a, b, c));
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const)
      edges.set(p < q ? `${p} ${q}` : `${q} ${p}`, [p, q]);
  }
  const list = [...edges.values()];
  for (let i = 0; i < list.length; i++)
    for (let j = i + 1; j < list.length; j++) {
      const [[p, q], [r, s]] = [list[i], list[j]];
      if (p === r || p === s || q === r || q === s || p === q || r === s) continue;
      found.push(...edgeEdgeTimes(points, p, q, r, s));
    }
  return found.map((time) => ({ time }));
}
