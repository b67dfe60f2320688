// Poses as abut and three.js take them: 16 numbers, column-major.

export function translation(x: number, y: number, z: number): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

/** Turned about a unit axis, then moved. */
export function rotation(
  axis: readonly number[],
  angle: number,
  at: readonly number[] = [0, 0, 0],
): number[] {
  const [x, y, z] = axis;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    ...[t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0],
    ...[t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0],
    ...[t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0],
    ...[at[0], at[1], at[2], 1],
  ];
}

export function movePoint(pose: ArrayLike<number>, [x, y, z]: readonly number[]): number[] {
  return [0, 1, 2].map((k) => pose[k] * x + pose[4 + k] * y + pose[8 + k] * z + pose[12 + k]);
}
