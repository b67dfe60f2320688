import { OptionError, show } from "../../errors.ts";
import { checkRTree, type RTree } from "../layout.ts";
import { insertRecord } from "./insert.ts";
import { removeNode } from "./remove.ts";
import { triangleRecord } from "./triangle-records.ts";

/**
 * Puts a triangle of the mesh into the tree, by Guttman's insertion, with its box around the vertices as they are now.
 * Throws `OptionError` if the mesh has no such triangle or the tree has it already, `MeshError` if a coordinate is not
 * finite or too large; the tree stays as it was. If vertices have moved since the tree was built or fitted, `refit` it before it is queried.
 */
export function insertTriangle(tree: RTree, triangle: number): void {
  checkRTree(tree, "insertTriangle");
  if (placeOf(tree, triangle) >= 0) throw new OptionError(`triangle: ${triangle} is in the tree already`);
  insertRecord(tree, triangleRecord(tree, triangle), 0, 0);
  tree.triangleCount++;
}

/**
 * Takes a triangle out of the tree, by Guttman's deletion: nodes that have too few children left are dissolved and
 * their contents inserted again. A tree may become empty; it meets nothing then. Throws `OptionError` if the tree does
 * not have that triangle.
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
