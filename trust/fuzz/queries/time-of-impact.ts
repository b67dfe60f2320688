import type { Impact } from "../../../src/index.ts";
import { cornersOf, type FuzzCase, type FuzzMesh, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { chooseSpoiling } from "../generators/coordinates.ts";
import { neighbourMesh, smallMeshes } from "../generators/meshes.ts";
import { anyPose } from "../generators/poses.ts";
import {
  compareTime,
  edgeEdgeContacts,
  type PossibleContact,
  triangleContacts,
  vertexFaceContacts,
} from "../oracles/impact-times.ts";
import { pairsOfMeshes, selfPairsOfMesh } from "../oracles/mesh-pairs.ts";
import { movingPoints } from "../oracles/moving-points.ts";
import { worldTriangles, worldVertices } from "../oracles/world-vertices.ts";
import type { Random } from "../random.ts";
import { ulpsBetween } from "./rounding.ts";

export const timeOfImpact: FuzzQuery = {
  name: "timeOfImpact",
  checks:
    "timeOfImpact of straight motion, both ways round: hit or miss, and the f64 times next to the first contact",
  // Where everything stays in one plane, and where numbers have a thousand bits, both sides take a hundred times as long.
  generate: (random) => (random.chance(0.04) ? hostileCase(random) : plainCase(random)),
  check(fuzzCase, session) {
    const sides = [0, 1].map((m) => sideOf(fuzzCase, m));
    if (sides.some((side) => side === null)) return;
    const [a, b] = sides as [MovingSide, MovingSide];
    const points = movingPoints([...a.starts, ...b.starts], [...a.ends, ...b.ends]);
    const contacts: PossibleContact[] = [];
    for (let i = 0; i < a.starts.length / 3; i += 3)
      for (let j = 0; j < b.starts.length / 3; j += 3)
        contacts.push(...triangleContacts(points, i, a.starts.length / 3 + j));
    session.eachVariant(["aabb"], () => {
      const treeA = session.buildAabb("a", fuzzCase.meshes[0]);
      const treeB = session.buildAabb("b", fuzzCase.meshes[1]);
      judge("timeOfImpact", session.ask("timeOfImpact", treeA, treeB, a.motion, b.motion), contacts);
      judge(
        "timeOfImpact the other way round",
        session.ask("timeOfImpact", treeB, treeA, b.motion, a.motion),
        contacts,
      );
    });
  },
};

/** One or two triangles of a lattice each, perhaps a rounded one, that are shifted or bent; sometimes at poses. */
function plainCase(random: Random): Omit<FuzzCase, "seed"> {
  const factor = random.pick([1, 1, 1 / 3, 0.1, 1 / 7, 2 ** -30]);
  const reach = random.between(2, 4);
  const numbers: Record<string, number[]> = {};
  const meshes = [0, 1].map((m): FuzzMesh => {
    const count = random.pick([1, 1, 1, 2]);
    const whole = Array.from({ length: 9 * count }, () => random.between(-reach, reach));
    const shift = [0, 1, 2].map(() => random.between(-5, 5));
    const way = random.below(4); // 0: stands still, 1: every vertex goes its own way, else: all go the same way
    numbers[`ends${m}`] = whole.map(
      (x, i) => factor * (x + (way === 0 ? 0 : way === 1 ? random.between(-4, 4) : shift[i % 3])),
    );
    return { positions: Float64Array.from(whole, (x) => factor * x), indices: null };
  });
  const poses = [0, 1, 2, 3].map(() => (random.chance(0.9) ? null : anyPose(random)));
  return { kind: `plain triangles, times ${factor}`, meshes, poses, numbers };
}

function hostileCase(random: Random): Omit<FuzzCase, "seed"> {
  const made = smallMeshes(random, 2, random.pick([1, 1, 2]));
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
}

interface MovingSide {
  motion: { positionsAtEnd: Float64Array; from: number[] | null; to: number[] | null };
  /** World corners, nine numbers a triangle. */
  starts: Float64Array;
  ends: Float64Array;
}

/** null: the shrinker took vertices away, and the ends no longer fit; or a pose takes a vertex out of the range. */
function sideOf({ meshes, poses, numbers }: FuzzCase, m: number): MovingSide | null {
  const mesh = meshes[m];
  const positionsAtEnd = Float64Array.from(numbers[`ends${m}`]);
  if (positionsAtEnd.length !== mesh.positions.length) return null;
  const [from, to] = [poses[2 * m]!, poses[2 * m + 1]!];
  const starts = worldTriangles(mesh, from);
  const ends = worldTriangles({ positions: positionsAtEnd, indices: mesh.indices }, to);
  if ([starts, ends].some((list) => list.some((x) => Math.abs(x) > 2 ** 100))) return null;
  return { motion: { positionsAtEnd, from, to }, starts, ends };
}

function judge(what: string, got: Impact, contacts: readonly PossibleContact[]): void {
  if (got.kind === "indeterminate") throw new WrongAnswer(`${what} is indeterminate`, got, contacts.length);
  if (got.kind !== "hit") {
    const missed = contacts.find((contact) => contact.touches());
    if (missed !== undefined) throw new WrongAnswer(`${what} is a miss`, got, missed.time.approximately);
    return;
  }
  const { lower, upper } = got;
  let isTouched = false;
  for (const contact of contacts) {
    if (compareTime(contact.time, upper) > 0 || !contact.touches()) continue;
    isTouched = true;
    if (compareTime(contact.time, lower) < 0)
      throw new WrongAnswer(`${what}: a contact is earlier`, got, contact.time.approximately);
  }
  if (!isTouched) {
    const later = contacts.find((contact) => contact.touches());
    if (later === undefined) throw new WrongAnswer(`${what} is a hit`, got, "a miss");
    throw new WrongAnswer(`${what}: no contact by then`, got, later.time.approximately);
  }
  if (ulpsBetween(lower, upper) > 1)
    throw new WrongAnswer(`${what}: times are not neighbours`, got, "neighbours");
}

export const selfTimeOfImpact: FuzzQuery = {
  name: "selfTimeOfImpact",
  checks: "selfTimeOfImpact: features without a common vertex, as timeOfImpact",
  generate: (random) => (random.chance(0.05) ? hostileNeighbours(random) : plainNeighbours(random)),
  check({ meshes, numbers }, session) {
    const mesh = meshes[0];
    const ends = Float64Array.from(numbers.ends);
    if (ends.length !== mesh.positions.length) return;
    const corners = cornersOf(mesh);
    const isApartAtStart = !meetsItself(mesh, corners);
    const contacts = isApartAtStart ? ownContacts(mesh, corners, ends) : [];
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", mesh);
      const got = session.ask("selfTimeOfImpact", tree, ends);
      // What meets itself at the start meets at time 0, unless only neighbours do: no rule says so.
      if (!isApartAtStart) session.counts.undecided++;
      else judge("selfTimeOfImpact", got, contacts);
    });
  },
};

