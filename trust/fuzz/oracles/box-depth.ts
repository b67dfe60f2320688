// How far boxes along the axes reach into each other, as `overlapDepth` means it. Boxes: minima, then maxima.

/** The greatest distance of a point of either surface, inside the other box, from the other's surface; 0 if there is none. */
export function reachOfBoxes(a: readonly number[], b: readonly number[]): number {
  return Math.max(0, reachInto(a, b), reachInto(b, a));
}

/** The greatest distance to b's surface of a point of a's faces inside b. The distance is the least of six, each of one axis alone. */
function reachInto(a: readonly number[], b: readonly number[]): number {
  let most = -Infinity;
  for (let axis = 0; axis < 3; axis++)
    for (const value of [a[axis], a[3 + axis]]) {
      let reach = tent(b, axis, value);
      for (let k = 0; k < 3; k++) {
        if (k === axis) continue;
        const middle = (b[k] + b[3 + k]) / 2;
        reach = Math.min(reach, tent(b, k, Math.max(a[k], Math.min(a[3 + k], middle))));
      }
      most = Math.max(most, reach);
    }
  return most;
}

/** How far x is inside b on one axis. */
function tent(b: readonly number[], k: number, x: number): number {
  return Math.min(x - b[k], b[3 + k] - x);
}

/** The diameter of the widest ball in both boxes. */
export function ballInBoxes(a: readonly number[], b: readonly number[]): number {
  return Math.max(0, Math.min(...[0, 1, 2].map((k) => Math.min(a[3 + k], b[3 + k]) - Math.max(a[k], b[k]))));
}
