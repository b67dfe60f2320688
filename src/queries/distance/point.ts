/** A point of a result, in world coordinates. */
export type Point = [x: number, y: number, z: number];

export function pointAt(numbers: Float64Array, at: number): Point {
  return [numbers[at], numbers[at + 1], numbers[at + 2]];
}
