import type { FuzzMesh } from "../fuzz-case.ts";
import type { Random } from "../random.ts";
import { chooseScale, chooseSpoiling, type Spoiling } from "./coordinates.ts";
import { rotation } from "./poses.ts";
import { LATTICE_KINDS, relate, TRIANGLES } from "./triangles.ts";

// Meshes of a few hostile triangles, and large ones of many far-apart groups of them: one query then decides thousands of pairs.

export interface MadeMeshes {
  kind: string;
  meshes: FuzzMesh[];
  /** Whether all coordinates are on a small lattice, perhaps scaled. */
  isLattice: boolean;
}

/** A few triangles for each of `count` meshes, close together, with common corners and edges here and there. */
export function smallMeshes(random: Random, count: number, most = 5): MadeMeshes {
  const isMixed = random.chance(0.3);
  const name = random.pick([...LATTICE_KINDS, ...Object.keys(TRIANGLES)]);
  const kinds = isMixed ? Object.keys(TRIANGLES) : [name, name, "lattice"];
  const all: number[][] = [];
  const meshes = Array.from({ length: count }, () => {
    const triangles = Array.from({ length: random.between(1, most) }, () => {
      const t = TRIANGLES[random.pick(kinds)](random);
      if (all.length > 0 && random.chance(0.5)) relate(t, random.pick(all), random);
      all.push(t);
      return t;
    });
    return { positions: Float64Array.from(triangles.flat()), indices: null } as FuzzMesh;
  });
  const spoiling = chooseSpoiling(random);
  const isFar = !isMixed && name === "needle" && /2 \*\* 95/.test(spoiling.name);
  if (!isFar) spoil(meshes, spoiling);
  for (const mesh of meshes) if (random.chance(0.5)) weld(mesh);
  const isLattice = !isMixed && LATTICE_KINDS.includes(name) && spoiling.keepsLattice;
  return { kind: `small ${isMixed ? "mixed" : name}, ${spoiling.name}`, meshes, isLattice };
}

function spoil(meshes: readonly FuzzMesh[], spoiling: Spoiling): void {
  for (const { positions } of meshes) {
    spoiling.apply(positions);
    // Coordinates end at 2^100.
    for (let i = 0; i < positions.length; i++)
      positions[i] = Math.max(-(2 ** 99), Math.min(2 ** 99, positions[i]));
  }
}

/** Turns all meshes alike, and rounds them: what was flat along an axis gets a frame. */
function turn(meshes: readonly FuzzMesh[], m: readonly number[]): void {
  for (const { positions } of meshes)
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = positions.subarray(i, i + 3);
      for (let row = 0; row < 3; row++) positions[i + row] = m[row] * x + m[4 + row] * y + m[8 + row] * z;
    }
}

/** Makes equal corners one vertex. */
function weld(mesh: FuzzMesh): void {
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const corners = mesh.indices ?? Uint32Array.from({ length: mesh.positions.length / 3 }, (_, i) => i);
  mesh.indices = Uint32Array.from(corners, (v) => {
    const point = mesh.positions.subarray(3 * v, 3 * v + 3);
    const key = Array.from(point, (x) => (x === 0 ? 0 : x)).join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    positions.push(...point);
    return numbers.size - 1;
  });
  mesh.positions = Float64Array.from(positions);
}

/** Groups stand this far apart; a group reaches no further than ROOM / 2 from its middle. */
const ROOM = 16;

/**
 * `groups` groups of small triangles on a grid, in `count` meshes that each have 1 to `most` triangles of a group. Triangles of different
 * groups are apart; some cases are turned as a whole. `isPlain`: on a lattice, perhaps one of another scale, for which the oracle is fastest.
 */
