import { toIntegers } from "./integers.ts";

// The signs of `orient2d` and `orient3d` in integer arithmetic: slow, exact for every finite f64. They decide where
// expansions could underflow, and tests use them as the slow twin of orient.ts.

function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

// All coordinates in the largest unit that suits: multiples of 2^-1074 would be ten times as long.
const coordinates = new Float64Array(12);

export function exactOrient2d(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  // The point above c lies on the side to which a left turn in the plane z = 0 points.
  return exactOrient3d(ax, ay, 0, bx, by, 0, cx, cy, 0, cx, cy, 1);
}

export function exactOrient3d(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  coordinates[0] = ax;
  coordinates[1] = ay;
  coordinates[2] = az;
  coordinates[3] = bx;
  coordinates[4] = by;
  coordinates[5] = bz;
  coordinates[6] = cx;
  coordinates[7] = cy;
  coordinates[8] = cz;
  coordinates[9] = dx;
  coordinates[10] = dy;
  coordinates[11] = dz;
  const whole = toIntegers(coordinates, 12);
  const [x, y, z] = whole;
  const ux = whole[3] - x;
  const uy = whole[4] - y;
  const uz = whole[5] - z;
  const vx = whole[6] - x;
  const vy = whole[7] - y;
  const vz = whole[8] - z;
  const wx = whole[9] - x;
  const wy = whole[10] - y;
  const wz = whole[11] - z;
  return signOf(wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx));
}
