import type { Random } from "../random.ts";

// Poses: 16 numbers, column-major.

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** null, or a pose that takes the integer lattice to itself: axes exchanged or mirrored, sheared by whole numbers, moved. */
export function latticePose(random: Random): number[] | null {
  if (random.chance(0.4)) return null;
  const order = random.pick(ORDERS);
  const pose = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  order.forEach((axis, k) => {
    pose[4 * k + axis] = random.pick([1, -1, 1, -1, 2]);
  });
  if (random.chance(0.3)) {
    const [from, to] = [random.below(3), random.below(3)];
    if (from !== to)
      for (let row = 0; row < 3; row++) pose[4 * to + row] += random.pick([1, -1]) * pose[4 * from + row];
  }
  for (let k = 0; k < 3; k++) pose[12 + k] = random.between(-2, 2);
  return pose;
}

/** Any pose: of the lattice, a rotation, one with nonuniform scale, shear or mirror, and tiny or huge ones. */
export function anyPose(random: Random): number[] | null {
  const choice = random.below(10);
  if (choice < 5) return latticePose(random);
  const pose = rotation(random);
  if (choice >= 7) stretch(pose, random);
  if (choice === 9) {
    const scale = random.pick([1e-3, 1e3, 2 ** -40, 2 ** 30]);
    for (let i = 0; i < 15; i++) if (i % 4 !== 3) pose[i] *= scale;
  }
  return pose;
}

/** A rotation about a random axis, and a small translation. */
export function rotation(random: Random): number[] {
  let [w, x, y, z] = [0, 0, 0, 0];
  do [w, x, y, z] = [0, 1, 2, 3].map(() => 2 * random.next() - 1) as [number, number, number, number];
  while (w * w + x * x + y * y + z * z < 0.1);
  const n = 2 / (w * w + x * x + y * y + z * z);
  return [
    ...[1 - n * (y * y + z * z), n * (x * y + w * z), n * (x * z - w * y), 0],
    ...[n * (x * y - w * z), 1 - n * (x * x + z * z), n * (y * z + w * x), 0],
    ...[n * (x * z + w * y), n * (y * z - w * x), 1 - n * (x * x + y * y), 0],
    ...[0, 1, 2].map(() => random.pick([0, random.between(-2, 2), 2 * random.next() - 1])),
    1,
  ];
}

function stretch(pose: number[], random: Random): void {
  for (let column = 0; column < 3; column++) {
    const factor = random.pick([1, -1, 0.5, 3, 0.01, 100, -0.3]);
    for (let row = 0; row < 3; row++) pose[4 * column + row] *= factor;
  }
  const shear = random.pick([0, 0.5, -1, 7]);
  for (let row = 0; row < 3; row++) pose[4 + row] += shear * pose[row];
}
