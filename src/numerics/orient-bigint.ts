import { toInteger } from "./integers.ts";

// The signs of `orient2d` and `orient3d` in integer arithmetic: slow, exact for every finite f64. They decide where
// expansions could underflow, and tests use them as the slow twin of orient.ts.

function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

export function exactOrient2d(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  const x = toInteger(cx);
  const y = toInteger(cy);
  return signOf((toInteger(ax) - x) * (toInteger(by) - y) - (toInteger(ay) - y) * (toInteger(bx) - x));
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
  const x = toInteger(ax);
  const y = toInteger(ay);
  const z = toInteger(az);
  const ux = toInteger(bx) - x;
  const uy = toInteger(by) - y;
  const uz = toInteger(bz) - z;
  const vx = toInteger(cx) - x;
  const vy = toInteger(cy) - y;
  const vz = toInteger(cz) - z;
  const wx = toInteger(dx) - x;
  const wy = toInteger(dy) - y;
  const wz = toInteger(dz) - z;
  return signOf(wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx));
}
