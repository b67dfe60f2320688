import { checkCoordinates, checkMesh, type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import { AABB_STRIDE, checkRTree, type RTree } from "../layout.ts";
import { refit } from "../refit.ts";
import { forgetMeshPaths } from "./fit-touched-r-tree.ts";
import { insertRecord } from "./insert.ts";
import { removeNode } from "./remove.ts";
import { moveToMesh, parentOf } from "./storage.ts";
import { triangleRecord } from "./triangle-records.ts";

// Meshes that are cut or torn. Arrays cannot grow in place, so whoever adds vertices or triangles makes longer ones, and a mesh of them.
// The tree goes over to that mesh: most triangles stay where they are, and only those that differ are taken out or put in.

/** What `replaceMesh` found. */
export interface MeshChanges {
  /** Triangles of the tree that have the corners they had. */
  kept: number;
  /** Those with other corners. */
  changed: number;
  inserted: number;
  removed: number;
}

/**
 * Makes a tree one of another mesh: its own mesh after a cut. Triangles are compared by number. One with the corners it had stays, one
 * with other corners is moved, numbers that are new are inserted, and those that are gone are removed. A triangle that `removeTriangle`
 * took out stays out. Then all boxes are fitted to the vertices as they are now, as by `refit`. Throws `MeshError` at a coordinate that is
 * not finite or too large, before anything has changed.
 */
export function replaceMesh(tree: RTree, mesh: TriangleMesh): MeshChanges {
  checkRTree(tree, "replaceMesh");
  checkMesh(mesh);
  checkCoordinates(mesh.positions);
  forgetMeshPaths(mesh);
  const changes: MeshChanges = { kept: 0, changed: 0, inserted: 0, removed: 0 };
  const oldCount = tree.places.length;
  const changed: number[] = [];
  for (let triangle = 0; triangle < oldCount; triangle++) {
    const node = tree.places[triangle];
    if (node < 0) continue;
    if (triangle >= mesh.triangleCount) {
      removeNode(tree, node);
      changes.removed++;
    } else if (hasCorners(tree, node, mesh, triangle)) changes.kept++;
    else changed.push(triangle);
  }
  moveToMesh(tree, mesh);
  for (const triangle of changed) moveTriangle(tree, triangle);
  for (let triangle = oldCount; triangle < mesh.triangleCount; triangle++) insert(tree, triangle);
  refit(tree);
  changes.changed = changed.length;
  changes.inserted = Math.max(0, mesh.triangleCount - oldCount);
  return changes;
}

function hasCorners({ corners }: RTree, node: number, mesh: TriangleMesh, triangle: number): boolean {
  for (let k = 0; k < 3; k++) if (corners[3 * node + k] !== vertexOf(mesh, triangle, k)) return false;
  return true;
}

/**
 * Gives a triangle its new corners. Where its box lies within that of its parent it stays: along a tear corners get other numbers, and
 * triangles hardly move. Elsewhere it is inserted anew.
 */
function moveTriangle(tree: RTree, triangle: number): void {
  const node = tree.places[triangle];
  const record = triangleRecord(tree, triangle);
  if (isWithin(new Float32Array(record.buffer), tree.nodes, AABB_STRIDE * parentOf(tree, node))) {
    for (let k = 0; k < 3; k++) tree.corners[3 * node + k] = vertexOf(tree.mesh, triangle, k);
    return;
  }
  removeNode(tree, node);
  insert(tree, triangle);
}

function isWithin(box: Float32Array, nodes: Float32Array, at: number): boolean {
  for (let k = 0; k < 3; k++) if (box[k] < nodes[at + k] || box[3 + k] > nodes[at + 3 + k]) return false;
  return true;
}

function insert(tree: RTree, triangle: number): void {
  insertRecord(tree, triangleRecord(tree, triangle), 0, 0);
  tree.triangleCount++;
}
