import { createMesh, type Indices, type Positions, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { type AabbTreeOptions, buildAabbTree } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import { restoreTree, saveTree } from "../trees/save.ts";

// A tree that a thread builds: what goes there, what is done there, and what comes back.

export interface TreeTask {
  readonly positions: Positions;
  readonly indices: Indices | null;
  readonly options: AabbTreeOptions;
}

/** A copy of a mesh, as a thread gets it. Views are copied to their size: they may be parts of large buffers. */
export function createTreeTask(mesh: TriangleMesh, options: AabbTreeOptions): TreeTask {
  return { positions: mesh.positions.slice(), indices: mesh.indices?.slice() ?? null, options };
}

/** On the thread. */
export function doTreeTask({ positions, indices, options }: TreeTask): ArrayBuffer {
  return saveTree(buildAabbTree(createMesh({ positions, indices }), options));
}

/** Back on the caller's thread. */
export function receiveTree(saved: ArrayBuffer, mesh: TriangleMesh): AabbTree {
  return restoreTree(saved, mesh) as AabbTree;
}
