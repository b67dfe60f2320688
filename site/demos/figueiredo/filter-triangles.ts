import type { RTree } from "abut";

// A node of an R-tree has 8 words: minima, maxima, the first child, the number of children. A triangle's link is negative.
const STRIDE = 8;
const LINK = 6;
const COUNT = 7;

/** FilterTrianglesOAABB of the paper, for the picture: the triangles whose boxes meet a box of the tree's space. */
export function filterTriangles(
  { nodes, links, triangles, origin }: RTree,
  box: readonly number[],
): number[] {
  const found: number[] = [];
  const waiting = [0];
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    const at = STRIDE * node;
    const isApart = [0, 1, 2].some(
      (k) => nodes[at + k] + origin[k] > box[3 + k] || nodes[at + 3 + k] + origin[k] < box[k],
    );
    if (isApart) continue;
    const link = links[at + LINK];
    if (link < 0) found.push(triangles[node]);
    else for (let i = 0; i < links[at + COUNT]; i++) waiting.push(link + i);
  }
  return found.sort((p, q) => p - q);
}
