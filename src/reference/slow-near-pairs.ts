import { type Positions, type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { vectorAt } from "../numerics/integer-vectors.ts";
import { toIntegers, unitExponent } from "../numerics/integers.ts";
import { rootOfRatio } from "../numerics/ratio.ts";
import { checkOptionNames } from "../option-names.ts";
import { placed } from "./contacts.ts";
import { type PlacedOptions, placedPositions } from "./placed-mesh.ts";
import { squaredDistanceBySlabs } from "./slow-distance.ts";
import { REFERENCE_OPTIONS, type ReferenceOptions } from "./triangle-pairs.ts";

/** A row of `findNearPairs`: its kind, vertices and triangles, and the distance within a unit in the last place. */
export interface ReferenceNearPair {
  kind: number;
  vertices: number[];
  triangles: [number, number];
  distance: number;
}

/** A vertex, edge or face: its vertices, and the lowest triangle that has it. */
interface Feature {
  vertices: number[];
  triangle: number;
}

/**
 * The slow twin of `findNearPairs`: every vertex against every face and every edge against every edge, baked to world space first, each pair
 * measured and compared in integers.
 */
export function findNearPairsByBruteForce(
  a: TriangleMesh,
  b: TriangleMesh,
  thickness: number,
  options: ReferenceOptions = {},
): ReferenceNearPair[] {
  checkOptionNames(options, REFERENCE_OPTIONS, "findNearPairsByBruteForce");
  const worldA = placed(a, options.aToWorld ?? null);
  const worldB = placed(b, options.bToWorld ?? null);
  const ofA = featuresOf(a);
  const ofB = featuresOf(b);
  return [
    ...nearOf(0, worldA, ofA.vertices, worldB, ofB.faces, thickness),
    ...nearOf(1, worldA, ofA.faces, worldB, ofB.vertices, thickness),
    ...nearOf(2, worldA, ofA.edges, worldB, ofB.edges, thickness),
  ];
}

/** The slow twin of `findSelfNearPairs`. */
export function findSelfNearPairsByBruteForce(
  mesh: TriangleMesh,
  thickness: number,
  options: PlacedOptions = {},
): ReferenceNearPair[] {
  const world = placedPositions(mesh, options, "findSelfNearPairsByBruteForce");
  const { vertices, edges, faces } = featuresOf(mesh);
  const isApart = (p: Feature, q: Feature) => !p.vertices.some((vertex) => q.vertices.includes(vertex));
  return [
    ...nearOf(0, world, vertices, world, faces, thickness, isApart),
    ...nearOf(2, world, edges, world, edges, thickness, (p, q) => isApart(p, q) && compareFeatures(p, q) < 0),
  ];
}

/** The features of a mesh, each once, sorted. */
function featuresOf(mesh: TriangleMesh): { vertices: Feature[]; edges: Feature[]; faces: Feature[] } {
  const vertices = new Map<string, Feature>();
  const edges = new Map<string, Feature>();
  const faces: Feature[] = [];
  const add = (features: Map<string, Feature>, triangle: number, ...numbers: number[]) => {
    const key = numbers.join(" ");
    if (!features.has(key)) features.set(key, { vertices: numbers, triangle });
  };
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    const corners = [0, 1, 2].map((corner) => vertexOf(mesh, triangle, corner));
    faces.push({ vertices: corners, triangle });
    corners.forEach((vertex, k) => {
      const next = corners[(k + 1) % 3];
      add(vertices, triangle, vertex);
      if (vertex !== next) add(edges, triangle, Math.min(vertex, next), Math.max(vertex, next));
    });
  }
  return {
    vertices: [...vertices.values()].sort(compareFeatures),
    edges: [...edges.values()].sort(compareFeatures),
    faces,
  };
}

function compareFeatures(p: Feature, q: Feature): number {
  return p.vertices[0] - q.vertices[0] || p.vertices[1] - q.vertices[1];
}

function nearOf(
  kind: number,
  worldA: Positions,
  featuresA: Feature[],
  worldB: Positions,
  featuresB: Feature[],
  thickness: number,
  isWanted: (p: Feature, q: Feature) => boolean = () => true,
): ReferenceNearPair[] {
  const found: ReferenceNearPair[] = [];
  for (const p of featuresA)
    for (const q of featuresB) {
      if (!isWanted(p, q)) continue;
      const distance = distanceWithin(worldA, p.vertices, worldB, q.vertices, thickness);
      if (distance === null) continue;
      found.push({
        kind,
        vertices: [...p.vertices, ...q.vertices],
        triangles: [p.triangle, q.triangle],
        distance,
      });
    }
  return found;
}

/** The distance of two features; null if it is more than the thickness. */
function distanceWithin(
  worldA: Positions,
  verticesA: number[],
  worldB: Positions,
  verticesB: number[],
  thickness: number,
): number | null {
  // If a gap is greater than an f64 once rounded, it was before: no margin.
  for (let axis = 0; axis < 3; axis++)
    if (gapAlong(axis, worldA, verticesA, worldB, verticesB) > thickness) return null;
  const numbers = Float64Array.of(
    ...verticesA.flatMap((vertex) => [...worldA.subarray(3 * vertex, 3 * vertex + 3)]),
    ...verticesB.flatMap((vertex) => [...worldB.subarray(3 * vertex, 3 * vertex + 3)]),
    thickness,
  );
  const integers = toIntegers(numbers);
  const corners = [0, 1, 2, 3].map((corner) => vectorAt(integers, corner));
  const { over, under } = squaredDistanceBySlabs(
    corners.slice(0, verticesA.length),
    corners.slice(verticesA.length),
  );
  return over <= integers[12] * integers[12] * under ? rootOfRatio(over, under, unitExponent(numbers)) : null;
}

/** The gap between the boxes of two features along an axis, rounded; negative if there is none. */
function gapAlong(
  axis: number,
  worldA: Positions,
  verticesA: number[],
  worldB: Positions,
  verticesB: number[],
): number {
  let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const vertex of verticesA) {
    lowA = Math.min(lowA, worldA[3 * vertex + axis]);
    highA = Math.max(highA, worldA[3 * vertex + axis]);
  }
  for (const vertex of verticesB) {
    lowB = Math.min(lowB, worldB[3 * vertex + axis]);
    highB = Math.max(highB, worldB[3 * vertex + axis]);
  }
  return Math.max(lowB - highA, lowA - highB);
}
