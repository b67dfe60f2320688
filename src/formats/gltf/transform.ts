// Affine maps as 16 numbers, column-major, in f64.

/** Translation, rotation (a unit quaternion x y z w) and scale, applied from right to left. */
export interface Trs {
  translation: ArrayLike<number>;
  rotation: ArrayLike<number>;
  scale: ArrayLike<number>;
}

export const REST: Trs = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };

export function identity(): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

export function isIdentity(m: Float64Array): boolean {
  return identity().every((value, i) => m[i] === value);
}

export function compose({ translation, rotation, scale }: Trs): Float64Array {
  const [x, y, z, w] = [rotation[0], rotation[1], rotation[2], rotation[3]];
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  const m = identity();
  for (let c = 0; c < 3; c++) for (let r = 0; r < 3; r++) m[4 * c + r] = columns[c][r] * scale[c];
  for (let r = 0; r < 3; r++) m[12 + r] = translation[r];
  return m;
}

/** a · b: first b, then a. Both are affine, so the last row need not be computed. */
export function multiply(a: Float64Array, b: ArrayLike<number>): Float64Array {
  const m = identity();
  for (let c = 0; c < 4; c++)
    for (let r = 0; r < 3; r++) {
      const sum = a[r] * b[4 * c] + a[4 + r] * b[4 * c + 1] + a[8 + r] * b[4 * c + 2];
      m[4 * c + r] = c === 3 ? sum + a[12 + r] : sum;
    }
  return m;
}
