import { OptionError, show } from "../../errors.ts";
import { checkRTree, type RTree } from "../layout.ts";
import { insertRecord } from "./insert.ts";
import { removeNode } from "./remove.ts";
import { triangleRecord } from "./triangle-records.ts";

/**
 * Inserts a triangle of the mesh by Guttman's insertion, with its box around the current vertices. Throws `OptionError` if
 * the mesh has no such triangle or the tree already contains it, `MeshError` if a coordinate is not finite or too large;
 * the tree is unchanged then. If vertices have moved since the tree was built or fitted, `refit` it before a query.
 */
export function insertTriangle(tree: RTree, triangle: number): void {
  checkRTree(tree, "insertTriangle");
  if (placeOf(tree, triangle) >= 0) throw new OptionError(`triangle: ${triangle} is already in the tree`);
  insertRecord(tree, triangleRecord(tree, triangle), 0, 0);
  tree.triangleCount++;
}

/**
 * Removes a triangle by Guttman's deletion: nodes left with too few children are dissolved and their contents inserted
 * again. The tree may become empty and then meets nothing. Throws `OptionError` if the tree does not contain the triangle.
 */
export function removeTriangle(tree: RTree, triangle: number): void {
  checkRTree(tree, "removeTriangle");
  const node = placeOf(tree, triangle);
  if (node < 0) throw new OptionError(`triangle: ${triangle} is not in the tree`);
  removeNode(tree, node);
}

function placeOf(tree: RTree, triangle: number): number {
  if (Number.isInteger(triangle) && triangle >= 0 && triangle < tree.mesh.triangleCount)
    return tree.places[triangle];
  throw new OptionError(
    `triangle: expected a whole number from 0 to ${tree.mesh.triangleCount - 1}, got ${show(triangle)}`,
  );
}
