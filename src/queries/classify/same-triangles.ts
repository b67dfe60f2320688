import { movePoint, type Pose } from "../../geometry/affine.ts";
import { NO_PROJECTION, projectionOf, reduceToHull } from "../../geometry/contact/contact-triangles.ts";
import { type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import { weldVertices } from "../../mesh/weld-vertices.ts";
import { nameFaces } from "../contacts/gather-triangles.ts";
import { type PosedTree, visitAhead } from "./posed-tree.ts";

/** A mesh at its pose; null is the identity. */
export interface PlacedMesh {
  readonly mesh: TriangleMesh;
  readonly toWorld: Pose | null;
}

/**
 * Whether two meshes are one set of triangles in the world: each triangle of one is, corner by corner, a triangle of the other. Coordinates
 * are compared as computed by `movePoint`. The order of triangles and corners, the winding and repeated triangles do not matter; a triangle
 * without area counts as its segment or point.
 */
export function haveSameTriangles(a: PlacedMesh, b: PlacedMesh): boolean {
  if (a.mesh === b.mesh && haveSamePose(a.toWorld, b.toWorld)) return true;
  const countA = a.mesh.triangleCount;
  const corners = new Float64Array(9 * (countA + b.mesh.triangleCount));
  takeToWorld(a, corners, 0);
  takeToWorld(b, corners, 9 * countA);
  for (let at = 0; at < corners.length; at += 9)
    if (projectionOf(corners, at) === NO_PROJECTION) reduceToHull(corners, at);
  // For each triangle the number of the first equal one; a's triangles come first.
  const faces = nameFaces(weldVertices(corners));
  const isInB = new Uint8Array(countA);
  for (let t = countA; t < faces.length; t++) {
    if (faces[t] >= countA) return false;
    isInB[faces[t]] = 1;
  }
  for (let t = 0; t < countA; t++) if (isInB[faces[t]] === 0) return false;
  return true;
}

/** Whether a corner of b coincides exactly with a's first corner. False proves, quickly, that the triangles differ. */
export function mayHaveSameTriangles(a: PosedTree, b: PosedTree): boolean {
  const { mesh } = a.tree;
  const v = 3 * vertexOf(mesh, 0, 0);
  const [x, y, z] = [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]];
  const point = Float64Array.of(x, y, z);
  if (a.moves) movePoint(a.toWorld, x, y, z, point, 0);
  let isThere = false;
  visitAhead(b, point, 0, (t, at) => {
    for (let k = at; k < at + 9; k += 3)
      if (t[k] === point[0] && t[k + 1] === point[1] && t[k + 2] === point[2]) isThere = true;
    return isThere;
  });
  return isThere;
}

function haveSamePose(p: Pose | null, q: Pose | null): boolean {
  if (p === null || q === null) return p === q;
  for (let i = 0; i < 16; i++) if (p[i] !== q[i]) return false;
  return true;
}

function takeToWorld({ mesh, toWorld }: PlacedMesh, out: Float64Array, at: number): void {
  const { positions, triangleCount } = mesh;
  for (let t = 0; t < triangleCount; t++)
    for (let corner = 0; corner < 3; corner++, at += 3) {
      const v = 3 * vertexOf(mesh, t, corner);
      if (toWorld !== null) movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], out, at);
      else for (let axis = 0; axis < 3; axis++) out[at + axis] = positions[v + axis];
    }
}
