import { isSmallLattice, toIntegers } from "./integers.ts";

// The signs that all exact answers are made of. Points are numbers: point i has the coordinates 3i, 3i + 1 and 3i + 2.

export interface Signs {
  /** The sign of the determinant of q − p, r − p and s − p. */
  orient(p: number, q: number, r: number, s: number): number;
  /** How p, q, r turn, seen along an axis: the sign of a determinant of two rows. */
  turn(p: number, q: number, r: number, axis: number): number;
  /** The sign of p − q on an axis. */
  compare(p: number, q: number, axis: number): number;
}

/**
 * "lattice": plain numbers, exact for small lattices (see `isSmallLattice`). "integers": BigInt. "filtered": plain numbers with a
 * proven bound, BigInt where the bound cannot tell.
 */
export type Arithmetic = "lattice" | "integers" | "filtered";

/** Signs of points whose coordinates the caller writes. */
export interface PointSigns extends Signs {
  readonly coordinates: Float64Array;
  /** "lattice" only where `isSmallLattice` holds for all coordinates in use. */
  arithmetic: Arithmetic;
  /** How many signs BigInt decided. */
  integerSigns: number;
}

// Shewchuk 1997: the rounding error of orient3d is below (7 + 56ε)ε times the permanent, ε = 2^-53, that of orient2d below
// (3 + 16ε)ε. Slightly more is taken. What underflow adds is below 2^-1070 · 2^102 each time, far less than the
// surplus where the permanent is above SAFE.
const ORIENT_ERROR = 8 * 2 ** -53;
const TURN_ERROR = 4 * 2 ** -53;
const SAFE = 1e-250;

export function createPointSigns(points: number): PointSigns {
  const c = new Float64Array(3 * points);
  const signs: PointSigns = {
    coordinates: c,
    arithmetic: "filtered",
    integerSigns: 0,
    orient,
    turn,
    compare,
  };
  const gathered = new Float64Array(12);
  const whole: bigint[] = [];

  function orient(p: number, q: number, r: number, s: number): number {
    const x = c[3 * p];
    const y = c[3 * p + 1];
    const z = c[3 * p + 2];
    const ax = c[3 * q] - x;
    const ay = c[3 * q + 1] - y;
    const az = c[3 * q + 2] - z;
    const bx = c[3 * r] - x;
    const by = c[3 * r + 1] - y;
    const bz = c[3 * r + 2] - z;
    const cx = c[3 * s] - x;
    const cy = c[3 * s + 1] - y;
    const cz = c[3 * s + 2] - z;
    // All in a plane across an axis: no rounding, and common enough to be worth a line.
    if (
      (ax === 0 && bx === 0 && cx === 0) ||
      (ay === 0 && by === 0 && cy === 0) ||
      (az === 0 && bz === 0 && cz === 0)
    )
      return 0;
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    if (signs.arithmetic === "lattice") return det > 0 ? 1 : det < 0 ? -1 : 0;
    if (signs.arithmetic === "filtered") {
      const permanent =
        Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
        Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
        Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));
      if (permanent > SAFE && Math.abs(det) > ORIENT_ERROR * permanent) return det > 0 ? 1 : -1;
    }
    return orientByIntegers(p, q, r, s);
  }

  function orientByIntegers(p: number, q: number, r: number, s: number): number {
    signs.integerSigns++;
    for (let k = 0; k < 3; k++) {
      gathered[k] = c[3 * p + k];
      gathered[3 + k] = c[3 * q + k];
      gathered[6 + k] = c[3 * r + k];
      gathered[9 + k] = c[3 * s + k];
    }
    toIntegers(gathered, 12, whole);
    const [x, y, z] = [whole[0], whole[1], whole[2]];
    const [ax, ay, az] = [whole[3] - x, whole[4] - y, whole[5] - z];
    const [bx, by, bz] = [whole[6] - x, whole[7] - y, whole[8] - z];
    const [cx, cy, cz] = [whole[9] - x, whole[10] - y, whole[11] - z];
    return signOf(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
  }

  function turn(p: number, q: number, r: number, axis: number): number {
    const u = axis === 0 ? 1 : 0;
    const v = axis === 2 ? 1 : 2;
    const ax = c[3 * q + u] - c[3 * p + u];
    const ay = c[3 * q + v] - c[3 * p + v];
    const bx = c[3 * r + u] - c[3 * p + u];
    const by = c[3 * r + v] - c[3 * p + v];
    if ((ax === 0 && ay === 0) || (bx === 0 && by === 0) || (ax === 0 && bx === 0) || (ay === 0 && by === 0))
      return 0;
    const left = ax * by;
    const right = ay * bx;
    const det = left - right;
    if (signs.arithmetic === "lattice") return det > 0 ? 1 : det < 0 ? -1 : 0;
    if (signs.arithmetic === "filtered") {
      const permanent = Math.abs(left) + Math.abs(right);
      if (permanent > SAFE && Math.abs(det) > TURN_ERROR * permanent) return det > 0 ? 1 : -1;
    }
    signs.integerSigns++;
    gathered[0] = c[3 * p + u];
    gathered[1] = c[3 * p + v];
    gathered[2] = c[3 * q + u];
    gathered[3] = c[3 * q + v];
    gathered[4] = c[3 * r + u];
    gathered[5] = c[3 * r + v];
    toIntegers(gathered, 6, whole);
    const [x, y] = [whole[0], whole[1]];
    return signOf((whole[2] - x) * (whole[5] - y) - (whole[3] - y) * (whole[4] - x));
  }

  function compare(p: number, q: number, axis: number): number {
    const [x, y] = [c[3 * p + axis], c[3 * q + axis]];
    return x > y ? 1 : x < y ? -1 : 0;
  }

  return signs;
}

/** The cheapest arithmetic that is exact for all these numbers together. */
export function arithmeticFor(...lists: ArrayLike<number>[]): Arithmetic {
  let most = 0;
  for (const list of lists) for (let i = 0; i < list.length; i++) most = Math.max(most, Math.abs(list[i]));
  return lists.every((list) => isSmallLattice(list, most)) ? "lattice" : "filtered";
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}
