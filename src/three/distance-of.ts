import { type Object3D, Vector3 } from "three";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { distance } from "../queries/distance/distance.ts";
import { checkLength } from "../queries/distance/distance-query.ts";
import { isSame, posesOf, worldBoxes } from "./compare-objects.ts";
import { listParts, type ObjectPart, PARTS_OPTIONS, type PartsOptions } from "./parts-of.ts";

export interface DistanceOfOptions extends PartsOptions {
  /** Objects that are farther apart give null. Default: Infinity. */
  maxDistance?: number | undefined;
}

const DISTANCE_OF_OPTIONS: OptionNames<DistanceOfOptions> = { ...PARTS_OPTIONS, maxDistance: true };

/** How far two objects are apart, and where. */
export interface ObjectDistance {
  /** The true distance, rounded once; 0 if and only if `collideObjects` is true. */
  readonly distance: number;
  /** Nearest points, in the world. */
  readonly pointA: Vector3;
  readonly pointB: Vector3;
  readonly a: ObjectPart;
  readonly b: ObjectPart;
  /** Triangles by their numbers in `a.tree` and `b.tree`. */
  readonly triangleA: number;
  readonly triangleB: number;
}

/** The distance between the surfaces below `a` and those below `b`; null beyond `maxDistance`, or if one of them has no triangles. */
export function distanceOf(a: Object3D, b: Object3D, options: DistanceOfOptions = {}): ObjectDistance | null {
  checkOptionNames(options, DISTANCE_OF_OPTIONS, "distanceOf");
  const { maxDistance = Infinity } = options;
  checkLength(maxDistance, "maxDistance");
  let best: ObjectDistance | null = null;
  for (const { partA, partB, apart } of pairsByBoxes(a, b, options)) {
    const limit = best?.distance ?? maxDistance;
    if (apart > limit || limit === 0) break;
    const found = distance(partA.tree, partB.tree, { ...posesOf(partA, partB), maxDistance: limit });
    if (found === null || (best !== null && found.distance >= best.distance)) continue;
    best = {
      distance: found.distance,
      pointA: new Vector3(...found.pointA),
      pointB: new Vector3(...found.pointB),
      a: partA,
      b: partB,
      triangleA: found.triangleA,
      triangleB: found.triangleB,
    };
  }
  return best;
}

interface BoxedPair {
  readonly partA: ObjectPart;
  readonly partB: ObjectPart;
  /** No more than the distance of the two parts. */
  readonly apart: number;
}

/** All pairs of parts, those with the nearest boxes first. */
function pairsByBoxes(a: Object3D, b: Object3D, options: PartsOptions): BoxedPair[] {
  const partsA = listParts(a, options, "a", "distanceOf");
  const partsB = listParts(b, options, "b", "distanceOf");
  const boxesA = worldBoxes(partsA);
  const boxesB = worldBoxes(partsB);
  const pairs: BoxedPair[] = [];
  for (const [i, partA] of partsA.entries())
    for (const [j, partB] of partsB.entries())
      if (!isSame(partA, partB)) pairs.push({ partA, partB, apart: gap(boxesA, 6 * i, boxesB, 6 * j) });
  return pairs.sort((p, q) => p.apart - q.apart);
}

/** Less than what rounding can add to the distance of two boxes. */
const ROUNDED_DOWN = 1 - 2 ** -50;

function gap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const between = Math.max(b[j + axis] - a[i + 3 + axis], a[i + axis] - b[j + 3 + axis], 0);
    sum += between * between;
  }
  return Math.sqrt(sum) * ROUNDED_DOWN;
}
