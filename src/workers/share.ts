import type { Indices, Positions, TriangleMesh } from "../mesh/triangle-mesh.ts";
import { treeOver } from "../trees/buffer.ts";
import { type AabbTree, HEADER, HEADER_WORDS } from "../trees/layout.ts";

// Shared memory is posted to a thread by reference, whatever its size; but each buffer costs some 5 µs, so many meshes share one.

/** Buffers of meshes have at most this many bytes, unless one array alone is larger. */
const MOST_BYTES = 2 ** 26;

/** Copies of the meshes in shared memory. An array that is already there is not copied. */
export function shareMeshes(meshes: readonly TriangleMesh[]): TriangleMesh[] {
  const arrays = meshes.flatMap(({ positions, indices }) =>
    indices === null ? [positions] : [positions, indices],
  );
  let bytes = arrays.reduce((sum, array) => sum + roomFor(array), 0);
  let buffer = new SharedArrayBuffer(0);
  let used = 0;
  const share = <T extends Positions | Indices>(array: T): T => {
    if (array.buffer instanceof SharedArrayBuffer) return array;
    const room = roomFor(array);
    if (used + room > buffer.byteLength) {
      buffer = new SharedArrayBuffer(Math.max(Math.min(bytes, MOST_BYTES), room));
      used = 0;
    }
    const View = array.constructor as new (buffer: SharedArrayBuffer, at: number, length: number) => T;
    const copy = new View(buffer, used, array.length);
    copy.set(array);
    used += room;
    bytes -= room;
    return copy;
  };
  return meshes.map((mesh) => ({
    ...mesh,
    positions: share(mesh.positions),
    indices: mesh.indices === null ? null : share(mesh.indices),
  }));
}

/** The bytes of an array in a shared buffer, whose arrays begin at multiples of 8; 0 if it is in shared memory. */
function roomFor(array: Positions | Indices): number {
  return array.buffer instanceof SharedArrayBuffer ? 0 : 8 * Math.ceil(array.byteLength / 8);
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
