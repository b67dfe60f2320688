import fc from "fast-check";

// Poses for property tests: 16 numbers, column-major.

export function identity(): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

export function fromColumns(x: number[], y: number[], z: number[], origin: number[]): number[] {
  return [...x, 0, ...y, 0, ...z, 0, ...origin, 1];
}

/** A rotation from a quaternion that need not be of unit length. */
export function rotation(
  [w, x, y, z]: [number, number, number, number],
  origin = [0, 0, 0],
  scale = [1, 1, 1],
): number[] {
  const n = 2 / (w * w + x * x + y * y + z * z);
  const columns = [
    [1 - n * (y * y + z * z), n * (x * y + w * z), n * (x * z - w * y)],
    [n * (x * y - w * z), 1 - n * (x * x + z * z), n * (y * z + w * x)],
    [n * (x * z + w * y), n * (y * z - w * x), 1 - n * (x * x + y * y)],
  ].map((column, k) => column.map((value) => value * scale[k]));
  return fromColumns(columns[0], columns[1], columns[2], origin);
}

const unit = fc.double({ min: -1, max: 1, noNaN: true });
const quaternion = fc
  .tuple(unit, unit, unit, unit)
  .filter(([w, x, y, z]) => w * w + x * x + y * y + z * z > 0.01);
const nearby = fc.tuple(unit, unit, unit).map((v) => v.map((x) => 0.8 * x));
const factor = fc
  .tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.boolean())
  .map(([e, mirror]) => (mirror ? -1 : 1) * 2 ** e);

export const rigidPose: fc.Arbitrary<number[]> = fc.tuple(quaternion, nearby).map(([q, t]) => rotation(q, t));

/** Nonuniform scale, mirror and shear on top of a rotation. */
export const affinePose: fc.Arbitrary<number[]> = fc
  .tuple(quaternion, nearby, fc.tuple(factor, factor, factor), unit)
  .map(([q, t, scale, shear]) => {
    const pose = rotation(q, t, scale);
    for (let row = 0; row < 3; row++) pose[4 + row] += shear * pose[row];
    return pose;
  });

const SIGNED_PERMUTATIONS = [0, 1, 2].flatMap((first) =>
  [0, 1, 2]
    .filter((second) => second !== first)
    .map((second) => [first, second, 3 - first - second] as const),
);

/** Maps the integer lattice to itself: contacts stay contacts, to the last bit. */
export const latticePose: fc.Arbitrary<number[]> = fc
  .tuple(
    fc.constantFrom(...SIGNED_PERMUTATIONS),
    fc.tuple(fc.constantFrom(-1, 1, 2), fc.constantFrom(-1, 1), fc.constantFrom(-1, 1)),
    fc.tuple(
      fc.integer({ min: -2, max: 2 }),
      fc.integer({ min: -2, max: 2 }),
      fc.integer({ min: -2, max: 2 }),
    ),
  )
  .map(([order, signs, origin]) => {
    const columns = order.map((axis, k) => [0, 1, 2].map((row) => (row === axis ? signs[k] : 0)));
    return fromColumns(columns[0], columns[1], columns[2], [...origin]);
  });

export const anyPose: fc.Arbitrary<number[]> = fc.oneof(rigidPose, affinePose, latticePose);
