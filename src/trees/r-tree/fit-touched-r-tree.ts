import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { boxOfCorners } from "../box-of-corners.ts";
import type { RTree } from "../layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../layout.ts";
import type { TouchedVertices } from "../touched-vertices.ts";
import { listVertexUsers, type VertexUsers } from "../vertex-users.ts";
import { fitToBlock } from "./insert.ts";
import { parentOf } from "./storage.ts";

// Fits the boxes of an R-tree above some vertices, and no others: level by level, because all triangles are equally deep, and a node's
// place in the array does not tell its depth. The parents of one level make up the next.

/** What a mesh keeps from the first partial refit of an R-tree over it on: 12 bytes a triangle and 4 a vertex. */
interface MeshPaths {
  /** The triangles around each vertex. */
  readonly triangles: VertexUsers;
  readonly touched: TouchedVertices;
  /** The nodes of one level, and those of the next. */
  nodes: number[];
  parents: number[];
}

const pathsOfMeshes = new WeakMap<TriangleMesh, MeshPaths>();

/** Where the vertices of the next partial refit of a tree go. */
export function touchedOfRTree(tree: RTree): TouchedVertices {
  return pathsOf(tree.mesh).touched;
}

/** Must be called when the indices of a mesh have changed. */
export function forgetMeshPaths(mesh: TriangleMesh): void {
  pathsOfMeshes.delete(mesh);
}

/** Fits the boxes above the vertices of `touchedOfRTree(tree)`; returns how many were fitted. */
export function fitTouchedInRTree(tree: RTree): number {
  const paths = pathsOf(tree.mesh);
  const { touched, triangles } = paths;
  const { starts, users } = triangles;
  const isListed = new Uint8Array(tree.triangles.length);
  paths.nodes.length = 0;
  for (let k = 0; k < touched.count; k++) {
    const v = touched.list[k];
    for (let i = starts[v]; i < starts[v + 1]; i++) list(tree.places[users[i]], paths.nodes, isListed);
  }
  let fitted = 0;
  while (paths.nodes.length > 0) {
    const { nodes, parents } = paths;
    parents.length = 0;
    for (const node of nodes) {
      fitNode(tree, node);
      if (node > 0) list(parentOf(tree, node), parents, isListed);
    }
    fitted += nodes.length;
    paths.nodes = parents;
    paths.parents = nodes;
  }
  return fitted;
}

function pathsOf(mesh: TriangleMesh): MeshPaths {
  let paths = pathsOfMeshes.get(mesh);
  if (paths !== undefined) return paths;
  const corners = mesh.indices ?? numbers(mesh.vertexCount);
  const triangles = listVertexUsers(corners, mesh.vertexCount, numbers(mesh.triangleCount));
  paths = { triangles, touched: { list: new Uint32Array(0), count: 0 }, nodes: [], parents: [] };
  pathsOfMeshes.set(mesh, paths);
  return paths;
}

function numbers(count: number): Uint32Array {
  return new Uint32Array(count).map((_, k) => k);
}

/** Adds a node to a list unless it is −1 or already in a list. */
function list(node: number, nodes: number[], isListed: Uint8Array): void {
  if (node < 0 || isListed[node] === 1) return;
  isListed[node] = 1;
  nodes.push(node);
}

function fitNode({ nodes, links, corners, mesh, origin }: RTree, node: number): void {
  const at = STRIDE * node;
  const link = links[at + LINK];
  if (link < 0) boxOfCorners(mesh, origin, corners, 3 * node, 3 * node + 3, nodes, at);
  else fitToBlock(nodes, at, nodes, link, links[at + COUNT]);
}
