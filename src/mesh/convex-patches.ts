import { MeshError } from "../errors.ts";
import { type ConvexShape, createConvexShape } from "../geometry/convex/convex-shape.ts";
import { orient3d } from "../numerics/orient.ts";
import { holdsPoint } from "./convex-core.ts";
import { windingOf } from "./solid.ts";
import { topologyOf } from "./surface-topology.ts";
import { checkCoordinates, checkMesh, type TriangleMesh, vertexOf } from "./triangle-mesh.ts";
import { weldVertices } from "./weld-vertices.ts";

// The convex surface decomposition of SWIFT++ (Ehmann and Lin 2001). A patch is a connected set of triangles that all lie on
// the surface of its convex hull; the other faces of the hull are virtual. Patches grow greedily, breadth first over common
// edges, each from the first triangle that is not in a patch yet.
//
// Virtual faces must not leave the solid: then solids meet wherever hulls of their patches meet, and the depth of two hulls is a
// lower bound of the solids'. A hull lies in the solid if no triangle reaches into its interior and one inner point is inside. As
// hulls grow with their patches, the longest valid beginning of a patch is found by bisection. All signs are exact.
//
// Notes: a dented link of 168 triangles has 95 patches. To leave out a triangle instead of ending the patch there makes them 94, seeds far
// from reflex edges 97, the longest patch of all seeds each time 92. With the planes of the hull's faces alone there were 113.

/** A connected part of a closed surface, on the surface of its convex hull. */
export interface ConvexPatch {
  readonly triangles: Uint32Array;
  /** Inside the solid; flat for a patch in one plane. */
  readonly hull: ConvexShape;
}

/**
 * Decomposes the surface of a closed mesh into convex patches; every triangle is in one of them. Throws `MeshError` for an open
 * mesh, which has no inside.
 */
export function convexPatches(mesh: TriangleMesh): ConvexPatch[] {
  checkMesh(mesh);
  checkCoordinates(mesh.positions);
  if (!topologyOf(mesh).closed)
    throw new MeshError("the mesh is open and has no inside for the hulls of patches");
  const surface = readSurface(mesh);
  const { triangleCount } = mesh;
  const patches: ConvexPatch[] = [];
  const owner = new Int32Array(triangleCount).fill(-1);
  for (let seed = 0; seed < triangleCount; seed++) {
    if (owner[seed] >= 0) continue;
    const grown = growPatch(surface, owner, seed);
    const patch = longestInside(surface, grown);
    for (const t of patch.triangles) owner[t] = patches.length;
    patches.push(patch);
  }
  return patches;
}

interface Surface {
  readonly mesh: TriangleMesh;
  readonly positions: Float64Array;
  /** Three vertices per triangle, counterclockwise seen from outside, equal positions being one vertex. */
  readonly corners: Uint32Array;
  /** Per triangle and edge the triangle across it; −1 where there is not exactly one. */
  readonly across: Int32Array;
}

function readSurface(mesh: TriangleMesh): Surface {
  const { triangleCount, vertexCount } = mesh;
  const positions = Float64Array.from(mesh.positions);
  const first = weldVertices(mesh.positions);
  const corners = new Uint32Array(3 * triangleCount);
  const isClockwise = windingOf(mesh) < 0;
  for (let t = 0; t < triangleCount; t++)
    for (let k = 0; k < 3; k++) corners[3 * t + k] = first[vertexOf(mesh, t, isClockwise ? 2 - k : k)];
  const edges = new Map<number, number>();
  const across = new Int32Array(3 * triangleCount).fill(-1);
  const SHARED = -2;
  for (let at = 0; at < corners.length; at++) {
    const key = corners[at] * vertexCount + corners[nextEdge(at)];
    edges.set(key, edges.has(key) ? SHARED : at);
  }
  for (let at = 0; at < corners.length; at++) {
    if (edges.get(corners[at] * vertexCount + corners[nextEdge(at)]) !== at) continue;
    const back = edges.get(corners[nextEdge(at)] * vertexCount + corners[at]) ?? SHARED;
    if (back >= 0) across[at] = Math.floor(back / 3);
  }
  return { mesh, positions, corners, across };
}

function nextEdge(at: number): number {
  return at % 3 === 2 ? at - 2 : at + 1;
}

/** The triangles of a patch in the order in which it grows. Each beginning of the list is a convex patch, too. */
function growPatch(surface: Surface, owner: Int32Array, seed: number): number[] {
  const { corners, across } = surface;
  const patch = [seed];
  if (!hasArea(surface, seed)) return patch;
  const isInPatch = new Set(patch);
  const vertices = new Set([corners[3 * seed], corners[3 * seed + 1], corners[3 * seed + 2]]);
  for (let i = 0; i < patch.length; i++)
    for (let k = 0; k < 3; k++) {
      const next = across[3 * patch[i] + k];
      if (next < 0 || owner[next] >= 0 || isInPatch.has(next)) continue;
      if (!hasArea(surface, next) || !staysConvex(surface, patch, vertices, next)) continue;
      patch.push(next);
      isInPatch.add(next);
      for (let c = 0; c < 3; c++) vertices.add(corners[3 * next + c]);
    }
  return patch;
}

function hasArea({ positions: p, corners }: Surface, t: number): boolean {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * corners[3 * t + k]);
  for (let k = 0; k < 3; k++) {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    if ((p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) !== (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]))
      return true;
  }
  return false;
}

