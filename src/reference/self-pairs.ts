import { bakePositions, type Pose } from "../geometry/affine.ts";
import type { Vector } from "../geometry/vector.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { exactOrient2d, exactOrient3d } from "../numerics/orient-bigint.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { segmentMeetsTriangle, trianglesMeetByIntegers } from "./slow-triangle-triangle.ts";
import { worldTriangles } from "./triangle-pairs.ts";

export interface SelfReferenceOptions {
  exclude?: "none" | "shared-edge" | "shared-vertex" | number | undefined;
  topology?: "index" | "position" | undefined;
  toWorld?: Pose | null | undefined;
}

const SELF_REFERENCE_OPTIONS: OptionNames<SelfReferenceOptions> = {
  exclude: true,
  topology: true,
  toWorld: true,
};

interface Triangle {
  /** Names that identify common corners. */
  names: (number | string)[];
  points: Vector[];
}

/**
 * The slow twin of `findSelfPairs`: every triangle against every other, baked to world space first, each pair decided in
 * integers. Returns (i, j) numbers with i < j, sorted, and the triangles without area.
 */
export function findSelfPairsByBruteForce(
  mesh: TriangleMesh,
  options: SelfReferenceOptions = {},
): { pairs: Uint32Array; degenerateTriangles: Uint32Array } {
  checkOptionNames(options, SELF_REFERENCE_OPTIONS, "findSelfPairsByBruteForce");
  const { exclude = "none", topology = "index", toWorld = null } = options;
  const world = worldTriangles(mesh, toWorld);
  const triangles = readTriangles(mesh, world, topology, toWorld);
  const isFlat = triangles.map(({ points }) => isDegenerate(points));
  const pairs: number[] = [];
  for (let i = 0; i < triangles.length; i++) {
    if (isFlat[i]) continue;
    const excluded = excludedNeighbours(triangles, i, exclude);
    for (let j = i + 1; j < triangles.length; j++)
      if (!isFlat[j] && !excluded.has(j) && isPair(triangles[i], triangles[j], world, i, j)) pairs.push(i, j);
  }
  const degenerate = triangles.map((_, t) => t).filter((t) => isFlat[t]);
  return { pairs: Uint32Array.from(pairs), degenerateTriangles: Uint32Array.from(degenerate) };
}

function readTriangles(
  mesh: TriangleMesh,
  world: Float64Array,
  topology: "index" | "position",
  toWorld: Pose | null,
): Triangle[] {
  const positions = toWorld === null ? mesh.positions : bakePositions(mesh.positions, toWorld);
  const nameOf = (vertex: number) =>
    topology === "index"
      ? vertex
      : [0, 1, 2].map((axis) => String(positions[3 * vertex + axis] + 0)).join(" "); // −0 + 0 is 0
  return Array.from({ length: mesh.triangleCount }, (_, t) => ({
    names: [0, 1, 2].map((corner) => nameOf(vertexOf(mesh, t, corner))),
    points: [0, 3, 6].map((k) => [world[9 * t + k], world[9 * t + k + 1], world[9 * t + k + 2]] as const),
  }));
}

function isPair(a: Triangle, b: Triangle, world: Float64Array, i: number, j: number): boolean {
  const ownA = [0, 1, 2].filter((k) => !b.names.includes(a.names[k]));
  const ownB = [0, 1, 2].filter((k) => !a.names.includes(b.names[k]));
  if (ownA.length === 3) return trianglesMeetByIntegers(world, 9 * i, world, 9 * j);
  if (ownA.length === 0) return true;
  if (ownA.length === 1) return isFoldedFlat(a, ownA[0], b.points[ownB[0]]);
  // A common point other than the corner makes a common segment from it, which leaves one of the two triangles through the
  // side opposite the corner.
  return (
    segmentMeetsTriangle(a.points[ownA[0]], a.points[ownA[1]], b.points) ||
    segmentMeetsTriangle(b.points[ownB[0]], b.points[ownB[1]], a.points)
  );
}

/** Whether the apex of b lies in the plane of a, on the side of the common edge on which the apex of a lies. */
function isFoldedFlat(a: Triangle, apex: number, apexB: Vector): boolean {
  const p = a.points[(apex + 1) % 3];
  const q = a.points[(apex + 2) % 3];
  const r = a.points[apex];
  if (exactOrient3d(...p, ...q, ...r, ...apexB) !== 0) return false;
  return turns(p, q, r).some((turn, plane) => turn !== 0 && turn === turns(p, q, apexB)[plane]);
}

function isDegenerate([p, q, r]: Vector[]): boolean {
  return turns(p, q, r).every((turn) => turn === 0);
}

/** The turn of p, q, r seen along each axis. */
function turns(p: Vector, q: Vector, r: Vector): number[] {
  return [0, 1, 2].map((axis) => {
    const x = (axis + 1) % 3;
    const y = (axis + 2) % 3;
    return exactOrient2d(p[x], p[y], q[x], q[y], r[x], r[y]);
  });
}

function excludedNeighbours(
  triangles: Triangle[],
  i: number,
  exclude: SelfReferenceOptions["exclude"],
): Set<number> {
  if (exclude === "shared-edge") {
    const common = (t: Triangle) => t.names.filter((name) => triangles[i].names.includes(name)).length;
    return new Set([...triangles.keys()].filter((t) => common(triangles[t]) >= 2));
  }
  const rings = exclude === "shared-vertex" ? 1 : typeof exclude === "number" ? exclude : 0;
  let reached = new Set([i]);
  for (let ring = 0; ring < rings; ring++) {
    const names = new Set([...reached].flatMap((t) => triangles[t].names));
    const next = new Set(
      [...triangles.keys()].filter((t) => triangles[t].names.some((name) => names.has(name))),
    );
    if (next.size === reached.size) break;
    reached = next;
  }
  return rings === 0 ? new Set() : reached;
}
