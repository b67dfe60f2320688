import { type Bounds, emptyBounds, growBounds } from "../geometry/bounds.ts";
import { orient2d } from "../numerics/orient.ts";
import { lengthOf } from "../numerics/portable-math.ts";
import { visitEdges } from "./edge-uses.ts";
import { finish, firstEqual, mix } from "./first-equal.ts";
import { checkCoordinates, checkMesh, type Positions, type TriangleMesh } from "./triangle-mesh.ts";
import { weldVertices } from "./weld-vertices.ts";

/**
 * What is legal but suspicious about a mesh. Triangles and vertices are listed by number, in ascending order. Vertices with
 * identical coordinates count as one for duplicates and edges, so a triangle soup can be closed.
 */
export interface MeshReport {
  readonly triangleCount: number;
  readonly vertexCount: number;
  /** The box of the vertices that triangles use. */
  readonly bounds: Bounds;
  /** Triangles without area: three collinear or coincident corners, decided exactly. */
  readonly degenerateTriangles: Uint32Array;
  /** Triangles whose three positions are those of an earlier one, in any order. */
  readonly duplicateTriangles: Uint32Array;
  /** How many vertices have exactly the coordinates of an earlier vertex. */
  readonly unweldedVertices: number;
  /** How many vertices no triangle uses. */
  readonly unusedVertices: number;
  /** Edges used by one triangle. Two vertex numbers per edge, as in the two lists below. */
  readonly openEdges: Uint32Array;
  /** Edges used by more than two triangles. */
  readonly nonManifoldEdges: Uint32Array;
  /** Edges along which two triangles, and no others, run in one direction: one of them faces backwards. */
  readonly inconsistentEdges: Uint32Array;
  /**
   * True if each edge is used an even number of times, so that inside and outside exist whatever the winding. Triangles
   * with coincident corners are ignored; a mesh that has no others is not closed.
   */
  readonly closed: boolean;
  /** The f32 spacing at the coordinate farthest from zero, relative to the diagonal of `bounds` (0 for a point). */
  readonly f32Step: number;
  /**
   * True if that spacing is more than 1/10,000 of the median edge: rounding to f32 then bends the typical triangle by more
   * than 0.01 %. A model of a million triangles around the origin stays below that; a building in metres, 10 km from the
   * origin, does not.
   */
  readonly f32NoiseVisible: boolean;
}

/** Noise shows if the median edge is shorter than this many f32 steps. */
const STEPS_PER_EDGE = 10_000;

/** Reports what is legal but suspicious. Linear in the size of the mesh; about a second per million triangles. */
export function inspectMesh(mesh: TriangleMesh): MeshReport {
  checkMesh(mesh);
  const { positions, vertexCount, triangleCount } = mesh;
  checkCoordinates(positions); // positions may have changed since createMesh
  const vertices = cornerVertices(mesh);
  const welded = weldVertices(positions);
  const weldedCorners = vertices.map((vertex) => welded[vertex]);
  const bounds = boundsOfVertices(positions, vertices);
  const step = f32Spacing(Math.max(...bounds.map(Math.abs)));
  const diagonal = lengthOf([0, 1, 2].map((axis) => bounds[3 + axis] - bounds[axis]));
  return {
    triangleCount,
    vertexCount,
    bounds,
    degenerateTriangles: findDegenerate(positions, vertices),
    duplicateTriangles: findDuplicates(weldedCorners),
    unweldedVertices: countRepeats(welded),
    unusedVertices: countUnused(vertices, vertexCount),
    ...sortEdges(weldedCorners, vertexCount),
    f32Step: diagonal === 0 ? 0 : step / diagonal,
    f32NoiseVisible: mostEdgesBelow(STEPS_PER_EDGE * step, positions, vertices),
  };
}

function cornerVertices({ indices, triangleCount }: TriangleMesh): Uint32Array {
  if (indices !== null) return new Uint32Array(indices);
  const vertices = new Uint32Array(3 * triangleCount);
  for (let i = 0; i < vertices.length; i++) vertices[i] = i;
  return vertices;
}