export function batchedMeshes(
  random: Random,
  count: number,
  groups: number,
  most: number,
  isPlain = false,
): MadeMeshes {
  const kinds = random.pick([
    ["lattice"],
    ["flat"],
    ["lattice", "flat", "degenerate"],
    ["decimal"],
    ["lattice", "sliver"],
  ]);
  if (isPlain) kinds.splice(0, kinds.length, "lattice", "flat", "degenerate");
  const side = Math.ceil(Math.cbrt(groups));
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (let g = 0; g < groups; g++) {
    const middle = [g % side, Math.floor(g / side) % side, Math.floor(g / side / side)].map(
      (i) => ROOM * (i - Math.floor(side / 2)),
    );
    const others: number[][] = [];
    for (const list of lists)
      for (let n = random.between(1, most); n > 0; n--) {
        const t = TRIANGLES[random.pick(kinds)](random);
        if (others.length > 0 && random.chance(0.4)) relate(t, random.pick(others), random);
        others.push(t);
        for (let k = 0; k < 9; k++) list.push(t[k] + middle[k % 3]);
      }
  }
  const meshes = lists.map((list): FuzzMesh => ({ positions: Float64Array.from(list), indices: null }));
  const isTurned = !isPlain && random.chance(0.3);
  if (isTurned) turn(meshes, rotation(random));
  // Batches of decimals and slivers are scaled, too: every second one, in place of being rounded.
  const isScaled = isPlain || random.chance(0.5);
  const spoiling = isScaled ? chooseScale(random, ROOM * side) : chooseSpoiling(random, groups < 100);
  spoil(meshes, spoiling);
  return {
    kind: `${groups} groups of ${kinds.join(" and ")}${isTurned ? ", turned" : ""}, ${spoiling.name}`,
    meshes,
    isLattice: !isTurned && kinds.every((kind) => LATTICE_KINDS.includes(kind)) && spoiling.keepsLattice,
  };
}

/**
 * Groups of 2 to `most` triangles with common corners, as indices say, in one mesh: fans in a plane, pairs with one or two common corners in
 * every rotation, triangles over the same few vertices.
 */
export function neighbourMesh(random: Random, groups: number, most = 4): MadeMeshes {
  const side = Math.ceil(Math.cbrt(groups));
  const positions: number[] = [];
  const indices: number[] = [];
  const isFlat = random.chance(0.5);
  const reach = random.between(1, 4);
  for (let g = 0; g < groups; g++) {
    const middle = [g % side, Math.floor(g / side) % side, Math.floor(g / side / side)].map((i) => ROOM * i);
    const first = positions.length / 3;
    const vertices = random.between(4, 7);
    const slant = random.below(3);
    for (let v = 0; v < vertices; v++) {
      const p = [0, 1, 2].map(() => random.between(-reach, reach));
      if (isFlat) p[2] = slant === 0 ? 0 : slant * p[0] - p[1];
      positions.push(...p.map((x, k) => x + middle[k]));
    }
    for (let n = random.between(2, most); n > 0; n--) {
      const picked = new Set<number>();
      while (picked.size < 3) picked.add(first + random.below(vertices));
      indices.push(...picked);
    }
  }
  const mesh: FuzzMesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  const spoiling = chooseSpoiling(random, groups < 100);
  spoil([mesh], spoiling);
  return {
    kind: `${groups} groups of neighbours${isFlat ? " in planes" : ""}, ${spoiling.name}`,
    meshes: [mesh],
    isLattice: spoiling.keepsLattice,
  };
}

/**
 * Pairs of triangles with one or two common corners, each pair in a plane of its own, one plane above the other. Rounded coordinates in a
 * plane that is not rounded: what is coplanar stays so, and every sign in the plane is a near tie.
 */
export function stackedNeighbours(random: Random, groups: number): MadeMeshes {
  const factor = random.pick([1 / 3, 1 / 3, 0.1, 1 / 7, 1]);
  const reach = random.between(2, 5);
  const up = random.below(3);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let g = 0; g < groups; g++) {
    const first = positions.length / 3;
    const vertices = random.pick([5, 5, 5, 4]);
    for (let v = 0; v < vertices; v++)
      for (let k = 0; k < 3; k++) positions.push(k === up ? g : factor * random.between(-reach, reach));
    const second = vertices === 5 ? [1, 3, 4] : [1, 2, 3];
    const turn = random.below(3);
    for (const v of [0, 1, 2]) indices.push(first + ((v + turn) % 3));
    const other = random.below(3);
    for (const k of [0, 1, 2]) indices.push(first + second[(k + other) % 3]);
  }
  const mesh: FuzzMesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  return { kind: `${groups} stacked neighbours times ${factor}`, meshes: [mesh], isLattice: false };
}

/** Poses that suit the meshes: on a lattice mostly such that they stay there. */
export function isTame(mesh: FuzzMesh): boolean {
  let most = 0;
  let least = Infinity;
  for (const x of mesh.positions) {
    most = Math.max(most, Math.abs(x));
    if (x !== 0) least = Math.min(least, Math.abs(x));
  }
  return most < 1e12 && most > 1e-12;
}
