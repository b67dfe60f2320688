import { arithmeticFor, createPointSigns } from "./signs.ts";
import { pointIsOnTriangle } from "./triangle-triangle.ts";

/** Points 0 to 2: the triangle. 3: the point. 4: the far end of a ray. */
const signs = createPointSigns(5);

/**
 * On which side of a closed surface (nine numbers a triangle) a point lies. The parity of the triangles that a segment to a far point
 * crosses. A segment that meets an edge or a corner says nothing: another far point is taken.
 */
export function locateInClosedMesh(
  triangles: Float64Array,
  point: ArrayLike<number>,
): "inside" | "outside" | "on" {
  const { coordinates } = signs;
  signs.arithmetic = arithmeticFor(triangles, point);
  const load = (t: number) => coordinates.set(triangles.subarray(9 * t, 9 * t + 9));
  coordinates.set(Array.from(point), 9);
  for (let t = 0; t < triangles.length / 9; t++) {
    load(t);
    if (pointIsOnTriangle(signs, 3, 0, 1, 2)) return "on";
  }
  signs.arithmetic = "filtered";
  const reach = Math.max(...Array.from(point, Math.abs), ...Array.from(triangles, Math.abs));
  for (let attempt = 0; attempt < 100; attempt++) {
    // Beyond the box around everything, each time in another direction.
    const far = [4 + attempt, Math.sin(1 + attempt), Math.cos(2 + 3 * attempt)];
    for (let k = 0; k < 3; k++) coordinates[12 + k] = reach * far[(k + attempt) % 3];
    const crossings = countCrossings(triangles.length / 9, load);
    if (crossings >= 0) return crossings % 2 === 1 ? "inside" : "outside";
  }
  throw new Error("every ray met an edge");
}

/** −1 if the segment from point 3 to point 4 meets an edge, or lies in a triangle's plane. */
function countCrossings(count: number, load: (t: number) => void): number {
  let crossings = 0;
  for (let t = 0; t < count; t++) {
    load(t);
    const start = signs.orient(0, 1, 2, 3);
    const end = signs.orient(0, 1, 2, 4);
    if (start !== 0 && start === end) continue;
    const turns = [signs.orient(3, 4, 0, 1), signs.orient(3, 4, 1, 2), signs.orient(3, 4, 2, 0)];
    if (turns.includes(1) && turns.includes(-1)) continue;
    if (turns.includes(0)) {
      // A triangle without area is part of no crossing if it is seen edge on.
      return -1;
    }
    if (start === 0 || end === 0) return -1;
    crossings++;
  }
  return crossings;
}