function boundsOfVertices(positions: Positions, vertices: Uint32Array): Bounds {
  const bounds = emptyBounds();
  for (const vertex of vertices)
    growBounds(bounds, positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
  return bounds;
}

function findDegenerate(positions: Positions, vertices: Uint32Array): Uint32Array {
  const found: number[] = [];
  for (let i = 0; i < vertices.length; i += 3) {
    const a = 3 * vertices[i];
    const b = 3 * vertices[i + 1];
    const c = 3 * vertices[i + 2];
    const flat =
      turn(positions, a, b, c, 0, 1) === 0 &&
      turn(positions, a, b, c, 1, 2) === 0 &&
      turn(positions, a, b, c, 2, 0) === 0;
    if (flat) found.push(i / 3);
  }
  return Uint32Array.from(found);
}

/** The exact sign of the turn a, b, c seen along one axis; for collinear points it is zero along all three. */
function turn(p: Positions, a: number, b: number, c: number, u: number, v: number): number {
  return orient2d(p[a + u], p[a + v], p[b + u], p[b + v], p[c + u], p[c + v]);
}

function findDuplicates(corners: Uint32Array): Uint32Array {
  const sorted = sortCorners(corners);
  const first = firstEqual(
    sorted.length / 3,
    (t) => finish(mix(mix(mix(0, sorted[3 * t]), sorted[3 * t + 1]), sorted[3 * t + 2])),
    (t, s) =>
      sorted[3 * t] === sorted[3 * s] &&
      sorted[3 * t + 1] === sorted[3 * s + 1] &&
      sorted[3 * t + 2] === sorted[3 * s + 2],
  );
  const found: number[] = [];
  for (let t = 0; t < first.length; t++) if (first[t] !== t) found.push(t);
  return Uint32Array.from(found);
}

function sortCorners(corners: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(corners.length);
  for (let i = 0; i < corners.length; i += 3) {
    const a = corners[i];
    const b = corners[i + 1];
    const c = corners[i + 2];
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    sorted[i] = low;
    sorted[i + 1] = a + b + c - low - high;
    sorted[i + 2] = high;
  }
  return sorted;
}

function countRepeats(welded: Uint32Array): number {
  let count = 0;
  for (let v = 0; v < welded.length; v++) if (welded[v] !== v) count++;
  return count;
}

function countUnused(vertices: Uint32Array, vertexCount: number): number {
  const used = new Uint8Array(vertexCount);
  for (const vertex of vertices) used[vertex] = 1;
  return used.reduce((unused, flag) => unused - flag, vertexCount);
}

type EdgeReport = Pick<MeshReport, "openEdges" | "nonManifoldEdges" | "inconsistentEdges" | "closed">;

function sortEdges(corners: Uint32Array, vertexCount: number): EdgeReport {
  const open: number[] = [];
  const nonManifold: number[] = [];
  const inconsistent: number[] = [];
  let edgeCount = 0;
  let oddEdges = 0;
  visitEdges(corners, vertexCount, (low, high, upward, downward) => {
    const uses = upward + downward;
    edgeCount++;
    oddEdges += uses & 1;
    if (uses === 1) open.push(low, high);
    else if (uses > 2) nonManifold.push(low, high);
    else if (upward !== downward) inconsistent.push(low, high);
  });
  return {
    openEdges: Uint32Array.from(open),
    nonManifoldEdges: Uint32Array.from(nonManifold),
    inconsistentEdges: Uint32Array.from(inconsistent),
    closed: edgeCount > 0 && oddEdges === 0,
  };
}

/** The distance from |value|, rounded to f32, to the next f32 number. */
function f32Spacing(value: number): number {
  const number = new Float32Array([value]);
  const rounded = number[0];
  new Uint32Array(number.buffer)[0]++;
  return number[0] - rounded;
}

/** Whether more than half of the triangles' edges are shorter than `length`, which compares the median without sorting. */
function mostEdgesBelow(length: number, positions: Positions, vertices: Uint32Array): boolean {
  let edges = 0;
  let below = 0;
  for (let i = 0; i < vertices.length; i++) {
    const from = 3 * vertices[i];
    const to = 3 * vertices[i % 3 === 2 ? i - 2 : i + 1];
    const x = positions[to] - positions[from];
    const y = positions[to + 1] - positions[from + 1];
    const z = positions[to + 2] - positions[from + 2];
    const squared = x * x + y * y + z * z;
    if (x === 0 && y === 0 && z === 0) continue; // the square may underflow
    edges++;
    if (squared < length * length) below++;
  }
  return 2 * below > edges;
}
