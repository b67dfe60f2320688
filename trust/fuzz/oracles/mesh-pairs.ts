import { boxesOfTriangles, visitBoxOverlaps } from "./box-overlaps.ts";
import { inPlainUnits } from "./integers.ts";
import { areSelfPair } from "./neighbour-triangles.ts";
import { arithmeticFor, createPointSigns } from "./signs.ts";
import { projectionAxis, trianglesMeet } from "./triangle-triangle.ts";

// All pairs of triangles that meet, of two meshes or of one, in the order in which abut lists them.

export interface FoundPairs {
  /** Triangle of a, triangle of b, for each pair; sorted. */
  pairs: Uint32Array;
  /** How many pairs went through the exact test; the boxes of all others are apart. */
  tested: number;
  /** Pairs among them with one or two common corners. */
  neighbours: number;
}

const signs = createPointSigns(6);
const names = new Uint32Array(6);

/** Nine numbers a triangle, world coordinates. */
export function pairsOfMeshes(trianglesA: Float64Array, trianglesB: Float64Array): FoundPairs {
  const [a, b] = inPlainUnits(trianglesA, trianglesB);
  signs.arithmetic = arithmeticFor(a, b);
  const found: number[] = [];
  let tested = 0;
  visitBoxOverlaps(boxesOfTriangles(a), boxesOfTriangles(b), (i, j) => {
    tested++;
    load(a, i, 0);
    load(b, j, 9);
    if (trianglesMeet(signs, 0, 3)) found.push(i, j);
  });
  return { pairs: sortPairs(found), tested, neighbours: 0 };
}

export interface SelfRules {
  /** Pairs with at least this many common corners are left out; 4 leaves out none. */
  fewestExcluded: number;
}

/** `worldTriangles`: nine numbers a triangle; `corners`: three names a triangle, equal ones are a common corner. */
export function selfPairsOfMesh(
  worldTriangles: Float64Array,
  corners: ArrayLike<number>,
  { fewestExcluded }: SelfRules = { fewestExcluded: 4 },
): FoundPairs {
  const [triangles] = inPlainUnits(worldTriangles);
  signs.arithmetic = arithmeticFor(triangles);
  const found: number[] = [];
  let [tested, neighbours] = [0, 0];
  const boxes = boxesOfTriangles(triangles);
  visitBoxOverlaps(boxes, boxes, (i, j) => {
    if (i >= j) return;
    tested++;
    load(triangles, i, 0);
    load(triangles, j, 9);
    let common = 0;
    for (let k = 0; k < 3; k++) {
      names[k] = corners[3 * i + k];
      names[3 + k] = corners[3 * j + k];
    }
    for (let p = 0; p < 3; p++) for (let q = 3; q < 6; q++) if (names[p] === names[q]) common++;
    if (common === 1 || common === 2) neighbours++;
    if (common < fewestExcluded && areSelfPair(signs, names)) found.push(i, j);
  });
  return { pairs: sortPairs(found), tested, neighbours };
}

/** The triangles without area. */
export function degenerateTriangles(worldTriangles: Float64Array): Uint32Array {
  const [triangles] = inPlainUnits(worldTriangles);
  signs.arithmetic = arithmeticFor(triangles);
  const found: number[] = [];
  for (let t = 0; t < triangles.length / 9; t++) {
    load(triangles, t, 0);
    if (projectionAxis(signs, 0, 1, 2) < 0) found.push(t);
  }
  return Uint32Array.from(found);
}

function load(triangles: Float64Array, t: number, at: number): void {
  const { coordinates } = signs;
  for (let k = 0; k < 9; k++) coordinates[at + k] = triangles[9 * t + k];
}

function sortPairs(pairs: number[]): Uint32Array {
  const keys = new Float64Array(pairs.length / 2);
  for (let k = 0; k < keys.length; k++) keys[k] = pairs[2 * k] * 2 ** 26 + pairs[2 * k + 1];
  keys.sort();
  const out = new Uint32Array(pairs.length);
  keys.forEach((key, k) => {
    out[2 * k] = Math.floor(key / 2 ** 26);
    out[2 * k + 1] = key % 2 ** 26;
  });
  return out;
}