/** A triangle without area is no self pair of any other, but where it crosses one without a common corner, they are in contact. */
function meetsItself(mesh: FuzzMesh, corners: Uint32Array): boolean {
  const triangles = worldTriangles(mesh, null);
  if (selfPairsOfMesh(triangles, corners).pairs.length > 0) return true;
  const { pairs } = pairsOfMeshes(triangles, triangles);
  for (let i = 0; i < pairs.length; i += 2) {
    const second = corners.subarray(3 * pairs[i + 1], 3 * pairs[i + 1] + 3);
    const isCommon = corners.subarray(3 * pairs[i], 3 * pairs[i] + 3).some((v) => second.includes(v));
    if (!isCommon) return true;
  }
  return false;
}

/** Two or three triangles over a few vertices of a lattice, perhaps a rounded one, that do not meet at the start if that is easily had. */
function plainNeighbours(random: Random): Omit<FuzzCase, "seed"> {
  const factor = random.pick([1, 1, 1 / 3, 0.1, 1 / 7, 2 ** -30]);
  let mesh: FuzzMesh;
  let tries = 0;
  do {
    const vertices = random.between(4, 6);
    const positions = Float64Array.from({ length: 3 * vertices }, () => factor * random.between(-3, 3));
    const indices: number[] = [];
    for (let n = random.pick([2, 2, 3]); n > 0; n--) {
      const picked = new Set<number>();
      while (picked.size < 3) picked.add(random.below(vertices));
      indices.push(...picked);
    }
    mesh = { positions, indices: Uint32Array.from(indices) };
  } while (++tries < 8 && meetsItself(mesh, cornersOf(mesh)));
  const moves = random.pick([0.2, 0.5, 1]);
  const ends = Array.from(
    mesh.positions,
    (x) => x + (random.chance(moves) ? factor * random.between(-4, 4) : 0),
  );
  return { kind: `plain neighbours, times ${factor}`, meshes: [mesh], poses: [null], numbers: { ends } };
}

function hostileNeighbours(random: Random): Omit<FuzzCase, "seed"> {
  const made = neighbourMesh(random, 1);
  const { positions } = made.meshes[0];
  const ends = Array.from(positions, (x) => x + (random.chance(0.5) ? 0 : random.between(-4, 4)));
  return { kind: made.kind, meshes: made.meshes, poses: [null], numbers: { ends } };
}

function ownContacts(mesh: FuzzMesh, corners: Uint32Array, ends: Float64Array): PossibleContact[] {
  const points = movingPoints(worldVertices(mesh.positions, null), ends);
  const found: PossibleContact[] = [];
  const count = corners.length / 3;
  const edges = new Map<string, [number, number]>();
  for (let t = 0; t < count; t++) {
    const [a, b, c] = corners.subarray(3 * t, 3 * t + 3) as unknown as [number, number, number];
    for (const v of new Set(corners))
      if (v !== a && v !== b && v !== c) found.push(...vertexFaceContacts(points, v, a, b, c));
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
      found.push(...edgeEdgeContacts(points, p, q, r, s));
    }
  return found;
}
