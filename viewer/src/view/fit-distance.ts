import { Vector3 } from "three";

const UP = new Vector3(0, 1, 0);

/**
 * How far the eye must be from the middle of a box, in a direction, to have its eight corners in view. `height` and
 * `width` are the tangents of half the angles of view.
 */
export function fitDistance(corners: Vector3[], direction: Vector3, height: number, width: number): number {
  const right = new Vector3().crossVectors(UP, direction);
  // Straight from above or below any right will do.
  if (right.lengthSq() < 1e-12) right.set(1, 0, 0);
  right.normalize();
  const above = new Vector3().crossVectors(direction, right);
  let least = 0;
  for (const corner of corners) {
    const across = Math.max(Math.abs(corner.dot(right)) / width, Math.abs(corner.dot(above)) / height);
    least = Math.max(least, corner.dot(direction) + across);
  }
  return least;
}
