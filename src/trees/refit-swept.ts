import { MeshError, show } from "../errors.ts";
import { exponentOf, scaledPositions } from "../mesh/tiny-mesh.ts";
import { checkCoordinates, type Positions } from "../mesh/triangle-mesh.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { noteRefit } from "./copy-policy.ts";
import { fitBoxes } from "./fit-boxes.ts";
import { type AabbTree, checkAabbTree } from "./layout.ts";
import { orderedWays } from "./ordered-vertices.ts";
import { chooseOrigin } from "./origin.ts";
import { forgetLeastCoordinate, twinToFit } from "./twin.ts";

const origin = new Float64Array(3);

/**
 * Fits the boxes around the whole motion of the mesh, each vertex in a straight line from its current position to the one
 * in `positionsAtEnd`; the tree's structure stays. Queries answer for the mesh as it is at this call, with larger boxes to
 * descend, until `refit` fits them to the mesh alone. Once the vertices have moved, `refit` must come before the next query: some queries
 * read vertices that were copied before, of a tiny mesh all of them do. Throws `MeshError` for a wrong length or a bad coordinate before any
 * box is changed.
 *
 * `timeOfImpact` does not need this call: it keeps its own boxes.
 */
export function refitSwept(tree: AabbTree, positionsAtEnd: Positions): void {
  checkAabbTree(tree, "refitSwept");
  const { mesh } = tree;
  checkPositionsAtEnd(positionsAtEnd, mesh.positions.length, "positionsAtEnd");
  checkCoordinates(mesh.positions);
  const exponent = exponentOf(mesh, positionsAtEnd);
  const fitted = twinToFit(tree, exponent);
  const { positions } = fitted.mesh;
  const end = exponent === 0 ? positionsAtEnd : scaledPositions(positionsAtEnd, exponent);
  chooseOrigin(positions, origin);
  const vertices = orderedWays(positions, end, origin);
  tree.origin.set(origin);
  fitBoxes(fitted, vertices);
  noteRefit(fitted);
  tree.exponent[0] = exponent;
  forgetLeastCoordinate(tree);
  tree.fitCount.fits++;
  tree.fitCount.isSwept = true;
  tree.fitCount.sizes = null;
}

/** Throws `MeshError` unless these can be the positions of a mesh with `length` coordinates. */
export function checkPositionsAtEnd(positionsAtEnd: Positions, length: number, name: string): void {
  if (!(isArrayOf(positionsAtEnd, "Float32Array") || isArrayOf(positionsAtEnd, "Float64Array")))
    throw new MeshError(`${name}: expected a Float32Array or Float64Array, got ${show(positionsAtEnd)}`);
  if (positionsAtEnd.length !== length)
    throw new MeshError(`${name}: length ${positionsAtEnd.length}, the mesh has ${length} coordinates`);
  checkCoordinates(positionsAtEnd, name);
}
