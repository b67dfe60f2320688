import { setEdgeWeights, setFaceWeights } from "../../geometry/contact/feature-weights.ts";
import { setLengthToOne, setUnitNormal } from "../../geometry/triangle-normal.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { EDGE_EDGE, FACE_VERTEX, VERTEX_FACE } from "../feature-kinds.ts";
import {
  type ImpactList,
  keepEarliest,
  ROW,
  ROW_TRIANGLES,
  ROW_VERTICES,
  sortImpacts,
} from "./impact-list.ts";
import { type Impacts, setRows } from "./impacts.ts";
import { type MovingMesh, placeVertex } from "./moving-mesh.ts";

// What a solver needs from an impact, given its vertices and time: weights, points and normal, in plain f64.

/** Scratch memory for one row. */
interface RowScratch {
  /** The four vertices at the row's time, x y z each. */
  readonly points: Float64Array;
  /** A vertex at time 0 (3) and at time 1 (3). */
  readonly ends: Float64Array;
  /** From a's point to b's, at time 0. */
  readonly before: Float64Array;
  /** A triangle at the row's time. */
  readonly corners: Float64Array;
  readonly normal: Float64Array;
  /** The triangles' unit normals, a's minus b's. */
  readonly facing: Float64Array;
}

const scratch: RowScratch = {
  points: new Float64Array(12),
  ends: new Float64Array(6),
  before: new Float64Array(3),
  corners: new Float64Array(9),
  normal: new Float64Array(3),
  facing: new Float64Array(3),
};

/** An approach flatter than this does not tell on which side b is. */
const FLAT = 2 ** -40;

/** Writes the earliest `maxImpacts` of the list to `result`, in order. */
export function writeImpacts(
  list: ImpactList,
  maxImpacts: number,
  a: MovingMesh,
  b: MovingMesh,
  result: Impacts,
): void {
  if (list.count > maxImpacts) keepEarliest(list, maxImpacts);
  sortImpacts(list);
  setRows(result, list.count);
  result.truncated = list.truncated;
  const { kinds, vertices, triangles, times } = result;
  for (let row = 0; row < list.count; row++) {
    const from = list.order[row];
    kinds[row] = list.rows[ROW * from];
    for (let k = 0; k < 4; k++) vertices[4 * row + k] = list.rows[ROW * from + ROW_VERTICES + k];
    for (let k = 0; k < 2; k++) {
      triangles[2 * row + k] = list.rows[ROW * from + ROW_TRIANGLES + k];
      times[2 * row + k] = list.times[2 * from + k];
    }
    writePoints(result, row, a, b);
    writeNormal(result, row, a, b);
  }
}

/** How many of a row's four vertices are a's. */
function countOfA(kind: number): number {
  return kind === VERTEX_FACE ? 1 : kind === FACE_VERTEX ? 3 : 2;
}

function writePoints(result: Impacts, row: number, a: MovingMesh, b: MovingMesh): void {
  const { kinds, vertices, times, weights, pointsA, pointsB } = result;
  const { points, ends, before } = scratch;
  const kind = kinds[row];
  const ofA = countOfA(kind);
  const time = times[2 * row];
  for (let k = 0; k < 4; k++) placeAt(k < ofA ? a : b, vertices[4 * row + k], time, points, 3 * k);
  const at = 4 * row;
  if (kind === EDGE_EDGE) setEdgeWeights(points, weights, at);
  else if (kind === VERTEX_FACE) {
    weights[at] = 1;
    setFaceWeights(points, 0, points, 3, weights, at + 1);
  } else {
    setFaceWeights(points, 9, points, 0, weights, at);
    weights[at + 3] = 1;
  }
  for (let axis = 0; axis < 3; axis++) {
    let [pointA, pointB] = [0, 0];
    for (let k = 0; k < 4; k++) {
      const part = weights[at + k] * points[3 * k + axis];
      if (k < ofA) pointA += part;
      else pointB += part;
    }
    pointsA[3 * row + axis] = pointA;
    pointsB[3 * row + axis] = pointB;
  }
  before.fill(0);
  for (let k = 0; k < 4; k++) {
    placeEnds(k < ofA ? a : b, vertices[4 * row + k], ends);
    const weight = k < ofA ? -weights[at + k] : weights[at + k];
    for (let axis = 0; axis < 3; axis++) before[axis] += weight * ends[axis];
  }
}

/** The row's normal; `scratch` still holds the output of `writePoints`. */
function writeNormal(result: Impacts, row: number, a: MovingMesh, b: MovingMesh): void {
  const { kinds, triangles, times, normals } = result;
  const { points, before, corners, normal, facing } = scratch;
  const time = times[2 * row];
  const kind = kinds[row];
  facing.fill(0);
  addTriangleNormal(a, triangles[2 * row], time, 1);
  addTriangleNormal(b, triangles[2 * row + 1], time, -1);
  if (kind === EDGE_EDGE) {
    // cross product as the normal of the triangle 0, u, v
    for (let axis = 0; axis < 3; axis++) {
      corners[axis] = 0;
      corners[3 + axis] = points[3 + axis] - points[axis];
      corners[6 + axis] = points[9 + axis] - points[6 + axis];
    }
    setUnitNormal(corners, 0, normal, 0);
  } else setUnitNormal(points, kind === VERTEX_FACE ? 3 : 0, normal, 0);
  if (isZero(normal)) {
    // Parallel edges, or a face without a plane: use the direction that b comes from.
    normal.set(before);
    setLengthToOne(normal, 0, 0);
  }
  if (isZero(normal)) {
    normal.set(facing);
    setLengthToOne(normal, 0, 0);
  }
  if (isZero(normal)) normal[0] = 1;
  const approach = dot(normal, before);
  const isFlat = times[2 * row + 1] === 0 || Math.abs(approach) <= FLAT * Math.sqrt(dot(before, before));
  const side = isFlat ? dot(normal, facing) : approach;
  for (let axis = 0; axis < 3; axis++)
    normals[3 * row + axis] = (side < 0 ? -normal[axis] : normal[axis]) + 0; // no −0
}

/** Adds the unit normal of a triangle, times `sign`, to `scratch.facing`. */
function addTriangleNormal(mesh: MovingMesh, triangle: number, time: number, sign: number): void {
  const { corners, normal, facing } = scratch;
  for (let k = 0; k < 3; k++) placeAt(mesh, vertexOf(mesh.tree.mesh, triangle, k), time, corners, 3 * k);
  setUnitNormal(corners, 0, normal, 0);
  for (let axis = 0; axis < 3; axis++) facing[axis] += sign * normal[axis];
}

/** A vertex's position at a time; exact at time 0 and at time 1. */
function placeAt(mesh: MovingMesh, vertex: number, time: number, out: Float64Array, at: number): void {
  const { ends } = scratch;
  placeEnds(mesh, vertex, ends);
  for (let axis = 0; axis < 3; axis++) out[at + axis] = (1 - time) * ends[axis] + time * ends[3 + axis];
}

function placeEnds(mesh: MovingMesh, vertex: number, ends: Float64Array): void {
  placeVertex(mesh.start, vertex, mesh.from, ends, 0);
  placeVertex(mesh.end, vertex, mesh.to, ends, 3);
}

function dot(u: Float64Array, v: Float64Array): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function isZero(v: Float64Array): boolean {
  return v[0] === 0 && v[1] === 0 && v[2] === 0;
}
