import type { Indices, Positions, TriangleMesh } from "../mesh/triangle-mesh.ts";
import { treeOver } from "../trees/buffer.ts";
import { type AabbTree, HEADER, HEADER_WORDS } from "../trees/layout.ts";

// Shared memory is posted to a thread by reference, whatever its size.

/** A copy of the mesh in shared memory; the mesh itself if it is already there. */
export function shareMesh(mesh: TriangleMesh): TriangleMesh {
  const positions = shareArray(mesh.positions);
  const indices = mesh.indices === null ? null : shareArray(mesh.indices);
  if (positions === mesh.positions && indices === mesh.indices) return mesh;
  return { ...mesh, positions, indices };
}

function shareArray<T extends Positions | Indices>(array: T): T {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const shared = new SharedArrayBuffer(array.byteLength);
  const View = array.constructor as new (buffer: SharedArrayBuffer) => T;
  const copy = new View(shared);
  copy.set(array);
  return copy;
}

/** A copy of the tree's memory, which holds the whole tree except its mesh. */
export function shareTree({ buffer }: AabbTree): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(buffer.byteLength);
  new Uint8Array(shared).set(new Uint8Array(buffer));
  return shared;
}

/** The tree in shared memory, over its mesh. */
export function sharedTree(buffer: SharedArrayBuffer, mesh: TriangleMesh): AabbTree {
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  return treeOver(buffer, "aabb", mesh, header[HEADER.nodeCount], header[HEADER.depth]) as AabbTree;
}
