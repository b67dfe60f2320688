import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { cross, dot, type IntegerVector, isZero, minus, vectorAt } from "../numerics/integer-vectors.ts";
import { toIntegers, unitExponent } from "../numerics/integers.ts";
import { rootOfRatio } from "../numerics/ratio.ts";
import { checkOptionNames } from "../option-names.ts";
import { REFERENCE_OPTIONS, type ReferenceOptions, worldTriangles } from "./triangle-pairs.ts";

// The slow twin of `distance`, by the dual problem: the widest slab between the triangles instead of the shortest
// connection. Two closed convex sets are as far apart as the widest slab that separates them, and for triangles that slab
// is perpendicular to a face, to an edge of each, to an edge while passing through a corner, or to the vector between two
// corners. All in integers: a gap may be far smaller than the rounding of products of coordinates.

/** The distance of two meshes, zero if they meet: every triangle against every triangle, baked to world space first. */
export function distanceByBruteForce(
  a: TriangleMesh,
  b: TriangleMesh,
  options: ReferenceOptions = {},
): number {
  checkOptionNames(options, REFERENCE_OPTIONS, "distanceByBruteForce");
  return leastDistance(
    worldTriangles(a, options.aToWorld ?? null),
    worldTriangles(b, options.bToWorld ?? null),
  );
}

/** The distance of a point in world space from a mesh. */
export function pointDistanceByBruteForce(
  mesh: TriangleMesh,
  point: ArrayLike<number>,
  toWorld: ReferenceOptions["aToWorld"] = null,
): number {
  const needle = Float64Array.of(...[0, 1, 2].flatMap(() => Array.from(point)));
  return leastDistance(worldTriangles(mesh, toWorld ?? null), needle);
}

function leastDistance(a: Float64Array, b: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < a.length; i += 9)
    for (let j = 0; j < b.length; j += 9)
      if (!(gapOfBoxes(a, i, b, j) > least)) least = Math.min(least, triangleDistanceBySlabs(a, i, b, j));
  return least;
}

/**
 * The largest gap of the boxes along an axis. Rounding is monotonic, so a rounded gap above an f64 was above it before: no
 * margin is needed.
 */
function gapOfBoxes(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    const [p, q, r] = [a[i + k], a[i + k + 3], a[i + k + 6]];
    const [s, t, u] = [b[j + k], b[j + k + 3], b[j + k + 6]];
    gap = Math.max(gap, Math.min(s, t, u) - Math.max(p, q, r), Math.min(p, q, r) - Math.max(s, t, u));
  }
  return gap;
}

/** The distance of the closed triangles at a[i…i+8] and b[j…j+8], within a unit in the last place. */
export function triangleDistanceBySlabs(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const both = Float64Array.of(...a.subarray(i, i + 9), ...b.subarray(j, j + 9));
  const integers = toIntegers(both);
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => vectorAt(integers, corner));
  const { over, under } = squaredDistanceBySlabs(corners.slice(0, 3), corners.slice(3));
  return rootOfRatio(over, under, unitExponent(both));
}

/** The square of the distance of two triangles, segments or points, each given by up to three corners, as a fraction. */
export function squaredDistanceBySlabs(
  cornersP: readonly IntegerVector[],
  cornersQ: readonly IntegerVector[],
): { over: bigint; under: bigint } {
  const p = distinct(cornersP);
  const q = distinct(cornersQ);
  // Normals are perpendicular to an edge of each, vectors between two corners, or those of cornerNormals. The widest slab's width is
  // gap / √square. Squares of widths are compared.
  let [gap, square] = [0n, 1n];
  const [edgesP, edgesQ] = [edgesOf(p), edgesOf(q)];
  for (const normal of [
    ...edgesP.flatMap(({ along: u }) => edgesQ.map(({ along: v }) => cross(u, v))),
    ...p.flatMap((s) => q.map((t) => minus(t, s))),
    ...cornerNormals(edgesP, q),
    ...cornerNormals(edgesQ, p),
  ]) {
    const width = gapAlong(p, q, normal);
    if (width <= 0n) continue;
    const length = dot(normal, normal);
    if (width * width * square > gap * gap * length) [gap, square] = [width, length];
  }
  return { over: gap * gap, under: square };
}

/** Normals perpendicular to the face whose edges are given, and to an edge in the plane of that edge and a corner of q. */
function cornerNormals(edges: Edge[], q: IntegerVector[]): IntegerVector[] {
  return [
    ...(edges.length === 3 ? [cross(edges[0].along, edges[1].along)] : []),
    ...edges.flatMap(({ from, along }) => q.map((t) => cross(along, cross(minus(t, from), along)))),
  ];
}

/** The gap of two triangles along a direction, times its length; not positive if their projections meet. */
function gapAlong(p: IntegerVector[], q: IntegerVector[], direction: IntegerVector): bigint {
  const [shadowP, shadowQ] = [shadowOf(p, direction), shadowOf(q, direction)];
  const forth = shadowQ.low - shadowP.high;
  const back = shadowP.low - shadowQ.high;
  return forth > back ? forth : back;
}

/** From where to where the corners reach along a direction. */
function shadowOf(corners: IntegerVector[], direction: IntegerVector): { low: bigint; high: bigint } {
  let low = dot(corners[0], direction);
  let high = low;
  for (let i = 1; i < corners.length; i++) {
    const along = dot(corners[i], direction);
    if (along < low) low = along;
    else if (along > high) high = along;
  }
  return { low, high };
}

/** A degenerate triangle may have one or two corners. */
function distinct(corners: readonly IntegerVector[]): IntegerVector[] {
  return corners.filter((p, i) => corners.findIndex((q) => isZero(minus(p, q))) === i);
}

interface Edge {
  from: IntegerVector;
  along: IntegerVector;
}

function edgesOf(corners: IntegerVector[]): Edge[] {
  return corners.flatMap((from, i) => corners.slice(i + 1).map((to) => ({ from, along: minus(to, from) })));
}
