// Published as abut/trees: the life of a tree after it is built. Save and restore it, edit an R-tree, rebuild over frames, check it.

export { restoreTree } from "./queries/pairs/restore-tree.ts";
export { insertTriangle, removeTriangle } from "./trees/r-tree/edit.ts";
export { type MeshChanges, replaceMesh } from "./trees/r-tree/replace-mesh.ts";
export {
  advanceRebuild,
  type RebuildOptions,
  startRebuild,
  type TreeRebuild,
} from "./trees/rebuild-over-frames.ts";
export { refitSwept } from "./trees/refit-swept.ts";
export { saveTree } from "./trees/save.ts";
export { degradation, shouldRebuild } from "./trees/should-rebuild.ts";
export { validateTree } from "./trees/validate.ts";
