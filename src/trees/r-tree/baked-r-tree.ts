import { meshWithVertices } from "../baked-tree.ts";
import { HEADER, HEADER_WORDS, type RTree } from "../layout.ts";
import { fitRTreeToVertices } from "./fit.ts";
import { compactBuffer, rTreeOver } from "./storage.ts";

/** Like `withVertices` of baked-tree.ts, for an R-tree. */
export function rTreeWithVertices(tree: RTree, positions: Float64Array): RTree {
  const buffer = compactBuffer(tree);
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  const mesh = meshWithVertices(tree.mesh, positions);
  const copy = rTreeOver(buffer, mesh, header[HEADER.nodeCount], tree.depth);
  copy.exponent[0] = 0;
  fitRTreeToVertices(copy);
  return copy;
}