/** Whether all vertices lie on or below the plane of `next`, and its vertices on or below the planes of the patch. */
function staysConvex(
  surface: Surface,
  patch: readonly number[],
  vertices: ReadonlySet<number>,
  next: number,
): boolean {
  const { corners } = surface;
  for (const vertex of vertices) if (sideOf(surface, next, vertex) > 0) return false;
  for (let k = 0; k < 3; k++) {
    const vertex = corners[3 * next + k];
    if (vertices.has(vertex)) continue;
    for (const t of patch) if (sideOf(surface, t, vertex) > 0) return false;
  }
  return true;
}

/** Positive if a vertex lies above the plane of a triangle, that is outside. */
function sideOf({ positions, corners }: Surface, t: number, vertex: number): number {
  return orientAbout(
    positions,
    3 * corners[3 * t],
    3 * corners[3 * t + 1],
    3 * corners[3 * t + 2],
    positions,
    3 * vertex,
  );
}

/** The exact side of the plane p[a], p[b], p[c] on which q[d] lies; positive on the side from which they turn left. */
function orientAbout(p: Float64Array, a: number, b: number, c: number, q: Float64Array, d: number): number {
  // biome-ignore format: a point a row
  return orient3d(
    p[a], p[a + 1], p[a + 2],
    p[b], p[b + 1], p[b + 2],
    p[c], p[c + 1], p[c + 2],
    q[d], q[d + 1], q[d + 2],
  );
}

/** The longest beginning of a grown patch whose hull lies in the solid. */
function longestInside(surface: Surface, grown: readonly number[]): ConvexPatch {
  let valid = patchOf(surface, grown.slice(0, 1)); // flat: without an interior
  let invalid = grown.length + 1;
  for (let length = grown.length; invalid - valid.triangles.length > 1; ) {
    const patch = patchOf(surface, grown.slice(0, length));
    if (isInside(surface, patch)) valid = patch;
    else invalid = length;
    length = (valid.triangles.length + invalid) >> 1;
  }
  return valid;
}

function patchOf({ positions, corners }: Surface, triangles: readonly number[]): ConvexPatch {
  const vertices = new Set(
    triangles.flatMap((t) => [corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]]),
  );
  const points = Float64Array.from([...vertices].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
  return { triangles: Uint32Array.from(triangles), hull: createConvexShape(points) };
}

function isInside(surface: Surface, { triangles, hull }: ConvexPatch): boolean {
  if (hull.dimension < 3) return true;
  const own = new Set(triangles);
  for (let t = 0; t < surface.mesh.triangleCount; t++)
    if (!own.has(t) && !isOutsideHull(surface, t, hull)) return false;
  const middle = new Float64Array(3);
  for (let i = 0; i < hull.points.length; i++) middle[i % 3] += hull.points[i] / hull.pointCount;
  return holdsPoint(surface.mesh, middle);
}

/** Whether a plane has the hull on one side and the triangle on the other; either may touch it. */
function isOutsideHull(surface: Surface, t: number, hull: ConvexShape): boolean {
  return hasFaceBelow(surface, t, hull) || isApartByEdge(surface, t, hull);
}

/** Whether a face of the hull has the triangle on or above it. */
function hasFaceBelow({ positions, corners }: Surface, t: number, { points, faces }: ConvexShape): boolean {
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    let above = 0;
    while (above < 3 && orientAbout(points, a, b, c, positions, 3 * corners[3 * t + above]) >= 0) above++;
    if (above === 3) return true;
  }
  return false;
}

/**
 * Whether the triangle's plane, or a plane through an edge of one and a corner of the other, lies between the triangle and the hull. With
 * the faces of the hull these are all planes that have to be tried.
 */
function isApartByEdge({ positions, corners }: Surface, t: number, { points, faces }: ConvexShape): boolean {
  const both = new Float64Array(9 + points.length); // the triangle's corners, then the hull's
  for (let k = 0; k < 3; k++) {
    const from = 3 * corners[3 * t + k];
    both.set(positions.subarray(from, from + 3), 3 * k);
  }
  both.set(points, 9);
  if (isBetween(both, 0, 3, 6)) return true;
  for (let corner = 9; corner < both.length; corner += 3)
    for (let k = 0; k < 9; k += 3) if (isBetween(both, k, (k + 3) % 9, corner)) return true;
  for (let f = 0; f < faces.length; f++) {
    const [from, to] = [9 + 3 * faces[f], 9 + 3 * faces[nextEdge(f)]];
    if (from > to) continue; // the face across the edge has it the other way round
    for (let k = 0; k < 9; k += 3) if (isBetween(both, k, from, to)) return true;
  }
  return false;
}

/** Whether the plane p[a], p[b], p[c] has the first three points on one side and the others on the other; all may touch it. */
function isBetween(p: Float64Array, a: number, b: number, c: number): boolean {
  let [first, others] = [0, 0];
  for (let d = 0; d < p.length; d += 3) {
    const side = Math.sign(orientAbout(p, a, b, c, p, d));
    if (side === 0) continue;
    if (d < 9) {
      if (first === -side) return false;
      first = side;
    } else {
      if (first === side || others === -side) return false;
      others = side;
    }
  }
  return others !== 0;
}
