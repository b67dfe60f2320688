import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { AabbTree, ObbTree, RTree } from "../../trees/layout.ts";
import { restoreTree as restore } from "../../trees/save.ts";
import { supportObbTrees } from "./obb-trees.ts";
import { supportRTrees } from "./r-trees.ts";

/**
 * The tree in a buffer made by `saveTree`, over the mesh it was saved from. The tree uses that buffer without copying it. Throws
 * `FormatError` if the buffer is foreign, damaged or belongs to another mesh. For a deforming mesh, restore its tree while the mesh has the
 * vertices it was saved with, then deform and `refit`.
 */
export function restoreTree(buffer: ArrayBuffer, mesh: TriangleMesh): AabbTree | ObbTree | RTree {
  supportObbTrees();
  supportRTrees();
  return restore(buffer, mesh);
}
