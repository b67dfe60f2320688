/** A point or a direction: x, y, z. */
export type Vector = [x: number, y: number, z: number];

/** Three of the numbers, from `at` on. */
export function vectorFrom(numbers: ArrayLike<number>, at = 0): Vector {
  return [numbers[at], numbers[at + 1], numbers[at + 2]];
}
