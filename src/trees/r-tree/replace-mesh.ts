import { checkCoordinates, checkMesh, type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import { AABB_STRIDE, checkRTree, type RTree } from "../layout.ts";
import { refit } from "../refit.ts";
import { forgetMeshPaths } from "./fit-touched-r-tree.ts";
import { insertRecord } from "./insert.ts";
import { removeNode } from "./remove.ts";
import { moveToMesh, parentOf } from "./storage.ts";
import { triangleRecord } from "./triangle-records.ts";

// Meshes that are cut or torn. Arrays cannot grow in place, so a caller that adds vertices or triangles makes longer arrays and a new mesh.
// The tree is moved to the new mesh: most triangles stay in their nodes, and only those that differ are removed or inserted.

/** What `replaceMesh` found. */
export interface MeshChanges {
  /** How many triangles of the tree have unchanged corners. */
  kept: number;
  /** How many triangles of the tree have other corners than before. */
  changed: number;
  inserted: number;
  removed: number;
}

/**
 * Gives a tree another mesh, usually its own after a cut. Triangles are compared by number. A triangle with unchanged corners stays, one
 * with other corners is moved, new numbers are inserted, and numbers that no longer exist are removed. A triangle that `removeTriangle`
 * removed stays removed. Then all boxes are fitted to the vertices as they are now, as by `refit`. Throws `MeshError` at a coordinate that is
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
 * Gives a triangle its new corners. It stays if its box lies within that of its parent: along a tear corners get other numbers, and
 * triangles hardly move. Otherwise it is inserted again.
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
