export type Vector3 = [number, number, number];

/** The unit normal of the triangle of nine numbers, on the side where its corners turn left; zero when it has no area. */
export function unitNormal(corners: Float64Array): Vector3 {
  const ux = corners[3]! - corners[0]!;
  const uy = corners[4]! - corners[1]!;
  const uz = corners[5]! - corners[2]!;
  const vx = corners[6]! - corners[0]!;
  const vy = corners[7]! - corners[1]!;
  const vz = corners[8]! - corners[2]!;
  // Scaled, so that the products neither overflow nor vanish.
  const u = 1 / Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz));
  const v = 1 / Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz));
  return normalise(
    u * uy * (v * vz) - u * uz * (v * vy),
    u * uz * (v * vx) - u * ux * (v * vz),
    u * ux * (v * vy) - u * uy * (v * vx),
  );
}

/** The vector with length 1; zero for one that has no direction. */
export function normalise(x: number, y: number, z: number): Vector3 {
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(size > 0)) return [0, 0, 0];
  const length = size * Math.hypot(x / size, y / size, z / size);
  return [x / length + 0, y / length + 0, z / length + 0]; // no −0
}
