import type { BufferGeometry } from "three";
import { MeshError, OptionError, show } from "../errors.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../option-names.ts";
import { AABB_TREE_OPTIONS, type AabbTreeOptions } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import { drawnRanges, positionAttribute } from "./drawn-triangles.ts";
import {
  geometryOf,
  keepTree,
  meshOfPart,
  sourceOf,
  TREE_OF_OPTIONS,
  type TreeOfOptions,
  treeOf,
} from "./tree-of.ts";

export interface TreeOfAsyncOptions extends TreeOfOptions {
  /** Builds the tree somewhere else: `buildTreeOnThread` of `abut/workers`, or a function of yours. */
  build: (mesh: TriangleMesh, options: AabbTreeOptions) => Promise<AabbTree>;
}

const TREE_OF_ASYNC_OPTIONS: OptionNames<TreeOfAsyncOptions> = { ...TREE_OF_OPTIONS, build: true };

/**
 * `treeOf` of a geometry, with the tree built elsewhere, so that the page goes on meanwhile. Afterwards `treeOf(geometry)` and everything
 * else in abut/three has it. Where the geometry has changed during the build, the tree is fitted or built again, here.
 */
export async function treeOfAsync(geometry: BufferGeometry, options: TreeOfAsyncOptions): Promise<AabbTree> {
  checkOptionNames(options, TREE_OF_ASYNC_OPTIONS, "treeOfAsync");
  const { build, groups = false } = options;
  if (typeof build !== "function") throw new OptionError(`build: expected a function, got ${show(build)}`);
  geometryOf(geometry, "treeOfAsync");
  const ranges = drawnRanges(geometry, groups);
  if (ranges.length === 0)
    throw new MeshError("treeOfAsync: geometry: nothing is drawn, so there are no triangles");
  const position = positionAttribute(geometry, "treeOfAsync");
  const part = { ranges, firstVertex: 0, vertexCount: position.count };
  const rest = pickOptions(options, AABB_TREE_OPTIONS);
  const before = sourceOf(geometry);
  const mesh = meshOfPart(geometry, part, "treeOfAsync");
  const tree = await build(mesh, rest);
  if (tree?.mesh !== mesh) throw new OptionError("build: expected a tree of the mesh it was given");
  keepTree(geometry, part, rest, tree, before);
  return treeOf(geometry, pickOptions(options, TREE_OF_OPTIONS));
}
